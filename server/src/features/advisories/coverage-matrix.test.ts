// No silent zero: ecosystems and distributions without data, with data, with old data, and derivatives, in the item, the project, the portfolio, the
// policy and the report.
import { makeZip } from '@assay/scanner/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Harness, startHarness } from '../../../test/harness.ts';
import { readZip } from '../../../test/zip-content.ts';
import { matchWaiting } from '../../advisories/match-versions.ts';
import { freshness } from '../../db/advisories/freshness.ts';
import { eachItem } from '../../db/inventories/item-lists.ts';
import { fillStandardReports } from '../../library/reports.ts';
import { explain, loadPolicy } from '../../reviews/policy.ts';

/** A package URL, and the ecosystem of the records for it as OSV names it. */
const ECOSYSTEMS: readonly (readonly [purl: string, ecosystem: string, name: string])[] = [
  ['pkg:npm/a@1.0.0', 'npm', 'other'],
  ['pkg:maven/org.example/a@1.0.0', 'Maven', 'org.example:other'],
  ['pkg:pypi/a@1.0.0', 'PyPI', 'other'],
  ['pkg:golang/example.org/a@v1.0.0', 'Go', 'example.org/other'],
  ['pkg:cargo/a@1.0.0', 'crates.io', 'other'],
  ['pkg:composer/a/a@1.0.0', 'Packagist', 'other/other'],
  ['pkg:gem/a@1.0.0', 'RubyGems', 'other'],
  ['pkg:nuget/A@1.0.0', 'NuGet', 'Other'],
  ['pkg:pub/a@1.0.0', 'Pub', 'other'],
  ['pkg:hex/a@1.0.0', 'Hex', 'other'],
  ['pkg:deb/debian/a@1.0-1?distro=debian-12&upstream=b', 'Debian:12', 'other'],
  ['pkg:deb/ubuntu/a@1.0-1?distro=ubuntu-22.04&upstream=b', 'Ubuntu:22.04:LTS', 'other'],
  ['pkg:apk/alpine/a@1.0-r0?distro=alpine-3.18&upstream=b', 'Alpine:v3.18', 'other'],
  ['pkg:rpm/rocky/a@1.0-1?distro=rocky-9&upstream=b-1.0-1.src.rpm', 'Rocky Linux:9', 'other'],
  ['pkg:rpm/almalinux/a@1.0-1?distro=almalinux-9&upstream=b-1.0-1.src.rpm', 'AlmaLinux:9', 'other'],
  [
    'pkg:rpm/redhat/a@1.0-1.el9?distro=rhel-9.4&upstream=b-1.0-1.el9.src.rpm',
    'Red Hat:enterprise_linux:9::baseos',
    'other',
  ],
  ['pkg:rpm/suse/a@1.0-1?distro=sles-15.5&upstream=b-1.0-1.src.rpm', 'SUSE:Linux Enterprise Server 15 SP5', 'other'],
  ['pkg:conan/a@1.0.0', 'ConanCenter', 'other'],
];
/** These have no records of their own, whatever is held for their parents. */
const DERIVATIVES = [
  'pkg:deb/raspbian/a@1.0-1?distro=raspbian-12&upstream=b',
  'pkg:deb/linuxmint/a@1.0-1?distro=linuxmint-21&upstream=b',
  // Only its own os-release says that it is like Debian.
  'pkg:deb/foo/a@1.0-1?distro=foo-1&upstream=b',
];
const ALL = [...ECOSYSTEMS.map(([purl]) => purl), ...DERIVATIVES];

let h: Harness;
let projectId: number;
beforeAll(async () => {
  h = await startHarness();
  await h.work();
  await fillStandardReports(h.app.db);
  projectId = (await h.call('POST', '/projects', { body: { name: 'matrix' } })).body.id;
  for (const purl of ALL)
    await h.database.pool.query(
      `with c as (insert into components (name, purl) values ($1, $1) returning id),
        v as (insert into component_versions (component_id, name, purl, distribution_like)
          select id, $2, $3, case when $3 like 'pkg:deb/foo/%' then '[{"id": "debian", "words": ["bookworm"]}]'::jsonb end from c
          returning id, component_id)
       insert into inventory_items (project_id, type, identity, name, component_id, version_id, purl, created_by, is_published, license_expression)
       select $4, 'COMPONENT', $3, $3, component_id, id, $3, 'System', true, 'MIT' from v`,
      [purl.replace(/@.*/, ''), /@([^?]*)/.exec(purl)?.[1], purl, projectId],
    );
  await matchWaiting(h.app.db);
  const rules = {
    licenses: [{ license: 'MIT', decision: 'APPROVED' }],
    vulnerabilities: { approveOnlyWithoutVulnerabilities: true, approveOnlyWithFreshData: true },
  };
  await h.call('POST', '/policies', { body: { name: 'careful', rules } });
  const used = await h.call('PUT', `/projects/${projectId}`, { body: { policyProfileName: 'careful' } });
  expect(used.status, used.text).toBe(200);
});
afterAll(() => h.close());

async function bring(modified: string) {
  const zip = makeZip(
    ECOSYSTEMS.map(([, ecosystem, name], at) => {
      const affected = [
        { package: { ecosystem, name }, ranges: [{ type: 'ECOSYSTEM', events: [{ introduced: '0' }] }] },
      ];
      const record = { schema_version: '1.6.0', id: `TEST-2026-${at + 1}`, modified, affected };
      return { name: `${at}.json`, body: JSON.stringify(record) };
    }),
  );
  const { body } = await h.call('POST', '/advisories/import?source=all&full=true&force=true', {
    raw: Buffer.from(zip),
    headers: { 'x-file-name': 'all.zip', 'content-type': 'application/octet-stream' },
  });
  expect(await h.jobOver(body.id)).toMatchObject({ status: 'Completed' });
}

/** What each item says, and what the policy decides on it. */
async function answers() {
  const policy = await loadPolicy(h.app.db, projectId);
  const lines: Record<string, string> = {};
  for await (const batch of eachItem(h.app.db, projectId, {}))
    for (const item of batch)
      lines[item.name] = `${item.not_compared_reason || 'compared'}, ${explain(policy, item, []).decision}`;
  return lines;
}

/** What a report about vulnerabilities says: of the figures, and of each item that was not compared, in every format. */
async function reports() {
  const reportId = (await h.call('GET', '/reports?path=VULNERABILITIES')).body.data[0].id;
  const started = await h.call('POST', `/projects/${projectId}/reports/${reportId}/generate`, {
    body: { options: { formats: 'text' } },
  });
  const { taskId } = started.body.data;
  expect(await h.jobOver(taskId)).toMatchObject({ status: 'Completed', error: '' });
  const { response } = await h.call('GET', `/projects/${projectId}/reports/${reportId}/download?taskId=${taskId}`);
  const files = await readZip(response.rawPayload);
  return new Map(Object.entries(files).map(([name, bytes]) => [name, bytes.toString()]));
}

/** The text of the report and both documents for programs that are written without a vulnerability name these items, and no others. */
async function expectReportsToName(purls: readonly string[]) {
  const files = await reports();
  const words = purls.length === 0 ? '' : `${purls.length} of ${ALL.length} not compared`;
  const names = [...files.keys()].sort();
  expect(names.filter((name) => !name.endsWith('.csaf.json')).length).toBeGreaterThan(2);
  for (const [name, text] of files) {
    expect([name, text.includes(words)]).toEqual([name, true]);
    if (/report\.(?:txt|json)$/.test(name)) continue;
    const named = name.endsWith('.cdx.json')
      ? JSON.parse(text).components.map(({ purl }: { purl: string }) => purl)
      : [];
    if (name.endsWith('.cdx.json')) expect(named.sort()).toEqual([...purls].sort());
    else for (const purl of ALL) expect([name, purl, text.includes(purl)]).toEqual([name, purl, purls.includes(purl)]);
  }
  return files;
}

const expected = (ofEcosystem: string) => ({
  ...Object.fromEntries(ECOSYSTEMS.map(([purl]) => [purl, ofEcosystem])),
  ...Object.fromEntries(DERIVATIVES.map((purl) => [purl, 'distribution, UNDECIDED'])),
});

it('without data, nothing was compared and nothing is approved', async () => {
  const lines = await answers();
  expect(Object.keys(lines).sort()).toEqual([...ALL].sort());
  for (const line of Object.values(lines)) expect(line).toMatch(/^(ecosystem|distribution), UNDECIDED$/);
  const { body } = await h.call('GET', `/projects/${projectId}/vulnerabilities`);
  expect(body).toMatchObject({ data: [], dataAsOf: null, coverage: { items: ALL.length, compared: 0 } });
  expect((await h.call('GET', '/advisories/status')).body.data.coverage).toMatchObject({ notCompared: ALL.length });
  await expectReportsToName(ALL);
});

it('with data, all but the derivatives were compared, and a policy approves them', async () => {
  await bring(new Date().toISOString());
  expect(await answers()).toEqual(expected('compared, APPROVED'));
  expect(await freshness(h.app.db, h.app.now(), { projectId })).toMatchObject({
    dataIsStale: false,
    coverage: { items: ALL.length, notCompared: DERIVATIVES.length },
  });
  const files = await expectReportsToName(DERIVATIVES);
  for (const text of files.values()) expect(text).not.toMatch(/out of date|older than this site allows/);
});

it('with old data, all were compared, and nothing is approved', async () => {
  await bring('2019-01-02T00:00:00Z');
  expect(await answers()).toEqual(expected('compared, UNDECIDED'));
  const { dataIsStale, dataByEcosystem } = await freshness(h.app.db, h.app.now(), { projectId });
  expect(dataIsStale).toBe(true);
  expect(dataByEcosystem.map((one) => one.dataIsStale)).toEqual(ECOSYSTEMS.map(() => true));
  const files = await expectReportsToName(DERIVATIVES);
  const told = [...files].filter(([, text]) => /out of date|older than this site allows|"true"|, stale/.test(text));
  expect(told.length).toBe(files.size);
});
