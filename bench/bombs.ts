// How long /healthz takes while a server receives input that is made to stop it. Prints JSON.
//   node bench/bombs.ts [--together] [--entries 60000,500000] [--profile FOLDER] [name of a bomb ...]
// Each bomb alone, one after the other; --together: all at once. --profile writes CPU profiles of the server's threads.
// The measuring processes have ordinary priority; this process, which makes and sends the bombs, has the lowest.

import { type IncomingMessage, request } from 'node:http';
import { loadavg, setPriority } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { itemAt, present, valueFor } from '@assay/scanner/items';
import { embeddedConnection } from '../server/src/db/embedded/index.ts';
import { connect } from '../server/src/db/postgres/connection.ts';
import { HOSTILE, manySmallFiles } from './hostile-archives.ts';
import { type Latency, startControl, watchAddress } from './latency.ts';
import { MANIFESTS } from './manifest-texts.ts';
import { fillProject } from './project-data.ts';
import { followJob, startServer } from './server.ts';
import { tarOf } from './tar.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    together: { type: 'boolean', default: false },
    entries: { type: 'string', default: '60000,500000' },
    profile: { type: 'string' },
  },
});
const SMALL_FILES = 20_000;
const LARGE_PROJECT = { files: 100_000, items: 20_000 };
const HOSTILE_UPLOADS = 40;
const SBOM_BYTES = 32 * 1024 * 1024;
const LOGIN_BYTES = 62 * 1024 * 1024;
/** The project report takes longest: it lists every file. */
const PROJECT_REPORT = 2;

/** The requests, prepared before the measurement. */
type Bomb = () => Promise<() => Promise<unknown>>;

const control = await startControl();
const server = await startServer(
  values.profile ? { NODE_OPTIONS: `--cpu-prof --cpu-prof-interval=2000 --cpu-prof-dir=${values.profile}` } : {},
);
const watches = {
  server: watchAddress(String(new URL('/healthz', server.base))),
  control: watchAddress(control.url),
};
let peakMb = 0;
let large: Promise<number> | undefined;
const memory = setInterval(() => {
  peakMb = Math.max(peakMb, server.residentMb());
}, 50);

const BOMBS: Record<string, Bomb> = {
  ...Object.fromEntries(
    values.entries
      .split(',')
      .flatMap((entries) =>
        ['npm', 'go', 'requirements'].map((kind) => [
          `${kind} ${entries}`,
          () => scanned(gzipSync(tarOf(present(MANIFESTS[kind], `manifest ${kind}`)(Number(entries))))),
        ]),
      ),
  ),
  'many small files': async () => scanned(await manySmallFiles(SMALL_FILES)),
  'zip bomb': async () => uploaded(await present(HOSTILE['zip of 400 MB of zeros'], 'bomb')()),
  'deep folders': async () => uploaded(await present(HOSTILE['files 1,000 folders deep'], 'bomb')()),
  'hostile uploads': hostileUploads,
  login: async () => {
    const body = Buffer.from(JSON.stringify({ username: 'x', password: Array(LOGIN_BYTES / 4).fill(1) }));
    return () => post('/login', body, 'application/json');
  },
  policy: async () => {
    const body = Buffer.from(JSON.stringify({ name: 'x', description: Array(500_000).fill({}) }));
    return () => post('/policies', body, 'application/json');
  },
  sbom,
  report: async () => {
    const id = await largeProject();
    return async () => {
      const { body } = await server.api('POST', `/projects/${id}/reports/${PROJECT_REPORT}/generate`);
      const { status, details } = await followJob(server, (body as { data: { taskId: number } }).data.taskId);
      return `${status}: ${details}`;
    };
  },
  'whole lists': async () => {
    const id = await largeProject();
    return () => wholeLists(id);
  },
};

try {
  const chosen = positionals.length > 0 ? positionals : Object.keys(BOMBS);
  await (await scanned(tarOf({ 'a.js': 'const a = 1;\n' })))();
  const ready = new Map<string, () => Promise<unknown>>();
  for (const name of chosen) ready.set(name, await present(BOMBS[name], `bomb ${name}`)());
  setPriority(19);
  const results: Record<string, unknown> = {};
  if (values.together)
    results.together = await measured(async () => {
      const outcomes: Record<string, unknown> = {};
      await Promise.all([...ready].map(async ([name, run]) => (outcomes[name] = await timed(run))));
      return outcomes;
    });
  else for (const [name, run] of ready) results[name] = await measured(() => timed(run));
  console.log(JSON.stringify({ load: loadavg().map(Math.round), results }, null, 1));
} finally {
  clearInterval(memory);
  for (const watch of Object.values(watches)) watch.stop();
  control.stop();
  await server.stop();
}

async function measured(work: () => Promise<unknown>): Promise<{
  healthz: Latency;
  control: Latency;
  grownMb: number;
  outcome: unknown;
}> {
  await Promise.all([watches.server.take(), watches.control.take()]);
  const beforeMb = server.residentMb();
  peakMb = beforeMb;
  const outcome = await work();
  const [healthz, ofControl] = await Promise.all([watches.server.take(), watches.control.take()]);
  return { healthz, control: ofControl, grownMb: Math.round(peakMb - beforeMb), outcome };
}

/** The outcome, and the seconds until it was known. */
async function timed(run: () => Promise<unknown>): Promise<unknown> {
  const started = performance.now();
  const outcome = await run().catch((error: Error) => `failed: ${error.message}`);
  console.error(`${Math.round(performance.now() - started)} ms: ${JSON.stringify(outcome)}`);
  return { seconds: Math.round((performance.now() - started) / 100) / 10, outcome };
}

async function createProject(): Promise<number> {
  const { body } = await server.api('POST', '/projects', { name: `bomb-${performance.now()}` });
  return (body as { id: number }).id;
}

async function uploaded(archive: Buffer): Promise<() => Promise<string>> {
  const id = await createProject();
  return () => upload(id, archive);
}

async function scanned(archive: Buffer): Promise<() => Promise<string>> {
  const id = await createProject();
  return async () => {
    const answer = await upload(id, archive);
    if (!answer.startsWith('200')) return answer;
    const { body } = await server.api('POST', `/scanResource/projectScan/${id}`);
    const { status, details } = await followJob(server, (body as { 'Content: ': number })['Content: ']);
    return `${status}: ${details}`;
  };
}

async function hostileUploads(): Promise<() => Promise<unknown>> {
  const kinds = Object.keys(HOSTILE);
  const archives = await Promise.all(Object.values(HOSTILE).map((make) => make()));
  const projects: number[] = [];
  for (let index = 0; index < HOSTILE_UPLOADS; index++) projects.push(await createProject());
  return async () => {
    const answers = new Map(kinds.map((kind) => [kind, new Set<string>()]));
    await Promise.all(
      projects.map(async (id, index) => {
        const kind = itemAt(kinds, index % kinds.length);
        const answer = await upload(id, itemAt(archives, index % kinds.length)).catch(
          (error: Error) => `none: ${error}`,
        );
        valueFor(answers, kind).add(answer);
      }),
    );
    return Object.fromEntries([...answers].map(([kind, said]) => [kind, [...said]]));
  };
}

async function sbom(): Promise<() => Promise<string>> {
  const component = (i: number) => `{"type":"library","name":"c${i}","version":"1.${i}","purl":"pkg:npm/c${i}@1.${i}"}`;
  const parts = ['{"bomFormat":"CycloneDX","specVersion":"1.6","components":[{}'];
  for (let i = 0, size = 0; size < SBOM_BYTES - 2000; i++)
    size += itemAt(parts, parts.push(component(i)) - 1).length + 1;
  const boundary = 'b'.repeat(30);
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="sbomFile"; filename="sbom.json"\r\nContent-Type: application/json\r\n\r\n`;
  const body = Buffer.from(`${head}${parts.join(',')}]}\r\n--${boundary}--\r\n`);
  const id = await createProject();
  return () => post(`/projects/${id}/importSbom`, body, `multipart/form-data; boundary=${boundary}`);
}

function largeProject(): Promise<number> {
  large ??= (async () => {
    const id = await createProject();
    const connection = connect(embeddedConnection(join(server.dataFolder, 'postgres')), { maxConnections: 1 });
    await fillProject(connection, id, 1, LARGE_PROJECT);
    await connection.close();
    return id;
  })();
  return large;
}

async function wholeLists(id: number): Promise<number[]> {
  const paths = [
    `/project/inventory/${id}?published=false&size=1000000`,
    `/projects/${id}/inventorySummary?published=ALL&limit=1000000`,
    `/projects/${id}/allscannedfiles?includeMD5Hash=true&limit=1000000`,
    `/projects/${id}/evidences`,
  ];
  return Promise.all(
    paths.map(async (path) => {
      const answer = await fetch(`${server.base}${path}`, { headers: { authorization: `Bearer ${server.token}` } });
      let bytes = 0;
      for await (const chunk of present(answer.body, 'body of the answer')) bytes += chunk.length;
      return bytes;
    }),
  );
}

function upload(id: number, archive: Buffer): Promise<string> {
  return post(`/project/uploadProjectCodebase?projectId=${id}&expansionLevel=3`, archive, 'application/octet-stream');
}

/** Status and start of the response. */
async function post(path: string, body: Buffer, type: string): Promise<string> {
  const outgoing = request(`${server.base}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${server.token}`, 'content-type': type },
  });
  // A server that refuses a body by its announced length may close the connection during sending; the response still arrives.
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    outgoing.on('error', reject);
    outgoing.once('response', resolve);
    outgoing.end(body);
  });
  let text = '';
  for await (const chunk of response) text += chunk;
  return `${response.statusCode} ${text.slice(0, 300)}`;
}
