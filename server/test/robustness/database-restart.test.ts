// The database stops during a scan and starts again: the server keeps running, reports the failure, and continues the scan. The database holds
// the scan in the middle of a write until it is stopped, so the test does not depend on time.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, expect, it } from 'vitest';
import { type EmbeddedDatabase, embeddedConnection, startEmbeddedDatabase } from '../../src/db/embedded/index.ts';
import { dataFolder } from '../../src/installation/data-folder.ts';
import { tar } from '../archives.ts';
import { inconsistenciesAt } from '../consistency.ts';
import { manyFiles } from './many-files.ts';
import { type ServerProcess, startServer, until } from './server-process.ts';

const FILES = 60;
/** Writes of facts wait while there is a row in `test_hold`. */
const HOLDS = [
  'create table test_hold ()',
  `create function test_hold() returns trigger language plpgsql as
   'begin if exists (select from test_hold) then perform pg_sleep(3600); end if; return null; end'`,
  'create trigger test_hold after insert on facts for each statement execute function test_hold()',
];

let root: string;
let server: ServerProcess | undefined;
let external: EmbeddedDatabase | undefined;
let target: { host: string; user: string; database: string };

afterEach(async () => {
  await server?.end('SIGINT');
  await external?.stop();
  server = external = undefined;
  rmSync(root, { recursive: true, force: true });
});

async function query(text: string, values: unknown[] = []) {
  const client = new pg.Client(target);
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query(text, values)).rows;
  } finally {
    await client.end();
  }
}

/** Starts a scan that the database holds before its first facts, and returns its job. */
async function heldScan(running: ServerProcess): Promise<{ jobId: number; projectId: number }> {
  const { body: project } = await running.api('POST', '/projects', { name: 'restarted' });
  expect((await running.upload(project.id, tar(manyFiles(FILES)))).status).toBe(200);
  for (const statement of HOLDS) await query(statement);
  await query('insert into test_hold default values');
  const jobId = (await running.api('POST', `/scanResource/projectScan/${project.id}`)).body['Content: '];
  await until(async () => (await query(`select 1 from pg_stat_activity where wait_event = 'PgSleep'`)).length);
  await query('delete from test_hold');
  return { jobId, projectId: project.id };
}

async function expectGoesOn(running: ServerProcess, { jobId, projectId }: { jobId: number; projectId: number }) {
  await until(async () => (await running.api('GET', '/licenseRules')).status === 200);
  const job = await until(async () => {
    const { status, body } = await running.api('GET', `/jobs/${jobId}`);
    // The database may still be on its way up.
    if (status === 503) return undefined;
    return ['Scheduled', 'Active'].includes(body.status) ? undefined : body;
  });
  expect(job).toMatchObject({ status: 'Completed', error: '' });
  expect(job.jobDetails).toContain(`${FILES} files, ${FILES} analysed now`);
  expect(await query('select attempt::int from jobs where id = $1', [jobId])).toEqual([{ attempt: 2 }]);
  expect((await running.api('GET', `/projects/${projectId}`)).body.data.projectStatus).not.toBe('Not Started');
  // The worker is ready for the next job.
  const next = (await running.api('POST', `/scanResource/projectScan/${projectId}`)).body['Content: '];
  const after = await until(async () => {
    const { body } = await running.api('GET', `/jobs/${next}`);
    return ['Scheduled', 'Active'].includes(body.status) ? undefined : body;
  });
  expect(after).toMatchObject({ status: 'Completed', error: '' });
  expect(await inconsistenciesAt(target)).toEqual([]);
}

it('an external database restarts: 503 meanwhile, and the scan continues', { timeout: 180_000 }, async () => {
  root = mkdtempSync(join(tmpdir(), 'assay-restart-'));
  const options = { folder: join(root, 'own'), isThrowaway: true };
  external = await startEmbeddedDatabase(options);
  target = external.connection;
  const url = `postgres://${target.user}@localhost/${target.database}?host=${encodeURIComponent(target.host)}`;
  server = await startServer(join(root, 'data'), { DATABASE_URL: url });
  const scan = await heldScan(server);
  await external.stop();

  const ready = await fetch(`${server.origin}/readyz`);
  expect(ready.status).toBe(503);
  const answers = [await server.api('GET', `/jobs/${scan.jobId}`), await server.api('POST', '/folders', { name: 'x' })];
  for (const { status, body } of answers) {
    expect(status).toBe(503);
    expect(JSON.stringify(body)).toContain('The database does not answer at the moment. Please try again');
  }
  expect(ready.headers.get('retry-after')).toBe('5');
  expect((await fetch(`${server.origin}/healthz`)).status).toBe(200);

  external = await startEmbeddedDatabase(options);
  await until(async () => (await fetch(`${server!.origin}/readyz`)).ok);
  await expectGoesOn(server, scan);
});

it('the embedded database is killed: it is restarted, and the scan continues', { timeout: 180_000 }, async () => {
  root = mkdtempSync(join(tmpdir(), 'assay-restart-'));
  const folder = dataFolder(root).postgres;
  target = embeddedConnection(folder);
  server = await startServer(root);
  const scan = await heldScan(server);
  const pid = () => Number(readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')[0]);
  process.kill(pid(), 'SIGKILL');
  await expectGoesOn(server, scan);
});
