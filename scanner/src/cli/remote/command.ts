// `assay scan --to`: scans where the code is, sends what was found to a server, and judges by its answer.
import { hostname } from 'node:os';
import { basename, resolve } from 'node:path';
import { ANALYZER_VERSION } from '../../analyze/index.ts';
import { type ScanItem, type ScanOptions, scanSource } from '../../scan/index.ts';
import { requireAdvisories } from '../check-advisories.ts';
import type { CheckRequest } from '../check-command.ts';
import { scannedInput } from '../check-input.ts';
import { FAILED } from '../check-options.ts';
import { checkRequestOf, OPTIONS_OF_CHECKS } from '../check-request.ts';
import type { CommandIo } from '../command-io.ts';
import { FETCHING_OPTIONS, fetchSource, namedSource } from '../fetched-source.ts';
import { choice, parseOptions, UsageError, wholeNumber } from '../options.ts';
import { streamOutput } from '../output.ts';
import { printable } from '../printable.ts';
import { createProgressBar } from '../progress.ts';
import { endOfJob, openServer, projectIdOf, type Server, serverAddress, tokenOf } from '../server.ts';
import { TOOL } from '../tool.ts';
import { type AgentState, gateFailures, gateOf } from './gate.ts';
import { beginSending, type Sending } from './send.ts';

export const REMOTE_HELP = `
With --to, the scan goes to a project of a server, which keeps it as the code base of this alias: evidence, packages and digests, not the code.
  assay scan <folder, archive, pkg:… or --image NAME> --to URL --project NAME|ID --alias ALIAS [--host HOST] [--fail-on WHAT]

  --to URL           the server, such as https://assay.example.org
  --project NAME|ID  the project; digits alone are an id
  --alias ALIAS      the name of this code base in the project; a later scan of the alias replaces it
  --host HOST        the machine that the alias belongs to; by default the name of this one. Where build hosts change, give a fixed name
  --token-file FILE  file with an API token; without it the environment variable ASSAY_TOKEN (never the command line, which other users can read)
  --fail-on WHAT     exit with 3 when the server finds in this code base: rejected, draft, critical, high, medium, low, unknown (vulnerabilities
                     without a severity), not-compared; several with commas
  --advisories PATH  compare the packages with advisories of your own as well, as without --to: their table is written, --fail-on may also name
                     kev, malware, undetermined, stale and files of license policies, and --advisories-key, --max-age, --vex, --product,
                     --ignore and --baseline belong to it
  --wait SECONDS     how long another job of the project may be in the way; by default 600
  --threads, --expand, --documents as above
`;

const OPTIONS = {
  to: { type: 'string' },
  project: { type: 'string' },
  alias: { type: 'string' },
  host: { type: 'string' },
  'token-file': { type: 'string' },
  token: { type: 'string' },
  advisories: { type: 'string' },
  'fail-on': { type: 'string' },
  ...OPTIONS_OF_CHECKS,
  wait: { type: 'string' },
  threads: { type: 'string' },
  expand: { type: 'string' },
  documents: { type: 'boolean' },
  ...FETCHING_OPTIONS,
} as const;

const PATIENCE_SECONDS = 600;

/** Returns the exit code: 0 done, 3 if --fail-on is met. Throws a UsageError for wrong options, and other errors if the scan did not arrive. */
export async function sendScan(argv: string[], io: CommandIo): Promise<number> {
  const { values, positionals } = parseOptions(argv, OPTIONS);
  if (values.token !== undefined)
    throw new UsageError('A token on the command line can be read by other users: use --token-file or ASSAY_TOKEN.');
  const { source, remote } = namedSource(positionals, values);
  const root = serverAddress(values.to, '--to');
  const [project, alias] = [named(values.project, '--project'), named(values.alias, '--alias')];
  const isChecked = values.advisories !== undefined;
  const { gate, check: failOn } = gateOf(values['fail-on'], isChecked);
  const seconds = wholeNumber('wait', values.wait, 0, 1_000_000) ?? PATIENCE_SECONDS;
  const options: ScanOptions = {
    threads: wholeNumber('threads', values.threads, 1, 256),
    expansion: choice('expand', values.expand, ['none', 'first-level', 'recursive'] as const, 'none'),
    readsDocuments: values.documents === true,
    signal: io.signal,
  };
  const to = { root, project, alias, gate, patienceMs: seconds * 1000, host: values.host === undefined ? hostname() : String(values.host), tokenFile: values['token-file'] }; // biome-ignore format: one claim
  const asked = (source: string, name: string, options: ScanOptions) =>
    checkRequestOf(
      { ...values, 'fail-on': failOn === '' ? undefined : failOn },
      { source, name, format: 'table', options },
    );
  // What cannot be compared is said before anything is sent.
  const wanted = asked(source, source, options);
  if (wanted) await requireAdvisories(wanted.advisories);
  if (remote === undefined) {
    const name = basename(resolve(source));
    return send({ ...to, file: source, name, check: asked(source, name, options) }, options, io);
  }
  const fetched = await fetchSource(remote, io);
  try {
    const expansion = fetched.isNested && options.expansion === 'none' ? 'first-level' : options.expansion;
    const check = asked(fetched.file, fetched.name, { ...options, expansion });
    return await send({ ...to, file: fetched.file, name: fetched.shortName, check }, { ...options, expansion }, io);
  } finally {
    await fetched.remove();
  }
}

type Gate = ReturnType<typeof gateOf>['gate'];

interface Sent {
  /** Address of the server. */
  root: string;
  project: string;
  alias: string;
  gate: Gate;
  check: CheckRequest | undefined;
  patienceMs: number;
  host: string;
  tokenFile: string | boolean | undefined;
  /** A folder or archive. */
  file: string;
  /** The name of its root on the server. */
  name: string;
}

async function send(given: Sent, options: ScanOptions, io: CommandIo): Promise<number> {
  const { root, project, alias, gate, check, patienceMs, host, tokenFile, file, name } = given;
  const server = openServer(root, await tokenOf(tokenFile, io.apiToken), io.signal);
  const projectId = await projectIdOf(server, project);
  const sending = await beginSending({
    ...{ server, projectId, alias, signal: io.signal, patienceMs, host, root: name },
    analyzerVersion: `${ANALYZER_VERSION} (${TOOL.name} ${TOOL.version})`,
  });
  const items = scannedAndSent(sending, file, options, io);
  // A check reads the same scan.
  const input = check && (await scannedInput(items, file, io));
  if (input === undefined) for await (const _ of items);
  const jobId = await sending.finish();
  const { files, facts, bytes } = sending.counts;
  io.stdout.write(
    `Sent to project ${projectId} as ${printable(alias)}, job ${jobId}: ${files} files, ${facts} of them with new facts (${(bytes / 1e6).toFixed(1)} MB).\n`,
  );
  const ofServer = await judged(server, { projectId, alias, jobId, gate }, io);
  if (check === undefined) return ofServer;
  const { checkSource } = await import('../check-command.ts');
  return Math.max(ofServer, await checkSource(check, streamOutput(io.stdout), io, input));
}

function named(value: string | boolean | undefined, option: string): string {
  if (typeof value === 'string' && value.trim() !== '') return value;
  throw new UsageError(`${option} is needed with --to.`);
}

/** A source that was read only in part is not sent as a whole: the code base of the alias stays as it was. */
async function* scannedAndSent(
  sending: Sending,
  source: string,
  options: ScanOptions,
  io: CommandIo,
): AsyncGenerator<ScanItem, void> {
  const bar = 'isTTY' in io.stderr && io.stderr.isTTY ? createProgressBar(io.stderr) : undefined;
  try {
    for await (const item of scanSource(source, options, bar?.show)) {
      if (item.type === 'file') await sending.add(item.path, item.facts);
      else if (item.type === 'issue') sending.issue(item.issue);
      else if (item.type === 'end' && !item.isComplete)
        throw new Error(`The source could not be read completely, so nothing was replaced: ${printable(item.reason)}`);
      yield item;
    }
  } finally {
    bar?.clear();
  }
}

async function judged(
  server: Server,
  { projectId, alias, jobId, gate }: { projectId: number; alias: string; jobId: number; gate: Gate },
  io: CommandIo,
): Promise<number> {
  const job = await endOfJob(server, jobId, io.signal);
  if (job.status !== 'Completed')
    throw new Error(`Job ${jobId} is ${job.status}${job.error ? `: ${printable(job.error)}` : ''}.`);
  io.stdout.write(`${printable(job.jobDetails)}\n`);
  if (gate.length === 0) return 0;
  const { data } = (await server.get(`/projects/${projectId}/scanNodes/${encodeURIComponent(alias)}`)) as {
    data: AgentState;
  };
  const reasons = gateFailures(data, gate);
  for (const reason of reasons) io.stderr.write(`assay scan: failed by --fail-on ${reason}\n`);
  return reasons.length > 0 ? FAILED : 0;
}
