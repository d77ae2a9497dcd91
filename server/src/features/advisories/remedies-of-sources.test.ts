// Remedies of packages of a distribution: the records name their source packages, whose versions may have other numbers.
import { makeZip } from '@assay/scanner/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Harness, startHarness } from '../../../test/harness.ts';
import { scannedProjects } from '../../../test/scanned-projects.ts';

let h: Harness;
const projects = scannedProjects(() => h, 'sources');

const record = (id: string, name: string, fixed: string) => ({
  ...{ schema_version: '1.6.0', id, modified: new Date().toISOString() },
  affected: [
    {
      package: { ecosystem: 'Debian:12', name },
      ranges: [{ type: 'ECOSYSTEM', events: [{ introduced: '0' }, { fixed }] }],
    },
  ],
});
const RECORDS = [
  record('CVE-2026-0001', 'openssl', '3.0.9-2'),
  record('CVE-2026-0002', 'openssl', '3.0.15-1'),
  record('CVE-2026-0003', 'gcc-12', '12.2.0-15'),
];
const STATUS = `Package: libssl3
Status: install ok installed
Source: openssl
Version: 3.0.9-1
Architecture: amd64

Package: libgcc-s1
Status: install ok installed
Source: gcc-12 (12.2.0-14)
Version: 1:14.2.0-1
Architecture: amd64
`;

let projectId: number;
beforeAll(async () => {
  h = await startHarness();
  await h.work();
  const { body } = await h.call('POST', '/advisories/import?source=osv-debian&full=true&force=true', {
    raw: Buffer.from(makeZip(RECORDS.map((one) => ({ name: `${one.id}.json`, body: JSON.stringify(one) })))),
    headers: { 'x-file-name': 'all.zip', 'content-type': 'application/octet-stream' },
  });
  expect(await h.jobOver(body.id)).toMatchObject({ status: 'Completed' });
  projectId = await projects.projectWith({
    'etc/os-release': 'ID=debian\nVERSION_ID="12"\n',
    'var/lib/dpkg/status': STATUS,
  });
  await projects.scan(projectId);
}, 120_000);
afterAll(() => h.close());

const remedyOf = async (name: string) =>
  (await h.call('GET', `/projects/${projectId}/remedies`)).body.data.find(
    ({ inventoryName }: { inventoryName: string }) => inventoryName.startsWith(name),
  );

it('200; the version without all vulnerabilities of the source package, not the first that an advisory calls fixed', async () => {
  expect(await remedyOf('libssl3')).toMatchObject({
    outcome: 'RAISE',
    targetVersion: '3.0.15-1',
    curedVulnerabilities: ['CVE-2026-0001', 'CVE-2026-0002'],
    remainingVulnerabilities: [],
  });
});

it('200; a version of the source package is named as such', async () => {
  const remedy = await remedyOf('libgcc-s1');
  expect(remedy).toMatchObject({ outcome: 'RAISE', targetVersion: '12.2.0-15', remainingVulnerabilities: [] });
  expect(remedy.words).toContain('gcc-12');
});
