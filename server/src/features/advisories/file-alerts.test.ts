// Malicious files of a code base, known by their digests: their alerts, and who is notified.
import { createHash } from 'node:crypto';
import { makeZip } from '@assay/scanner/testing';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { tar } from '../../../test/archives.ts';
import { type Harness, startHarness } from '../../../test/harness.ts';
import { matchWaiting } from '../../advisories/match-versions.ts';
import { NO_MAIL, writeMailSettings } from '../../mail/settings.ts';
import { closeScanPool } from '../../scans/analysis/pool.ts';

let h: Harness;
let count = 0;
/** A malicious file that only this test knows. */
let evil: string;
let mal: string;
beforeAll(async () => {
  h = await startHarness();
  await h.work();
  // Mails are queued, but no worker sends them.
  await writeMailSettings(h.app.db, { ...NO_MAIL, isEnabled: true });
  await h.call('POST', '/webhooks', {
    body: { name: 'ci', url: 'https://ci.example.org/', events: ['vulnerability.found'], secret: 'a secret key' },
  });
});
afterAll(async () => {
  await h.close();
  await closeScanPool();
});
beforeEach(() => {
  count++;
  evil = `steal(${count});\n`;
  mal = `MAL-2026-${1000 + count}`;
});

async function projectOf(files: Record<string, string>): Promise<number> {
  const { rows } = await h.database.pool.query('select count(*)::int as n from projects');
  const { id } = (await h.call('POST', '/projects', { body: { name: `files ${count} ${rows[0].n}` } })).body;
  await upload(id, files);
  return id;
}

async function upload(id: number, files: Record<string, string>): Promise<void> {
  const { status, text } = await h.call('POST', `/project/uploadProjectCodebase?projectId=${id}`, {
    raw: tar(Object.entries(files).map(([name, content]) => ({ name, content }))),
    headers: { 'content-type': 'application/octet-stream' },
  });
  expect(status, text).toBe(200);
}

const digestOf = (algorithm: string) => createHash(algorithm).update(evil).digest('hex');

function record(more: object = {}, digests: object = { sha256: digestOf('sha256') }) {
  return {
    schema_version: '1.6.0',
    id: mal,
    modified: '2026-01-02T00:00:00Z',
    summary: 'Steals',
    affected: [
      {
        package: { ecosystem: 'npm', name: `evil-${count}` },
        versions: ['1.0.0'],
        database_specific: { 'malicious-packages-origins': [digests] },
      },
    ],
    ...more,
  };
}

async function bring(...records: object[]): Promise<void> {
  const zip = makeZip(records.map((one, at) => ({ name: `${at}.json`, body: JSON.stringify(one) })));
  const { body } = await h.call('POST', `/advisories/import?source=mal-${count}&full=true`, {
    raw: Buffer.from(zip),
    headers: { 'x-file-name': 'all.zip', 'content-type': 'application/octet-stream' },
  });
  const job = await h.jobOver(body.id);
  expect(job, job.error).toMatchObject({ status: 'Completed' });
}

const alertsOf = async (id: number, state = 'OPEN') =>
  (await h.call('GET', `/projects/${id}/vulnerabilityAlerts?state=${state}`)).body.data;

/** The lines of each mail about a project. */
async function mailsAbout(id: number): Promise<string[][]> {
  const { rows } = await h.database.pool.query(
    `select variables -> 'lists' -> 'LIST' as list from mails where template = 'update_vulnerability_project'
      and variables -> 'texts' ->> 'PROJECT_ID' = $1 order by id`,
    [String(id)],
  );
  return rows.map(({ list }) => list.map(({ text }: { text: string }) => text));
}

async function eventsAbout(id: number) {
  const { rows } = await h.database.pool.query(
    `select payload -> 'data' -> 'vulnerabilities' as found from webhook_deliveries where payload -> 'project' ->> 'id' = $1 order by id`,
    [String(id)],
  );
  return rows.map(({ found }) => found);
}

it('200; one alert, one mail and one event for a project and a record, and none for another project', async () => {
  const id = await projectOf({ 'b/setup.js': evil, 'a/setup.js': evil, 'c.js': 'fine();\n' });
  const other = await projectOf({ 'c.js': 'fine();\n' });
  await bring(record());
  expect(await alertsOf(id)).toMatchObject([
    {
      inventoryId: null,
      inventoryName: '',
      projectId: id,
      vulnerabilityName: mal,
      priority: 'HIGH',
      isOpen: true,
      filePath: 'a/setup.js',
      fileCount: 2,
      endedOn: null,
    },
  ]);
  expect(await mailsAbout(id)).toEqual([[`${mal}: malicious file a/setup.js and 1 more file`]]);
  expect(await eventsAbout(id)).toMatchObject([
    [{ itemId: null, name: mal, filePath: 'a/setup.js', fileCount: 2, isExploited: false }],
  ]);
  // The same record again, and an edited one: no second notification.
  await bring(record());
  await bring(record({ modified: '2026-02-02T00:00:00Z', summary: 'Steals more' }));
  expect(await alertsOf(id, 'ANY')).toHaveLength(1);
  expect([(await mailsAbout(id)).length, (await eventsAbout(id)).length]).toEqual([1, 1]);
  expect([await alertsOf(other, 'ANY'), await mailsAbout(other)]).toEqual([[], []]);
});

it.each(['sha1', 'md5'])('200; known by its %s', async (algorithm) => {
  const id = await projectOf({ 'setup.js': evil });
  await bring(record({}, { [algorithm]: digestOf(algorithm) }));
  expect(await alertsOf(id)).toMatchObject([{ vulnerabilityName: mal, filePath: 'setup.js', fileCount: 1 }]);
});

it('200; an alert that a person closed stays closed while the files stay, and can be opened again', async () => {
  const id = await projectOf({ 'setup.js': evil });
  await bring(record());
  const [alert] = await alertsOf(id);
  await h.call('PUT', `/vulnerabilityAlerts/${alert.id}`, { body: { isOpen: false } });
  await bring(record({ modified: '2026-02-02T00:00:00Z' }));
  expect(await alertsOf(id)).toEqual([]);
  expect(await alertsOf(id, 'CLOSED')).toMatchObject([{ id: alert.id, closedBy: 'admin', endedOn: null }]);
  await h.call('PUT', `/vulnerabilityAlerts/${alert.id}`, { body: { isOpen: true } });
  expect(await alertsOf(id)).toMatchObject([{ id: alert.id }]);
  expect(await mailsAbout(id)).toHaveLength(1);
});

it('200; closed when the last file is deleted, opened and reported again when one is back', async () => {
  const id = await projectOf({ 'a.js': evil, 'b.js': evil });
  await bring(record());
  await h.database.pool.query(`delete from files where project_id = $1 and path = 'a.js'`, [id]);
  await bring(record({ modified: '2026-02-02T00:00:00Z' }));
  expect(await alertsOf(id)).toMatchObject([{ filePath: 'b.js', fileCount: 1 }]);
  await h.database.pool.query('delete from files where project_id = $1', [id]);
  await bring(record({ modified: '2026-02-03T00:00:00Z' }));
  expect(await alertsOf(id, 'ANY')).toMatchObject([
    { isOpen: false, closedBy: 'System', endedOn: expect.stringMatching(/^20/) },
  ]);
  await upload(id, { 'back.js': evil });
  await bring(record({ modified: '2026-02-04T00:00:00Z' }));
  expect(await alertsOf(id, 'ANY')).toMatchObject([
    { isOpen: true, closedBy: '', endedOn: null, filePath: 'back.js', fileCount: 1 },
  ]);
  expect(await mailsAbout(id)).toEqual([
    [`${mal}: malicious file a.js and 1 more file`],
    [`${mal}: malicious file back.js`],
  ]);
});

it('200; the alert closes when the source withdraws the record', async () => {
  const id = await projectOf({ 'setup.js': evil });
  await bring(record());
  await bring(record({ modified: '2026-02-02T00:00:00Z', withdrawn: '2026-02-02T00:00:00Z' }));
  expect(await alertsOf(id, 'ANY')).toMatchObject([{ isOpen: false, closedBy: 'System' }]);
});

it('200; new files and items of one update are one mail', async () => {
  const id = await projectOf({ 'setup.js': evil });
  const purl = `pkg:npm/evil-${count}@1.0.0`;
  await h.database.pool.query(
    `with c as (insert into components (name, purl) values ($1, 'pkg:npm/' || $1) returning id),
      v as (insert into component_versions (component_id, name, purl) select id, '1.0.0', $2 from c returning id, component_id)
     insert into inventory_items (project_id, type, identity, name, component_id, version_id, purl, created_by, license_expression)
     select $3, 'COMPONENT', $2, $1, component_id, id, $2, 'System', 'MIT' from v`,
    [`evil-${count}`, purl, id],
  );
  await matchWaiting(h.app.db);
  await bring(record());
  expect(await alertsOf(id)).toMatchObject([
    { vulnerabilityName: mal, inventoryId: null },
    { vulnerabilityName: mal, inventoryName: `evil-${count}`, filePath: '', fileCount: 0 },
  ]);
  expect(await mailsAbout(id)).toEqual([[`${mal}: malicious file setup.js`, `${mal}: evil-${count}`]]);
});

it('200; lists of vulnerabilities count the files that the reader may see', async () => {
  const id = await projectOf({ 'a.js': evil, 'b.js': evil });
  await bring(record());
  const seen = { vulnerabilityName: mal, affectedItems: 0, affectedFiles: 2, affectedProjects: 1 };
  expect((await h.call('GET', `/projects/${id}/vulnerabilities`)).body.data).toMatchObject([seen]);
  expect((await h.call('GET', `/advisories?affecting=true&search=${mal}`)).body.data).toMatchObject([seen]);
  expect((await h.call('GET', `/advisories/${mal}`)).body.data).toMatchObject(seen);
  const stranger = await h.person(`stranger${count}`);
  await h.call('PUT', `/projects/${id}`, { body: { privateProject: true } });
  expect((await h.call('GET', `/advisories?affecting=true&search=${mal}`, { as: stranger })).body.data).toEqual([]);
  expect((await h.call('GET', `/advisories/${mal}`, { as: stranger })).body.data).toMatchObject({
    affectedFiles: 0,
    affectedProjects: 0,
  });
});

it('200; a scan reports the files that it brought, and closes the alert of deleted ones', async () => {
  await bring(record());
  const id = await projectOf({ 'a/setup.js': evil });
  const other = await projectOf({ 'b/setup.js': evil });
  const scan = async () => {
    const { body } = await h.call('POST', `/scanResource/projectScan/${id}`, {});
    expect(await h.jobOver(body['Content: '])).toMatchObject({ status: 'Completed' });
  };
  await scan();
  expect(await alertsOf(id)).toMatchObject([{ vulnerabilityName: mal, filePath: 'a/setup.js', fileCount: 1 }]);
  await scan();
  expect(await mailsAbout(id)).toEqual([[`${mal}: malicious file a/setup.js`]]);
  expect(await eventsAbout(id)).toMatchObject([[{ name: mal, filePath: 'a/setup.js' }]]);
  // The files of another project are reported by its own scan.
  expect(await alertsOf(other, 'ANY')).toEqual([]);
  await h.database.pool.query('delete from files where project_id = $1', [id]);
  await upload(id, { 'fine.js': 'fine();\n' });
  await scan();
  expect(await alertsOf(id, 'ANY')).toMatchObject([{ isOpen: false, closedBy: 'System' }]);
});

it('200; a copy of the project has its alerts, without another notification', async () => {
  const id = await projectOf({ 'setup.js': evil });
  const scan = await h.call('POST', `/scanResource/projectScan/${id}`, {});
  expect(await h.jobOver(scan.body['Content: '])).toMatchObject({ status: 'Completed' });
  await bring(record());
  const copy = await h.call('POST', `/projects/${id}/copy`, { body: { name: `copy ${count}` } });
  expect(copy.status, copy.text).toBe(202);
  await h.allJobsOver();
  const { rows } = await h.database.pool.query('select id from projects where name = $1', [`copy ${count}`]);
  await bring(record({ modified: '2026-02-02T00:00:00Z' }));
  expect(await alertsOf(Number(rows[0].id))).toMatchObject([{ vulnerabilityName: mal, filePath: 'setup.js' }]);
  expect(await mailsAbout(Number(rows[0].id))).toEqual([]);
});
