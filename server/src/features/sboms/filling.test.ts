// What an imported SBOM lacks and the server knows, and the copy with it.
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Harness, startHarness } from '../../../test/harness.ts';

let h: Harness;
let projectId: number;
let lacking: number;

const A = 'pkg:npm/a@1.0.0';
const LACKING = {
  ...{ bomFormat: 'CycloneDX', specVersion: '1.6', version: 1 },
  metadata: { component: { type: 'application', name: 'shop', version: '1', 'bom-ref': 'shop' } },
  components: [
    { type: 'library', 'bom-ref': 'a', name: 'a', version: '1.0.0', purl: A },
    { type: 'library', 'bom-ref': 'b', name: 'b', version: '2.0.0', purl: 'pkg:npm/b@2.0.0' },
  ],
};
const OTHER = {
  ...{ bomFormat: 'CycloneDX', specVersion: '1.5', version: 1 },
  metadata: { component: { type: 'application', name: 'part', version: '1', 'bom-ref': 'part' } },
  components: [
    {
      ...{ type: 'library', 'bom-ref': 'x', name: 'a', version: '1.0.0', purl: A, supplier: { name: 'Acme' } },
      hashes: [{ alg: 'SHA-256', content: 'a'.repeat(64) }],
      licenses: [{ license: { id: 'MIT' } }],
    },
    { type: 'library', 'bom-ref': 'y', name: 'b', version: '2.0.0', purl: 'pkg:npm/b@2.0.0' },
  ],
  dependencies: [{ ref: 'x', dependsOn: ['y'] }],
};

async function imported(content: Buffer, name: string, into = projectId): Promise<number> {
  const boundary = 'b0undary';
  const raw = Buffer.concat([
    Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="sbomFile"; filename="${name}"\r\nContent-Type: application/json\r\n\r\n`,
    ),
    content,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);
  const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` };
  const { body } = await h.call('POST', `/projects/${into}/importSbom`, { raw, headers });
  await h.jobOver(body.data.taskId);
  return (await h.call('GET', `/projects/${into}/sboms?limit=1`)).body.data[0].id;
}

beforeAll(async () => {
  h = await startHarness();
  await h.work();
  projectId = (await h.call('POST', '/projects', { body: { name: 'shop' } })).body.id;
  lacking = await imported(gzipSync(JSON.stringify(LACKING)), 'shop.cdx.json.gz');
  await imported(Buffer.from(JSON.stringify(OTHER)), 'part.json');
});
afterAll(() => h.close());

it('tells each field with its source, and the scores before and after', async () => {
  const { status, body, text } = await h.call('GET', `/projects/${projectId}/sboms/${lacking}/filling`);
  expect([status, text]).toEqual([200, expect.any(String)]);
  const { sources, filled, filledCount, counts, scores, isSignatureLeftOut } = body.data;
  expect(sources).toEqual(['the inventory of shop', 'the SBOM part.json']);
  expect([filledCount, isSignatureLeftOut]).toEqual([filled.length, false]);
  const of = (field: string) => filled.filter((one: { field: string }) => one.field === field);
  expect(of('licenses')).toEqual([
    { place: 'components[0]', component: 'a 1.0.0', field: 'licenses', source: expect.stringMatching(/^the /) },
  ]);
  expect([of('supplier').length, of('hashes').length, of('dependencies').length]).toEqual([1, 1, 1]);
  expect(counts).toContainEqual({ field: 'hashes', count: 1 });
  expect(scores.some(({ before, after }: { before: number; after: number }) => after > before)).toBe(true);
});

it('gives the copy, and keeps the original as it was sent', async () => {
  const answer = await h.call('GET', `/projects/${projectId}/sboms/${lacking}/filled`);
  expect(answer.headers['content-disposition']).toContain('shop.cdx.filled.json');
  const document = JSON.parse(answer.text);
  expect(document.components[0]).toMatchObject({ supplier: { name: 'Acme' }, licenses: [{ expression: 'MIT' }] });
  expect(document.dependencies).toEqual([{ ref: 'a', dependsOn: ['b'] }]);
  const original = await h.call('GET', `/projects/${projectId}/sboms/${lacking}/original`);
  expect(original.status).toBe(200);
  expect(original.headers['content-disposition']).toContain('shop.cdx.json.gz');
});

describe('by other projects', () => {
  const project = async (name: string, more: object = {}) =>
    (await h.call('POST', '/projects', { body: { name, ...more } })).body.id as number;
  const document = (name: string, components: object[]) =>
    Buffer.from(
      JSON.stringify({
        ...{ bomFormat: 'CycloneDX', specVersion: '1.6', version: 1 },
        metadata: { component: { type: 'application', name, version: '1', 'bom-ref': name } },
        components,
      }),
    );
  const part = (name: string, more: object = {}) => ({
    ...{ type: 'library', 'bom-ref': name, name, version: '1.0.0', purl: `pkg:npm/${name}@1.0.0` },
    ...more,
  });
  const acme = { supplier: { name: 'Acme' }, hashes: [{ alg: 'SHA-256', content: 'b'.repeat(64) }] };
  const fields = async (into: number, sbomId: number, as = h.admin) => {
    const { body } = await h.call('GET', `/projects/${into}/sboms/${sbomId}/filling`, { as });
    const told = body.data.filled.map((one: Record<string, string>) => `${one.component} ${one.field}: ${one.source}`);
    return { told, sources: body.data.sources as string[] };
  };

  it('names them, and takes nothing of those that are private or that the caller may not see', async () => {
    const [own, other, closed] = [await project('own'), await project('other'), await project('closed')];
    const sbomId = await imported(document('own', [part('p'), part('q')]), 'own.json', own);
    expect((await fields(own, sbomId)).told).toEqual([]);
    await imported(document('closed', [part('q', acme)]), 'closed.json', closed);
    await h.call('PUT', `/projects/${closed}`, { body: { privateProject: true } });
    await imported(
      document('other', [part('p', { ...acme, licenses: [{ license: { id: 'MIT' } }] })]),
      'o.json',
      other,
    );
    const { told, sources } = await fields(own, sbomId);
    expect(told.sort()).toEqual([
      'p 1.0.0 hashes: the project other',
      'p 1.0.0 licenses: the project other',
      'p 1.0.0 supplier: the project other',
    ]);
    expect(sources).toEqual(['the inventory of own', 'the project other']);
    // Its own project, made private, still knows itself, and others know nothing of it.
    await h.call('PUT', `/projects/${other}`, { body: { privateProject: true } });
    expect(await fields(own, sbomId)).toEqual({ told: [], sources: ['the inventory of own'] });
  });

  it('asks them only for what the project itself does not say', async () => {
    const [own, other] = [await project('near'), await project('far')];
    const sbomId = await imported(document('near', [part('r')]), 'near.json', own);
    await imported(document('part', [part('r', { supplier: { name: 'Near' } })]), 'part.json', own);
    await imported(document('far', [part('r', acme)]), 'far.json', other);
    const { told } = await fields(own, sbomId);
    expect(told.map((one: string) => one.replace(/: the (?:inventory|SBOM) .*/, ': near')).sort()).toEqual([
      'r 1.0.0 hashes: the project far',
      'r 1.0.0 supplier: near',
    ]);
  });
});

it('is refused for a format that is not filled in', async () => {
  const syft = {
    artifacts: [{ id: '1', name: 'z', version: '1', purl: 'pkg:npm/z@1', licenses: [] }],
    ...{ source: { id: 's', name: 'z', version: '1' }, descriptor: { name: 'syft', version: '1.0.0' } },
    schema: {
      version: '16.0.0',
      url: 'https://raw.githubusercontent.com/anchore/syft/main/schema/json/schema-16.0.0.json',
    },
  };
  const id = await imported(Buffer.from(JSON.stringify(syft)), 'syft.json');
  const { status, text } = await h.call('GET', `/projects/${projectId}/sboms/${id}/filling`);
  expect([status, text]).toEqual([400, expect.stringContaining('Only documents of CycloneDX and SPDX')]);
});

it('404 for an SBOM that is not there', async () => {
  expect((await h.call('GET', `/projects/${projectId}/sboms/999999/filled`)).status).toBe(404);
});
