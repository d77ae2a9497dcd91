// A supplier's statements become analyses of the items that they name, with the document as ground. Decisions of
// people stay.
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type Harness, startHarness } from '../../../test/harness.ts';

let h: Harness;
let count = 0;
let projectId: number;
/** The names of this test's two vulnerabilities; both affect both items. */
let cves: string[];
let itemIds: number[];
beforeAll(async () => {
  h = await startHarness();
});
afterAll(() => h.close());
beforeEach(async () => {
  count++;
  projectId = (await h.call('POST', '/projects', { body: { name: `vex ${count}` } })).body.id;
  cves = [`CVE-2026-${count}1`, `CVE-2026-${count}2`];
  itemIds = [];
  for (const name of cves)
    await h.database.pool.query(
      `with v as (insert into vulnerabilities (name, severity_v3, is_recorded) values ($1, 'HIGH', true) returning id)
       insert into vulnerability_names (name_key, vulnerability_id) select lower($1), id from v`,
      [name],
    );
  for (const name of ['a', 'b']) {
    const { rows } = await h.database.pool.query(
      `with c as (insert into components (name, purl) values ($1, 'pkg:npm/' || $1) returning id),
        cv as (insert into component_versions (component_id, name, purl) select id, '1.0.0', 'pkg:npm/' || $1 || '@1.0.0' from c returning id, component_id),
        m as (insert into version_vulnerabilities (version_id, vulnerability_id, outcome, advisory_ids)
          select cv.id, n.vulnerability_id, 'affected', '{}' from cv, vulnerability_names n where n.name_key = any($2))
       insert into inventory_items (project_id, type, identity, name, component_id, version_id, created_by, license_expression)
       select $3, 'COMPONENT', $1, $1, cv.component_id, cv.id, 'System', 'MIT' from cv returning id`,
      [`${name}${count}`, cves.map((cve) => cve.toLowerCase()), projectId],
    );
    itemIds.push(Number(rows[0].id));
  }
  await h.database.pool.query('select refresh_exposures($1::bigint[])', [itemIds]);
});

const purl = (name: string, version = '1.0.0') => `pkg:npm/${name}${count}@${version}`;

interface Said {
  cve?: number;
  products?: unknown[];
  status?: string;
  timestamp?: string;
  justification?: string;
  impact_statement?: string;
}

function openvex(statements: Said[], more: object = {}) {
  return {
    '@context': 'https://openvex.dev/ns/v0.2.0',
    '@id': 'https://example.org/vex/1',
    author: 'Example House',
    timestamp: '2026-01-02T03:04:05Z',
    statements: statements.map(({ cve = 0, ...said }) => ({
      vulnerability: { name: cves[cve] },
      products: [{ '@id': purl('a') }],
      status: 'not_affected',
      justification: 'vulnerable_code_not_in_execute_path',
      ...said,
    })),
    ...more,
  };
}

async function send(document: object | string, query = '', more: Partial<Parameters<Harness['call']>[2]> = {}) {
  const raw = Buffer.from(typeof document === 'string' ? document : JSON.stringify(document));
  const headers = { 'content-type': 'application/octet-stream' };
  return h.call('POST', `/projects/${projectId}/vulnerabilityAnalyses/import${query}`, { raw, headers, ...more });
}
const changesOf = ({ body }: Awaited<ReturnType<typeof send>>) =>
  body.data.changes.map(({ inventoryName, vulnerabilityName, change }: Record<string, string>) => [
    inventoryName?.replace(String(count), ''),
    cves.indexOf(vulnerabilityName ?? ''),
    change,
  ]);
const analysesOf = async (itemId: number | undefined) =>
  (await h.call('GET', `/inventories/${itemId}/vulnerabilities/analysis`)).body.data.analyzedVulnerabilities;
const countedIn = async (itemId: number | undefined) =>
  (await h.call('GET', `/inventories/${itemId}/vulnerabilities`)).body.data.length;

it('200; a statement becomes an analysis of its item only, with the supplier and the document as ground', async () => {
  const document = openvex([
    { impact_statement: 'Never called.' },
    { cve: 1, products: [purl('b', '2.0.0'), 'nginx'] },
    { products: ['nginx'] },
  ]);
  const preview = await send(document, '?previewOnly=true&suppress=true');
  const expected = {
    format: 'OpenVEX',
    document: 'https://example.org/vex/1',
    supplier: 'Example House',
    statements: 3,
    unmatched: 2,
    total: 1,
    decided: 1,
    leftOff: 0,
    changes: [{ inventoryId: itemIds[0], vulnerabilityName: cves[0], change: 'NEW', state: 'NOT_AFFECTED' }],
    issues: [],
  };
  expect(preview.body.data).toMatchObject(expected);
  expect(await analysesOf(itemIds[0])).toEqual([]);
  expect((await send(document, '?suppress=true')).body.data).toMatchObject(expected);
  expect(await analysesOf(itemIds[0])).toMatchObject([
    {
      vulnerabilityName: cves[0],
      suppressed: true,
      analysis: {
        state: 'NOT_AFFECTED',
        justification: 'CODE_NOT_REACHABLE',
        detail: 'According to Example House: not_affected, vulnerable_code_not_in_execute_path. Never called.',
      },
      analyzedBy: 'admin',
    },
  ]);
  expect([await countedIn(itemIds[0]), await countedIn(itemIds[1])]).toEqual([1, 2]);
  const { data } = (await h.call('GET', `/inventories/${itemIds[0]}/decisions`)).body;
  expect(data).toMatchObject([
    {
      kind: 'analysis',
      subject: { advisory: cves[0] },
      ground: {
        by: 'import',
        source: 'OpenVEX document https://example.org/vex/1',
        decidedBy: 'Example House',
        decidedOn: '2026-01-02T03:04:05.000Z',
        words: 'Never called.',
        statement: 'not_affected, vulnerable_code_not_in_execute_path',
        sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      },
      author: 'admin',
    },
  ]);
  expect(changesOf(await send(document, '?suppress=true'))).toEqual([['a', 0, 'SAME']]);
});

it('200; a newer statement of the supplier replaces his older one; decisions of people stay', async () => {
  await send(openvex([{ status: 'under_investigation' }, { products: [purl('b')] }]));
  const people = { inventoryIds: [itemIds[1]], vulnerabilityNames: [cves[0]], state: 'EXPLOITABLE', detail: 'Seen' };
  await h.call('POST', `/projects/${projectId}/vulnerabilityAnalyses`, { body: people });
  const fixed = { status: 'fixed', timestamp: '2026-02-01T00:00:00Z' };
  const answer = await send(openvex([fixed, { ...fixed, products: [purl('b')] }]));
  expect(changesOf(answer)).toEqual([
    ['a', 0, 'CHANGED'],
    ['b', 0, 'KEPT'],
  ]);
  expect(answer.body.data.decided).toBe(1);
  expect(changesOf(await send(openvex([{ status: 'affected' }])))).toEqual([['a', 0, 'KEPT']]);
  const other = openvex([{ status: 'affected', timestamp: '2026-03-01T00:00:00Z' }], { author: 'Somebody' });
  expect(changesOf(await send(other))).toEqual([['a', 0, 'KEPT']]);
  expect(await analysesOf(itemIds[0])).toMatchObject([{ analysis: { state: 'RESOLVED' } }]);
  expect(await analysesOf(itemIds[1])).toMatchObject([{ analysis: { state: 'EXPLOITABLE', detail: 'Seen' } }]);
});

it('200; affected or open vulnerabilities are never suppressed, and the newest statement counts', async () => {
  const document = openvex([
    { status: 'affected', timestamp: '2026-03-01T00:00:00Z' },
    { status: 'fixed', timestamp: '2026-02-01T00:00:00Z' },
    { cve: 1, status: 'under_investigation' },
  ]);
  expect(changesOf(await send(document, '?suppress=true'))).toEqual([
    ['a', 0, 'NEW'],
    ['a', 1, 'NEW'],
  ]);
  const states = (await analysesOf(itemIds[0])).map((one: { analysis: { state: string } }) => one.analysis.state);
  expect([states.sort(), await countedIn(itemIds[0])]).toEqual([['EXPLOITABLE', 'IN_TRIAGE'], 2]);
});

it('200; statements about the product that the project is apply to the parts that they name', async () => {
  const products = [{ '@id': 'pkg:oci/shop@1', subcomponents: [{ '@id': purl('b') }] }];
  expect(changesOf(await send(openvex([{ products }])))).toEqual([]);
  expect(changesOf(await send(openvex([{ products }]), '?product=pkg:oci/shop@2'))).toEqual([]);
  expect(changesOf(await send(openvex([{ products }]), '?product=pkg:oci/shop@1'))).toEqual([['b', 0, 'NEW']]);
});

it('200; CycloneDX and CSAF too', async () => {
  const cyclonedx = {
    bomFormat: 'CycloneDX',
    metadata: { supplier: { name: 'Example House' } },
    vulnerabilities: [{ id: cves[0], analysis: { state: 'false_positive' }, affects: [{ ref: purl('a') }] }],
  };
  const csaf = {
    document: { csaf_version: '2.0', publisher: { name: 'Example House' }, tracking: { id: 'EX-1' } },
    product_tree: {
      full_product_names: [{ product_id: 'b', product_identification_helper: { purl: purl('b') } }],
    },
    vulnerabilities: [{ cve: cves[1], product_status: { fixed: ['b'] } }],
  };
  expect(changesOf(await send(cyclonedx))).toEqual([['a', 0, 'NEW']]);
  expect(changesOf(await send(csaf))).toEqual([['b', 1, 'NEW']]);
});

it.each<[string, object | string, string, string]>([
  ['no JSON', 'VEX', '', 'must be JSON (OpenVEX, CSAF, CycloneDX)'],
  ['another document', { spdxVersion: 'SPDX-2.3' }, '', 'no format of VEX'],
  ['a product that is none', { bomFormat: 'CycloneDX' }, '?product=pkg:', '"product"'],
  ['nothing', '', '', 'empty'],
])('400 for %s', async (_what, document, query, words) => {
  const { status, text } = await send(document, query);
  expect([status, text.replaceAll('\\"', '"')]).toEqual([400, expect.stringContaining(words)]);
});

it('403 without the right to analyse', async () => {
  const { status } = await send(openvex([{}]), '', { as: await h.person(`reader${count}`) });
  expect([status, await analysesOf(itemIds[0])]).toEqual([403, []]);
});
