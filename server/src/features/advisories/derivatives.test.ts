// A distribution without records of its own that says from which it is made, and source packages that only a document names: scanned and imported.
import { makeZip } from '@assay/scanner/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Harness, startHarness } from '../../../test/harness.ts';
import { importData, importForeign } from '../../../test/imports.ts';
import { scannedProjects } from '../../../test/scanned-projects.ts';
import { matchWaiting } from '../../advisories/match-versions.ts';

let h: Harness;
const projects = scannedProjects(() => h, 'derivative');
beforeAll(async () => {
  h = await startHarness();
  await h.work();
});
afterAll(() => h.close());

const recordOf = (id: string, ecosystem: string, name: string, fixed: string) => ({
  schema_version: '1.6.0',
  id,
  modified: new Date().toISOString(),
  affected: [
    { package: { ecosystem, name }, ranges: [{ type: 'ECOSYSTEM', events: [{ introduced: '0' }, { fixed }] }] },
  ],
});

async function bring(...records: object[]) {
  const zip = makeZip(records.map((one, at) => ({ name: `${at}.json`, body: JSON.stringify(one) })));
  const { body } = await h.call('POST', '/advisories/import?source=osv-debian&full=true&force=true', {
    raw: Buffer.from(zip),
    headers: { 'x-file-name': 'all.zip', 'content-type': 'application/octet-stream' },
  });
  expect(await h.jobOver(body.id)).toMatchObject({ status: 'Completed' });
}

const statusOf = (...packages: string[]) =>
  packages.map((one) => `Package: ${one}\nStatus: install ok installed\nArchitecture: all\n`).join('\n');

/** Name, coverage and vulnerabilities of each item. */
async function answers(projectId: number) {
  const { rows } = await h.database.pool.query(
    "select id, purl from inventory_items where project_id = $1 and type = 'COMPONENT' and purl like 'pkg:deb/%' order by purl",
    [projectId],
  );
  const lines = [];
  for (const { id, purl } of rows) {
    const { coverage } = (await h.call('GET', `/inventories/${id}`)).body.data;
    const { rows: known } = await h.database.pool.query(
      `select n.name || ' ' || m.outcome as said from version_vulnerabilities m join vulnerabilities n on n.id = m.vulnerability_id
       join inventory_items i on i.version_id = m.version_id where i.id = $1 order by 1`,
      [id],
    );
    const found = known.map(({ said }) => said);
    lines.push({ purl: purl.replace(/@.*/, ''), said: coverage.sentence || coverage.state, found });
  }
  return lines;
}

it('200; a scanned derivative is compared with the records that its os-release names, which decide nothing', async () => {
  const projectId = await projects.projectWith({
    'etc/os-release': 'ID=foo\nID_LIKE=debian\nVERSION_ID=1\nVERSION_CODENAME=bookworm\n',
    'var/lib/dpkg/status': statusOf('bash\nVersion: 5.1-1', 'libssl3\nVersion: 3.0.11-1\nSource: openssl'),
  });
  await projects.scan(projectId);
  const none =
    'The advisories hold no record for foo, which is like Debian (ID_LIKE of its os-release), and none for Debian.';
  expect(await answers(projectId)).toEqual([
    { purl: 'pkg:deb/foo/bash', said: none, found: [] },
    { purl: 'pkg:deb/foo/libssl3', said: none, found: [] },
  ]);
  // The first records of the parent turn it, without a scan.
  await bring(
    recordOf('TEST-LIKE-1', 'Debian:12', 'openssl', '3.0.12-1'),
    recordOf('TEST-LIKE-2', 'Debian:12', 'bash', '5.0-1'),
    recordOf('TEST-LIKE-3', 'Debian:13', 'bash', '9.0-1'),
  );
  const told = expect.stringContaining('like Debian (ID_LIKE of its os-release). It was compared as Debian 12');
  expect(await answers(projectId)).toEqual([
    { purl: 'pkg:deb/foo/bash', said: told, found: [] },
    { purl: 'pkg:deb/foo/libssl3', said: told, found: ['TEST-LIKE-1 undetermined'] },
  ]);
  const explained = await h.call(
    'GET',
    `/advisories/explain?purl=${encodeURIComponent('pkg:deb/foo/libssl3@3.0.11-1?distro=foo-1&upstream=openssl')}&vulnerabilityName=TEST-LIKE-1`,
  );
  expect([explained.status, explained.body.data?.outcome]).toEqual([200, 'undetermined']);
});

it('200; a scanned system names source packages wherever they differ, so that a package without one is compared', async () => {
  const projectId = await projects.projectWith({
    'etc/os-release': 'ID=debian\nVERSION_ID=12\n',
    'var/lib/dpkg/status': statusOf('coreutils\nVersion: 9.1-1', 'libssl3\nVersion: 3.0.11-1\nSource: openssl'),
  });
  await projects.scan(projectId);
  expect(await answers(projectId)).toEqual([
    { purl: 'pkg:deb/debian/coreutils', said: 'compared', found: [] },
    { purl: 'pkg:deb/debian/libssl3', said: 'compared', found: ['TEST-LIKE-1 affected'] },
  ]);
});

it('an imported SBOM is compared by the source packages that it names beside the package URLs, and one that names none is not', async () => {
  const componentOf = (name: string, properties: object[] = []) => ({
    type: 'library',
    name,
    version: '3.0.11-2',
    purl: `pkg:deb/debian/${name}@3.0.11-2?distro=debian-12`,
    properties,
  });
  const bring = async (components: object[]) => {
    const { body } = await h.call('POST', '/projects', { body: { name: `sbom ${components.length}` } });
    const document = { bomFormat: 'CycloneDX', specVersion: '1.5', components };
    await importForeign(h, body.id, document);
    await matchWaiting(h.app.db);
    return answers(body.id);
  };
  expect(await bring([componentOf('libcrypto-none')])).toEqual([
    { purl: 'pkg:deb/debian/libcrypto-none', said: expect.stringContaining('source package'), found: [] },
  ]);
  const source = [{ name: 'aquasecurity:trivy:SrcName', value: 'openssl' }];
  expect(await bring([componentOf('libcrypto-none', source), componentOf('libcrypto-other')])).toEqual([
    { purl: 'pkg:deb/debian/libcrypto-none', said: 'compared', found: ['TEST-LIKE-1 affected'] },
    { purl: 'pkg:deb/debian/libcrypto-other', said: 'compared', found: [] },
  ]);
});

it('project data carry from which distribution another one is made, and that source packages are named', async () => {
  const projectId = await projects.projectWith({
    'etc/os-release': 'ID=carried\nID_LIKE=debian\nVERSION_ID=1\nVERSION_CODENAME=bookworm\n',
    'var/lib/dpkg/status': statusOf('bash\nVersion: 4.1-1', 'libssl3\nVersion: 3.0.11-1\nSource: openssl'),
  });
  await projects.scan(projectId);
  const before = await answers(projectId);
  expect(before.map(({ said }) => said)).toEqual([
    expect.stringContaining('compared as Debian 12'),
    expect.stringContaining('compared as Debian 12'),
  ]);
  const data = (await h.call('GET', `/project/exportProjectData?projectId=${projectId}`)).response.rawPayload;
  // As on a server that has never scanned it.
  await h.call('DELETE', `/projects/${projectId}`);
  await h.allJobsOver();
  await h.database.pool.query(`delete from component_versions where purl like 'pkg:deb/carried/%'`);
  const { id } = (await h.call('POST', '/projects', { body: { name: 'carried' } })).body;
  await importData(h, id, data);
  await matchWaiting(h.app.db);
  expect(await answers(id)).toEqual(before);
}, 60_000);
