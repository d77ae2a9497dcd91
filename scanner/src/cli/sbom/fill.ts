// `assay sbom fill`: writes a copy of an SBOM with what it lacks and other documents, folders or archives know.
import { basename } from 'node:path';
import { type FilledScore, fillDocument, scoresOfFilling } from '../../sbom/index.ts';
import type { CommandIo } from '../command-io.ts';
import { documentIdentity } from '../document-identity.ts';
import { choice, parseOptions, UsageError } from '../options.ts';
import { fileOutput, streamOutput, whyUnwritable } from '../output.ts';
import { printable } from '../printable.ts';
import { TOOL } from '../tool.ts';
import { readAny, readFileAsSbom } from './read-document.ts';

const HELP = `Usage: assay sbom fill <SBOM> <source>... [options]

Fills in package URLs, licenses, suppliers, digests, copyrights and dependencies that the SBOM lacks, as far as the sources know them and agree.
Nothing that it says is changed. The copy (CycloneDX or SPDX, in JSON) says of each filled field where it came from. An export of a project of the
server is a source that knows what people have reviewed.

  <source>          an SBOM, or a folder or archive, which is scanned
  --out FILE        write to FILE, which appears only when it is complete; without it, to the standard output
  --report FORMAT   on the standard error: text (default) or json, which lists each field
`;

const OPTIONS = {
  out: { type: 'string' },
  report: { type: 'string' },
  help: { type: 'boolean' },
} as const;

export async function fillCommand(argv: string[], io: CommandIo): Promise<number> {
  const { values, positionals } = parseOptions(argv, OPTIONS);
  if (values.help) {
    io.stdout.write(HELP);
    return 0;
  }
  const [path, ...from] = positionals;
  if (path === undefined || from.length === 0)
    throw new UsageError(
      'Name the SBOM to fill in, and after it at least one source: an SBOM, a folder or an archive.',
    );
  const report = choice('report', values.report, ['text', 'json'], 'text');
  const { document } = await readFileAsSbom(path);
  const sources = [];
  for (const one of from) {
    const { parts, edges } = await readAny(one, io);
    sources.push({ name: basename(one), parts, edges });
  }
  const { createdAt } = documentIdentity(path, io);
  const done = fillDocument(document, sources, { at: createdAt, tool: TOOL });
  if (done === undefined)
    throw new UsageError(`${printable(path)} must be CycloneDX or SPDX; other formats are not filled in.`);
  const output = await outputOf(String(values.out ?? ''), io);
  try {
    await output.write(`${JSON.stringify(done.document, null, 2)}\n`);
    await output.finish();
  } catch (error) {
    await output.discard();
    throw error;
  }
  const { filled, isSignatureLeftOut } = done;
  const scores = scoresOfFilling(document, done.document);
  if (report === 'json') io.stderr.write(`${JSON.stringify({ filled, scores, isSignatureLeftOut }, null, 2)}\n`);
  else io.stderr.write(`${inWords(filled, scores, isSignatureLeftOut).map(printable).join('\n')}\n`);
  return 0;
}

function inWords(
  filled: readonly { field: string; place: string }[],
  scores: readonly FilledScore[],
  isUnsigned: boolean,
) {
  const counts = Map.groupBy(filled, ({ field }) => field);
  const fields = [...counts].map(([field, all]) => `${field} ${all.length}`).join(', ');
  const components = new Set(filled.map(({ place }) => place)).size;
  return [
    filled.length === 0
      ? 'Nothing was filled in: the sources know nothing that the SBOM lacks.'
      : `Filled in ${filled.length} fields of ${components} components: ${fields}.`,
    ...(isUnsigned ? ['The signature of the document was left out, as it does not hold for the copy.'] : []),
    ...scores.map(({ standard, before, after }) => `${standard}: ${before} before, ${after} after.`),
  ];
}

async function outputOf(path: string, io: CommandIo) {
  try {
    return path === '' ? streamOutput(io.stdout) : await fileOutput(path);
  } catch (error) {
    throw new UsageError(`${printable(path)} cannot be written: ${whyUnwritable(error)}.`);
  }
}
