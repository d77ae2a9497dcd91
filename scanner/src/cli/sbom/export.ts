// `assay sbom export`: the scan of a folder or archive as an SBOM in any version that can be written.
import { basename, resolve } from 'node:path';
import { SBOM_WRITERS, sbomWriter } from '../../sbom/index.ts';
import { scanSource } from '../../scan/index.ts';
import type { CommandIo } from '../command-io.ts';
import { documentIdentity } from '../document-identity.ts';
import { scannedSbom } from '../formats/scanned-sbom.ts';
import { choice, onePositional, parseOptions, UsageError } from '../options.ts';
import { fileOutput, streamOutput, whyUnwritable } from '../output.ts';
import { printable } from '../printable.ts';
import { TOOL } from '../tool.ts';

const HELP = `Usage: assay sbom export <folder or archive> [options]

  --format FORMAT   ${SBOM_WRITERS.map(({ name, about }) => `${name.padEnd(18)} ${about}`).join(`\n${' '.repeat(20)}`)}
  --files           also list every file
  --out FILE        write to FILE, which appears only when it is complete; without it, to the standard output

With SOURCE_DATE_EPOCH in the environment, the same input gives the same bytes.
`;

const OPTIONS = {
  format: { type: 'string' },
  files: { type: 'boolean' },
  out: { type: 'string' },
  help: { type: 'boolean' },
} as const;

export async function exportCommand(argv: string[], io: CommandIo): Promise<number> {
  const { values, positionals } = parseOptions(argv, OPTIONS);
  if (values.help) {
    io.stdout.write(HELP);
    return 0;
  }
  const path = onePositional(positionals, 'the folder or archive to scan');
  const names = SBOM_WRITERS.map(({ name }) => name);
  const writer = sbomWriter(choice('format', values.format, names, 'cyclonedx-1.6'));
  const identity = documentIdentity(basename(resolve(path)), io);
  const subject = { name: basename(resolve(path)), ...identity, tool: TOOL, source: path, signal: io.signal };
  const scan = scanSource(path, io.signal ? { signal: io.signal } : {});
  const source = scannedSbom(scan, subject, values.files === true);
  const output = await outputOf(String(values.out ?? ''), io);
  try {
    for await (const text of writer.write(source)) await output.write(text);
    const { incompleteness } = source.contents();
    await output.finish();
    if (incompleteness === '') return 0;
    io.stderr.write(`assay sbom export: the source could not be read completely: ${printable(incompleteness)}\n`);
    return 1;
  } catch (error) {
    await output.discard();
    throw error;
  }
}

async function outputOf(path: string, io: CommandIo) {
  try {
    return path === '' ? streamOutput(io.stdout) : await fileOutput(path);
  } catch (error) {
    throw new UsageError(`${printable(path)} cannot be written: ${whyUnwritable(error)}.`);
  }
}
