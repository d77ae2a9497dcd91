// `assay release verify`: whether a dossier is whole, and signed by the owner of a key.
import { MOST_FAULTS, type VerifiedDossier, verifyDossier } from '../../dossier/index.ts';
import type { CommandIo } from '../command-io.ts';
import { type ParsedOptions, UsageError } from '../options.ts';
import { printable } from '../printable.ts';
import { publicKey } from '../public-key.ts';

export async function verify([path = '']: string[], { key }: ParsedOptions['values'], io: CommandIo): Promise<number> {
  const trusted = key === undefined ? undefined : await publicKey(String(key));
  const result = await verifyDossier(path, trusted).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOENT' || error.code === 'EISDIR'
      ? new UsageError(`There is no file ${printable(path)}.`)
      : error;
  });
  if (result.faultCount === 0) {
    io.stdout.write(`${printable(path)} is whole: ${wordsOf(result)}\n`);
    return 0;
  }
  for (const fault of result.faults) io.stderr.write(`${printable(fault)}\n`);
  const rest = result.faultCount - MOST_FAULTS;
  if (rest > 0) io.stderr.write(`… and ${rest} more.\n`);
  io.stderr.write(`assay release verify: ${printable(path)} is not whole.\n`);
  return 1;
}

function wordsOf({ manifest, soundFiles, signature, keyIds }: VerifiedDossier): string {
  const what =
    manifest === undefined ? '' : ` of ${manifest.project.name} ${manifest.release.name}, ${manifest.frozenAt}`;
  return printable(
    `${soundFiles} ${soundFiles === 1 ? 'file' : 'files'}${what}; ${SIGNED[signature](keyIds.join(', '))}.`,
  );
}

const SIGNED: Readonly<Record<VerifiedDossier['signature'], (keys: string) => string>> = {
  none: () => 'not signed',
  unchecked: (keys) => `says that the key ${keys} signed it, which --key FILE would check`,
  holds: (keys) => `signed by the key ${keys}`,
  broken: () => 'its signature does not hold',
};
