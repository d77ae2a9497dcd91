// SBOMs imported into a project over HTTP: items, decisions that stay, receipts that account for each element, and what hostile documents do.
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tar, zip } from '../../../test/archives.ts';
import { type Harness, type Person, startHarness } from '../../../test/harness.ts';

let h: Harness;
let count = 0;
beforeAll(async () => {
  h = await startHarness();
  await h.work();
});
afterAll(() => h.close());

const project = async () =>
  (await h.call('POST', '/projects', { body: { name: `sbom ${++count}` } })).body.id as number;

function send(
  projectId: number,
  content: string | Buffer,
  { mode = '', name = 'bom.json', as = h.admin as Person } = {},
) {
  const boundary = 'b0undary';
  const text = mode === '' ? '' : `--${boundary}\r\nContent-Disposition: form-data; name="mode"\r\n\r\n${mode}\r\n`;
  const raw = Buffer.concat([
    Buffer.from(
      `${text}--${boundary}\r\nContent-Disposition: form-data; name="sbomFile"; filename="${name}"\r\nContent-Type: application/json\r\n\r\n`,
    ),
    Buffer.from(content),
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);
  const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` };
  return h.call('POST', `/projects/${projectId}/importSbom`, { as, raw, headers });
}

async function imported(projectId: number, document: unknown, options: { mode?: string; name?: string } = {}) {
  const content = typeof document === 'string' || Buffer.isBuffer(document) ? document : JSON.stringify(document);
  const answer = await send(projectId, content, options);
  expect([answer.status, answer.text]).toEqual([200, expect.stringContaining('task ID')]);
  const job = await h.jobOver(answer.body.data.taskId);
  const receipts = (await h.call('GET', `/projects/${projectId}/sboms?limit=100`)).body.data;
  return { job, receipt: receipts[0], receipts };
}

async function elementsOf(projectId: number, sbomId: number, query = '') {
  const { body } = await h.call('GET', `/projects/${projectId}/sboms/${sbomId}/elements?limit=1000${query}`);
  return body.data as {
    place: string;
    name: string;
    fate: string;
    why: string;
    change: string;
    inventoryId: number;
    stated: Record<string, unknown>;
  }[];
}

const issuesOf = async (projectId: number, sbomId: number) =>
  (await h.call('GET', `/projects/${projectId}/sboms/${sbomId}/issues?limit=1000`)).body.data as {
    code: string;
    place: string;
    message: string;
  }[];

async function itemsOf(projectId: number) {
  const { rows } = await h.database.pool.query(
    `select i.id, i.name, i.purl, i.license_expression as license, i.status, i.dependency_level as level, i.detection_notes as notes,
      i.gone_since_scan as gone, i.file_count as files, v.cpe, v.name as version from inventory_items i left join component_versions v on v.id = i.version_id
      where i.project_id = $1 order by lower(i.name), v.name`,
    [projectId],
  );
  return rows;
}

const component = (name: string, version: string, more: object = {}) => ({
  ...{ type: 'library', 'bom-ref': `${name}@${version}`, name, version, purl: `pkg:npm/${name}@${version}` },
  licenses: [{ license: { id: 'MIT' } }],
  ...more,
});

const bom = (components: unknown[], more: object = {}) => ({
  ...{ bomFormat: 'CycloneDX', specVersion: '1.6', version: 1 },
  metadata: { component: { type: 'application', 'bom-ref': 'shop', name: 'shop', version: '1' } },
  components,
  ...more,
});

describe('POST /projects/{projectId}/importSbom', () => {
  it('200: components become items without files, with forge and purl in their notes, and the receipt accounts for each', async () => {
    const id = await project();
    const { job, receipt } = await imported(
      id,
      bom(
        [
          component('a', '1.0.0', {
            components: [component('inner', '2.0.0')],
            supplier: { name: 'Acme' },
            hashes: [{ alg: 'SHA-256', content: 'ab' }],
          }),
          {
            type: 'library',
            'bom-ref': 'c',
            name: 'openssl',
            version: '3.0.1',
            cpe: 'cpe:2.3:a:openssl:openssl:3.0.1:*:*:*:*:*:*:*',
          },
          { type: 'library', name: 'by name alone', version: '7' },
          { type: 'file', name: 'README' },
          { type: 'library', version: '1' },
          component('a', '1.0.0', { 'bom-ref': 'twice' }),
          { type: 'library', name: 'odd', version: '1', purl: 'not a purl' },
        ],
        { dependencies: [{ ref: 'a@1.0.0', dependsOn: ['c', 'nowhere'] }], services: [{ name: 's' }] },
      ),
    );
    expect(job.status).toBe('Completed');
    const items = await itemsOf(id);
    expect(items).toMatchObject([
      {
        name: 'a',
        purl: 'pkg:npm/a@1.0.0',
        license: 'MIT',
        level: 'N/A',
        files: 0,
        notes: expect.stringMatching(/Forge: npm\npurl: pkg:npm\/a@1.0.0/),
      },
      { name: 'by name alone', purl: '', version: '7' },
      { name: 'inner' },
      { name: 'odd', purl: '' },
      { name: 'openssl', purl: '', cpe: 'cpe:2.3:a:openssl:openssl:3.0.1:*:*:*:*:*:*:*' },
    ]);
    expect(receipt).toMatchObject({
      ...{ format: 'CycloneDX', specVersion: '1.6', subject: 'shop', isCurrent: true, previousId: 0, isStrict: false },
      counts: { elements: 8, made: 5, joined: 0, same: 1, leftOut: 2, gone: 0, added: 6 },
      others: [{ what: 'services', count: 1 }],
    });
    const elements = await elementsOf(id, receipt.id);
    expect(elements.map(({ place, fate, why }) => [place, fate, why])).toEqual([
      ['components[0]', 'MADE', ''],
      ['components[0].components[0]', 'MADE', ''],
      ['components[1]', 'MADE', ''],
      ['components[2]', 'MADE', ''],
      ['components[3]', 'LEFT_OUT', 'It is a file: a project of an SBOM has none.'],
      ['components[4]', 'LEFT_OUT', 'It has neither a name nor a package URL.'],
      ['components[5]', 'SAME', 'It is the same version as components[0].'],
      ['components[6]', 'MADE', ''],
    ]);
    expect(elements[0]!.stated).toMatchObject({
      supplier: 'Acme',
      hashes: [{ algorithm: 'SHA-256', value: 'ab' }],
      declared: 'MIT',
    });
    expect(await issuesOf(id, receipt.id)).toEqual([
      expect.objectContaining({ code: 'left-out', message: expect.stringContaining('"nowhere"') }),
      expect.objectContaining({ code: 'not-understood', place: 'components[6].purl' }),
    ]);
    const links = await h.database.pool.query(
      `select p.name as parent, c.name as child, l.type from inventory_links l join inventory_items p on p.id = l.parent_id
      join inventory_items c on c.id = l.child_id where p.project_id = $1 order by 2`,
      [id],
    );
    expect(links.rows).toEqual([
      { parent: 'a', child: 'inner', type: 'BUNDLED' },
      { parent: 'a', child: 'openssl', type: 'DEPENDENCY' },
    ]);
  });

  it('200: the same file again changes nothing', async () => {
    const id = await project();
    const document = bom([component('a', '1.0.0', { copyright: 'Copyright A' }), component('b', '1.0.0')]);
    await imported(id, document);
    const before = await itemsOf(id);
    const history = async () =>
      (await h.database.pool.query('select count(*) from inventory_history where project_id = $1', [id])).rows;
    const lines = await history();
    const { job, receipt } = await imported(id, document);
    expect(job.details).toContain('0 items made, 0 updated, 2 as they were');
    expect(receipt.counts).toMatchObject({ elements: 2, joined: 2, made: 0, unchanged: 2, gone: 0 });
    expect(await itemsOf(id)).toEqual(before);
    expect(await history()).toEqual(lines);
  });

  it('200: a newer document keeps decisions and tells the difference; what it no longer names is gone, and comes back', async () => {
    const id = await project();
    await imported(id, bom([component('a', '1.0.0'), component('b', '1.0.0'), component('c', '1.0.0')]));
    const [a] = await itemsOf(id);
    await h.call('PUT', `/inventories/${a.id}/status?status=APPROVED`);
    const newer = bom([component('a', '1.0.0'), component('b', '2.0.0'), component('d', '1.0.0')]);
    const { receipt, receipts } = await imported(id, newer);
    expect(receipt.counts).toMatchObject({ made: 2, joined: 1, gone: 2, added: 1, changed: 1, unchanged: 1 });
    expect([receipts[1].isCurrent, receipt.previousId]).toEqual([false, receipts[1].id]);
    expect((await elementsOf(id, receipt.id, '&fate=GONE')).map(({ name, why }) => [name, why])).toEqual([
      ['b', 'The document names another version of it.'],
      ['c', 'The document no longer names it.'],
    ]);
    const goneNames = async () =>
      (await itemsOf(id)).filter(({ gone }) => gone !== null).map(({ name, version }) => `${name} ${version}`);
    expect(await goneNames()).toEqual(['b 1.0.0', 'c 1.0.0']);
    expect((await itemsOf(id))[0]).toMatchObject({ name: 'a', status: 'APPROVED', gone: null });
    await imported(id, bom([component('a', '1.0.0'), component('b', '2.0.0'), component('c', '1.0.0')]));
    expect(await goneNames()).toEqual(['b 1.0.0', 'd 1.0.0']);
  });

  it('200: documents about other subjects do not replace each other', async () => {
    const id = await project();
    const other = { metadata: { component: { type: 'application', name: 'page' } } };
    await imported(id, bom([component('a', '1.0.0')]));
    const { receipt } = await imported(id, bom([component('b', '1.0.0')], other));
    expect([receipt.previousId, receipt.counts.gone]).toEqual([0, 0]);
    expect((await itemsOf(id)).map(({ name, gone }) => [name, gone])).toEqual([
      ['a', null],
      ['b', null],
    ]);
  });

  it('200: a changed license reaches the item, unless a person chose one', async () => {
    const id = await project();
    await imported(id, bom([component('a', '1.0.0'), component('b', '1.0.0')]));
    const [, b] = await itemsOf(id);
    const detail = (await h.call('GET', `/inventories/${b.id}`)).body.data;
    await h.database.pool.query(
      `update inventory_items set license_facts = license_facts || '{"person":{"kind":"conclusion","expression":"ISC","words":"said"}}' where id = $1`,
      [b.id],
    );
    expect(detail).toBeDefined();
    const licenses = [{ license: { id: 'Apache-2.0' } }];
    await imported(id, bom([component('a', '1.0.0', { licenses }), component('b', '1.0.0', { licenses })]));
    expect((await itemsOf(id)).map(({ name, license }) => [name, license])).toEqual([
      [expect.stringContaining('a'), 'Apache-2.0'],
      [expect.stringContaining('b'), 'MIT'],
    ]);
  });

  it('200: an item that a person deleted is not made again, and the receipt says so', async () => {
    const id = await project();
    const document = bom([component('a', '1.0.0'), component('b', '1.0.0')]);
    await imported(id, document);
    const [a] = await itemsOf(id);
    expect((await h.call('DELETE', `/inventories/${a.id}`)).status).toBe(200);
    const { receipt } = await imported(id, document);
    expect((await itemsOf(id)).map(({ name }) => name)).toEqual(['b']);
    expect((await elementsOf(id, receipt.id, '&fate=LEFT_OUT'))[0]).toMatchObject({
      name: 'a',
      why: expect.stringContaining('admin deleted'),
    });
  });

  it.each([
    ['bom-ref', { 'bom-ref': 'shop' }, { 'bom-ref': 'shop', purl: '' }],
    ['package URL', {}, { 'bom-ref': 'again' }],
  ])('what the document is about is no item, also where it is listed again: by %s', async (_by, main, listed) => {
    const id = await project();
    const shop = { type: 'application', name: 'shop', version: '1', purl: 'pkg:npm/shop@1' };
    const document = bom([component('a', '1.0.0'), { ...shop, ...listed }], {
      metadata: { component: { ...shop, ...main } },
    });
    await imported(id, document);
    expect((await itemsOf(id)).map(({ name }) => name)).toEqual(['a']);
  });

  it('tells an element that is gone once, and not one that is named and left out', async () => {
    const id = await project();
    const shop = (...components: object[]) => bom(components, { serialNumber: 'urn:uuid:1' });
    const twice = component('a', '1.0.0', { 'bom-ref': 'again' });
    await imported(id, shop(component('a', '1.0.0'), twice, component('b', '1.0.0')));
    const [, b] = await itemsOf(id);
    expect((await h.call('DELETE', `/inventories/${b.id}`)).status).toBe(200);
    const { receipt } = await imported(id, shop(component('b', '1.0.0'), component('c', '1.0.0')));
    expect((await elementsOf(id, receipt.id)).map(({ name, fate }) => [name, fate]).sort()).toEqual([
      ['a', 'GONE'],
      ['b', 'LEFT_OUT'],
      ['c', 'MADE'],
    ]);
  });

  const about = { metadata: { component: { type: 'application', name: 'shop', version: '1' } } };
  const archive = (names: string) =>
    tar(
      [...names].map((name) => ({
        name: `${name}.json`,
        content: JSON.stringify(bom([component(name, '1.0.0')], about)),
      })),
    );
  it.each([
    [['ab'], 'ab'],
    [['ab', 'cb'], 'bc'],
    [['ab', 'b', 'c'], 'c'],
    [['ab', 'ba', 'cd'], 'cd'],
    [['ab', 'a'], 'a'],
    [['a', 'ab', 'b'], 'b'],
  ])('archives with documents about one subject: after %j remains %s', async (archives, remaining) => {
    const id = await project();
    for (const names of archives) {
      const { job, receipts } = await imported(id, archive(names), { name: 'boms.tar' });
      expect(job.status).toBe('Completed');
      expect(receipts.filter(({ isCurrent }: { isCurrent: boolean }) => isCurrent)).toHaveLength(names.length);
    }
    const standing = (await itemsOf(id)).filter(({ gone }) => gone === null);
    expect(standing.map(({ name }) => name).join('')).toBe(remaining);
  });

  it('200: the file can be downloaded as it was sent', async () => {
    const id = await project();
    const packed = gzipSync(JSON.stringify(bom([component('a', '1.0.0')])));
    const { receipt } = await imported(id, packed, { name: 'bom.json.gz' });
    expect(receipt.counts.made).toBe(1);
    const original = await h.call('GET', `/projects/${id}/sboms/${receipt.id}/original`);
    expect(Buffer.compare(original.response.rawPayload, packed)).toBe(0);
  });

  it('400 in strict mode for what the schema does not allow, with the path; taken in lenient mode, with what was repaired', async () => {
    const id = await project();
    const wrong = bom([component('a', '1.0.0', { version: 5, hashes: [{ alg: 'SHA-256', content: 'xyz' }] })]);
    const refused = await send(id, JSON.stringify(wrong), { mode: 'strict' });
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('components[0].')]);
    const { receipt } = await imported(id, wrong);
    expect(await issuesOf(id, receipt.id)).toMatchObject([{ code: 'repaired', place: 'components[0].version' }]);
    expect((await imported(id, bom([component('a', '1.0.0')]), { mode: 'strict' })).receipt.isStrict).toBe(true);
    expect((await send(id, '{}', { mode: 'loose' })).status).toBe(400);
  });

  it('404 without the right to see the project, 403 without the role, 404 for an SBOM of another project', async () => {
    const [id, other] = [await project(), await project()];
    const { receipt } = await imported(id, bom([component('a', '1.0.0')]));
    for (const path of ['', '/elements', '/issues', '/original'])
      expect((await h.call('GET', `/projects/${other}/sboms/${receipt.id}${path}`)).status).toBe(404);
    expect((await send(999_999, '{}')).status).toBe(404);
  });

  it('VEX inside becomes analyses of the components that it names, and of no other project', async () => {
    const [id, other] = [await project(), await project()];
    await imported(other, bom([component('a', '1.0.0')]));
    const vulnerabilities = [
      {
        id: 'CVE-2030-1',
        analysis: { state: 'not_affected', justification: 'code_not_reachable' },
        affects: [{ ref: 'a@1.0.0' }],
      },
      { id: 'CVE-2030-2', analysis: { state: 'exploitable' }, affects: [{ ref: 'pkg:npm/elsewhere@1' }] },
    ];
    const { job } = await imported(id, bom([component('a', '1.0.0')], { vulnerabilities }));
    expect(job.details).toContain('1 analysis of vulnerabilities taken over');
    const suppressed = await h.call('GET', '/vulnerability/suppress?vulnerabilityName=CVE-2030-1');
    expect(suppressed.body.data[0].suppressionDetails.map((one: { projectId: number }) => one.projectId)).toEqual([id]);
  });
});

describe('packed files', () => {
  it.each<[string, string, () => Buffer | Promise<Buffer>, string]>([
    [
      'a packed file that is no SBOM',
      'a.json.gz',
      () => gzipSync('{"hello":"world"}'),
      'holds no SBOM that can be read',
    ],
    ['an archive without an SBOM', 'a.zip', () => zip({ 'b.txt': 'b' }), 'b.txt: It is no SBOM.'],
    [
      'an archive that is cut off',
      'a.zip',
      async () => (await zip({ 'b.txt': 'b' })).subarray(0, 40),
      'cannot be read',
    ],
  ])('400 at once for %s', async (_what, name, content, sentence) => {
    const answer = await send(await project(), await content(), { name });
    expect([answer.status, answer.text]).toEqual([400, expect.stringContaining(sentence)]);
  });

  it('200 for the layout of an OCI image with an attestation, and for the archive of Yocto with documents of SPDX', async () => {
    const statement = {
      ...{ _type: 'https://in-toto.io/Statement/v0.1', predicateType: 'https://cyclonedx.org/bom' },
      subject: [{ name: 'shop', digest: { sha256: 'ab'.repeat(32) } }],
      predicate: bom([component('a', '1.0.0')]),
    };
    const layout = tar([
      { name: 'oci-layout', content: '{"imageLayoutVersion":"1.0.0"}' },
      { name: 'index.json', content: '{"schemaVersion":2,"manifests":[]}' },
      { name: `blobs/sha256/${'ab'.repeat(32)}`, content: JSON.stringify(statement) },
      {
        name: `blobs/sha256/${'cd'.repeat(32)}`,
        content: gzipSync(tar([{ name: 'etc/os-release', content: 'ID=x' }])),
      },
    ]);
    const one = await project();
    expect((await imported(one, layout, { name: 'image.tar' })).job.status).toBe('Completed');
    expect((await itemsOf(one)).map(({ name }) => name)).toEqual(['a']);
    const spdx = (name: string) => ({
      ...{ spdxVersion: 'SPDX-2.2', SPDXID: 'SPDXRef-DOCUMENT', dataLicense: 'CC0-1.0', name },
      documentNamespace: `http://spdx.org/spdxdoc/${name}`,
      creationInfo: { created: '2026-01-01T00:00:00Z', creators: ['Tool: OpenEmbedded Core create-spdx.bbclass'] },
      packages: [{ SPDXID: `SPDXRef-${name}`, name, versionInfo: '1.0', downloadLocation: 'NOASSERTION' }],
    });
    const yocto = zstdCompressSync(
      tar([
        { name: 'index.json', content: '{"documents":[]}' },
        { name: 'recipe-busybox.spdx.json', content: JSON.stringify(spdx('busybox')) },
        { name: 'recipe-zlib.spdx.json', content: JSON.stringify(spdx('zlib')) },
      ]),
    );
    const two = await project();
    expect((await imported(two, yocto, { name: 'image.spdx.tar.zst' })).job.status).toBe('Completed');
    expect((await itemsOf(two)).map(({ name }) => name)).toEqual(['busybox', 'zlib']);
  });
});

describe('hostile documents', () => {
  const deep = (levels: number) =>
    `{"bomFormat":"CycloneDX","specVersion":"1.6","components":[${'{"name":"a","components":['.repeat(levels)}${']}'.repeat(levels)}]}`;

  it.each<[string, string | Buffer, string]>([
    ['nesting of 100,000', deep(100_000), 'nested deeper'],
    [
      'an entity bomb',
      `<?xml version="1.0"?><!DOCTYPE bom [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><bom xmlns="http://cyclonedx.org/schema/bom/1.4"><components><component type="library"><name>&b;</name></component></components></bom>`,
      'undefined entity',
    ],
    [
      'an external entity',
      `<?xml version="1.0"?><!DOCTYPE bom [<!ENTITY a SYSTEM "file:///etc/passwd">]><bom xmlns="http://cyclonedx.org/schema/bom/1.4"><components><component type="library"><name>&a;</name></component></components></bom>`,
      'undefined entity',
    ],
    ['a gzip bomb', gzipSync(Buffer.alloc(200e6, ' ')), 'expansion ratio'],
  ])('are refused with a sentence: %s', async (_what, content, sentence) => {
    const id = await project();
    const answer = await send(id, content);
    const said = answer.status === 200 ? JSON.stringify(await h.jobOver(answer.body.data.taskId)) : answer.text;
    expect(said).toContain(sentence);
    expect(await itemsOf(id)).toEqual([]);
    expect((await h.call('GET', '/projects')).status).toBeLessThan(500);
  });

  it('a text of 50 MB, lone surrogates, __proto__, UTF-16 and a version that lies are taken, and told', async () => {
    const id = await project();
    const components = [
      component('a', '1.0.0', { description: 'x'.repeat(1_000_000) }),
      component('b', '1.0.0', { description: '\ud800 half' }),
    ];
    const text = JSON.stringify(bom(components, { specVersion: '1.2', declarations: {} })).replace(
      '"components"',
      '"__proto__":{"polluted":true},"components"',
    );
    const { job, receipt } = await imported(id, Buffer.from(`\ufeff${text}`, 'utf16le'));
    expect(job.status).toBe('Completed');
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
    expect((await issuesOf(id, receipt.id)).map(({ code, place }) => `${code} ${place}`)).toEqual(
      expect.arrayContaining([
        'repaired components[0].description',
        'repaired components[1].description',
        'contradiction specVersion',
        'not-understood __proto__',
      ]),
    );
    expect((await itemsOf(id)).map(({ name }) => name)).toEqual(['a', 'b']);
  });

  it('loops, doubled references and many edges from one component end', async () => {
    const id = await project();
    const components = [
      component('a', '1.0.0'),
      component('b', '1.0.0', { 'bom-ref': 'a@1.0.0' }),
      component('c', '1.0.0'),
    ];
    const dependencies = [
      { ref: 'a@1.0.0', dependsOn: Array.from({ length: 100_000 }, () => 'c@1.0.0') },
      { ref: 'c@1.0.0', dependsOn: ['a@1.0.0', 'c@1.0.0'] },
    ];
    const { receipt } = await imported(id, bom(components, { dependencies }));
    expect(await issuesOf(id, receipt.id)).toMatchObject([{ code: 'contradiction', place: 'components[1]' }]);
    const { rows } = await h.database.pool.query(
      'select count(*)::int as count from inventory_links l join inventory_items i on i.id = l.parent_id where i.project_id = $1',
      [id],
    );
    expect(rows[0].count).toBe(2);
  });
});
