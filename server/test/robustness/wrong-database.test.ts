// A start is refused, and changes nothing, if the database is the wrong one, or if it would create a new database beside a store that has one.
// All tests use one data folder and depend on each other's order: the start of "an installation of an older version" shows that those before it left
// everything whole.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, it, inject as provided, vi } from 'vitest';
import { dataFolder } from '../../src/installation/data-folder.ts';
import { tar } from '../archives.ts';
import { runCommand, type ServerProcess, spawnServer, startServer } from './server-process.ts';

// Each test starts servers and databases of its own, several times; beside other tests that takes minutes.
vi.setConfig({ testTimeout: 240_000 });

const root = mkdtempSync(join(tmpdir(), 'assay-wrong-database-'));
const folder = dataFolder(root);
const CONTENT = 'kept through everything\n'.repeat(1000);
const OTHER = `test_other_${process.pid}`;

let server: ServerProcess | undefined;
let segments: string[];
let fileId: number;

beforeAll(async () => {
  server = await startServer(root);
  const projectId = (await server.api('POST', '/projects', { name: 'kept' })).body.id;
  expect((await server.upload(projectId, tar([{ name: 'kept.txt', content: CONTENT }]))).status).toBe(200);
  fileId = (await server.api('GET', `/projects/${projectId}/codebase`)).body.data.entries[0].id;
  await stop();
  segments = segmentsNow();
  expect(segments).toHaveLength(1);
  await administer(`create database ${OTHER}`);
});
afterAll(async () => {
  await server?.end('SIGINT');
  await administer(`drop database if exists ${OTHER} with (force)`);
  rmSync(root, { recursive: true, force: true });
});

function segmentsNow(): string[] {
  const held = join(folder.store, 'segments');
  return readdirSync(held).map((name) => `${name} ${statSync(join(held, name)).size}`);
}

async function administer(statement: string): Promise<pg.QueryResult> {
  return query('postgres', statement);
}

async function query(database: string, statement: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ ...provided('postgres'), database });
  await client.connect();
  return client.query(statement).finally(() => client.end());
}

async function stop(): Promise<void> {
  await server?.end('SIGINT');
  server = undefined;
}

async function expectWhole(): Promise<void> {
  server = await startServer(root);
  expect((await server.download(`/files/${fileId}/bytes`)).bytes.toString()).toBe(CONTENT);
  await stop();
  expect(segmentsNow()).toEqual(segments);
}

async function expectRefused(sentence: string, env: Record<string, string> = {}): Promise<void> {
  const { code, stderr } = await (await spawnServer(root, env)).ended;
  expect(stderr).toContain(sentence);
  expect(code).toBe(1);
  expect(segmentsNow()).toEqual(segments);
}

const otherUrl = () => {
  const { host, user } = provided('postgres');
  return `postgres:///${OTHER}?user=${user}&host=${encodeURIComponent(host)}`;
};

it('another database is refused, and not migrated', { timeout: 240_000 }, async () => {
  const env = { DATABASE_URL: otherUrl() };
  await expectRefused('do not belong together', env);
  for (const command of [['migrate'], ['advisories', 'status'], ['backup', join(root, 'backup')]])
    expect(await runCommand(root, command, env)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('do not belong together'),
    });
  const away = await runCommand(root, ['migrate'], { DATABASE_URL: 'postgres://somebody:secret@127.0.0.1:1/assay' });
  expect(away.stderr).toMatch(/^assay: The database 127\.0\.0\.1:1\/assay of DATABASE_URL does not answer \(.*\)\./);
  expect((await query(OTHER, "select 1 from pg_tables where schemaname = 'public'")).rowCount).toBe(0);
  await expectWhole();
});

it('no new database is created if the old one is missing', { timeout: 240_000 }, async () => {
  renameSync(folder.postgres, `${folder.postgres}.away`);
  await expectRefused(`there is no database in ${folder.postgres}`);
  for (const command of [
    ['user', 'create', '--login', 'somebody'],
    ['advisories', 'status'],
  ])
    expect(await runCommand(root, command)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('assay store adopt'),
    });
  expect(existsSync(folder.postgres)).toBe(false);
  renameSync(`${folder.postgres}.away`, folder.postgres);
  expect(segmentsNow()).toEqual(segments);
});

it.each(['PG_VERSION', 'global/pg_control'])(
  'a cluster without %s is left unchanged',
  { timeout: 240_000 },
  async (name) => {
    const before = readdirSync(folder.postgres);
    renameSync(join(folder.postgres, name), join(root, 'aside'));
    await expectRefused(`${folder.postgres} should contain the embedded database, but lacks ${name}`);
    renameSync(join(root, 'aside'), join(folder.postgres, name));
    expect(readdirSync(folder.postgres)).toEqual(before);
  },
);

it('a missing store is reported, and the database keeps its data', { timeout: 240_000 }, async () => {
  renameSync(folder.store, `${folder.store}.away`);
  mkdirSync(folder.store);
  const { code, stderr } = await (await spawnServer(root)).ended;
  expect([code, stderr]).toEqual([1, expect.stringContaining(`The store ${folder.store} is empty`)]);
  rmSync(folder.store, { recursive: true });
  renameSync(`${folder.store}.away`, folder.store);
});

it('an installation of an older version is adopted', { timeout: 240_000 }, async () => {
  rmSync(join(folder.store, 'installation'));
  await expectWhole();
  expect(existsSync(join(folder.store, 'installation'))).toBe(true);
});

it('a first start that was interrupted while it created its cluster starts again', { timeout: 240_000 }, async () => {
  const fresh = mkdtempSync(join(tmpdir(), 'assay-cut-'));
  try {
    mkdirSync(join(fresh, 'postgres.unfinished'));
    writeFileSync(join(fresh, 'postgres.unfinished', 'PG_VERSION'), '18\n');
    server = await startServer(fresh);
    await stop();
    expect(readdirSync(fresh)).not.toContain('postgres.unfinished');
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
});

it('a store becomes part of another database only on explicit request', { timeout: 240_000 }, async () => {
  renameSync(folder.postgres, `${folder.postgres}.away`);
  const { code, stdout } = await runCommand(root, ['store', 'adopt']);
  expect([code, stdout]).toEqual([0, expect.stringContaining('with 1 segments now belongs to installation')]);
  server = await startServer(root);
  await stop();
  expect(segmentsNow()).toEqual(segments);
  rmSync(folder.postgres, { recursive: true });
  renameSync(`${folder.postgres}.away`, folder.postgres);
  await expectRefused('do not belong together');
  expect((await runCommand(root, ['store', 'adopt'])).code).toBe(0);
  await expectWhole();
});
