// A strict reading judges SPDX 3.0.1 by its model: classes, members, values, and that what a document names is there.
import { expect, it } from 'vitest';
import { readSbomBytes } from '../index.ts';
import { STRICT_READING } from './index.ts';
import { CLASSES, ENUMERATIONS } from './spdx-3-model.ts';

type Fields = Record<string, unknown>;
const ID = 'https://example.org/shop#';

const element = (type: string, name: string, more: Fields = {}): Fields => ({
  ...{ type, spdxId: `${ID}${name}`, creationInfo: '_:creation' },
  ...more,
});
const creation = {
  ...{ type: 'CreationInfo', '@id': '_:creation', specVersion: '3.0.1', created: '2026-01-31T12:00:00Z' },
  createdBy: [`${ID}me`],
};
const GRAPH: Record<string, Fields> = {
  creation,
  me: element('Person', 'me', { name: 'Me' }),
  document: element('SpdxDocument', 'document', {
    ...{ rootElement: [`${ID}sbom`], profileConformance: ['core', 'software'] },
    dataLicense: 'https://spdx.org/licenses/CC0-1.0',
  }),
  sbom: element('software_Sbom', 'sbom', { rootElement: [`${ID}a`], software_sbomType: ['build'] }),
  a: element('software_Package', 'a', {
    ...{ name: 'a', software_packageVersion: '1', software_primaryPurpose: 'library', suppliedBy: `${ID}me` },
    verifiedUsing: [{ type: 'Hash', algorithm: 'sha256', hashValue: 'ab' }],
  }),
  depends: element('Relationship', 'depends', {
    ...{ from: `${ID}a`, to: ['NoneElement'], relationshipType: 'dependsOn', completeness: 'complete' },
  }),
  vulnerability: element('security_Vulnerability', 'vulnerability'),
  vex: element('security_VexNotAffectedVulnAssessmentRelationship', 'vex', {
    ...{ from: `${ID}vulnerability`, to: [`${ID}a`], relationshipType: 'doesNotAffect' },
    security_justificationType: 'vulnerableCodeNotPresent',
  }),
};
const documentOf = (graph: readonly Fields[], more: Fields = {}) => ({
  '@context': 'https://spdx.org/rdf/3.0.1/spdx-context.jsonld',
  '@graph': graph,
  ...more,
});
const strictly = (document: object) => readSbomBytes(Buffer.from(JSON.stringify(document)), STRICT_READING);
const changed = (name: string, more: Fields) => {
  const graph = Object.entries(GRAPH).map(([key, one]) => (key === name ? { ...one, ...more } : one));
  return documentOf(graph);
};

it('takes a document that keeps the model, in any order', () => {
  const graph = Object.values(GRAPH);
  expect(strictly(documentOf(graph))?.parts).toHaveLength(1);
  expect(strictly(documentOf(graph.toReversed()))?.parts).toHaveLength(1);
});

it.each<[string, object, string]>([
  ['an abstract class', changed('a', { type: 'Artifact' }), '@graph[4].type: "Artifact" is no class'],
  ['an unknown class', changed('a', { type: 'Package' }), '@graph[4].type: "Package" is no class'],
  [
    'a member of another class',
    changed('me', { software_packageVersion: '1' }),
    '@graph[1].software_packageVersion: is no member of Person',
  ],
  ['a missing member', changed('depends', { from: undefined }), '@graph[5].from: is missing'],
  ['an element without an id', changed('a', { spdxId: undefined }), '@graph[4].spdxId: is missing'],
  ['a blank id of an element', changed('me', { spdxId: '_:me' }), '@graph[1].spdxId: "_:me" is no address'],
  ['an id twice', changed('sbom', { spdxId: `${ID}a` }), 'is the spdxId of an earlier element'],
  [
    'a value of no enumeration',
    changed('depends', { relationshipType: 'DEPENDS_ON' }),
    '@graph[5].relationshipType: "DEPENDS_ON" is none',
  ],
  [
    'a value in a list of no enumeration',
    changed('sbom', { software_sbomType: ['built'] }),
    '@graph[3].software_sbomType[0]: "built" is none',
  ],
  ['a list where one value belongs', changed('a', { name: ['a'] }), '@graph[4].name: must be one value'],
  ['a value where a list belongs', changed('depends', { to: `${ID}a` }), '@graph[5].to: must be a list'],
  [
    'an empty list where one value is needed',
    changed('depends', { to: [] }),
    '@graph[5].to: must have at least 1 value',
  ],
  [
    'a number where a text belongs',
    changed('a', { software_packageVersion: 1 }),
    '@graph[4].software_packageVersion: must be a text',
  ],
  [
    'a day that does not exist',
    changed('creation', { created: '2026-02-30T12:00:00Z' }),
    '@graph[0].created: must be a time',
  ],
  [
    'an element that is not there',
    changed('depends', { to: [`${ID}b`] }),
    `@graph[5].to[0]: "${ID}b" is neither described`,
  ],
  [
    'a creation that is not there',
    changed('a', { creationInfo: '_:other' }),
    '@graph[4].creationInfo: "_:other" is neither',
  ],
  [
    'an element of another class than is asked for',
    changed('a', { suppliedBy: `${ID}sbom` }),
    '@graph[4].suppliedBy: names a software_Sbom, which is no Agent',
  ],
  [
    'an object of another class than is asked for',
    changed('a', { verifiedUsing: [{ type: 'DictionaryEntry', key: 'x' }] }),
    '@graph[4].verifiedUsing[0].type: "DictionaryEntry" is no IntegrityMethod',
  ],
  [
    'a VEX statement of another relationship',
    changed('vex', { relationshipType: 'affects' }),
    '@graph[7].relationshipType: must be "doesNotAffect"',
  ],
  [
    'a VEX statement without its ground',
    changed('vex', { security_justificationType: undefined }),
    '@graph[7]: must have one of "security_justificationType" and "security_impactStatement"',
  ],
  ['two documents', documentOf([...Object.values(GRAPH), element('SpdxDocument', 'second')]), 'has 2 SpdxDocuments'],
  [
    'another context',
    documentOf(Object.values(GRAPH), { '@context': 'https://spdx.org/rdf/3.0.0/spdx-context.jsonld' }),
    '@context: must be',
  ],
  ['a member beside the graph', documentOf(Object.values(GRAPH), { name: 'x' }), 'name: is not a member of a document'],
  ['an element that is no object', documentOf([...Object.values(GRAPH), 'x' as never]), '@graph[8]: must be an object'],
  ['an empty graph', documentOf([]), '@graph: must have at least one element'],
])('refuses %s, naming the path', (_what, document, sentence) => {
  expect(() => strictly(document)).toThrow(sentence);
  expect(readSbomBytes(Buffer.from(JSON.stringify(document)))).toBeDefined();
});

it('takes elements of other documents that are named as such', () => {
  const external = (more: Fields) => {
    const graph = {
      ...GRAPH,
      document: { ...GRAPH.document, ...more },
      depends: { ...GRAPH.depends, to: ['other:b'] },
    };
    return documentOf(Object.values(graph));
  };
  expect(() => strictly(external({}))).toThrow('"other:b" is neither');
  expect(strictly(external({ import: [{ type: 'ExternalMap', externalSpdxId: 'other:b' }] }))).toBeDefined();
  const namespaceMap = [{ type: 'NamespaceMap', prefix: 'other', namespace: 'https://example.org/other#' }];
  expect(strictly(external({ namespaceMap }))).toBeDefined();
});

it('takes extensions of others as they are', () => {
  expect(strictly(changed('a', { extension: [{ type: 'https://example.org/Mine', mine: [1, {}] }] }))).toBeDefined();
  expect(() => strictly(changed('a', { extension: [{ type: 'Mine' }] }))).toThrow('"Mine" must be an address');
});

it('refuses objects in objects without end', () => {
  let inner: Fields = { type: 'Person' };
  for (let depth = 0; depth < 60; depth++)
    inner = element('Annotation', `n${depth}`, { annotationType: 'other', subject: inner });
  expect(() => strictly(documentOf([...Object.values(GRAPH), inner]))).toThrow('nested deeper than 50');
});

it('the table of classes names what it has', () => {
  for (const { is, members = [] } of Object.values(CLASSES)) {
    if (is !== undefined) expect(Object.keys(CLASSES)).toContain(is);
    for (const member of members) {
      const kind = member.split(' ')[1] ?? '';
      const known = kind.startsWith('>')
        ? Object.keys(CLASSES)
        : [...Object.keys(ENUMERATIONS), 'text', 'flag', 'time', 'version', 'media', 'number', 'count', 'positive'];
      expect(known).toContain(kind.replace('>', ''));
    }
  }
});
