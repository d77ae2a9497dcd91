// Releases by tags: a scan of code at a fitting tag makes one release, and every other scan says why it makes none.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Harness, startHarness } from '../../../test/harness.ts';
import { scannedProjects } from '../../../test/scanned-projects.ts';
import { releaseByTags } from '../../queue/releases.ts';

let h: Harness;
beforeAll(async () => {
  h = await startHarness();
  await h.work();
});
afterAll(() => h.close());

const { projectWith, scan } = scannedProjects(() => h, 'tagged');
const { signal } = new AbortController();
const RULE = { tagPattern: 'v*', isSigned: true, offerContact: 'legal@example.org' };

const path = (projectId: number) => `/projects/${projectId}/releaseRule`;
const set = (projectId: number, body: object) => h.call('PUT', path(projectId), { body });
const shown = async (projectId: number) => (await h.call('GET', path(projectId))).body.data;
const releases = async (projectId: number) => (await h.call('GET', `/projects/${projectId}/releases`)).body.data;

/** As if a synchronisation of the last scan had brought the tag; '' for a branch. */
async function broughtTag(projectId: number, tag: string, afterScan = false): Promise<void> {
  const revisions = [
    { folder: 'git.0/shop', asked: tag === '' ? 'branch main' : `tag ${tag}`, revision: 'a'.repeat(40) },
  ];
  await h.database.pool.query(
    `insert into scm_states (project_id, type, instance_id, revisions, synchronised_at)
     select $1, 'GIT', 0, $2, now() + case when $3 then interval '1 hour' else interval '-1 hour' end
     on conflict (project_id, type, instance_id) do update set revisions = excluded.revisions, synchronised_at = excluded.synchronised_at`,
    [projectId, JSON.stringify(revisions), afterScan],
  );
}

async function projectWithRule(tag: string, rule = RULE): Promise<number> {
  const id = await projectWith({ 'a.js': `// ${tag}\n` });
  await h.database.pool.query(`insert into scm_instances (project_id, type, instance_id) values ($1, 'GIT', 0)`, [id]);
  await broughtTag(id, tag);
  expect((await set(id, rule)).status).toBe(200);
  return id;
}

/** Without the instances, which have no repository here. */
async function scanned(projectId: number): Promise<void> {
  await h.database.pool.query('delete from scm_instances where project_id = $1', [projectId]);
  const { rows } = await h.database.pool.query('select * from scm_states where project_id = $1', [projectId]);
  await scan(projectId);
  for (const { type, instance_id, revisions, synchronised_at } of rows)
    await h.database.pool.query(
      `insert into scm_states (project_id, type, instance_id, revisions, synchronised_at) values ($1, $2, $3, $4, $5)
       on conflict (project_id, type, instance_id) do update set revisions = excluded.revisions, synchronised_at = excluded.synchronised_at`,
      [projectId, type, instance_id, JSON.stringify(revisions), synchronised_at],
    );
}

it('200: none at first, then what was set; 409 for a stale version, 400 for a pattern that is none', async () => {
  const id = await projectWith({ 'a.js': '' });
  const first = await shown(id);
  expect(first).toMatchObject({ tagPattern: '', isSigned: false, offerContact: '' });
  expect((await set(id, { ...RULE, tagPattern: ' v* ' })).status).toBe(200);
  expect(await shown(id)).toMatchObject(RULE);
  expect((await set(id, { ...RULE, entityVersion: first.entityVersion })).status).toBe(409);
  const refused = await set(id, { ...RULE, tagPattern: 'v1 v2' });
  expect([refused.status, refused.body.errors[0].message]).toEqual([400, expect.stringContaining('"tagPattern"')]);
});

it('403 and 404 without the right', async () => {
  const as = await h.person('untagged');
  for (const [privateProject, statusOfGet, status] of [
    [true, 404, 404],
    [false, 200, 403],
  ] as const) {
    const body = { name: `foreign ${status}`, privateProject };
    const { id } = (await h.call('POST', '/projects', { body })).body;
    expect((await h.call('GET', path(id), { as })).status).toBe(statusOfGet);
    expect((await h.call('PUT', path(id), { as, body: RULE })).status).toBe(status);
  }
});

it('makes one release of the scan, signed as the rule says, whatever servers look at it at once', async () => {
  const id = await projectWithRule('v2.0');
  // What was scanned before, and what was never scanned, is released by people.
  await releaseByTags(h.app, signal);
  expect(await releases(id)).toEqual([]);
  await scanned(id);
  await Promise.all([releaseByTags(h.app, signal), releaseByTags(h.app, signal), releaseByTags(h.app, signal)]);
  const [release, ...others] = await releases(id);
  expect(others).toEqual([]);
  expect(release).toMatchObject({ name: 'v2.0', isSigned: true, createdBy: 'System', description: 'By the tag v2.0' });
  expect(await h.jobOver(release.taskId)).toMatchObject({ status: 'Completed', error: '' });
  const { lastTime } = await shown(id);
  expect(lastTime).toMatchObject({ result: 'MADE', releaseId: release.id });
  await releaseByTags(h.app, signal);
  expect((await shown(id)).lastTime).toEqual(lastTime);
}, 120_000);

it.each([
  ['another tag', 'nightly-7', false, 'which v* does not fit'],
  ['no tag', '', false, 'at no tag'],
  ['code that was brought after the scan', 'v3', true, 'synchronised again after the scan'],
])(
  'makes none for %s, and says so',
  async (_, tag, afterScan, why) => {
    const id = await projectWithRule(tag);
    await scanned(id);
    await broughtTag(id, tag, afterScan);
    await releaseByTags(h.app, signal);
    expect(await releases(id)).toEqual([]);
    expect((await shown(id)).lastTime).toMatchObject({ result: 'NONE', detail: expect.stringContaining(why) });
  },
  120_000,
);

it('makes none twice of one tag, and none while a job is in the way, until it has ended', async () => {
  const id = await projectWithRule('v4');
  await scanned(id);
  const { rows } = await h.database.pool.query(
    `insert into jobs (type, project_id, status) values ('Update Notices', $1, 'Waiting on update') returning id`,
    [id],
  );
  await releaseByTags(h.app, signal);
  expect([await releases(id), (await shown(id)).lastTime]).toEqual([[], undefined]);
  await h.database.pool.query('delete from jobs where id = $1', [rows[0].id]);
  await releaseByTags(h.app, signal);
  const [release] = await releases(id);
  expect(release).toMatchObject({ name: 'v4' });
  await h.jobOver(release.taskId);
  await scanned(id);
  await releaseByTags(h.app, signal);
  expect(await releases(id)).toHaveLength(1);
  expect((await shown(id)).lastTime).toMatchObject({ result: 'NONE', detail: expect.stringContaining('already') });
}, 120_000);
