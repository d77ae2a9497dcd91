// What is filled into documents of each format: members, dependencies, and for SPDX 3 elements of their own.
import { expect, it } from 'vitest';
import { readSbomBytes } from '../read/index.ts';
import { STRICT_READING } from '../read/strict/index.ts';
import { fillDocument, scoresOfFilling } from './index.ts';

type Fields = Record<string, unknown>;
const A = 'pkg:npm/a@1.0.0';
const B = 'pkg:npm/b@2.0.0';
const sourceOf = (document: object, name: string) => {
  const { parts, edges } = readSbomBytes(Buffer.from(JSON.stringify(document)))!;
  return { name, parts, edges };
};
const known = (dependsOn: string[]) => ({
  ...{ bomFormat: 'CycloneDX', specVersion: '1.6', version: 1 },
  components: [
    {
      ...{ type: 'library', 'bom-ref': 'x', name: 'a', version: '1.0.0', purl: A, supplier: { name: 'Acme' } },
      licenses: [{ license: { id: 'MIT', acknowledgement: 'declared' } }],
      hashes: [{ alg: 'SHA-256', content: 'a'.repeat(64) }],
      copyright: 'Copyright 2020 Acme',
    },
    { type: 'library', 'bom-ref': 'y', name: 'b', version: '2.0.0', purl: B },
    { type: 'library', 'bom-ref': 'z', name: 'c', version: '3.0.0', purl: 'pkg:npm/c@3.0.0' },
  ],
  dependencies: [{ ref: 'x', dependsOn }],
});
const SOURCE = sourceOf(known(['y', 'z']), 'known.json');
const FILLING = { at: new Date('2026-01-31T12:00:00Z'), tool: { name: 'assay', version: '1' } };
const fill = (document: object, sources = [SOURCE]) => fillDocument(document as Fields, sources, FILLING);

const CYCLONEDX = {
  ...{ bomFormat: 'CycloneDX', specVersion: '1.6', version: 1 },
  components: [
    { type: 'library', 'bom-ref': 'one', name: 'a', version: '1.0.0' },
    { type: 'library', 'bom-ref': 'two', name: 'b', version: '2.0.0', purl: B },
  ],
};
const SPDX_2 = {
  ...{ spdxVersion: 'SPDX-2.3', SPDXID: 'SPDXRef-DOCUMENT', dataLicense: 'CC0-1.0', name: 'shop' },
  documentNamespace: 'https://example.org/shop',
  creationInfo: { created: '2026-01-01T00:00:00Z', creators: ['Tool: x-1'] },
  packages: [
    { SPDXID: 'SPDXRef-one', name: 'a', versionInfo: '1.0.0', downloadLocation: 'NONE' },
    { SPDXID: 'SPDXRef-two', name: 'b', versionInfo: '2.0.0', downloadLocation: 'NONE' },
  ],
  relationships: [
    { spdxElementId: 'SPDXRef-DOCUMENT', relationshipType: 'DESCRIBES', relatedSpdxElement: 'SPDXRef-one' },
  ],
};
const element = (type: string, name: string, more: Fields) => ({
  ...{ type, spdxId: `https://example.org/shop#${name}`, creationInfo: '_:c' },
  ...more,
});
const SPDX_3 = {
  '@context': 'https://spdx.org/rdf/3.0.1/spdx-context.jsonld',
  '@graph': [
    {
      ...{ type: 'CreationInfo', '@id': '_:c', specVersion: '3.0.1', created: '2026-01-01T00:00:00Z' },
      createdBy: ['https://example.org/shop#me'],
    },
    element('Person', 'me', { name: 'Me' }),
    element('SpdxDocument', 'document', { element: ['https://example.org/shop#one'] }),
    element('Annotation', 'note', { annotationType: 'other', subject: 'https://example.org/shop#document' }),
    element('software_Package', 'one', { name: 'a', software_packageVersion: '1.0.0' }),
    element('software_Package', 'two', { name: 'b', software_packageVersion: '2.0.0', software_packageUrl: B }),
  ],
};

const DOCUMENTS: [string, object][] = [
  ['CycloneDX', CYCLONEDX],
  ['SPDX 2', SPDX_2],
  ['SPDX 3', SPDX_3],
];

it.each(DOCUMENTS)('%s gets what the source knows, stays valid, and is read as complete', (_format, document) => {
  const before = JSON.stringify(document);
  const done = fill(document)!;
  const read = readSbomBytes(Buffer.from(JSON.stringify(done.document)), STRICT_READING)!;
  const [a] = read.parts.filter(({ name }) => name === 'a');
  expect(a).toMatchObject({ purl: A, supplier: 'Acme', copyright: 'Copyright 2020 Acme' });
  expect([a?.declared, a?.hashes.length]).toEqual(['MIT', 1]);
  expect(read.edges.filter(({ kind }) => kind === 'depends')).toHaveLength(1);
  expect(new Set(done.filled.map(({ source }) => source))).toEqual(new Set(['known.json']));
  expect(done.filled.map(({ component }) => component)).toContain('a 1.0.0');
  expect(JSON.stringify(document)).toBe(before);
  const scores = scoresOfFilling(document, done.document);
  expect(scores.every(({ before: first, after }) => after >= first)).toBe(true);
  expect(scores.some(({ before: first, after }) => after > first)).toBe(true);
});

it.each(DOCUMENTS)(
  '%s: the same again fills in nothing more, and the same facts give the same bytes',
  (_format, document) => {
    const done = fill(document)!;
    expect(fill(done.document)?.filled).toEqual([]);
    expect(fill(done.document)?.document).toBe(done.document);
    expect(JSON.stringify(fill(document)?.document)).toBe(JSON.stringify(done.document));
  },
);

it.each(DOCUMENTS)(
  '%s: what another source knows is filled into a copy that was filled before, which stays valid',
  (_format, document) => {
    const { components, ...rest } = known([]);
    const little = components.map(({ type, name, version, purl, 'bom-ref': ref }) => ({
      ...{ type, name, version, purl, 'bom-ref': ref, copyright: 'Copyright 2020 Acme' },
    }));
    const once = fill(document, [sourceOf({ ...rest, components: little }, 'little.json')])!;
    const twice = fill(once.document)!;
    expect([once.filled.length > 0, twice.filled.length > 0]).toEqual([true, true]);
    expect(readSbomBytes(Buffer.from(JSON.stringify(twice.document)), STRICT_READING)?.parts.length).toBeGreaterThan(1);
  },
);

it.each(DOCUMENTS)('%s: dependencies that sources do not agree on are not filled in', (_format, document) => {
  const rival = sourceOf(known(['z']), 'rival.json');
  expect(fill(document, [SOURCE, rival])?.filled.map(({ field }) => field)).not.toContain(
    { CycloneDX: 'dependencies', 'SPDX 2': 'relationships', 'SPDX 3': 'dependsOn' }[_format],
  );
});

it('what the document says of dependencies stays', () => {
  const stated = { ...CYCLONEDX, dependencies: [{ ref: 'one', dependsOn: [] }] };
  expect(fill(stated)?.document.dependencies).toEqual(stated.dependencies);
});

it('the copy of an SPDX 3 document has an address of its own, which its elements name', () => {
  const graph = fill(SPDX_3)?.document['@graph'] as Fields[];
  const main = graph.find(({ type }) => type === 'SpdxDocument');
  expect(main?.spdxId).toMatch(/^https:\/\/example\.org\/shop#document-filled-/);
  expect(graph.find(({ spdxId }) => String(spdxId).endsWith('#note'))?.subject).toBe(main?.spdxId);
  expect(main?.element).toContain('https://example.org/shop#one');
  expect(main).not.toHaveProperty('element.length', 1);
});

it.each([
  [{ '@graph': [null, 1, {}] }],
  [{ '@graph': {} }],
  [{ bomFormat: 'CycloneDX', components: 1, dependencies: {} }],
  [{ spdxVersion: 'SPDX-2.3', packages: [1], relationships: 'x' }],
])('odd documents are left as they are: %o', (document) => {
  expect(fill(document)?.filled ?? []).toEqual([]);
});
