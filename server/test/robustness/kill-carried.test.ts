// A server is killed twice during a rescan that carries decisions: while marks of files are carried, and while reviews of items are. The servers that
// follow go on, and the project is as one whose rescan was not interrupted: nothing is lost or doubled. The database holds each write until the server
// is killed, so the test does not depend on time.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { embeddedConnection } from '../../src/db/embedded/index.ts';
import { dataFolder } from '../../src/installation/data-folder.ts';
import { tar } from '../archives.ts';
import { inconsistenciesAt } from '../consistency.ts';
import { queryData, type ServerProcess, startServer, until } from './server-process.ts';

const root = mkdtempSync(join(tmpdir(), 'assay-kill-carried-'));
let server: ServerProcess;

/** While the kind is in `test_hold`, its writes wait until their server is killed. */
const HOLDS = [
  'create table test_hold (kind text)',
  `create function test_hold() returns trigger language plpgsql as
   'begin if exists (select from test_hold where kind = TG_ARGV[0]) then perform pg_sleep(3600); end if; return coalesce(new, old); end'`,
  `create trigger test_hold before insert on carried_files for each row execute function test_hold('marks')`,
  `create trigger test_hold before insert on carried_reviews for each row execute function test_hold('reviews')`,
];
const STEPS = ['marks', 'reviews'];

beforeAll(async () => {
  server = await startServer(root);
  for (const statement of HOLDS) await query(statement);
}, 180_000);
afterAll(async () => {
  await server?.end('SIGINT');
  rmSync(root, { recursive: true, force: true });
});

const query = (text: string, values: unknown[] = []) => queryData(root, text, values);

const MIT = (holder: string, years: string) =>
  `MIT License\n\nCopyright (c) ${years} ${holder}\n\nPermission is hereby granted, free of charge, to any person obtaining a copy of this software to deal in the Software without restriction.\n`;
const lines = (word: string, count: number) =>
  Array.from({ length: count }, (_, at) => `export const ${word}${at} = make(${at});`).join('\n');

/** The second one edits a file, bumps packages, and gives one package to another holder. */
const release = (patch: number) =>
  tar(
    Object.entries({
      'src/own.js': lines('own', 12 + patch),
      'src/swapped.js': lines(`swapped${patch}`, 12),
      ...Object.fromEntries(
        ['one', 'two', 'taken'].flatMap((name) => [
          [`node_modules/${name}/package.json`, JSON.stringify({ name, version: `1.0.${patch}`, license: 'MIT' })],
          [
            `node_modules/${name}/LICENSE`,
            MIT(name === 'taken' && patch > 0 ? 'New Owner' : `Maker of ${name}`, `2020-202${patch}`),
          ],
        ]),
      ),
    }).map(([name, content]) => ({ name, content })),
  );

async function decidedProject(name: string): Promise<number> {
  const { id } = (await server.api('POST', '/projects', { name })).body;
  await server.api('PUT', `/projects/${id}/carrySettings`, { versionBump: 'APPLY' });
  expect((await server.upload(id, release(0))).status).toBe(200);
  await jobOver(await startScan(id));
  const files = await query('select id from files where project_id = $1', [id]);
  const items = await query('select id from inventory_items where project_id = $1', [id]);
  const decide = (what: string, action: string, ids: object) =>
    server.api('POST', `/projects/${id}/bulkDecisions/${what}`, { action, dryRun: false, ...ids });
  for (const { status } of [
    await decide('files', 'MARK_REVIEWED', { fileIds: files.map((one) => Number(one.id)) }),
    await decide('items', 'APPROVE', { inventoryIds: items.map((one) => Number(one.id)) }),
  ])
    expect(status).toBeLessThan(300);
  expect((await server.upload(id, release(1))).status).toBe(200);
  return id;
}

const startScan = async (projectId: number): Promise<number> =>
  (await server.api('POST', `/scanResource/projectScan/${projectId}`)).body['Content: '];

async function jobOver(jobId: number): Promise<void> {
  const ended = await until(async () => {
    const { body } = await server.api('GET', `/jobs/${jobId}`);
    return ['New', 'Scheduled', 'Active'].includes(body.status) ? undefined : body;
  });
  expect(ended).toMatchObject({ status: 'Completed', error: '' });
}

const isHeld = async () => (await query(`select 1 from pg_stat_activity where wait_event = 'PgSleep'`)).length;

/** All that a scan says of decisions, without ids and times; sentences name the scan by its number. */
async function resultOf(projectId: number, jobId: number) {
  const result = JSON.stringify(await rowsOf(projectId, jobId));
  return JSON.parse(result.replaceAll(new RegExp(`scan ${jobId}\\b`, 'g'), 'this scan')) as Awaited<
    ReturnType<typeof rowsOf>
  >;
}

async function rowsOf(projectId: number, jobId: number) {
  const rows = (text: string, values: unknown[] = [projectId]) => query(text, values);
  return {
    files: await rows('select path, is_reviewed from files where project_id = $1 order by path'),
    items: await rows(
      `select name, status, is_status_set_by_person, review_lapse ->> 'changes' as lapse from inventory_items where project_id = $1 order by name`,
    ),
    carriedFiles:
      await rows(`select f.path, c.way, d.subject ->> 'path' as decided from carried_files c join files f on f.id = c.file_id
      join decisions d on d.id = c.decision_id where f.project_id = $1 order by 1, 2, 3`),
    carriedReviews:
      await rows(`select i.name, r.way, r.is_accepted, d.value, d.superseded_at is null as stands from carried_reviews r
      join decisions d on d.id = r.decision_id join inventory_items i on i.id = d.item_id where d.project_id = $1 order by 1, 2`),
    decisions:
      await rows(`select kind, subject, scope, value, ground - 'componentId' - 'versionId' as ground, author, superseded_at is null as stands, lapse
      from decisions where project_id = $1 order by kind, subject::text, value::text, stands`),
    history: await rows(
      'select event, action, changes from inventory_history where project_id = $1 order by event, action, changes::text',
    ),
    issues: await rows('select code, path, message from job_issues where job_id = $1 order by 1, 2, 3', [jobId]),
    rollup: await rows('select inventory_rollup, status from projects where id = $1'),
  };
}

it('killed at each step of carrying, it ends as if nobody had killed it', async () => {
  const [whole, killed] = [await decidedProject('whole'), await decidedProject('killed')];
  const wholeJob = await startScan(whole);
  await jobOver(wholeJob);
  const expected = await resultOf(whole, wholeJob);
  expect(expected.carriedReviews).toHaveLength(2);
  expect(expected.carriedFiles.map(({ path }) => path)).toContain('src/own.js');
  expect(expected.files.filter(({ is_reviewed }) => !is_reviewed).map(({ path }) => path)).toEqual(
    expect.arrayContaining(['node_modules/taken/LICENSE', 'src/swapped.js']),
  );
  let job = 0;
  for (const step of STEPS) {
    await query('delete from test_hold');
    await query('insert into test_hold values ($1)', [step]);
    if (job === 0) job = await startScan(killed);
    else server = await startServer(root);
    await until(isHeld);
    expect((await server.end('SIGKILL')).signal).toBe('SIGKILL');
  }
  await query('delete from test_hold');
  server = await startServer(root);
  await jobOver(job);
  expect(await resultOf(killed, job)).toEqual(expected);
  expect(await inconsistenciesAt(embeddedConnection(dataFolder(root).postgres))).toEqual([]);
}, 120_000);
