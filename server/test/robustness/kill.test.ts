// Servers are killed at the worst moments, and the next server on the same data folder must recover. They are real processes.
// The tests depend on each other's order. Nothing sleeps for a fixed time: states are polled.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { embeddedConnection } from '../../src/db/embedded/index.ts';
import { countOf, numberText } from '../../src/domain/count-text.ts';
import { dataFolder } from '../../src/installation/data-folder.ts';
import { processStart } from '../../src/store/process-start.ts';
import { tar } from '../archives.ts';
import { manyFiles } from './many-files.ts';
import { killKeepers, queryData, type ServerProcess, spawnServer, startServer, until } from './server-process.ts';

// Each test starts servers and databases of its own, several times; beside other tests that takes minutes.
vi.setConfig({ testTimeout: 240_000 });

/**
 * Facts are written a thousand at a time. With this many, some are committed before the last write, however fast
 * the analysis is.
 */
const FILES = 2500;
const root = mkdtempSync(join(tmpdir(), 'assay-kill-'));
const folder = dataFolder(root);
const CODE_BASE = tar(manyFiles(FILES));

/**
 * While a row is in `test_pace`, each write of facts takes two seconds, so there is time to kill the server on any
 * machine.
 */
const PACE = [
  'create table test_pace (step text)',
  `create function test_pace() returns trigger language plpgsql as
   'begin if exists (select from test_pace) then perform pg_sleep(2); end if; return null; end'`,
  'create trigger test_pace before insert on facts for each statement execute function test_pace()',
];

let server: ServerProcess;
let projectId: number;

beforeAll(async () => {
  server = await startServer(root);
  projectId = await createProject('killed');
  expect((await server.upload(projectId, CODE_BASE)).status).toBe(200);
  for (const statement of PACE) await query(statement);
});
afterAll(async () => {
  await server?.end('SIGINT');
  rmSync(root, { recursive: true, force: true });
});

async function createProject(name: string): Promise<number> {
  const { status, body } = await server.api('POST', '/projects', { name });
  expect(status).toBe(201);
  return body.id;
}

async function startScan(id: number, query = ''): Promise<number> {
  const { status, body } = await server.api('POST', `/scanResource/projectScan/${id}${query}`);
  expect({ status, body }).toMatchObject({ status: 200 });
  return body['Content: '];
}

/** Starts a scan that cannot end before the test kills it. `atFullSpeed` is for the server that continues it. */
async function startSlowScan(id: number, options = ''): Promise<number> {
  await query(`insert into test_pace values ('slow')`);
  return startScan(id, options);
}

const atFullSpeed = () => query('delete from test_pace');

async function jobOver(jobId: number): Promise<{ status: string; jobDetails: string; error: string }> {
  return until(async () => {
    const { body } = await server.api('GET', `/jobs/${jobId}`);
    return ['New', 'Scheduled', 'Active'].includes(body.status) ? undefined : body;
  });
}

/** Asks the database itself, also when no server runs. */
async function query(
  text: string,
  values: unknown[] = [],
): Promise<{ id: never; n: never; now: never; queued_at: never; [column: string]: unknown }[]> {
  return queryData(root, text, values) as never;
}

async function countFacts(since: Date): Promise<number> {
  const { n } = (await query('select count(*)::int as n from facts where analyzed_at >= $1', [since]))[0]!;
  return n;
}

async function queuedAt(jobId: number): Promise<Date> {
  return (await query('select queued_at from jobs where id = $1', [jobId]))[0]!.queued_at;
}

/** Waits until some facts are written and many are not. */
async function inTheMiddle(jobId: number): Promise<void> {
  const since = await queuedAt(jobId);
  await until(async () => (await countFacts(since)) > 0);
  const { body } = await server.api('GET', `/jobs/${jobId}/progress`);
  expect(body.data).toMatchObject({ isOver: false, phase: 'Analysing files' });
  expect(body.data.done).toBeGreaterThan(0);
}

function databasePid(): number {
  return Number(readFileSync(join(folder.postgres, 'postmaster.pid'), 'utf8').split('\n')[0]);
}

/** Also false for a process that has ended but was not reaped yet. */
function isAlive(pid: number): boolean {
  return processStart(pid) !== undefined;
}

/** The visible values of an inventory, without the ids. */
async function inventory(id: number) {
  const { body } = await server.api('GET', `/project/inventory/${id}?size=1000`);
  return body.inventoryItems
    .map((item: Record<string, unknown>) => ({
      name: item.name,
      type: item.type,
      license: item.selectedLicenseSPDXIdentifier,
      files: item.filePaths,
    }))
    .sort((a: { name: string }, b: { name: string }) => (a.name < b.name ? -1 : 1));
}

const ALL_ANALYZED = `${countOf(FILES, 'file')}, ${numberText(FILES)} analysed now`;

/**
 * The job ends Completed and has analysed only the missing contents. Existing facts were not changed, and count as
 * its work.
 */
async function goesOn(jobId: number, written: number, resumedAt: Date): Promise<void> {
  const job = await jobOver(jobId);
  expect(job).toMatchObject({ status: 'Completed', error: '' });
  expect(job.jobDetails).toContain(ALL_ANALYZED);
  expect(await countFacts(resumedAt)).toBe(FILES - written);
}

describe('a server is killed in the middle of a scan', () => {
  it('a database that outlives it is ended by the next server, which continues the scan', async () => {
    const jobId = await startSlowScan(projectId);
    const since = await queuedAt(jobId);
    await inTheMiddle(jobId);
    // Usually the database ends with its server.
    process.kill(server.pid, 'SIGSTOP');
    killKeepers(folder.postgres);
    expect((await server.end('SIGKILL')).signal).toBe('SIGKILL');
    const orphan = databasePid();
    expect(isAlive(orphan)).toBe(true);
    const written = await countFacts(since);
    expect(written).toBeGreaterThan(0);
    expect(written).toBeLessThan(FILES);
    const { now } = (await query('select now()'))[0]!;
    server = await startServer(root);
    await atFullSpeed();
    expect(isAlive(orphan)).toBe(false);
    expect(databasePid()).not.toBe(orphan);
    await goesOn(jobId, written, now);
  }, 240_000);

  it('the inventory is the same as after an undisturbed scan', async () => {
    const twin = await createProject('undisturbed');
    expect((await server.upload(twin, CODE_BASE)).status).toBe(200);
    expect(await jobOver(await startScan(twin, '?fullRescan=true'))).toMatchObject({ status: 'Completed' });
    const items = await inventory(twin);
    expect(items.length).toBeGreaterThan(10);
    expect(await inventory(projectId)).toEqual(items);
  });

  it('the scan continues also if the database was killed', async () => {
    const jobId = await startSlowScan(projectId, '?fullRescan=true');
    const since = await queuedAt(jobId);
    await inTheMiddle(jobId);
    const { now } = (await query('select now()'))[0]!;
    const database = databasePid();
    await server.end('SIGKILL');
    process.kill(database, 'SIGKILL');
    // Another process has the process id in the database's file, as after a restart of a container.
    const lock = join(folder.postgres, 'postmaster.pid');
    writeFileSync(lock, readFileSync(lock, 'utf8').replace(/^\d+/, String(process.pid)));
    server = await startServer(root);
    await atFullSpeed();
    const job = await jobOver(jobId);
    expect(job).toMatchObject({ status: 'Completed', error: '' });
    expect(job.jobDetails).toContain(ALL_ANALYZED);
    expect(await countFacts(now)).toBeLessThan(FILES);
    expect(await countFacts(since)).toBe(FILES);
    expect(await inventory(projectId)).toEqual(
      await inventory((await query(`select id from projects where name = 'undisturbed'`))[0]!.id),
    );
  });
});

describe('one data folder', () => {
  it('refuses a second server with a sentence and exit code 1', async () => {
    const { code, stderr } = await (await spawnServer(root)).ended;
    expect(stderr).toContain(`The data folder ${root} is in use by another Assay server (process ${server.pid})`);
    expect(code).toBe(1);
    expect((await server.api('GET', '/projects')).status).toBe(200);
  });
});

describe('a server stopped in the middle of a scan', () => {
  it('it ends cleanly, and the next server continues, even if another process has its process id', async () => {
    const jobId = await startSlowScan(projectId, '?fullRescan=true');
    const since = await queuedAt(jobId);
    await inTheMiddle(jobId);
    const { now } = (await query('select now()'))[0]!;
    const database = databasePid();
    expect(await server.end('SIGINT')).toMatchObject({ code: 0 });
    expect(isAlive(database)).toBe(false);
    expect(existsSync(join(root, 'assay.lock'))).toBe(false);
    // The lock of a killed server. Another running process now has its process id.
    const stranger = spawn(process.execPath, ['-e', 'setInterval(() => undefined, 1000)']);
    writeFileSync(join(root, 'assay.lock'), JSON.stringify({ pid: stranger.pid, startedAt: '1' }));
    try {
      server = await startServer(root);
    } finally {
      stranger.kill();
    }
    await atFullSpeed();
    const job = await jobOver(jobId);
    expect(job).toMatchObject({ status: 'Completed', error: '' });
    expect(job.jobDetails).toContain(ALL_ANALYZED);
    expect(await countFacts(now)).toBeLessThan(FILES);
    expect(await countFacts(since)).toBe(FILES);
  });
});

describe('a server is killed in the middle of an upload', () => {
  it('while the upload is being received: nothing of it is visible', async () => {
    const id = await createProject('half arrived');
    const arriving = (async function* () {
      yield CODE_BASE.subarray(0, CODE_BASE.length / 2);
      await new Promise<never>(() => undefined);
    })();
    const body = Readable.from(arriving);
    const answer = server.upload(id, body).catch((error: Error) => error);
    await until(() => readdirSync(folder.temporary).some((name) => name.startsWith('upload-')));
    await server.end('SIGKILL');
    body.destroy();
    expect(await answer).toBeInstanceOf(Error);
    server = await startServer(root);
    await expectNothing(id);
  });

  it('while files are being staged: nothing of it is visible, and it can be sent again', async () => {
    const id = await createProject('half staged');
    const files = Array.from({ length: 15_000 }, (_, index) => ({
      name: `f/${index}.txt`,
      content: `number ${index}`,
    }));
    const archive = tar(files);
    const answer = server.upload(id, archive).catch((error: Error) => error);
    const client = new pg.Client(embeddedConnection(folder.postgres));
    await client.connect();
    await until(async () => (await client.query('select 1 from upload_files limit 1')).rowCount);
    await client.end();
    await server.end('SIGKILL');
    expect(await answer).toBeInstanceOf(Error);
    server = await startServer(root);
    await expectNothing(id);
    expect((await server.upload(id, archive)).status).toBe(200);
    expect(await query('select count(*)::int as n from files where project_id = $1', [id])).toEqual([{ n: 15_000 }]);
  });

  async function expectNothing(id: number): Promise<void> {
    expect(await query('select count(*)::int as n from files where project_id = $1', [id])).toEqual([{ n: 0 }]);
    expect(await query('select count(*)::int as n from codebase_folders where project_id = $1', [id])).toEqual([
      { n: 0 },
    ]);
    expect(await query('select count(*)::int as n from upload_files')).toEqual([{ n: 0 }]);
    expect(readdirSync(folder.temporary)).toEqual([]);
    expect((await server.api('GET', `/projects/${id}`)).body.data.totalFiles).toBe(0);
  }
});
