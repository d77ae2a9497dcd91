// What happens to a project of an SBOM afterwards and from outside: later advisories, statements that name what other projects have, and documents that
// come in several parts.
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { tar } from '../../../test/archives.ts';
import { type Harness, startHarness } from '../../../test/harness.ts';
import { importAdvisories } from '../../advisories/import.ts';
import { reportNewsOfItems } from '../../advisories/news.ts';

let h: Harness;
let count = 0;
let cve: string;
beforeAll(async () => {
  h = await startHarness();
  await h.work();
});
afterAll(() => h.close());
beforeEach(() => {
  count++;
  cve = `CVE-2031-${1000 + count}`;
});

const SERIAL = (digit: number) => `urn:uuid:00000000-0000-4000-8000-00000000000${digit}`;
const nameOf = (name: string) => `${name}${count}`;
const purl = (name: string) => `pkg:npm/${nameOf(name)}@1.0.0`;
const component = (name: string) => ({ type: 'library', 'bom-ref': `ref-${name}`, name: nameOf(name), version: '1.0.0', purl: purl(name) }); // biome-ignore format: one claim
const bom = (names: string[], more: object = {}) => ({
  ...{ bomFormat: 'CycloneDX', specVersion: '1.6', version: 1, serialNumber: SERIAL(1) },
  metadata: { component: { type: 'application', 'bom-ref': 'shop', name: 'shop', version: '1' } },
  components: names.map(component),
  ...more,
});

async function project(title: string): Promise<number> {
  return (await h.call('POST', '/projects', { body: { name: `${title} ${count}` } })).body.id;
}

async function imported(projectId: number, content: object | Buffer, name = 'bom.json') {
  const raw = Buffer.concat([
    Buffer.from(`--b\r\nContent-Disposition: form-data; name="sbomFile"; filename="${name}"\r\n\r\n`),
    Buffer.isBuffer(content) ? content : Buffer.from(JSON.stringify(content)),
    Buffer.from('\r\n--b--\r\n'),
  ]);
  const headers = { 'content-type': 'multipart/form-data; boundary=b' };
  const answer = await h.call('POST', `/projects/${projectId}/importSbom`, { raw, headers });
  expect(answer.status, answer.text).toBe(200);
  const job = await h.jobOver(answer.body.data.taskId);
  expect(job.status, job.details).toBe('Completed');
  return (await h.call('GET', `/projects/${projectId}/sboms?limit=100`)).body.data;
}

/** The advisories come in as an update brings them. */
async function publish(name: string) {
  const record = {
    ...{ id: cve, modified: '2026-01-01T00:00:00Z', summary: 'A hole' },
    affected: [{ package: { ecosystem: 'npm', name: nameOf(name) }, ranges: [{ type: 'SEMVER', events: [{ introduced: '0' }] }] }], // biome-ignore format: one claim
  };
  await importAdvisories(
    h.app,
    (async function* () {
      yield { type: 'file' as const, path: `${cve}.json`, bytes: Buffer.from(JSON.stringify(record)) };
      yield { type: 'end' as const, problem: '' };
    })(),
    { source: 'osv-npm', isFull: false },
  );
  await reportNewsOfItems(h.app);
}

const alertsOf = async (projectId: number) =>
  (await h.call('GET', `/projects/${projectId}/vulnerabilityAlerts?state=ANY`)).body.data;

async function itemsOf(projectId: number): Promise<{ id: number; name: string; parents: string[] }[]> {
  const { rows } = await h.database.pool.query(
    `select i.id, i.name, coalesce((select array_agg(p.name order by p.name) from inventory_links r join inventory_items p on p.id = r.parent_id
      where r.child_id = i.id), '{}') as parents from inventory_items i where i.project_id = $1 order by i.name`,
    [projectId],
  );
  return rows.map((row) => ({ ...row, id: Number(row.id) }));
}

const analysesIn = async (projectId: number) => {
  const all = await Promise.all(
    (await itemsOf(projectId)).map(({ id }) => h.call('GET', `/inventories/${id}/vulnerabilities/analysis`)),
  );
  return all.flatMap(({ body }) => body.data.analyzedVulnerabilities);
};

it('an advisory that comes after the SBOM opens an alert in its project alone, without a scan', async () => {
  const [one, other] = [await project('one'), await project('other')];
  await imported(one, bom(['a', 'b']));
  await imported(other, bom(['b']));
  expect(await alertsOf(one)).toEqual([]);
  await publish('a');
  expect(await alertsOf(one)).toMatchObject([{ vulnerabilityName: cve, isOpen: true }]);
  expect(await alertsOf(other)).toEqual([]);
});

it('a VEX document that names what another project has changes nothing there', async () => {
  const [own, other] = [await project('own'), await project('other')];
  await imported(own, bom(['a']));
  await imported(other, bom(['b'], { serialNumber: SERIAL(2) }));
  await publish('b');
  const [item] = await itemsOf(other);
  const before = await h.call('GET', `/inventories/${item?.id}/vulnerabilities`);
  expect(before.body.data).toHaveLength(1);
  const hostile = [
    ...[
      String(item?.id),
      `/inventories/${item?.id}`,
      `https://assay.example.org/inventories/${item?.id}`,
      `/projects/${other}`,
    ],
    ...[`${SERIAL(2).replace('urn:uuid:', 'urn:cdx:')}/1#ref-b`, 'ref-b', purl('b'), `other ${count}`],
  ];
  const openvex = {
    ...{ '@context': 'https://openvex.dev/ns/v0.2.0', '@id': 'https://example.org/vex/1', author: 'Enemy' },
    ...{ timestamp: '2026-01-02T03:04:05Z', version: 1 },
    statements: hostile.map((id) => ({
      vulnerability: { name: cve },
      products: [{ '@id': id, subcomponents: [{ '@id': id }] }],
      ...{ status: 'not_affected', justification: 'component_not_present' },
    })),
  };
  const answer = await h.call('POST', `/projects/${own}/vulnerabilityAnalyses/import`, {
    raw: Buffer.from(JSON.stringify(openvex)),
    headers: { 'content-type': 'application/octet-stream' },
  });
  expect([answer.status, answer.body.data.changes]).toEqual([200, []]);
  const vulnerabilities = hostile.map((ref) => ({ id: cve, analysis: { state: 'not_affected' }, affects: [{ ref }] }));
  await imported(own, bom(['a'], { vulnerabilities }));
  expect(await analysesIn(other)).toEqual([]);
  expect((await h.call('GET', `/inventories/${item?.id}/vulnerabilities`)).body.data).toEqual(before.body.data);
  expect(await alertsOf(other)).toMatchObject([{ vulnerabilityName: cve, isOpen: true }]);
});

it('documents that name each other are one SBOM, with relations across them and one receipt for all', async () => {
  const document = (name: string, relationships: object[], refs: string[]) => ({
    ...{ spdxVersion: 'SPDX-2.2', SPDXID: 'SPDXRef-DOCUMENT', dataLicense: 'CC0-1.0', name },
    documentNamespace: `http://spdx.org/spdxdoc/${name}`,
    creationInfo: { created: '2026-01-01T00:00:00Z', creators: ['Tool: create-spdx'] },
    externalDocumentRefs: refs.map((one) => ({ externalDocumentId: `DocumentRef-${one}`, spdxDocument: `http://spdx.org/spdxdoc/${one}` })), // biome-ignore format: one claim
    packages: [{ SPDXID: `SPDXRef-${name}`, name: nameOf(name), versionInfo: '1', downloadLocation: 'NOASSERTION' }],
    relationships,
  });
  const relation = (from: string, relationshipType: string, to: string) => ({ spdxElementId: from, relationshipType, relatedSpdxElement: to }); // biome-ignore format: one claim
  const files = {
    'zlib.spdx.json': document('zlib', [], []),
    'curl.spdx.json': document(
      'curl',
      [relation('SPDXRef-curl', 'DEPENDS_ON', 'DocumentRef-zlib:SPDXRef-zlib')],
      ['zlib'],
    ),
    'image.spdx.json': document(
      'image',
      [
        relation('SPDXRef-DOCUMENT', 'DESCRIBES', 'SPDXRef-image'),
        relation('SPDXRef-image', 'CONTAINS', 'DocumentRef-curl:SPDXRef-curl'),
      ],
      ['curl'],
    ),
  };
  const archive = tar(Object.entries(files).map(([name, one]) => ({ name, content: JSON.stringify(one) })));
  const id = await project('yocto');
  const receipts = await imported(id, Buffer.from(archive), 'image.spdx.tar');
  expect(receipts).toHaveLength(1);
  const { body } = await h.call('GET', `/projects/${id}/sboms/${receipts[0].id}/elements?limit=100`);
  expect(body.data.map(({ place, fate }: Record<string, string>) => [place, fate]).sort()).toEqual([
    ['curl.spdx.json: packages[0]', 'MADE'],
    ['image.spdx.json: packages[0]', 'LEFT_OUT'],
    ['zlib.spdx.json: packages[0]', 'MADE'],
  ]);
  expect((await itemsOf(id)).map(({ name, parents }) => [name, parents])).toEqual([
    [nameOf('curl'), []],
    [nameOf('zlib'), [nameOf('curl')]],
  ]);
});
