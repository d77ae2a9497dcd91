// The same package and version in two releases of a distribution: each has the vulnerabilities and the coverage of its own release, on its item, in the
// library and in reports, in two projects and in one.
import { makeZip } from '@assay/scanner/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inconsistencies } from '../../../test/consistency.ts';
import { type Harness, startHarness } from '../../../test/harness.ts';
import { importForeign } from '../../../test/imports.ts';
import { scannedProjects } from '../../../test/scanned-projects.ts';
import { readZip } from '../../../test/zip-content.ts';
import { matchWaiting } from '../../advisories/match-versions.ts';
import { fillBuilds } from '../../library/builds.ts';
import { fillStandardReports } from '../../library/reports.ts';

let h: Harness;
const projects = scannedProjects(() => h, 'build');

const recordOf = (id: string, ecosystem: string, name: string, fixed: string) => ({
  schema_version: '1.6.0',
  id,
  modified: new Date().toISOString(),
  affected: [
    { package: { ecosystem, name }, ranges: [{ type: 'ECOSYSTEM', events: [{ introduced: '0' }, { fixed }] }] },
  ],
});
async function bring(source: string, ...records: object[]) {
  const zip = makeZip(records.map((one, at) => ({ name: `${at}.json`, body: JSON.stringify(one) })));
  const { body } = await h.call('POST', `/advisories/import?source=${source}&full=true&force=true`, {
    raw: Buffer.from(zip),
    headers: { 'x-file-name': 'all.zip', 'content-type': 'application/octet-stream' },
  });
  expect(await h.jobOver(body.id)).toMatchObject({ status: 'Completed' });
}

beforeAll(async () => {
  h = await startHarness();
  await fillStandardReports(h.app.db);
  await h.work();
  await bring(
    'osv-debian',
    recordOf('TEST-DEB-11', 'Debian:11', 'openssl', '1.1.1w-1'),
    recordOf('TEST-DEB-12', 'Debian:12', 'openssl', '1.1.1n-0'),
  );
  await bring(
    'osv-alpine',
    recordOf('TEST-APK-18', 'Alpine:v3.18', 'busybox', '1.36.1-r1'),
    recordOf('TEST-APK-19', 'Alpine:v3.19', 'busybox', '1.36.1-r9'),
  );
  await bring('osv-rocky', recordOf('TEST-RPM', 'Rocky Linux:9', 'bind', '32:9.16.23-5.el9'));
}, 120_000);
afterAll(() => h.close());

const debian = (release: string) => ({
  'etc/os-release': `ID=debian\nVERSION_ID=${release}\n`,
  'var/lib/dpkg/status':
    'Package: openssl\nStatus: install ok installed\nArchitecture: amd64\nVersion: 1.1.1n-0+x1\nMaintainer: a\n',
});
const alpine = (release: string) => ({
  'etc/os-release': `ID=alpine\nVERSION_ID=${release}.1\n`,
  'lib/apk/db/installed': 'P:busybox\nV:1.36.1-r5\nA:x86_64\nL:GPL-2.0-only\no:busybox\n\n',
});
const below = (folder: string, files: Record<string, string>) =>
  Object.fromEntries(Object.entries(files).map(([path, text]) => [`${folder}/${path}`, text]));

interface Answer {
  distro: string;
  state: string;
  found: string[];
  /** As the library tells it. */
  library: string[];
}

/** Of each item of the package: what its page, the library's version and the database say. */
async function answers(projectId: number, name: string): Promise<Answer[]> {
  const { rows } = await h.database.pool.query(
    "select id, purl, version_id from inventory_items where project_id = $1 and purl like '%/' || $2 || '@%' order by purl",
    [projectId, name],
  );
  const lines: Answer[] = [];
  for (const { id, purl, version_id: versionId } of rows) {
    const { coverage } = (await h.call('GET', `/inventories/${id}`)).body.data;
    const known = (await h.call('GET', `/inventories/${id}/vulnerabilities`)).body.data;
    const { rows: stored } = await h.database.pool.query(
      `select n.name from version_vulnerabilities m join vulnerabilities n on n.id = m.vulnerability_id
       where m.version_id = $1 and m.outcome = 'affected' order by 1`,
      [versionId],
    );
    lines.push({
      distro: /distro=([^&]*)/.exec(purl)?.[1] ?? '',
      state: coverage.inShort || coverage.state,
      found: known.map((one: { vulnerabilityName: string }) => one.vulnerabilityName),
      library: stored.map(({ name: one }) => one),
    });
  }
  return lines;
}

async function report(kind: string, formats: string, projectId: number): Promise<string> {
  const reportId = (await h.call('GET', `/reports?path=${kind}`)).body.data[0].id;
  const body = { options: { formats } };
  const { taskId } = (await h.call('POST', `/projects/${projectId}/reports/${reportId}/generate`, { body })).body.data;
  expect(await h.jobOver(taskId)).toMatchObject({ status: 'Completed', error: '' });
  const { response } = await h.call('GET', `/projects/${projectId}/reports/${reportId}/download?taskId=${taskId}`);
  return Object.values(await readZip(response.rawPayload))
    .map(String)
    .join('\n');
}

async function scanned(files: Record<string, string>): Promise<number> {
  const projectId = await projects.projectWith(files);
  await projects.scan(projectId);
  return projectId;
}

const OLD = { distro: 'debian-11', state: 'compared', found: ['TEST-DEB-11'], library: ['TEST-DEB-11'] };
const FREE = { distro: 'debian-12', state: 'compared', found: [], library: [] };
const NONE = { distro: 'debian-10', state: 'no data for Debian 10', found: [], library: [] };

describe('openssl of the same version in releases of Debian', () => {
  it.each([[['12', '11']], [['10', '11', '12']]])(
    'in projects of %s, in this order',
    async (releases) => {
      const wanted: Record<string, Answer> = { 10: NONE, 11: OLD, 12: FREE };
      for (const release of releases)
        expect(await answers(await scanned(debian(release)), 'openssl'), release).toEqual([wanted[release]]);
    },
    120_000,
  );

  it('in one project, as two items, also in its report and SBOM', async () => {
    const projectId = await scanned({ ...below('old', debian('11')), ...below('new', debian('12')) });
    expect(await answers(projectId, 'openssl')).toEqual([OLD, FREE]);
    const purls = [...(await report('CYCLONEDX', 'json', projectId)).matchAll(/openssl@[^"]*distro=(debian-\d+)/g)];
    expect([...new Set(purls.map(([, distro]) => distro))].toSorted()).toEqual(['debian-11', 'debian-12']);
    const text = await report('VULNERABILITIES', 'text', projectId);
    expect(text).toContain('TEST-DEB-11');
    expect(text).not.toContain('TEST-DEB-12');
    expect(await inconsistencies(h.database.pool)).toEqual([]);
  }, 120_000);

  it('an item stays the same when a second release comes, and when it goes', async () => {
    const projectId = await scanned(below('new', debian('12')));
    const idOf = async (distro: string) =>
      (
        await h.database.pool.query('select id from inventory_items where project_id = $1 and purl like $2', [
          projectId,
          `pkg:deb/debian/openssl@%distro=debian-${distro}%`,
        ])
      ).rows.map(({ id }) => id);
    const [first] = await idOf('12');
    await h.call('PUT', `/inventories/${first}/status?status=APPROVED`);
    await projects.upload(projectId, { ...below('old', debian('11')), ...below('new', debian('12')) });
    await projects.scan(projectId);
    expect(await idOf('12')).toEqual([first]);
    const [second] = await idOf('11');
    await projects.upload(projectId, below('old', debian('11')));
    await projects.scan(projectId);
    expect(await idOf('11')).toEqual([second]);
    await projects.upload(projectId, { ...below('old', debian('11')), ...below('new', debian('12')) });
    await projects.scan(projectId);
    expect([...(await idOf('11')), ...(await idOf('12'))]).toEqual([second, first]);
    expect((await h.call('GET', `/inventories/${first}`)).body.data.inventoryReviewStatus).toBe('Approved');
  }, 180_000);
});

it('busybox of the same version in Alpine 3.18 and 3.19', async () => {
  const is = (release: string, found: string[]) => ({
    distro: `alpine-${release}.1`,
    state: 'compared',
    found,
    library: found,
  });
  expect(await answers(await scanned(alpine('3.18')), 'busybox')).toEqual([is('3.18', [])]);
  expect(await answers(await scanned(alpine('3.19')), 'busybox')).toEqual([is('3.19', ['TEST-APK-19'])]);
}, 120_000);

it('an RPM package with an epoch, and one without, of an imported SBOM', async () => {
  const projectOf = async (qualifiers: string) => {
    const { body } = await h.call('POST', '/projects', { body: { name: `rpm ${qualifiers}` } });
    const purl = `pkg:rpm/rocky/bind@9.16.23-4.el9?arch=x86_64&distro=rocky-9${qualifiers}&upstream=bind-9.16.23-4.el9.src.rpm`;
    const component = { type: 'library', name: 'bind', version: '9.16.23-4.el9', purl };
    const document = { bomFormat: 'CycloneDX', specVersion: '1.5', components: [component] };
    await importForeign(h, body.id, document);
    await matchWaiting(h.app.db);
    const [answer] = await answers(body.id, 'bind');
    return answer!.library;
  };
  expect(await projectOf('&epoch=33')).toEqual([]);
  expect(await projectOf('&epoch=32')).toEqual(['TEST-RPM']);
}, 120_000);

it('versions that an older server stored get their build at the start, and items of other builds a version of their own', async () => {
  const [old, free] = [await scanned(debian('11')), await scanned(debian('12'))];
  // As before: one row, of the release that came first.
  await h.database.pool.query(
    `update inventory_items set version_id = (select version_id from inventory_items where project_id = $2 and purl like '%/openssl@%')
     where project_id = $1 and purl like '%/openssl@%'`,
    [old, free],
  );
  await h.database.pool.query(
    `delete from component_versions v where v.purl like '%openssl%distro=debian-11%' and not exists (select from inventory_items i where i.version_id = v.id)`,
  );
  await h.database.pool.query(`update component_versions set build = '' where purl like '%openssl%distro=debian-12%'`);
  await h.database.pool.query(`delete from settings where key = 'builds'`);
  await fillBuilds(h.app);
  await matchWaiting(h.app.db);
  expect(await answers(old, 'openssl')).toEqual([OLD]);
  expect(await answers(free, 'openssl')).toEqual([FREE]);
}, 120_000);
