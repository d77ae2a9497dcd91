// Sources of VEX: a document decides in every project that has its products, before and after it came, until it is replaced or its source is
// switched off. Decisions of people count, and are shown beside it.
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type Harness, startHarness } from '../../../test/harness.ts';
import { importAdvisories } from '../../advisories/import.ts';
import { matchWaiting } from '../../advisories/match-versions.ts';
import { reportNewsOfItems } from '../../advisories/news.ts';

let h: Harness;
let count = 0;
let source: string;
let cve: string;
beforeAll(async () => {
  h = await startHarness();
});
afterAll(() => h.close());
beforeEach(() => {
  count++;
  source = `house-${count}`;
  cve = `CVE-2026-${1000 + count}`;
});

const purl = (name: string, version = '1.0.0') => `pkg:npm/${name}${count}@${version}`;

/** The advisories come in as an update brings them. */
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

/** An item of this package, as a scan or an import makes it. */
async function item(projectId: number, name: string, version = '1.0.0'): Promise<number> {
  const { rows } = await h.database.pool.query(
    `with c as (insert into components (name, purl) values ($1, 'pkg:npm/' || $1) on conflict do nothing returning id),
      own as (select id from c union all select id from components where purl = 'pkg:npm/' || $1 limit 1),
      v as (insert into component_versions (component_id, name, purl) select id, $2, 'pkg:npm/' || $1 || '@' || $2 from own
        on conflict do nothing returning id, component_id),
      one as (select id, component_id from v union all
        select id, component_id from component_versions where purl = 'pkg:npm/' || $1 || '@' || $2 limit 1)
     insert into inventory_items (project_id, type, identity, name, component_id, version_id, created_by, license_expression)
     select $3, 'COMPONENT', $1 || $2, $1, component_id, id, 'System', 'MIT' from one returning id`,
    [`${name}${count}`, version, projectId],
  );
  while (await matchWaiting(h.app.db));
  return Number(rows[0].id);
}

interface Said {
  cve?: string;
  products?: unknown[];
  status?: string;
  timestamp?: string;
}
const openvex = (statements: Said[], more: object = {}) => ({
  '@context': 'https://openvex.dev/ns/v0.2.0',
  '@id': 'https://example.org/vex/1',
  author: 'Example House',
  timestamp: '2026-01-02T03:04:05Z',
  version: 1,
  statements: statements.map(({ cve: name = cve, ...said }) => ({
    vulnerability: { name },
    products: [{ '@id': purl('a') }],
    status: 'not_affected',
    justification: 'vulnerable_code_not_in_execute_path',
    ...said,
  })),
  ...more,
});

async function send(document: object, to = source, as?: Awaited<ReturnType<Harness['person']>>) {
  const answer = await h.call('POST', `/advisories/vex/${to}/documents`, {
    raw: Buffer.from(JSON.stringify(document)),
    headers: { 'content-type': 'application/octet-stream' },
    ...(as && { as }),
  });
  return { status: answer.status, ...answer.body.data };
}
const put = (body: object, to = source) => h.call('PUT', `/advisories/vex/${to}`, { body });
const countedIn = async (itemId: number) =>
  (await h.call('GET', `/inventories/${itemId}/vulnerabilities`)).body.data.length;
const analysesOf = async (itemId: number) =>
  (await h.call('GET', `/inventories/${itemId}/vulnerabilities/analysis`)).body.data.analyzedVulnerabilities;
const decided = async (query = '', to = source) =>
  (await h.call('GET', `/advisories/vex/${to}/decisions${query}`)).body.data;
async function alertsOf(projectId: number) {
  const { body } = await h.call('GET', `/projects/${projectId}/vulnerabilityAlerts?state=ANY`);
  return body.data.map(({ isOpen, closedBy }: Record<string, unknown>) => [isOpen, closedBy]);
}
const news = async () => Number((await h.database.pool.query('select count(*) from exposure_news')).rows[0].count);

it('200; a document decides in all projects, and closes their alerts', async () => {
  const [one, other] = [await project('one'), await project('other')];
  const items = [await item(one, 'a'), await item(other, 'a'), await item(other, 'a', '2.0.0')];
  await publish('a');
  expect(await alertsOf(one)).toEqual([[true, '']]);
  expect(await send(openvex([{}]))).toMatchObject({
    change: 'ADDED',
    document: 'https://example.org/vex/1',
    supplier: 'Example House',
    statements: 1,
    leftOut: 0,
    decided: 1,
    ended: 0,
  });
  expect(await Promise.all(items.map(countedIn))).toEqual([0, 0, 1]);
  expect(await alertsOf(one)).toEqual([[false, `VEX source ${source}`]]);
  expect(await alertsOf(other)).toEqual(
    expect.arrayContaining([
      [true, ''],
      [false, `VEX source ${source}`],
    ]),
  );
  expect(await analysesOf(items[0] as number)).toMatchObject([
    {
      vulnerabilityName: cve,
      suppressed: true,
      suppressedEverywhere: false,
      analysis: {
        state: 'NOT_AFFECTED',
        justification: 'CODE_NOT_REACHABLE',
        detail: 'According to Example House: not_affected, vulnerable_code_not_in_execute_path',
      },
      analyzedBy: `VEX source ${source}`,
    },
  ]);
  expect(await decided()).toMatchObject([
    {
      projectId: one,
      inventoryId: items[0],
      vulnerabilityName: cve,
      suppressed: true,
      effect: 'DECIDES',
      ownState: '',
    },
    { projectId: other, inventoryId: items[1] },
  ]);
  const { data } = (await h.call('GET', `/inventories/${items[0]}/decisions`)).body;
  expect(data).toMatchObject([
    {
      kind: 'analysis',
      scope: 'site',
      value: { state: 'NOT_AFFECTED', isSuppressed: true, versions: ['1.0.0'] },
      ground: { by: 'import', decidedBy: 'Example House', sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
      author: 'System',
    },
  ]);
});

it('200; a document that came before the scan and before the advisory decides: no alert first', async () => {
  await send(openvex([{}]));
  const first = await project('first');
  const early = await item(first, 'a');
  await publish('a');
  const second = await project('second');
  const late = await item(second, 'a');
  const [otherVersion] = [await item(second, 'a', '1.0.1')];
  expect(await Promise.all([early, late, otherVersion].map((id) => countedIn(id as number)))).toEqual([0, 0, 1]);
  expect([await alertsOf(first), await news()]).toEqual([[], 0]);
});

it('200; switched off, everything that it decided is open again, and told; switched on, it decides again', async () => {
  const one = await project('one');
  const id = await item(one, 'a');
  await send(openvex([{}]));
  await publish('a');
  expect(await alertsOf(one)).toEqual([]);
  expect((await put({ isEnabled: false })).body.data).toEqual({ decided: 0, ended: 1 });
  await reportNewsOfItems(h.app);
  expect([await countedIn(id), await alertsOf(one), await analysesOf(id)]).toEqual([1, [[true, '']], []]);
  expect((await put({ isEnabled: true })).body.data).toEqual({ decided: 1, ended: 0 });
  expect([await countedIn(id), await alertsOf(one)]).toEqual([0, [[false, `VEX source ${source}`]]]);
  expect((await put({ suppresses: false })).body.data).toEqual({ decided: 1, ended: 0 });
  expect([await countedIn(id), await alertsOf(one)]).toEqual([1, [[true, '']]]);
  expect(await analysesOf(id)).toMatchObject([{ suppressed: false, analysis: { state: 'NOT_AFFECTED' } }]);
  expect((await h.call('DELETE', `/advisories/vex/${source}`)).body.data).toEqual({ decided: 0, ended: 1 });
  expect([await countedIn(id), await analysesOf(id)]).toEqual([1, []]);
  expect((await h.call('GET', `/advisories/vex/${source}/decisions`)).status).toBe(404);
});

it('200; an alert that a person closed stays closed', async () => {
  const one = await project('one');
  await item(one, 'a');
  await publish('a');
  const { body } = await h.call('GET', `/projects/${one}/vulnerabilityAlerts`);
  await h.call('PUT', `/vulnerabilityAlerts/${body.data[0].id}`, { body: { isOpen: false } });
  await send(openvex([{}]));
  await put({ isEnabled: false });
  await reportNewsOfItems(h.app);
  expect(await alertsOf(one)).toEqual([[false, 'admin']]);
});

it('200; a later revision replaces the document, an earlier one does not; the youngest statement counts', async () => {
  const one = await project('one');
  const id = await item(one, 'a');
  await publish('a');
  const first = openvex([{}]);
  await send(first);
  expect(await send(first)).toMatchObject({ change: 'SAME', decided: 0 });
  const affected = openvex([{ status: 'affected' }], { timestamp: '2026-02-01T00:00:00Z', version: 2 });
  expect(await send(affected)).toMatchObject({ change: 'REPLACED', decided: 1 });
  expect([await countedIn(id), await analysesOf(id)]).toMatchObject([1, [{ analysis: { state: 'EXPLOITABLE' } }]]);
  expect(await send(first)).toMatchObject({ change: 'OLDER', decided: 0 });
  const byOther = openvex([{ status: 'fixed' }], { '@id': 'https://example.com/2', timestamp: '2026-03-01T00:00:00Z' });
  expect(await send(byOther, `${source}-other`)).toMatchObject({ change: 'ADDED', decided: 1 });
  expect([await countedIn(id), await analysesOf(id)]).toMatchObject([0, [{ analysis: { state: 'RESOLVED' } }]]);
  expect((await h.call('DELETE', `/advisories/vex/${source}-other`)).body.data).toEqual({ decided: 1, ended: 0 });
  expect(await countedIn(id)).toBe(1);
  const withdrawn = openvex([], { timestamp: '2026-04-01T00:00:00Z', version: 3 });
  expect(await send(withdrawn)).toMatchObject({ change: 'REPLACED', decided: 0, ended: 1 });
  expect(await analysesOf(id)).toEqual([]);
  const { data } = (await h.call('GET', `/advisories/vex/${source}/documents`)).body;
  expect(data).toMatchObject([{ document: 'https://example.org/vex/1', revision: '3', statements: 0 }]);
});

it('200; what people decide counts, and the conflict is shown; withdrawn, the source decides again', async () => {
  const [one, other] = [await project('one'), await project('other')];
  const [mine, theirs] = [await item(one, 'a'), await item(other, 'a')];
  await publish('a');
  const people = { inventoryIds: [mine], vulnerabilityNames: [cve], state: 'EXPLOITABLE', detail: 'Seen' };
  await h.call('POST', `/projects/${one}/vulnerabilityAnalyses`, { body: people });
  await send(openvex([{}]));
  expect([await countedIn(mine), await countedIn(theirs)]).toEqual([1, 0]);
  expect(await analysesOf(mine)).toMatchObject([{ analysis: { state: 'EXPLOITABLE', detail: 'Seen' } }]);
  expect(await decided('?effect=OVERRULED')).toMatchObject([
    {
      inventoryId: mine,
      effect: 'OVERRULED',
      suppressed: false,
      state: 'NOT_AFFECTED',
      ownState: 'EXPLOITABLE',
      ownAuthor: 'admin',
    },
  ]);
  expect(await decided('?effect=DECIDES')).toMatchObject([{ inventoryId: theirs }]);
  const affected = (await h.call('GET', `/advisories/${cve}/items`)).body.data;
  expect(Object.fromEntries(affected.map((row: Record<string, unknown>) => [row.inventoryId, row.suppressed]))).toEqual(
    { [mine]: false, [theirs]: true },
  );
  // Also after the source has decided.
  const late = { ...people, inventoryIds: [theirs] };
  const answer = await h.call('POST', `/projects/${other}/vulnerabilityAnalyses`, { body: late });
  expect(answer.body.data.changes).toMatchObject([{ change: 'NEW' }]);
  expect(await countedIn(theirs)).toBe(1);
  const lift = { inventoryIds: [theirs], vulnerabilityNames: [cve], remarks: 'A mistake' };
  await h.call('POST', `/projects/${other}/vulnerabilityAnalyses/lift`, { body: lift });
  expect([await countedIn(theirs), await countedIn(mine)]).toEqual([0, 1]);
});

it('200; only packages that the document names without doubt; all names of a vulnerability count', async () => {
  const one = await project('one');
  const [a, b] = [await item(one, 'a'), await item(one, 'b')];
  await publish('a');
  await publish('b', `GHSA-${count}aaa-bbbb-cccc`);
  const part = { '@id': 'pkg:oci/shop@1', subcomponents: [{ '@id': purl('a') }] };
  const answer = await send(
    openvex([
      { products: [part] },
      { products: [purl('a', '1.0.1')] },
      { products: ['nginx'] },
      { cve: `ghsa-${count}AAA-bbbb-cccc`, products: [`pkg:npm/b${count}`] },
    ]),
  );
  expect(answer).toMatchObject({ statements: 4, leftOut: 0, ofProducts: 2, decided: 1, issueCount: 0 });
  expect([await countedIn(a), await countedIn(b)]).toEqual([1, 0]);
});

it('users read sources, and see decisions only of projects that they may see; they change nothing', async () => {
  const hidden = await project('hidden');
  await item(hidden, 'a');
  await publish('a');
  await send(openvex([{}]));
  await h.call('PUT', `/projects/${hidden}`, { body: { privateProject: true } });
  const stranger = await h.person(`stranger${count}`);
  const { body } = await h.call('GET', '/advisories/vex', { as: stranger });
  expect(body.data.find(({ name }: { name: string }) => name === source)).toMatchObject({
    isEnabled: true,
    suppresses: true,
    documents: 1,
    decidedVersions: 1,
  });
  expect((await h.call('GET', `/advisories/vex/${source}/decisions`, { as: stranger })).body.data).toEqual([]);
  expect((await send(openvex([{}]), source, stranger)).status).toBe(403);
});

it('400 for a document of another kind, which leaves no source behind', async () => {
  expect((await send({ spdxVersion: 'SPDX-2.3' })).status).toBe(400);
  const { body } = await h.call('GET', '/advisories/vex');
  expect(body.data.map(({ name }: { name: string }) => name)).not.toContain(source);
});

it('the bytes of a document are kept as they were received; a document without them gets them when it is sent again', async () => {
  const document = openvex([{}]);
  await send(document);
  const list = async () => (await h.call('GET', `/advisories/vex/${source}/documents`)).body.data;
  const [first] = await list();
  expect(first.isKept).toBe(true);
  const address = `/advisories/vex/${source}/documents/${first.id}/original`;
  const answer = await h.call('GET', address);
  expect([answer.status, answer.text]).toEqual([200, JSON.stringify(document)]);
  expect(answer.headers['content-disposition']).toContain('1.json');
  await h.database.pool.query('update vex_documents set original_sha256 = null where id = $1', [first.id]);
  expect((await list())[0].isKept).toBe(false);
  expect((await h.call('GET', address)).status).toBe(404);
  expect(await send(document)).toMatchObject({ change: 'SAME' });
  expect((await h.call('GET', address)).text).toBe(JSON.stringify(document));
  const second = openvex([], { timestamp: '2026-05-01T00:00:00Z', version: 2 });
  await send(second);
  const [now] = await list();
  expect((await h.call('GET', `/advisories/vex/${source}/documents/${now.id}/original`)).text).toBe(
    JSON.stringify(second),
  );
  expect((await h.call('GET', `/advisories/vex/${source}/documents/999999/original`)).status).toBe(404);
  expect((await h.call('GET', `/advisories/vex/no-such/documents/${now.id}/original`)).status).toBe(404);
});
