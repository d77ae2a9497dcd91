// A project says which product it is: statements of VEX sources about the product and its parts decide there, and nowhere else.
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type Harness, startHarness } from '../../../test/harness.ts';
import { importAdvisories } from '../../advisories/import.ts';
import { matchWaiting } from '../../advisories/match-versions.ts';
import { reportNewsOfItems } from '../../advisories/news.ts';
import { keepRules } from '../../analysis-rules/changes.ts';

let h: Harness;
let count = 0;
let source: string;
let cve: string;
let shop: string;
let own: number;
let other: number;
beforeAll(async () => {
  h = await startHarness();
});
afterAll(() => h.close());
beforeEach(async () => {
  count++;
  source = `house-${count}`;
  cve = `CVE-2026-${1000 + count}`;
  shop = `pkg:oci/shop${count}@1.2`;
  own = await project('own');
  other = await project('other');
  await publish('a');
});

async function publish(name: string, id = cve) {
  const record = {
    id,
    modified: '2026-01-01T00:00:00Z',
    summary: 'A hole',
    affected: [
      {
        package: { ecosystem: 'npm', name: `${name}${count}` },
        ranges: [{ type: 'SEMVER', events: [{ introduced: '0' }] }],
      },
    ],
  };
  await importAdvisories(
    h.app,
    (async function* () {
      yield { type: 'file' as const, path: `${id}.json`, bytes: Buffer.from(JSON.stringify(record)) };
      yield { type: 'end' as const, problem: '' };
    })(),
    { source: 'osv-npm', isFull: false },
  );
  await reportNewsOfItems(h.app);
}

async function project(title: string): Promise<number> {
  return (await h.call('POST', '/projects', { body: { name: `${title} ${count}` } })).body.id;
}

/** An item, as a person adds it: the background notices it. */
async function item(projectId: number, name: string): Promise<number> {
  const { rows } = await h.database.pool.query(
    `with c as (insert into components (name, purl) values ($1, 'pkg:npm/' || $1) on conflict do nothing returning id),
      own as (select id from c union all select id from components where purl = 'pkg:npm/' || $1 limit 1),
      v as (insert into component_versions (component_id, name, purl) select id, '1.0.0', 'pkg:npm/' || $1 || '@1.0.0' from own
        on conflict do nothing returning id, component_id),
      one as (select id, component_id from v union all
        select id, component_id from component_versions where purl = 'pkg:npm/' || $1 || '@1.0.0' limit 1)
     insert into inventory_items (project_id, type, identity, name, component_id, version_id, created_by, license_expression)
     select $2, 'COMPONENT', $1, $1, component_id, id, 'System', 'MIT' from one returning id`,
    [`${name}${count}`, projectId],
  );
  while (await matchWaiting(h.app.db));
  return Number(rows[0].id);
}

const part = (name = 'a') => ({ '@id': `pkg:npm/${name}${count}@1.0.0` });
const openvex = (statements: object[], more: object = {}) => ({
  '@context': 'https://openvex.dev/ns/v0.2.0',
  '@id': `https://example.org/vex/${count}`,
  author: 'Example House',
  timestamp: '2026-01-02T03:04:05Z',
  version: 1,
  statements: statements.map((said) => ({
    vulnerability: { name: cve },
    products: [{ '@id': shop, subcomponents: [part()] }],
    status: 'not_affected',
    justification: 'vulnerable_code_not_in_execute_path',
    ...said,
  })),
  ...more,
});
async function send(document: object, to = source) {
  const { body } = await h.call('POST', `/advisories/vex/${to}/documents`, {
    raw: Buffer.from(JSON.stringify(document)),
    headers: { 'content-type': 'application/octet-stream' },
  });
  return body.data;
}
const say = (products: string[], projectId = own) =>
  h.call('PUT', `/projects/${projectId}/products`, { body: { products } });
const counted = async (...ids: number[]) =>
  Promise.all(ids.map(async (id) => (await h.call('GET', `/inventories/${id}/vulnerabilities`)).body.data.length));
const decided = async (query = '') => (await h.call('GET', `/advisories/vex/${source}/decisions${query}`)).body.data;
const analyses = async (id: number) =>
  (await h.call('GET', `/inventories/${id}/vulnerabilities/analysis`)).body.data.analyzedVulnerabilities;
async function alerts(projectId: number) {
  const { body } = await h.call('GET', `/projects/${projectId}/vulnerabilityAlerts?state=ANY`);
  return body.data.map(({ isOpen, closedBy }: Record<string, unknown>) => [isOpen, closedBy]);
}

it('200; a statement about a part of the product decides in the project that is the product, and not elsewhere', async () => {
  await say([shop]);
  const [mine, theirs] = [await item(own, 'a'), await item(other, 'a')];
  await publish('a');
  expect(await send(openvex([{}]))).toMatchObject({ statements: 1, leftOut: 0, ofProducts: 1, decided: 1 });
  expect(await counted(mine, theirs)).toEqual([0, 1]);
  expect(await analyses(mine)).toMatchObject([
    { suppressed: true, analysis: { state: 'NOT_AFFECTED' }, analyzedBy: `VEX source ${source}` },
  ]);
  expect(await analyses(theirs)).toEqual([]);
  expect(await decided()).toMatchObject([{ inventoryId: mine, isOfProduct: true, effect: 'DECIDES' }]);
  const decisions = (await h.call('GET', `/inventories/${mine}/decisions`)).body.data;
  expect(decisions).toMatchObject([
    { kind: 'analysis', value: { isSuppressed: true }, ground: { decidedBy: 'Example House' } },
  ]);
  expect((await h.call('GET', `/inventories/${theirs}/decisions`)).body.data).toEqual([]);
  expect((await h.call('GET', `/advisories/vex/${source}/documents`)).body.data).toMatchObject([{ ofProducts: 1 }]);
});

it('200; said later, it decides at once; said no longer, all of it is open again', async () => {
  const [mine, theirs] = [await item(own, 'a'), await item(other, 'a')];
  await send(openvex([{}]));
  expect(await counted(mine, theirs)).toEqual([1, 1]);
  const answer = await say([shop]);
  expect([answer.status, answer.body.data]).toEqual([200, { decided: 1, ended: 0 }]);
  expect(await counted(mine, theirs)).toEqual([0, 1]);
  expect((await say([`${shop.split('@')[0]}@1.3`])).body.data).toEqual({ decided: 0, ended: 1 });
  expect(await counted(mine)).toEqual([1]);
  await say([shop]);
  expect((await say([])).body.data).toEqual({ decided: 0, ended: 1 });
  expect([await counted(mine), await analyses(mine)]).toEqual([[1], []]);
});

it('an alert is closed, and opens again; one that a person closed stays closed', async () => {
  await item(own, 'a');
  await publish('a', `CVE-2027-${count}`);
  await send(openvex([{ vulnerability: { name: `CVE-2027-${count}` } }]));
  expect(await alerts(own)).toEqual([[true, '']]);
  await say([shop]);
  expect(await alerts(own)).toEqual([[false, `VEX source ${source}`]]);
  await h.call('PUT', `/advisories/vex/${source}`, { body: { isEnabled: false } });
  expect(await alerts(own)).toEqual([[true, '']]);
});

it('an item that joins the project later is decided about when the background comes by, and never shown as open in a scan or import', async () => {
  await say([shop]);
  await send(openvex([{}]));
  const late = await item(own, 'a');
  await keepRules(h.app);
  expect(await counted(late)).toEqual([0]);
  const sbom = {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    components: [{ type: 'library', 'bom-ref': 'a', name: `a${count}`, version: '1.0.0', purl: part()['@id'] }],
  };
  const third = await project('third');
  await say([shop], third);
  const form = [
    '--x',
    'content-disposition: form-data; name="sbomFile"; filename="a.cdx.json"',
    'content-type: application/json',
    '',
    JSON.stringify(sbom),
    '--x--',
    '',
  ].join('\r\n');
  await h.work();
  const answer = await h.call('POST', `/projects/${third}/importSbom`, {
    raw: Buffer.from(form),
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
  });
  expect(await h.jobOver(answer.body.data.taskId)).toMatchObject({ status: 'Completed' });
  await reportNewsOfItems(h.app);
  const items = (await h.call('GET', `/projects/${third}/vulnerabilityAlerts?state=ANY`)).body.data;
  expect(items).toEqual([]);
  expect((await decided()).map((one: { projectId: number }) => one.projectId).sort()).toEqual([own, third].sort());
});

it('a statement about the whole product decides about all that it contains; by CPE and by name too', async () => {
  const mine = [await item(own, 'a')];
  await send(openvex([{ products: [{ '@id': shop }] }]));
  expect(await counted(...mine)).toEqual([1]);
  await say([shop]);
  expect(await counted(...mine)).toEqual([0]);
  const cpe = `cpe:2.3:a:house:shop${count}:1.2:*:*:*:*:*:*:*`;
  await send(
    openvex([{ products: [{ '@id': `Shop${count} 1.2`, identifiers: { cpe23: cpe }, subcomponents: [part()] }] }], {
      version: 2,
    }),
  );
  expect(await counted(...mine)).toEqual([1]);
  await say([cpe]);
  expect(await counted(...mine)).toEqual([0]);
  await say([`shop${count}  1.2`]);
  expect(await counted(...mine)).toEqual([0]);
  await say([`shop${count} 1.3`]);
  expect(await counted(...mine)).toEqual([1]);
});

it('of statements about the product and about the package the youngest counts; switched off, the other one does', async () => {
  await say([shop]);
  const [mine, theirs] = [await item(own, 'a'), await item(other, 'a')];
  const everywhere = openvex([{ products: [part()] }], { '@id': 'https://example.org/everywhere' });
  await send(everywhere, `${source}-everywhere`);
  expect(await counted(mine, theirs)).toEqual([0, 0]);
  await send(openvex([{ status: 'affected' }], { timestamp: '2026-05-01T00:00:00Z' }));
  expect(await counted(mine, theirs)).toEqual([1, 0]);
  expect(await analyses(mine)).toMatchObject([{ analysis: { state: 'EXPLOITABLE' }, suppressed: false }]);
  await h.call('DELETE', `/advisories/vex/${source}`);
  expect(await counted(mine, theirs)).toEqual([0, 0]);
  await send(openvex([{ status: 'affected' }], { timestamp: '2025-05-01T00:00:00Z' }));
  expect(await counted(mine, theirs)).toEqual([0, 0]);
});

it('what people decide counts, and the conflict is shown', async () => {
  await say([shop]);
  const mine = await item(own, 'a');
  await h.call('POST', `/projects/${own}/vulnerabilityAnalyses`, {
    body: { inventoryIds: [mine], vulnerabilityNames: [cve], state: 'EXPLOITABLE', detail: 'Seen' },
  });
  await send(openvex([{}]));
  expect(await counted(mine)).toEqual([1]);
  expect(await decided('?effect=OVERRULED')).toMatchObject([
    { inventoryId: mine, isOfProduct: true, state: 'NOT_AFFECTED', ownState: 'EXPLOITABLE', ownAuthor: 'admin' },
  ]);
  const decisions = (await h.call('GET', `/inventories/${mine}/decisions`)).body.data;
  expect(
    decisions
      .filter((one: { supersededOn: unknown }) => !one.supersededOn)
      .map((one: { author: string }) => one.author),
  ).toContain('admin');
});

it('a component of a CycloneDX document is a part of its product, and decides nothing elsewhere', async () => {
  await say([shop]);
  const [mine, theirs] = [await item(own, 'a'), await item(other, 'a')];
  const document = {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    metadata: { component: { 'bom-ref': 'shop', name: 'shop', version: '1.2', purl: shop } },
    components: [{ 'bom-ref': 'a', purl: part()['@id'] }],
    vulnerabilities: [{ id: cve, analysis: { state: 'not_affected' }, affects: [{ ref: 'a' }] }],
  };
  expect(await send(document)).toMatchObject({ ofProducts: 1, decided: 1 });
  expect(await counted(mine, theirs)).toEqual([0, 1]);
  const taken = await h.call('POST', `/projects/${other}/vulnerabilityAnalyses/import?suppress=true`, {
    raw: Buffer.from(JSON.stringify(document)),
    headers: { 'content-type': 'application/octet-stream' },
  });
  expect(taken.body.data).toMatchObject({ decided: 1 });
  expect(await counted(theirs)).toEqual([0]);
});

it('a document that an older server stored is read again when it is sent again', async () => {
  await say([shop]);
  const mine = await item(own, 'a');
  await send(openvex([{}]));
  await h.database.pool.query(`update vex_documents set reading = 1 where name like '%/${count}'`);
  await h.database.pool.query(
    `delete from vex_statements where document_id in (select id from vex_documents where name like '%/${count}')`,
  );
  expect(await counted(mine)).toEqual([1]);
  expect(await send(openvex([{}]))).toMatchObject({ change: 'REPLACED', decided: 1 });
  expect(await send(openvex([{}]))).toMatchObject({ change: 'SAME' });
  expect(await counted(mine)).toEqual([0]);
});

it('400 for what is no product, twice the same, or too many; 403 and 404 by the rights in the project; 409 for a stale version', async () => {
  for (const wrong of ['pkg:', 'cpe:2.3:a', ' '])
    expect((await say([wrong])).body.errors?.[0]?.message ?? JSON.stringify((await say([wrong])).body)).toContain(
      'products[0]',
    );
  expect((await say([shop, ` ${shop} `])).status).toBe(400);
  expect((await say(Array.from({ length: 21 }, (_, at) => `shop ${at}`))).status).toBe(400);
  expect((await say(['__proto__ 1', 'constructor 1'])).status).toBe(200);
  const stranger = await h.person(`stranger${count}`);
  const body = { products: [shop] };
  expect((await h.call('PUT', `/projects/${own}/products`, { body, as: stranger })).status).toBe(403);
  await h.call('PUT', `/projects/${own}`, { body: { privateProject: true } });
  expect((await h.call('GET', `/projects/${own}/products`, { as: stranger })).status).toBe(404);
  const { entityVersion } = (await h.call('GET', `/projects/${own}/products`)).body.data;
  await say([shop]);
  expect((await h.call('PUT', `/projects/${own}/products`, { body: { products: [], entityVersion } })).status).toBe(
    409,
  );
  expect((await h.call('GET', `/projects/${own}/products`)).body.data.products).toEqual([shop]);
});
