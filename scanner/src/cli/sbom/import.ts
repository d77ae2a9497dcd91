// `assay sbom import`: sends an SBOM to a project of a server, and prints what became of its elements.
import { openAsBlob } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import type { CommandIo } from '../command-io.ts';
import { onePositional, parseOptions, UsageError } from '../options.ts';
import { printable } from '../printable.ts';
import { endOfJob, openServer, projectIdOf, type Server, serverAddress, tokenOf } from '../server.ts';

const HELP = `Usage: assay sbom import <SBOM> --server URL --project NAME|ID [options]

Sends an SBOM to a project of a server, which makes inventory of it. An API token is needed: "assay token create", or the page of your account.

  --server URL       the server, such as https://assay.example.org
  --project NAME|ID  the project; digits alone are an id
  --token-file FILE  file with the token; without it the environment variable ASSAY_TOKEN (never the command line, which other users can read)
  --strict           refuse a document that the published schema of its version does not allow
  --wait             wait for the import, and print how many elements became what; exit with 1 when it fails
`;

const OPTIONS = {
  server: { type: 'string' },
  project: { type: 'string' },
  'token-file': { type: 'string' },
  token: { type: 'string' },
  strict: { type: 'boolean' },
  wait: { type: 'boolean' },
  help: { type: 'boolean' },
} as const;

const PAGE = 100;

export async function importCommand(argv: string[], io: CommandIo): Promise<number> {
  const { values, positionals } = parseOptions(argv, OPTIONS);
  if (values.help) {
    io.stdout.write(HELP);
    return 0;
  }
  if (values.token !== undefined)
    throw new UsageError('A token on the command line can be read by other users: use --token-file or ASSAY_TOKEN.');
  const path = onePositional(positionals, 'the SBOM to import');
  const root = serverAddress(values.server);
  if (typeof values.project !== 'string' || values.project === '')
    throw new UsageError('Name the project with --project.');
  if (!(await stat(path).catch(() => undefined))?.isFile())
    throw new UsageError(`There is no file ${printable(path)}.`);
  const server = openServer(root, await tokenOf(values['token-file'], io.apiToken), io.signal);
  const projectId = await projectIdOf(server, values.project);
  const jobId = await send(server, projectId, path, values.strict === true);
  io.stdout.write(`Sent to project ${projectId}, job ${jobId}.\n`);
  if (!values.wait) return 0;
  const job = await endOfJob(server, jobId, io.signal);
  if (job.status !== 'Completed')
    throw new Error(`Job ${jobId} is ${job.status}${job.error ? `: ${printable(job.error)}` : ''}.`);
  const receipts = await receiptsOf(server, projectId, jobId);
  if (receipts.length === 0)
    throw new Error(`Job ${jobId} is completed, but project ${projectId} has no receipt of it.`);
  io.stdout.write(receipts.map(inWords).join(''));
  return 0;
}

async function send(server: Server, projectId: number, path: string, isStrict: boolean): Promise<number> {
  const form = new FormData();
  form.set('mode', isStrict ? 'strict' : 'lenient');
  form.set('sbomFile', await openAsBlob(path), basename(path));
  const { data } = (await server.post(`/projects/${projectId}/importSbom`, form)) as { data: { taskId: number } };
  return data.taskId;
}

interface Receipt {
  jobId: number;
  path: string;
  fileName: string;
  format: string;
  specVersion: string;
  counts: Record<string, number>;
}

/** A packed file has a receipt for each of its documents. */
async function receiptsOf(server: Server, projectId: number, jobId: number): Promise<Receipt[]> {
  const found: Receipt[] = [];
  for (let page = 1; ; page++) {
    const { data } = (await server.get(`/projects/${projectId}/sboms?limit=${PAGE}&offset=${page}`)) as {
      data: Receipt[];
    };
    found.push(...data.filter((receipt) => receipt.jobId === jobId));
    // The newest come first: later pages are older than the job.
    if (data.length < PAGE || data.at(-1)?.jobId !== jobId) return found;
  }
}

const COUNTS: readonly [string, string][] = [
  ['made', 'new items'],
  ['joined', 'joined items that the project had'],
  ['same', 'named again in the document'],
  ['leftOut', 'left out'],
  ['gone', 'no longer named'],
  ['issues', 'issues'],
];

function inWords({ path, fileName, format, specVersion, counts }: Receipt): string {
  const head = `${path || fileName}: ${format} ${specVersion}, ${counts.elements ?? 0} elements`;
  const lines = COUNTS.map(([name, words]) => `  ${String(counts[name] ?? 0).padStart(7)} ${words}`);
  return `${[head, ...lines].map(printable).join('\n')}\n`;
}
