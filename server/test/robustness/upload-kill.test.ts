// Servers are killed while an archive arrives and while it is unpacked. The next server on the same data folder goes on, and the project always has
// its former code base or the new one, never a half. Nothing sleeps for a fixed time: states are polled.
import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { tar } from '../archives.ts';
import { manyFiles } from './many-files.ts';
import { queryData, type ServerProcess, startServer, until } from './server-process.ts';

vi.setConfig({ testTimeout: 240_000 });

const root = mkdtempSync(join(tmpdir(), 'assay-upload-kill-'));
const OLD = tar([{ name: 'old.txt', content: 'old' }]);
const NEW = tar(manyFiles(6000));
const REPLACES = '?deleteExistingFileOnServer=true';
/** While a row is in `test_pace`, each batch of files takes two seconds, so there is time to kill the server on any machine. */
const PACE = [
  'create table test_pace (step text)',
  `create function test_pace() returns trigger language plpgsql as
   'begin if exists (select from test_pace) then perform pg_sleep(2); end if; return null; end'`,
  'create trigger test_pace after insert on upload_files for each statement execute function test_pace()',
];

let server: ServerProcess;
let projectId: number;

beforeAll(async () => {
  server = await startServer(root);
  projectId = (await server.api('POST', '/projects', { name: 'killed' })).body.id;
  expect((await server.upload(projectId, OLD)).status).toBe(200);
  for (const statement of PACE) await query(statement);
});
afterAll(async () => {
  await server?.end('SIGINT');
  rmSync(root, { recursive: true, force: true });
});

const query = (text: string, values: unknown[] = []) => queryData(root, text, values);
const fileCount = async () =>
  (await query('select count(*)::int as n from files where project_id = $1', [projectId]))[0].n as number;
const uploads = async () => (await server.api('GET', `/projects/${projectId}/uploads`)).body.data;
const jobs = async () => (await server.api('GET', `/jobs?projectId=${projectId}&jobType=Code%20Upload`)).body.data;
const stagedCount = async () => (await query('select count(*)::int as n from upload_files'))[0].n as number;

async function restart(): Promise<void> {
  await server.end('SIGKILL');
  server = await startServer(root);
}

function tus(method: string, path: string, headers: Record<string, string>) {
  const outgoing = request(`${server.origin}${path}`, {
    method,
    headers: { ...server.headers, 'tus-resumable': '1.0.0', ...headers },
  });
  outgoing.on('error', () => undefined);
  return outgoing;
}

function told(outgoing: ReturnType<typeof tus>, bytes?: Buffer) {
  return new Promise<{ status: number; headers: NodeJS.Dict<string | string[]> }>((resolve) => {
    outgoing.once('response', (response) => {
      response.resume();
      resolve({ status: response.statusCode!, headers: response.headers });
    });
    outgoing.end(bytes);
  });
}

it('a kill in the middle of the bytes: they continue where the disk has them', async () => {
  const base = `/api/projects/${projectId}/uploads`;
  const created = await told(tus('POST', `${base}${REPLACES}`, { 'upload-length': String(NEW.length) }));
  const path = created.headers.location as string;
  const half = Math.floor(NEW.length / 2);
  const cut = tus('PATCH', path, {
    'content-type': 'application/offset+octet-stream',
    'upload-offset': '0',
    'content-length': String(NEW.length),
  });
  cut.write(NEW.subarray(0, half));
  // Some of them are noted while the sender goes on; a drop every now and then keeps it from being too slow.
  const drops = setInterval(() => cut.write(Buffer.alloc(1)), 300);
  await until(async () => (await uploads())[0]?.receivedBytes > 0);
  clearInterval(drops);
  await restart();
  const { receivedBytes, sizeBytes } = (await uploads())[0];
  expect(receivedBytes).toBeGreaterThan(0);
  expect(sizeBytes).toBe(NEW.length);
  // What the drops added are not the bytes of the archive.
  const from = Math.min(receivedBytes, half);
  if (receivedBytes > half) await query('update resumable_uploads set received_bytes = $1', [half]);
  await query("insert into test_pace values ('on')");
  const rest = await told(
    tus('PATCH', path, { 'content-type': 'application/offset+octet-stream', 'upload-offset': String(from) }),
    NEW.subarray(from),
  );
  expect(rest.status).toBe(204);
});

it('a kill while its job unpacks: the job goes on, and the project has the old files until it has all the new ones', async () => {
  await until(async () => (await stagedCount()) > 0);
  expect(await fileCount()).toBe(1);
  await restart();
  expect(await fileCount()).toBe(1);
  await query('delete from test_pace');
  const [job] = await until(async () => {
    const all = await jobs();
    return all[0].status === 'Completed' && all;
  });
  expect(job.jobDetails).toMatch(/^6,000 files/);
  expect(await fileCount()).toBe(6000);
  expect(await stagedCount()).toBe(0);
});

it('a kill while the single request unpacks: its job has failed, and the old code base stays', async () => {
  await query("insert into test_pace values ('on')");
  const lost = server.upload(projectId, tar([{ name: 'x', content: 'x' }, ...manyFiles(5000)])).catch(() => 'lost');
  await until(async () => (await stagedCount()) > 0);
  await restart();
  expect(await lost).toBe('lost');
  await query('delete from test_pace');
  const [job] = await until(async () => {
    const all = await jobs();
    return all[0].status === 'Failed' && all;
  });
  expect((await server.api('GET', `/jobs/${job.id}`)).body.error).toMatch(/server ended while it unpacked/);
  expect(await fileCount()).toBe(6000);
  expect(await stagedCount()).toBe(0);
  expect((await server.upload(projectId, OLD)).status).toBe(200);
});
