// `assay sbom diff`: what two SBOMs, folders or archives differ in, or two projects of a server.
import {
  compareSboms,
  type DifferenceRow,
  differenceRows,
  isSame,
  lineOfRow,
  type SbomDifference,
} from '../../sbom/index.ts';
import type { CommandIo } from '../command-io.ts';
import { choice, parseOptions, UsageError } from '../options.ts';
import { printable } from '../printable.ts';
import { openServer, projectIdOf, refuseTokenOption, type Server, serverAddress, tokenOf } from '../server.ts';
import { readCompared } from './read-document.ts';

const HELP = `Usage: assay sbom diff <A> <B> [options]
       assay sbom diff <PROJECT> <OTHER> --server URL [options]

Compares components, versions, licenses, dependencies, services, vulnerabilities, their analyses and reviews. A and B are SBOMs, or folders or archives, which are scanned.
With --server, they are projects by name or id; OTHER may also be an SBOM that was imported (sbom:ID), a former scan (scan:ID) or a release (release:ID).

  --server URL       the server, such as https://assay.example.org
  --token-file FILE  file with the API token; without it the environment variable ASSAY_TOKEN (never the command line, which other users can read)
  --published        with --server: only published items, as in an exported SBOM
  --format FORMAT    text or json

The exit code is 0 when they do not differ, and 3 when they do. A vulnerability that is missing where nobody compared is marked with "?", and differs.
`;

const OPTIONS = {
  format: { type: 'string' },
  server: { type: 'string' },
  'token-file': { type: 'string' },
  token: { type: 'string' },
  published: { type: 'boolean' },
  help: { type: 'boolean' },
} as const;

const PAGE = 1000;

export async function diffCommand(argv: string[], io: CommandIo): Promise<number> {
  const { values, positionals } = parseOptions(argv, OPTIONS);
  if (values.help) {
    io.stdout.write(HELP);
    return 0;
  }
  refuseTokenOption(values.token);
  const [before, after, ...more] = positionals;
  if (before === undefined || after === undefined || more.length > 0)
    throw new UsageError('Name two SBOMs, folders or archives; with --server, two projects.');
  const format = choice('format', values.format, ['text', 'json'], 'text');
  if (values.server !== undefined) {
    const root = serverAddress(values.server);
    const server = openServer(root, await tokenOf(values['token-file'], io.apiToken), io.signal);
    const difference = await ofServer(server, before, after, values.published === true);
    const { rows } = difference;
    io.stdout.write(format === 'json' ? `${JSON.stringify(difference, null, 2)}\n` : inWords(rows));
    return rows.length === 0 ? 0 : 3;
  }
  for (const option of ['token-file', 'published'] as const)
    if (values[option] !== undefined) throw new UsageError(`--${option} goes only with --server.`);
  const difference: SbomDifference = compareSboms(await readCompared(before, io), await readCompared(after, io));
  io.stdout.write(format === 'json' ? `${JSON.stringify(difference, null, 2)}\n` : inWords(differenceRows(difference)));
  return isSame(difference) ? 0 : 3;
}

interface OfServer {
  before: unknown;
  after: unknown;
  counts: unknown;
  rows: DifferenceRow[];
}

/** All pages of the comparison that the server makes. */
async function ofServer(server: Server, before: string, after: string, isPublishedOnly: boolean): Promise<OfServer> {
  const projectId = await projectIdOf(server, before);
  const other = /^(?:sbom|scan|release):\d+$/.test(after) ? after : `project:${await projectIdOf(server, after)}`;
  const path = `/projects/${projectId}/difference?with=${other}&published=${isPublishedOnly}&limit=${PAGE}`;
  const rows: DifferenceRow[] = [];
  for (let page = 1; ; page++) {
    const { data, ...about } = (await server.get(`${path}&offset=${page}`)) as Omit<OfServer, 'rows'> & {
      data: DifferenceRow[];
    };
    rows.push(...data);
    if (data.length < PAGE) return { before: about.before, after: about.after, counts: about.counts, rows };
  }
}

function inWords(rows: readonly DifferenceRow[]): string {
  return rows.length === 0 ? 'No difference.\n' : `${rows.map(lineOfRow).map(printable).join('\n')}\n`;
}
