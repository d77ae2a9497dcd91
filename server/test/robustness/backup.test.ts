// A backup made during a scan is restored elsewhere: into an embedded database and into an external one. A lock on the table that the scan writes
// holds the scan while the backup runs, so the test does not depend on time.
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readManifest } from '../../src/backup/manifest.ts';
import { type EmbeddedDatabase, embeddedConnection, startEmbeddedDatabase } from '../../src/db/embedded/index.ts';
import { dataFolder } from '../../src/installation/data-folder.ts';
import { openStore, parseLocation } from '../../src/store/index.ts';
import { tar } from '../archives.ts';
import { inconsistenciesAt } from '../consistency.ts';
import { manyFiles } from './many-files.ts';
import { runCommand, type ServerProcess, startServer, until } from './server-process.ts';

const FILES = 40;
const root = mkdtempSync(join(tmpdir(), 'assay-backup-'));
const [original, embedded, external, backup] = ['original', 'embedded', 'external', 'backup'].map((name) =>
  join(root, name),
) as [string, string, string, string];

let server: ServerProcess | undefined;
let own: EmbeddedDatabase | undefined;
let projectId: number;
let jobId: number;

type Target = { host: string; user: string; database: string };

async function query(target: Target, text: string, values: unknown[] = []) {
  const client = new pg.Client(target);
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query(text, values)).rows;
  } finally {
    await client.end();
  }
}

/** Files that administrators add beside database and store, with names as people choose them. */
function placeFilesOfPeople(folder: string): void {
  const report = join(folder, 'custom_report_scripts', 'my_report');
  mkdirSync(report, { recursive: true });
  writeFileSync(join(report, 'create_report.sh'), '#!/bin/sh\n', { mode: 0o755 });
  writeFileSync(join(report, '_größe+more (1).py'), 'size = 1\n');
  symlinkSync('create_report.sh', join(report, 'latest'));
  mkdirSync(join(folder, 'emailTemplates', 'images'), { recursive: true });
  writeFileSync(join(folder, 'emailTemplates', 'images', 'logo@2x.png'), 'a picture');
}

function expectFilesOfPeople(folder: string): void {
  const report = join(folder, 'custom_report_scripts', 'my_report');
  expect(statSync(join(report, 'create_report.sh')).mode & 0o777).toBe(0o700);
  expect(statSync(join(report, '_größe+more (1).py')).mode & 0o777).toBe(0o600);
  expect(readlinkSync(join(report, 'latest'))).toBe('create_report.sh');
  expect(readFileSync(join(folder, 'emailTemplates', 'images', 'logo@2x.png'), 'utf8')).toBe('a picture');
}

async function jobOver(id: number) {
  return until(async () => {
    const { body } = await server!.api('GET', `/jobs/${id}`);
    return ['New', 'Scheduled', 'Active'].includes(body.status) ? undefined : body;
  });
}

/** Makes a backup while a scan has started and is prevented from writing. */
async function backupOfHeldScan(): Promise<Awaited<ReturnType<typeof runCommand>>> {
  const holder = new pg.Client(embeddedConnection(dataFolder(original).postgres));
  holder.on('error', () => undefined);
  await holder.connect();
  try {
    await holder.query('begin; lock table facts in share mode');
    jobId = (await server!.api('POST', `/scanResource/projectScan/${projectId}`)).body['Content: '];
    await until(
      async () =>
        (await holder.query(`select 1 from pg_locks where relation = 'facts'::regclass and not granted`)).rowCount,
    );
    return await runCommand(original, ['backup', backup]);
  } finally {
    await holder.end();
  }
}

beforeAll(async () => {
  server = await startServer(original);
  projectId = (await server.api('POST', '/projects', { name: 'kept' })).body.id;
  const large = { name: 'large.bin', content: Buffer.alloc(9_000_000, 'a line of a large file\n') };
  expect((await server.upload(projectId, tar([...manyFiles(FILES), large]))).status).toBe(200);
  placeFilesOfPeople(original);
  const made = await backupOfHeldScan();
  expect(made).toMatchObject({ code: 0, stderr: '' });
  expect(made.stdout).toContain('The backup is complete:');
  // The backup did not disturb the server.
  expect(await jobOver(jobId)).toMatchObject({ status: 'Completed', error: '' });
  await server.end('SIGINT');
  server = undefined;
}, 180_000);

afterAll(async () => {
  await server?.end('SIGINT');
  await own?.stop();
  rmSync(root, { recursive: true, force: true });
});

/** The restored server continues the scan, and has all data of the backup. */
async function expectRestored(folder: string, env: Record<string, string>, target: Target): Promise<void> {
  const { tables } = await readManifest(backup);
  expectFilesOfPeople(folder);
  server = await startServer(folder, env);
  expect(await jobOver(jobId)).toMatchObject({ status: 'Completed', error: '' });
  expect((await server.api('GET', `/jobs/${jobId}`)).body.jobDetails).toContain(
    `${FILES + 1} files, ${FILES + 1} analysed now`,
  );
  expect(await query(target, 'select attempt::int from jobs where id = $1', [jobId])).toEqual([{ attempt: 2 }]);
  for (const table of ['projects', 'files', 'blobs', 'licenses', 'users'])
    expect(await query(target, `select count(*)::int as rows from ${table}`)).toMatchObject([
      { rows: tables.find(({ name }) => name === table)!.rows },
    ]);
  const store = await openStore(dataFolder(folder).store);
  for (const { location } of await query(target, 'select location from blobs'))
    await store.read(parseLocation(location));
  await store.close();
  expect((await server.api('GET', '/auditLog/verify')).body.data).toMatchObject({ isWhole: true, problems: [] });
  expect((await server.api('POST', '/projects', { name: 'after the restore' })).status).toBe(201);
  expect(await inconsistenciesAt(target)).toEqual([]);
  await server.end('SIGINT');
  server = undefined;
}

it('restores into an empty data folder, and the scan continues', { timeout: 180_000 }, async () => {
  const restored = await runCommand(embedded, ['restore', backup]);
  expect(restored).toMatchObject({ code: 0, stderr: '' });
  expect(restored.stdout).toContain('1 open job will continue at the next start');
  await expectRestored(embedded, {}, embeddedConnection(dataFolder(embedded).postgres));
});

it('restores into an external database, which can be backed up again', { timeout: 180_000 }, async () => {
  own = await startEmbeddedDatabase({ folder: join(root, 'own'), isThrowaway: true });
  const { host, user, database } = own.connection;
  const env = { DATABASE_URL: `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host)}` };
  expect(await runCommand(external, ['restore', backup], env)).toMatchObject({ code: 0, stderr: '' });
  await expectRestored(external, env, own.connection);
  expect(await runCommand(external, ['backup', join(root, 'again')], env)).toMatchObject({ code: 0, stderr: '' });
  const [first, again] = await Promise.all([readManifest(backup), readManifest(join(root, 'again'))]);
  expect(again.tables.map(({ name }) => name)).toEqual(first.tables.map(({ name }) => name));
  const full = await runCommand(join(root, 'third'), ['restore', backup], env);
  expect(full).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('The database that DATABASE_URL names is not empty'),
  });
});

it('refuses a target that is not empty, and a backup with a changed file', { timeout: 60_000 }, async () => {
  const twice = await runCommand(embedded, ['restore', backup]);
  expect(twice).toMatchObject({ code: 1, stderr: expect.stringContaining('a restore overwrites nothing') });
  const into = await runCommand(embedded, ['backup', backup]);
  expect(into).toMatchObject({ code: 1, stderr: expect.stringContaining('is not empty') });
  const damaged = join(root, 'damaged');
  cpSync(backup, damaged, { recursive: true });
  appendFileSync(join(damaged, 'database', 'files.copy.gz'), 'x');
  const refused = await runCommand(join(root, 'fourth'), ['restore', damaged]);
  expect(refused).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('database/files.copy.gz is not what was written'),
  });
  rmSync(join(damaged, 'manifest.json'));
  const partial = await runCommand(join(root, 'fourth'), ['restore', damaged]);
  expect(partial).toMatchObject({ code: 1, stderr: expect.stringContaining('is no complete backup') });
});
