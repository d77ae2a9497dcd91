// `assay sbom diff`: what two SBOMs, folders or archives differ in.
import { compareSboms, differenceRows, isSame, lineOfRow, type SbomDifference } from '../../sbom/index.ts';
import type { CommandIo } from '../command-io.ts';
import { choice, parseOptions, UsageError } from '../options.ts';
import { printable } from '../printable.ts';
import { readCompared } from './read-document.ts';

const HELP = `Usage: assay sbom diff <A> <B> [options]

Compares components, versions, licenses, vulnerabilities and their analyses. A and B are SBOMs, or folders or archives, which are scanned.

  --format FORMAT   text or json

The exit code is 0 when they do not differ, and 3 when they do.
`;

const OPTIONS = { format: { type: 'string' }, help: { type: 'boolean' } } as const;

export async function diffCommand(argv: string[], io: CommandIo): Promise<number> {
  const { values, positionals } = parseOptions(argv, OPTIONS);
  if (values.help) {
    io.stdout.write(HELP);
    return 0;
  }
  const [before, after, ...more] = positionals;
  if (before === undefined || after === undefined || more.length > 0)
    throw new UsageError('Name two SBOMs, folders or archives.');
  const format = choice('format', values.format, ['text', 'json'], 'text');
  const difference = compareSboms(await readCompared(before, io), await readCompared(after, io));
  io.stdout.write(format === 'json' ? `${JSON.stringify(difference, null, 2)}\n` : inWords(difference));
  return isSame(difference) ? 0 : 3;
}

function inWords(difference: SbomDifference): string {
  const lines = differenceRows(difference).map(lineOfRow);
  return lines.length === 0 ? 'No difference.\n' : `${lines.map(printable).join('\n')}\n`;
}
