// `assay sbom verify`: whether an SBOM is as the owner of a key signed it.
import { readFile } from 'node:fs/promises';
import { isFields, own } from '../../manifests/shared/problems.ts';
import { type DsseEnvelope, keyIdOf, verifyDsse, verifyJsf } from '../../sbom/index.ts';
import type { CommandIo } from '../command-io.ts';
import { onePositional, parseOptions, UsageError } from '../options.ts';
import { printable } from '../printable.ts';
import { publicKey } from '../public-key.ts';

const HELP = `Usage: assay sbom verify <signed SBOM> --key FILE

Checks the signature of an SBOM with a public key (PEM): a DSSE envelope, or CycloneDX in JSON that is signed inside (JSF). A key inside the document is
never trusted. The exit code is 0 when the signature holds, and 3 when it does not or there is none.
`;

const OPTIONS = { key: { type: 'string' }, help: { type: 'boolean' } } as const;

export async function verifyCommand(argv: string[], io: CommandIo): Promise<number> {
  const { values, positionals } = parseOptions(argv, OPTIONS);
  if (values.help) {
    io.stdout.write(HELP);
    return 0;
  }
  const path = onePositional(positionals, 'the signed SBOM');
  if (values.key === undefined) throw new UsageError('--key must name the file of a public key.');
  const key = await publicKey(String(values.key));
  const document = await signedDocument(path);
  const holds = isEnvelope(document) ? verifyDsse(document, key) !== undefined : verifyJsf(document, key);
  if (holds) {
    io.stdout.write(`${printable(path)} is as the owner of the key ${keyIdOf(key)} signed it.\n`);
    return 0;
  }
  const isSigned = isEnvelope(document) || own(document, 'signature') !== undefined;
  const why = isSigned ? 'is not as the owner of this key signed it' : 'is not signed';
  io.stderr.write(`assay sbom verify: ${printable(path)} ${why}.\n`);
  return 3;
}

async function signedDocument(path: string): Promise<Record<string, unknown>> {
  let document: unknown;
  try {
    document = JSON.parse(await readFile(path, 'utf8'));
  } catch (error) {
    throw new UsageError(`${printable(path)} cannot be read as JSON: ${printable((error as Error).message)}.`);
  }
  if (!isFields(document)) throw new UsageError(`${printable(path)} is no SBOM.`);
  return document;
}

function isEnvelope(document: Record<string, unknown>): document is Record<string, unknown> & DsseEnvelope {
  const signatures = own(document, 'signatures');
  return (
    typeof own(document, 'payload') === 'string' &&
    typeof own(document, 'payloadType') === 'string' &&
    Array.isArray(signatures) &&
    signatures.every((one) => isFields(one) && typeof own(one, 'sig') === 'string')
  );
}
