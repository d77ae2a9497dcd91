import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { makeZip } from '@assay/scanner/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Harness, type Person, startHarness } from '../../../test/harness.ts';
import { matchWaiting } from '../../advisories/match-versions.ts';
import { keepBody } from '../../contents/kept-file.ts';
import { lapseDecisions } from '../vulnerabilities/analyses.ts';

const HIGH = 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:N/I:N/A:H';
const CRITICAL = 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H';

function osv(id: string, name: string, fixed: string, more: Record<string, unknown> = {}) {
  return {
    schema_version: '1.6.0',
    id,
    modified: '2026-01-02T00:00:00Z',
    published: '2026-01-01T00:00:00Z',
    summary: `About ${name}`,
    details: 'Words.',
    severity: [{ type: 'CVSS_V3', score: HIGH }],
    affected: [
      {
        package: { ecosystem: 'npm', name },
        ranges: [{ type: 'SEMVER', events: [{ introduced: '0' }, { fixed }] }],
      },
    ],
    ...more,
  };
}

let h: Harness;
let count = 0;
beforeAll(async () => {
  h = await startHarness();
  await h.work();
});
afterAll(() => h.close());

it('404; without any data, explain says so', async () => {
  const { status, text } = await h.call('GET', '/advisories/explain?purl=pkg:npm/a@1&vulnerabilityName=CVE-1999-1');
  expect([status, text]).toEqual([404, expect.stringContaining('this server has no advisories yet')]);
});

type Zip = ReturnType<typeof makeZip>;
const bytesOf = (zip: Zip, end = zip.length) => Buffer.from(zip.subarray(0, end));

async function bring(records: object[], { source = 'osv-npm', query = '&full=true' } = {}) {
  const zip = makeZip(records.map((one, i) => ({ name: `${i}.json`, body: JSON.stringify(one) })));
  const answer = await h.call('POST', `/advisories/import?source=${source}${query}`, {
    raw: bytesOf(zip),
    headers: { 'x-file-name': 'all.zip', 'content-type': 'application/octet-stream' },
  });
  expect(answer.status, answer.text).toBe(202);
  return h.jobOver(answer.body.id);
}

/** A project with one item of npm's left-pad in a version. */
async function projectWith(purl: string, settings: Record<string, unknown> = {}) {
  const projectId = (await h.call('POST', '/projects', { body: { name: `vulnerable ${++count}`, ...settings } })).body
    .id;
  const [, name = '', version = ''] = /^pkg:npm\/(.+)@(.+)$/.exec(purl) ?? [];
  const { rows } = await h.database.pool.query(
    `with c as (insert into components (name, purl) values ($1, $2) on conflict (purl) do update set name = excluded.name returning id),
      v as (insert into component_versions (component_id, name, purl) select id, $3, $4 from c
        on conflict (component_id, name, build) do update set purl = excluded.purl returning id, component_id)
     insert into inventory_items (project_id, type, identity, name, component_id, version_id, purl, created_by, is_published, license_expression)
     select $5, 'COMPONENT', $4, $1 || ' ' || $3, component_id, id, $4, 'System', true, 'MIT' from v returning id, component_id, version_id`,
    [name, `pkg:npm/${name}`, version, purl, projectId],
  );
  await matchWaiting(h.app.db);
  const [{ id, component_id, version_id }] = rows;
  return { projectId, itemId: Number(id), componentId: Number(component_id), versionId: Number(version_id) };
}

const vulnerabilitiesOf = async (itemId: number) =>
  (await h.call('GET', `/inventories/${itemId}/vulnerabilities`)).body.data;
const summaryOf = async (projectId: number, cvss = 'V3') =>
  (await h.call('GET', `/projects/${projectId}/inventorySummary?vulnerabilitySummary=true&cvssVersion=${cvss}`)).body
    .data[0].vulnerabilitySummary;
const projectOf = async (projectId: number) => (await h.call('GET', `/projects/${projectId}`)).body.data;

describe('without any data', () => {
  it('200; a count of 0 is marked as no proof', async () => {
    const { projectId } = await projectWith('pkg:npm/nothing@1.0.0');
    expect((await projectOf(projectId)).exposure).toMatchObject({ dataAsOf: null, dataIsStale: true });
  });
});

describe('import, match, show', () => {
  it('202; the item, its version, the lists and the project have it, and a fix removes it', async () => {
    const { projectId, itemId, versionId, componentId } = await projectWith('pkg:npm/left-pad@1.2.0');
    const cve = osv('GHSA-aaaa-bbbb-0001', 'left-pad', '1.3.0', {
      aliases: ['CVE-2026-0001'],
      database_specific: { cwe_ids: ['CWE-400'] },
    });
    const job = await bring([cve, osv('GHSA-aaaa-bbbb-0002', 'other', '9.0.0')]);
    expect(job, job.error).toMatchObject({ status: 'Completed' });
    const [one, ...rest] = await vulnerabilitiesOf(itemId);
    expect(rest).toEqual([]);
    expect(one).toMatchObject({
      vulnerabilityName: 'CVE-2026-0001',
      vulnerabilityDescription: 'Words.',
      vulnerabilitySource: 'osv-npm',
      vulnerabilityCvssV2Score: 'N/A',
      vulnerabilityCvssV2Severity: 'N/A',
      vulnerabilityCvssV3Score: 7.5,
      vulnerabilityCvssV3Severity: 'HIGH',
      vulnerabilityCvssV3Vector: HIGH,
      vulnerabilityCWE: [{ name: 'CWE-400', title: 'Uncontrolled Resource Consumption' }],
      publishedDate: '2026-01-01 00:00:00',
      fixedVersions: ['1.3.0'],
    });
    expect((await h.call('GET', `/components/${versionId}/vulnerabilities`)).body.data).toEqual([one]);
    expect((await h.call('GET', `/inventories/${itemId}`)).body.data.vulnerabilities).toEqual([one]);
    expect((await h.call('GET', `/inventories/${itemId}?skipVulnerabilities=true`)).body.data.vulnerabilities).toEqual(
      [],
    );
    const long = (await h.call('GET', `/project/inventory/${projectId}`)).body.inventoryItems;
    expect(long[0].vulnerabilities).toEqual([one]);
    expect(await summaryOf(projectId)).toEqual([{ CvssV3: { Critical: 0, High: 1, Medium: 0, Low: 0, None: 0 } }]);
    expect(await summaryOf(projectId, 'V2')).toEqual([{ CvssV2: { High: 0, Medium: 0, Low: 0, Unknown: 1 } }]);
    const component = (await h.call('GET', `/components/${componentId}?vulnerabilitySummary=true&cvssVersion=V3`)).body
      .data;
    expect(
      component.versionList.find((version: { id: number }) => version.id === versionId).vulnerabilitySummary,
    ).toEqual([{ CvssV3: { Critical: 0, High: 1, Medium: 0, Low: 0, None: 0 } }]);
    expect((await projectOf(projectId)).vulnerabilities).toMatchObject({ CvssV3: { High: 1, None: 0, Unknown: 0 } });
    expect((await projectOf(projectId)).exposure.dataAsOf).toBe('2026-01-02 00:00:00');
    expect((await h.call('GET', `/projects/${projectId}/vulnerabilities`)).body.data).toMatchObject([
      { vulnerabilityName: 'CVE-2026-0001', affectedItems: 1 },
    ]);

    // A newer edition of the record: fixed earlier.
    await bring([
      { ...cve, modified: '2026-01-03T00:00:00Z', affected: osv('', 'left-pad', '1.1.0').affected },
      osv('GHSA-aaaa-bbbb-0002', 'other', '9.0.0'),
    ]);
    expect(await vulnerabilitiesOf(itemId)).toEqual([]);
    expect(await summaryOf(projectId)).toEqual([{ CvssV3: { Critical: 0, High: 0, Medium: 0, Low: 0, None: 0 } }]);

    // An older edition is not imported again, unless it is forced.
    await bring([cve, osv('GHSA-aaaa-bbbb-0002', 'other', '9.0.0')]);
    expect(await vulnerabilitiesOf(itemId)).toEqual([]);
    await bring([cve, osv('GHSA-aaaa-bbbb-0002', 'other', '9.0.0')], { query: '&full=true&force=true' });
    expect(await vulnerabilitiesOf(itemId)).toHaveLength(1);

    // A withdrawn record is reported, but not matched.
    await bring([{ ...cve, modified: '2026-01-05T00:00:00Z', withdrawn: '2026-01-04T00:00:00Z' }]);
    expect(await vulnerabilitiesOf(itemId)).toEqual([]);
    expect((await h.call('GET', '/advisories/cve-2026-0001')).body.data).toMatchObject({
      withdrawnOn: '2026-01-04 00:00:00',
    });
  });

  it('202; names of one vulnerability are one row, and separate when an alias is removed', async () => {
    const { itemId } = await projectWith('pkg:npm/grouped@1.0.0');
    const ghsa = osv('GHSA-aaaa-bbbb-0010', 'grouped', '2.0.0', { aliases: ['CVE-2026-0010'] });
    await bring([ghsa], { source: 'one' });
    await bring([osv('PYSEC-2026-10', 'grouped', '3.0.0', { aliases: ['CVE-2026-0010'] })], { source: 'two' });
    expect(
      (await vulnerabilitiesOf(itemId)).map((one: { vulnerabilityName: string }) => one.vulnerabilityName),
    ).toEqual(['CVE-2026-0010']);
    const details = (await h.call('GET', '/advisories/GHSA-aaaa-bbbb-0010')).body.data;
    expect(details.names).toEqual(['CVE-2026-0010', 'GHSA-aaaa-bbbb-0010', 'PYSEC-2026-10']);
    expect(details.records.map((one: { source: string }) => one.source)).toEqual(['one', 'two']);
    await bring([{ ...ghsa, aliases: [], modified: '2026-02-01T00:00:00Z' }], { source: 'one' });
    expect(
      (await vulnerabilitiesOf(itemId)).map((one: { vulnerabilityName: string }) => one.vulnerabilityName).sort(),
    ).toEqual(['CVE-2026-0010', 'GHSA-aaaa-bbbb-0010']);
  });

  it('202; malware is critical, a notice is no vulnerability, and one without a score is not low', async () => {
    const { itemId, projectId } = await projectWith('pkg:npm/evil@1.0.0');
    await bring(
      [
        osv('MAL-2026-1', 'evil', '9.0.0', { severity: [] }),
        osv('GHSA-aaaa-bbbb-0020', 'evil', '9.0.0', { severity: [] }),
        osv('RUSTSEC-2026-0001', 'evil', '9.0.0', {
          affected: [{ ...osv('', 'evil', '9').affected[0], database_specific: { informational: 'unmaintained' } }],
        }),
      ],
      { source: 'three' },
    );
    const found = await vulnerabilitiesOf(itemId);
    expect(
      found.map((one: Record<string, unknown>) => [
        one.vulnerabilityName,
        one.vulnerabilityKind,
        one.vulnerabilityCvssV3Severity,
        one.vulnerabilityCvssV3Score,
      ]),
    ).toEqual([
      ['MAL-2026-1', 'malware', 'CRITICAL', 'N/A'],
      ['GHSA-aaaa-bbbb-0020', 'vulnerability', 'N/A', 'N/A'],
    ]);
    // None contains those without a score: existing clients read them there, and the member is never left out.
    expect(await summaryOf(projectId)).toEqual([{ CvssV3: { Critical: 1, High: 0, Medium: 0, Low: 0, None: 1 } }]);
    expect((await projectOf(projectId)).vulnerabilities.CvssV3.Unknown).toBe(1);
  });
});

describe('handling them', () => {
  it('200; suppression removes it from lists and counts of its project, and lifting restores it', async () => {
    const { itemId, projectId, versionId, componentId } = await projectWith('pkg:npm/suppressed@1.0.0');
    const other = await projectWith('pkg:npm/suppressed@1.0.0');
    await bring([osv('GHSA-aaaa-bbbb-0030', 'suppressed', '2.0.0', { aliases: ['CVE-2026-0030'] })], {
      source: 'four',
    });
    const subject = { componentId, versionIds: [versionId], remarks: 'Not reached' };
    // By another of its names.
    const suppressed = await h.call('POST', '/vulnerability/suppress', {
      body: {
        ...subject,
        vulnerabilityName: 'GHSA-aaaa-bbbb-0030',
        reason: 'FALSE_POSITIVE',
        versionScope: 'SPECIFIC_VERSIONS',
        suppressionScope: 'PROJECT',
        suppressionDetails: { projectId, state: 'NOT_AFFECTED', justification: 'CODE_NOT_REACHABLE' },
      },
    });
    expect(suppressed.status, suppressed.text).toBe(200);
    expect(await vulnerabilitiesOf(itemId)).toEqual([]);
    expect(await summaryOf(projectId)).toEqual([{ CvssV3: { Critical: 0, High: 0, Medium: 0, Low: 0, None: 0 } }]);
    expect(await vulnerabilitiesOf(other.itemId)).toHaveLength(1);
    const analysis = (await h.call('GET', `/inventories/${itemId}/vulnerabilities/analysis`)).body.data
      .analyzedVulnerabilities;
    expect(analysis).toMatchObject([{ suppressed: true, analysis: { state: 'NOT_AFFECTED', detail: 'Not reached' } }]);
    const affected = (await h.call('GET', '/advisories/CVE-2026-0030/items')).body.data;
    expect(affected.map((one: { projectId: number; suppressed: boolean }) => [one.projectId, one.suppressed])).toEqual([
      [projectId, true],
      [other.projectId, false],
    ]);
    const lifted = await h.call('POST', '/vulnerability/unSuppress', {
      body: {
        ...subject,
        vulnerabilityName: 'GHSA-aaaa-bbbb-0030',
        suppressionScope: 'PROJECT',
        suppressionDetails: { projectId },
      },
    });
    expect(lifted.status, lifted.text).toBe(200);
    expect(await vulnerabilitiesOf(itemId)).toHaveLength(1);
  });

  it('200; lists of all projects leave out what is suppressed everywhere or not visible', async () => {
    const [one, two] = [await projectWith('pkg:npm/shared@1.0.0'), await projectWith('pkg:npm/shared@1.0.0')];
    const ids = [1, 2, 3].map((n) => `GHSA-shrd-bbbb-003${n}`);
    await bring(
      ids.map((id) => osv(id, 'shared', '2.0.0')),
      { source: 'shared' },
    );
    const suppress = (vulnerabilityName: string, scope: object) =>
      h.call('POST', '/vulnerability/suppress', {
        body: {
          vulnerabilityName,
          componentId: one.componentId,
          versionIds: [one.versionId],
          remarks: 'Not reached',
          reason: 'FALSE_POSITIVE',
          versionScope: 'SPECIFIC_VERSIONS',
          ...scope,
        },
      });
    const inProject = {
      suppressionScope: 'PROJECT',
      suppressionDetails: { projectId: one.projectId, state: 'NOT_AFFECTED', justification: 'CODE_NOT_REACHABLE' },
    };
    for (const [id, scope] of [
      [ids[1], inProject],
      [ids[2], { suppressionScope: 'GLOBAL' }],
    ] as const) {
      const answer = await suppress(String(id), scope);
      expect(answer.status, answer.text).toBe(200);
    }
    const listed = async (path: string, as?: Person) =>
      (await h.call('GET', path, as ? { as } : {})).body.data.map(
        (row: { vulnerabilityName: string; affectedItems: number }) => [row.vulnerabilityName, row.affectedItems],
      );
    const everywhere = '/advisories?affecting=true&search=GHSA-shrd';
    expect(await listed(everywhere)).toEqual([
      [ids[0], 2],
      [ids[1], 1],
    ]);
    expect(await listed(`/projects/${one.projectId}/vulnerabilities`)).toEqual([[ids[0], 1]]);
    expect(await listed(`/projects/${two.projectId}/vulnerabilities`)).toHaveLength(2);
    expect(await listed(`${everywhere}&limit=1&offset=2`)).toEqual([[ids[1], 1]]);
    expect((await h.call('GET', `${everywhere}&limit=1&offset=3`)).status).toBe(400);
    const stranger = await h.person('stranger of shared');
    expect(await listed(everywhere, stranger)).toHaveLength(2);
    await h.call('PUT', `/projects/${two.projectId}`, { body: { privateProject: true } });
    expect(await listed(everywhere, stranger)).toEqual([[ids[0], 1]]);
  });

  it('202; a new one creates an alert, raises the priority, and rejects if the project wants it', async () => {
    const { itemId, projectId } = await projectWith('pkg:npm/alerted@1.0.0', {});
    await h.call('PUT', `/projects/${projectId}`, { body: { reviewSettings: { rejectOnNewVulnerabilities: true } } });
    const record = osv('GHSA-aaaa-bbbb-0040', 'alerted', '2.0.0', { severity: [{ type: 'CVSS_V3', score: CRITICAL }] });
    await bring([record], { source: 'five' });
    const alerts = (await h.call('GET', `/projects/${projectId}/vulnerabilityAlerts`)).body.data;
    expect(alerts).toMatchObject([
      { inventoryId: itemId, vulnerabilityName: 'GHSA-aaaa-bbbb-0040', priority: 'HIGH', isOpen: true },
    ]);
    const item = (await h.call('GET', `/inventories/${itemId}`)).body.data;
    expect([item.inventoryReviewStatus, item.priority]).toEqual(['Rejected', 'High']);
    const open = await h.call('GET', `/project/inventory/${projectId}?alerts=OPEN`);
    expect(open.body.inventoryItems).toHaveLength(1);
    await bring([{ ...record, modified: '2026-02-02T00:00:00Z' }], { source: 'five' });
    expect((await h.call('GET', `/projects/${projectId}/vulnerabilityAlerts?state=ANY`)).body.data).toHaveLength(1);
    const close = await h.call('PUT', `/vulnerabilityAlerts/${alerts[0].id}`, { body: { isOpen: false } });
    expect(close.status, close.text).toBe(200);
    expect((await h.call('GET', `/project/inventory/${projectId}?alerts=OPEN`)).body.inventoryItems).toHaveLength(0);
  });

  it('200; who is affected now and was before, by vulnerability, package URL and name', async () => {
    const { projectId, itemId } = await projectWith('pkg:npm/keyv@6.0.0');
    await bring([osv('GHSA-aaaa-bbbb-0050', 'keyv', '7.0.0')], { source: 'six' });
    for (const by of ['GHSA-aaaa-bbbb-0050', 'pkg:npm/keyv@6.0.0', 'keyv 6.0.0', 'keyv'])
      expect((await h.call('GET', `/advisories/affected?by=${encodeURIComponent(by)}`)).body.data, by).toMatchObject([
        { projectId },
      ]);
    expect((await h.call('GET', `/advisories/affected?by=keyv%205.0.0`)).body.data).toEqual([]);
    await h.database.pool.query('delete from inventory_items where id = $1', [itemId]);
    expect((await h.call('GET', '/advisories/affected?by=keyv')).body.data).toEqual([]);
    expect((await h.call('GET', '/advisories/affected?by=keyv&from=2020-01-01')).body.data).toMatchObject([
      { projectId, inventoryId: itemId },
    ]);
    const stranger = await h.person('stranger');
    await h.call('PUT', `/projects/${projectId}`, { body: { privateProject: true } });
    expect((await h.call('GET', '/advisories/affected?by=keyv&from=2020-01-01', { as: stranger })).body.data).toEqual(
      [],
    );
  });

  it('200; the reasons for and against a match', async () => {
    await bring([osv('GHSA-aaaa-bbbb-0060', 'explained', '2.0.0')], { source: 'seven' });
    const explain = async (purl: string) =>
      (
        await h.call(
          'GET',
          `/advisories/explain?purl=${encodeURIComponent(purl)}&vulnerabilityName=ghsa-aaaa-bbbb-0060`,
        )
      ).body.data;
    expect(await explain('pkg:npm/explained@1.9.9')).toMatchObject({
      outcome: 'affected',
      records: [{ source: 'seven', why: [expect.stringContaining('before 2.0.0, where it is fixed')] }],
    });
    expect(await explain('pkg:npm/explained@2.0.0')).toMatchObject({ outcome: 'not-affected' });
    expect(await explain('pkg:npm/explained')).toMatchObject({ outcome: 'undetermined' });
    const other = await h.call('GET', '/advisories/explain?purl=pkg:npm/a@1&vulnerabilityName=CVE-1999-1');
    expect([other.status, other.text]).toEqual([404, expect.stringContaining('no record of an enabled source')]);
  });
});

describe('failed imports', () => {
  it('failed; a truncated archive leaves the data in use, and the status gives the reason', async () => {
    const { itemId } = await projectWith('pkg:npm/kept@1.0.0');
    const records = Array.from({ length: 40 }, (_, i) =>
      osv(`GHSA-kept-0000-${1000 + i}`, i === 0 ? 'kept' : `kept-${i}`, '2.0.0'),
    );
    await bring(records, { source: 'eight' });
    const zip = makeZip(records.slice(1).map((one, i) => ({ name: `${i}.json`, body: JSON.stringify(one) })));
    const answer = await h.call('POST', '/advisories/import?source=eight&full=true', {
      raw: bytesOf(zip, zip.length - 2000),
      headers: { 'x-file-name': 'all.zip', 'content-type': 'application/octet-stream' },
    });
    const job = await h.jobOver(answer.body.id);
    expect(job.status).toBe('Failed');
    expect(job.error).toContain('Its earlier data stay in use');
    expect(await vulnerabilitiesOf(itemId)).toHaveLength(1);
    const status = (await h.call('GET', '/advisories/status')).body.data;
    expect(status.sources.find((one: { name: string }) => one.name === 'eight')).toMatchObject({
      lastError: expect.stringContaining('not read completely'),
    });
  });

  it('failed; a source that lost most of its records keeps them', async () => {
    const records = Array.from({ length: 300 }, (_, i) => osv(`GHSA-many-0000-${1000 + i}`, `many-${i}`, '2.0.0'));
    await bring(records, { source: 'nine' });
    const job = await bring(records.slice(0, 3), { source: 'nine' });
    expect(job).toMatchObject({ status: 'Failed', error: expect.stringContaining('only 3 of its 300 records') });
  });

  it('completed; a chain of aliases that would join 10,000 names is reported and not joined', async () => {
    const chain = Array.from({ length: 3000 }, (_, i) =>
      osv(`X-${10_000 + i}`, `chain-${i}`, '2.0.0', { aliases: [`X-${10_001 + i}`] }),
    );
    const job = await bring(chain, { source: 'ten' });
    expect(job).toMatchObject({ status: 'Completed' });
    const details = (await h.call('GET', '/advisories/X-10000')).body.data;
    expect(details.names.length).toBeLessThanOrEqual(64);
  });

  it('202 for eight files that are sent at once: they are imported one after the other', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, at) =>
        h.call('POST', `/advisories/import?source=atonce-${at}`, {
          raw: Buffer.from(JSON.stringify(osv(`X-AT-ONCE-${at}`, `at-once-${at}`, '2.0.0'))),
          headers: { 'x-file-name': `${at}.json`, 'content-type': 'application/octet-stream' },
        }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(202));
    for (const { body } of answers) expect(await h.jobOver(body.id)).toMatchObject({ status: 'Completed', error: '' });
    const { data } = (await h.call('GET', '/advisories/status')).body;
    const sources = data.sources.filter(({ name }: { name: string }) => name.startsWith('atonce-'));
    expect(sources.map(({ records }: { records: number }) => records)).toEqual(Array(8).fill(1));
  });

  it('400, 403 and 404', async () => {
    const person = await h.person('plain-person');
    const headers = { 'x-file-name': 'all.exe' };
    expect((await h.call('POST', '/advisories/import?source=x', { raw: Buffer.from('x'), headers })).status).toBe(400);
    expect((await h.call('POST', '/advisories/update', { body: {}, as: person })).status).toBe(403);
    expect((await h.call('GET', '/advisories/CVE-1999-0000')).status).toBe(404);
    expect(
      (await h.call('GET', '/advisories/explain?purl=nonsense&vulnerabilityName=GHSA-aaaa-bbbb-0060')).status,
    ).toBe(400);
  });
});

it('200; components whose cycle has ended, or will end', async () => {
  const { projectId, itemId } = await projectWith('pkg:npm/vue@2.7.16');
  const cycles = [
    { cycle: '2', eol: '2023-12-31' },
    { cycle: '3', eol: false },
  ];
  const { body } = await h.call('POST', '/advisories/import?source=eol', {
    raw: Buffer.from(makeZip([{ name: 'vue.json', body: JSON.stringify(cycles) }])),
    headers: { 'x-file-name': 'eol.zip', 'content-type': 'application/octet-stream' },
  });
  expect(await h.jobOver(body.id)).toMatchObject({ status: 'Completed' });
  expect((await h.call('GET', `/projects/${projectId}/endsOfLife`)).body.data).toEqual([
    {
      inventoryId: itemId,
      inventoryName: 'vue 2.7.16',
      purl: 'pkg:npm/vue@2.7.16',
      product: 'vue',
      cycle: '2',
      endsOn: '2023-12-31',
      hasEnded: true,
      source: 'eol',
    },
  ]);
});

describe('analyses of one or many', () => {
  const analyze = (projectId: number, body: object) =>
    h.call('POST', `/projects/${projectId}/vulnerabilityAnalyses`, { body });
  const analysesOf = async (itemId: number, state = 'ANY') =>
    (await h.call('GET', `/inventories/${itemId}/vulnerabilities/analysis?analysisState=${state}`)).body.data
      .analyzedVulnerabilities;

  it('200; previewed, kept without suppressing, suppressed until a day, lapsed, and withdrawn', async () => {
    const { projectId, itemId } = await projectWith('pkg:npm/many@1.0.0');
    await bring([osv('GHSA-aaaa-bbbb-0070', 'many', '2.0.0'), osv('GHSA-aaaa-bbbb-0071', 'many', '3.0.0')]);
    const all = { inventoryIds: [itemId] };
    const preview = (await analyze(projectId, { ...all, state: 'EXPLOITABLE', previewOnly: true })).body.data;
    expect(preview).toMatchObject({ total: 2, leftOff: 0, changes: [{ change: 'NEW', stateBefore: '' }, {}] });
    expect(await analysesOf(itemId)).toEqual([]);

    // Kept without suppressing: it counts, and is listed.
    const kept = { ...all, state: 'EXPLOITABLE', response: 'UPDATE', detail: 'Reached by uploads' };
    expect((await analyze(projectId, kept)).body.data.total).toBe(2);
    expect(await vulnerabilitiesOf(itemId)).toHaveLength(2);
    expect(await analysesOf(itemId, 'SUPPRESSED')).toEqual([]);
    expect(await analysesOf(itemId, 'UNSUPPRESSED')).toMatchObject([
      {
        vulnerabilityName: 'GHSA-aaaa-bbbb-0070',
        suppressed: false,
        analysis: { state: 'EXPLOITABLE', justification: '', response: 'UPDATE', detail: 'Reached by uploads' },
        analyzedBy: 'admin',
        expiresOn: '',
      },
      { vulnerabilityName: 'GHSA-aaaa-bbbb-0071' },
    ]);
    expect((await analyze(projectId, { ...kept, previewOnly: true })).body.data.changes[0].change).toBe('SAME');

    // One of them is suppressed until a day.
    const one = {
      vulnerabilityNames: ['ghsa-aaaa-bbbb-0070'],
      state: 'NOT_AFFECTED',
      justification: 'CODE_NOT_PRESENT',
    };
    expect((await analyze(projectId, { ...one, suppress: true, expiresOn: '2020-01-01' })).status).toBe(400);
    expect((await analyze(projectId, { ...one, suppress: true, expiresOn: 'soon' })).status).toBe(400);
    const ground = { path: 'src/a.js', sha256: 'ab' };
    const { changes } = (await analyze(projectId, { ...one, suppress: true, expiresOn: '2099-12-31', ground })).body
      .data;
    expect(changes).toMatchObject([{ change: 'CHANGED', stateBefore: 'EXPLOITABLE', wasSuppressed: false }]);
    expect(await vulnerabilitiesOf(itemId)).toHaveLength(1);
    expect(await analysesOf(itemId)).toMatchObject([
      {
        suppressed: true,
        suppressedEverywhere: false,
        expiresOn: '2099-12-31 23:59:59',
        analysis: { state: 'NOT_AFFECTED' },
      },
      { suppressed: false },
    ]);
    const decisions = (await h.call('GET', `/inventories/${itemId}/decisions`)).body.data;
    expect(decisions[0]).toMatchObject({
      kind: 'analysis',
      subject: { advisory: 'GHSA-aaaa-bbbb-0070', component: 'pkg:npm/many' },
      value: { state: 'NOT_AFFECTED', isSuppressed: true, version: '1.0.0' },
      ground: { by: 'person', path: 'src/a.js', sha256: 'ab' },
      author: 'admin',
      expiresOn: '2099-12-31 23:59:59',
    });

    // The day has come: it counts again, its alert is open again, and its analysis is gone.
    const { rows } = await h.database.pool.query('select id from vulnerability_alerts where item_id = $1', [itemId]);
    expect(rows).toHaveLength(2);
    await h.database.pool.query('update vulnerability_alerts set is_open = false where item_id = $1', [itemId]);
    await h.database.pool.query(
      "update suppressed_versions set expires_at = '2026-01-01' where expires_at is not null",
    );
    await lapseDecisions(h.app);
    expect(await vulnerabilitiesOf(itemId)).toHaveLength(2);
    expect((await analysesOf(itemId)).map((row: { suppressed: boolean }) => row.suppressed)).toEqual([false]);
    expect((await h.call('GET', `/projects/${projectId}/vulnerabilityAlerts`)).body.data).toMatchObject([
      { vulnerabilityName: 'GHSA-aaaa-bbbb-0070', isOpen: true },
    ]);

    const lift = await h.call('POST', `/projects/${projectId}/vulnerabilityAnalyses/lift`, {
      body: { ...all, remarks: 'Wrong' },
    });
    expect(lift.body.data).toMatchObject({ total: 1, changes: [{ change: 'LIFTED', stateBefore: 'EXPLOITABLE' }] });
    expect(await analysesOf(itemId)).toEqual([]);
  });

  it('400 without a target; what is suppressed everywhere stays so', async () => {
    const { projectId, itemId, componentId, versionId } = await projectWith('pkg:npm/everywhere@1.0.0');
    await bring([osv('GHSA-aaaa-bbbb-0075', 'everywhere', '2.0.0')]);
    expect((await analyze(projectId, { state: 'IN_TRIAGE' })).status).toBe(400);
    await h.call('POST', '/vulnerability/suppress', {
      body: {
        componentId,
        versionIds: [versionId],
        vulnerabilityName: 'GHSA-aaaa-bbbb-0075',
        reason: 'FALSE_POSITIVE',
        remarks: 'No',
        versionScope: 'SPECIFIC_VERSIONS',
        expiresOn: '2099-01-01 12:00:00',
      },
    });
    const { changes } = (await analyze(projectId, { inventoryIds: [itemId], state: 'EXPLOITABLE' })).body.data;
    expect(changes).toMatchObject([{ change: 'SUPPRESSED_EVERYWHERE', wasSuppressed: true }]);
    expect(await analysesOf(itemId)).toMatchObject([{ suppressedEverywhere: true, expiresOn: '2099-01-01 12:00:00' }]);
  });
});

it('a body that is refused while it is received is read to its end, so that the sender gets the answer', async () => {
  const limit = { maxBytes: 2, what: 'file of advisories' };
  const body = Readable.from(Array.from({ length: 40 }, () => Buffer.alloc(70_000)));
  await expect(keepBody(h.app, body, limit)).rejects.toMatchObject({ code: 'tooLarge' });
  await finished(body);
  await expect(keepBody(h.app, Readable.from([]), limit)).rejects.toThrow('it must be the file of advisories');
});
