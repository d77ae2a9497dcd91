// Nothing compared is never "no vulnerability": every item and every figure says whether it was compared with advisories, and why not.
import { makeZip } from '@assay/scanner/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Harness, startHarness } from '../../../test/harness.ts';
import { matchWaiting } from '../../advisories/match-versions.ts';

let h: Harness;
let count = 0;
beforeAll(async () => {
  h = await startHarness();
  await h.work();
});
afterAll(() => h.close());

interface Entry {
  ecosystem: string;
  name: string;
  modified?: string;
}

const recordOf = (id: string, { ecosystem, name, modified = new Date().toISOString() }: Entry) => ({
  schema_version: '1.6.0',
  id,
  modified,
  affected: [{ package: { ecosystem, name }, ranges: [{ type: 'ECOSYSTEM', events: [{ introduced: '0' }] }] }],
});

async function bring(source: string, entries: Entry[]) {
  const zip = makeZip(
    entries.map((one, i) => ({ name: `${i}.json`, body: JSON.stringify(recordOf(`TEST-${source}-${i + 1}`, one)) })),
  );
  const { body } = await h.call('POST', `/advisories/import?source=${source}&full=true&force=true`, {
    raw: Buffer.from(zip),
    headers: { 'x-file-name': 'all.zip', 'content-type': 'application/octet-stream' },
  });
  expect(await h.jobOver(body.id)).toMatchObject({ status: 'Completed' });
}

async function projectWith(...purls: string[]) {
  const projectId: number = (await h.call('POST', '/projects', { body: { name: `covered ${++count}` } })).body.id;
  const itemIds: number[] = [];
  for (const purl of purls) {
    const [, base = '', version = ''] = /^(.*)@([^@?]*)(?:\?.*)?$/.exec(purl) ?? [];
    const { rows } = await h.database.pool.query(
      `with c as (insert into components (name, purl) values ($1, $1) on conflict (purl) do update set name = excluded.name returning id),
        v as (insert into component_versions (component_id, name, purl) select id, $2, $3 from c
          on conflict (component_id, name, build) do update set purl = excluded.purl returning id, component_id)
       insert into inventory_items (project_id, type, identity, name, component_id, version_id, purl, created_by, is_published, license_expression)
       select $4, 'COMPONENT', $3, $1 || ' ' || $2, component_id, id, $3, 'System', true, 'MIT' from v returning id`,
      [base, version, purl, projectId],
    );
    itemIds.push(Number(rows[0].id));
  }
  await matchWaiting(h.app.db);
  return { projectId, itemIds };
}

const coverageOf = async (itemId: number) => (await h.call('GET', `/inventories/${itemId}`)).body.data.coverage;
const reasonOf = async (itemId: number) => {
  const { state, reason, inShort } = await coverageOf(itemId);
  return [state, reason, inShort].filter((one) => one !== '').join(': ');
};
const vulnerabilitiesOf = (projectId: number) => h.call('GET', `/projects/${projectId}/vulnerabilities`);

describe('coverage of items', () => {
  let maven: number;
  let npm: number;
  let projectId: number;
  beforeAll(async () => {
    await bring('osv-npm', [{ ecosystem: 'npm', name: 'left-pad' }]);
    const made = await projectWith('pkg:maven/org.apache.logging.log4j/log4j-core@2.14.1', 'pkg:npm/lodash@1.0.0');
    [maven = 0, npm = 0] = made.itemIds;
    projectId = made.projectId;
  });

  it('200; the item, the list and every figure of the project say that nothing was compared for Maven', async () => {
    expect(await reasonOf(maven)).toBe('not-compared: ecosystem: no data for Maven');
    expect(await reasonOf(npm)).toBe('compared');
    const { body } = await vulnerabilitiesOf(projectId);
    expect(body).toMatchObject({
      data: [],
      coverage: { items: 2, notCompared: 1, words: '1 of 2 not compared: no data for Maven' },
    });
    expect(body.dataByEcosystem).toMatchObject([{ ecosystem: 'npm', dataIsStale: false }]);
    const project = await h.call('GET', `/projects/${projectId}`);
    expect(project.body.data.exposure.coverage).toMatchObject({ notCompared: 1 });
    const list = await h.call('GET', `/inventories/${maven}/vulnerabilities`);
    expect(list.body).toEqual({ data: [] });
    expect(list.headers['data-coverage']).toBe('1 of 1 not compared: no data for Maven');
  });

  it('200; lists can be filtered by it', async () => {
    const idsOf = async (query: string) =>
      (await h.call('GET', `/projects/${projectId}/inventoryItems?${query}`)).body.data.map(
        ({ id }: { id: number }) => id,
      );
    expect(await idsOf('coverage=not-compared')).toEqual([maven]);
    expect(await idsOf('coverage=compared')).toEqual([npm]);
    expect(await idsOf('notCompared=ecosystem')).toEqual([maven]);
    expect(await idsOf('notCompared=version')).toEqual([]);
  });

  it('the first record of an ecosystem turns its items, and the last one turns them back', async () => {
    await bring('osv-maven', [{ ecosystem: 'Maven', name: 'com.example:other' }]);
    expect(await reasonOf(maven)).toBe('compared');
    expect((await vulnerabilitiesOf(projectId)).body.coverage).toMatchObject({ items: 2, notCompared: 0, words: '' });
    await bring('osv-maven', [{ ecosystem: 'PyPI', name: 'other' }]);
    expect(await reasonOf(maven)).toBe('not-compared: ecosystem: no data for Maven');
    await bring('osv-maven', [{ ecosystem: 'Maven', name: 'com.example:other' }]);
  });

  it('a source that is switched off, or removed, turns them back', async () => {
    const set = (isEnabled: boolean) =>
      h.call('PUT', '/advisories/sources/osv-maven', { body: { location: '', isEnabled } });
    expect((await set(false)).status).toBe(200);
    expect(await reasonOf(maven)).toBe('not-compared: ecosystem: no data for Maven');
    await set(true);
    expect(await reasonOf(maven)).toBe('compared');
    expect((await h.call('DELETE', '/advisories/sources/osv-maven')).status).toBe(200);
    expect(await reasonOf(maven)).toBe('not-compared: ecosystem: no data for Maven');
  });

  it('a source for an ecosystem that has never been read is a lack', async () => {
    const location = 'https://osv.example.org/npm/all.zip';
    await h.call('PUT', '/advisories/sources/second', { body: { location } });
    expect(await reasonOf(npm)).toBe('not-compared: ecosystem: no data for npm from second');
    await h.call('DELETE', '/advisories/sources/second');
    expect(await reasonOf(npm)).toBe('compared');
  });
});

it('items without component or version are not compared', async () => {
  const { projectId } = await projectWith();
  const { rows } = await h.database.pool.query(
    `insert into inventory_items (project_id, type, identity, name, created_by, is_published)
     select $1, type, type, type, 'System', true from unnest(array['LICENSE', 'WORK_IN_PROGRESS']) as t(type) returning id`,
    [projectId],
  );
  for (const { id } of rows) expect(await reasonOf(Number(id))).toBe('not-compared: name: no component named');
  const { itemIds } = await projectWith('pkg:npm/lodash@N/A');
  expect(await reasonOf(itemIds[0]!)).toBe('not-compared: version: version unknown');
});

describe('freshness', () => {
  it('is that of the ecosystem: a new record of crates.io does not make old ones of npm fresh', async () => {
    await bring('mixed', [
      { ecosystem: 'crates.io', name: 'new' },
      { ecosystem: 'Packagist', name: 'a/old', modified: '2019-01-02T00:00:00Z' },
    ]);
    const old = await projectWith('pkg:composer/a/b@1.0.0');
    const fresh = await projectWith('pkg:cargo/serde@1.0.0');
    expect((await vulnerabilitiesOf(old.projectId)).body).toMatchObject({
      dataIsStale: true,
      dataByEcosystem: [{ ecosystem: 'Packagist', dataAsOf: '2019-01-02 00:00:00', dataIsStale: true }],
    });
    expect((await vulnerabilitiesOf(fresh.projectId)).body).toMatchObject({ dataIsStale: false });
    const { headers } = await h.call('GET', `/inventories/${old.itemIds[0]}/vulnerabilities`);
    expect([headers['data-is-stale'], headers['data-stale-for']]).toEqual(['true', 'Packagist']);
  });

  it('is that of the release', async () => {
    await bring('debian', [
      { ecosystem: 'Debian:12', name: 'bash' },
      { ecosystem: 'Debian:9', name: 'bash', modified: '2019-01-02T00:00:00Z' },
    ]);
    const { projectId } = await projectWith('pkg:deb/debian/bash@5.0?distro=debian-9');
    const { body } = await vulnerabilitiesOf(projectId);
    expect(body).toMatchObject({ dataIsStale: true, coverage: { notCompared: 0 } });
    expect(body.dataByEcosystem).toEqual([
      { ecosystem: 'Debian 9', dataAsOf: '2019-01-02 00:00:00', dataIsStale: true },
    ]);
  });
});

describe('are we affected', () => {
  const ask = async (by: string) => (await h.call('GET', `/advisories/affected?by=${encodeURIComponent(by)}`)).body;

  it('200; an unknown id is another answer than a known one that affects nothing that was compared', async () => {
    expect(await ask('CVE-0000-0')).toMatchObject({ data: [], answer: 'UNKNOWN' });
    expect(await ask('TEST-osv-npm-1')).toMatchObject({
      data: [],
      answer: 'NOT_COMPARED',
      words: expect.stringMatching(/projects? holds? \d+ items? not compared/),
    });
    await projectWith('pkg:npm/left-pad@1.0.0');
    expect(await ask('TEST-osv-npm-1')).toMatchObject({ answer: 'AFFECTED' });
    expect(await ask('left-pad')).toMatchObject({ answer: 'IN_USE' });
  });

  it('does not count projects that the caller may not see', async () => {
    const outsider = await h.person('outsider', []);
    await h.database.pool.query('update projects set is_private = true');
    const { body } = await h.call('GET', '/advisories/affected?by=TEST-osv-npm-1', { as: outsider });
    expect(body).toMatchObject({ data: [], answer: 'NOT_AFFECTED', coverage: { items: 0 } });
    await h.database.pool.query('update projects set is_private = false');
  });
});
