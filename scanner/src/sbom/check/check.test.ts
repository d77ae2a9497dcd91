// The rules against our own documents, documents of strangers with one defect each (where they lie beside the checkout), and adversarial values.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { present } from '../../items.ts';
import { checkDocument, checkedDocument, STANDARDS } from './index.ts';
import { COMPONENT_TESTS, DOCUMENT_TESTS } from './rules.ts';

const report = (document: unknown) => checkDocument(present(checkedDocument(document), 'document'));
const stateOf = (document: unknown, id: string) =>
  report(document)
    .standards.flatMap(({ rules }) => rules)
    .find((rule) => rule.id === id)!;

describe('standards.yaml', () => {
  it('names each rule once, and a function for each', () => {
    const rules = STANDARDS.flatMap((standard) => standard.rules);
    expect(new Set(rules.map(({ id }) => id)).size).toBe(rules.length);
    for (const { of, test, level, clause, fix, title } of rules) {
      expect(Object.keys(of === 'document' ? DOCUMENT_TESTS : COMPONENT_TESTS)).toContain(test);
      expect(['required', 'recommended', 'optional']).toContain(level);
      for (const text of [clause, fix, title]) expect(text).toMatch(/\S/);
    }
    const used = new Set(rules.map(({ test }) => test));
    expect([...Object.keys(DOCUMENT_TESTS), ...Object.keys(COMPONENT_TESTS)].filter((name) => !used.has(name))).toEqual(
      [],
    );
  });
});

const cdx = (more: object) => ({ bomFormat: 'CycloneDX', specVersion: '1.6', ...more });
const component = (more: object) => cdx({ components: [{ type: 'library', 'bom-ref': 'a', name: 'a', ...more }] });
const spdx = (more: object) => ({ spdxVersion: 'SPDX-2.3', packages: [], ...more });
const pack = (more: object) => spdx({ packages: [{ SPDXID: 'SPDXRef-a', name: 'a', ...more }] });

it.each<[what: string, document: object, rule: string, state: string]>([
  ['a time without zone', cdx({ metadata: { timestamp: '2026-01-02T03:04:05' } }), 'ntia-timestamp', 'unmet'],
  ['a day that is not', cdx({ metadata: { timestamp: '2026-02-30T03:04:05Z' } }), 'ntia-timestamp', 'unmet'],
  ['a time with offset', cdx({ metadata: { timestamp: '2026-01-02T03:04:05.5+02:00' } }), 'ntia-timestamp', 'met'],
  ['SPDX: a time', spdx({ creationInfo: { created: '2026-01-02T03:04:05Z' } }), 'ntia-timestamp', 'met'],
  ['SPDX: a tool is no author', spdx({ creationInfo: { creators: ['Tool: x'] } }), 'ntia-author', 'unmet'],
  ['SPDX: a tool', spdx({ creationInfo: { creators: ['Tool: x'] } }), 'cisa-tool', 'met'],
  ['SPDX: an author without contact', spdx({ creationInfo: { creators: ['Person: A B ()'] } }), 'bsi-creator', 'unmet'],
  ['SPDX: an author with contact', spdx({ creationInfo: { creators: ['Person: A (a@b.org)'] } }), 'bsi-creator', 'met'],
  ['SPDX: an author without at', spdx({ creationInfo: { creators: ['Person: A (ab.org)'] } }), 'bsi-creator', 'unmet'],
  ['an empty name', component({ name: ' ' }), 'ntia-name', 'unmet'],
  ['a version that is a number', component({ version: 1 }), 'ntia-version', 'unmet'],
  ['SPDX: no assertion as version', pack({ versionInfo: 'NOASSERTION' }), 'ntia-version', 'unmet'],
  ['SPDX: no assertion as supplier', pack({ supplier: 'NOASSERTION' }), 'ntia-supplier', 'unmet'],
  ['SPDX: a supplier', pack({ supplier: 'Organization: A' }), 'ntia-supplier', 'met'],
  ['SPDX: an originator is a producer', pack({ originator: 'Person: A' }), 'cisa-producer', 'met'],
  ['a purl that is none', component({ purl: 'npm/a@1' }), 'ntia-identifiers', 'unmet'],
  [
    'SPDX: a purl',
    pack({ externalRefs: [{ referenceType: 'purl', referenceLocator: 'pkg:npm/a@1' }] }),
    'ntia-identifiers',
    'met',
  ],
  ['a hash of the wrong length', component({ hashes: [{ alg: 'SHA-256', content: 'ab' }] }), 'cisa-hash', 'unmet'],
  [
    'SPDX: a weak hash',
    pack({ checksums: [{ algorithm: 'MD5', checksumValue: 'a'.repeat(32) }] }),
    'cisa-hash',
    'unmet',
  ],
  [
    'SPDX: a strong hash',
    pack({ checksums: [{ algorithm: 'SHA256', checksumValue: 'a'.repeat(64) }] }),
    'cisa-hash',
    'met',
  ],
  [
    'SPDX: no assertion as license',
    pack({ licenseDeclared: 'NOASSERTION', licenseConcluded: 'NONE' }),
    'cisa-license',
    'unmet',
  ],
  ['SPDX: a concluded license', pack({ licenseConcluded: 'MIT OR Apache-2.0' }), 'bsi-distribution-licences', 'met'],
  ['SPDX: only a declared license', pack({ licenseDeclared: 'MIT' }), 'bsi-distribution-licences', 'unmet'],
  [
    'a license of another name',
    component({ licenses: [{ license: { name: 'My License' } }] }),
    'cisa-license',
    'unmet',
  ],
  [
    'two licenses, one wrong',
    component({ licenses: [{ license: { id: 'MIT' } }, { license: { id: 'X' } }] }),
    'cisa-license',
    'unmet',
  ],
  ['CycloneDX 1.5', cdx({ specVersion: '1.5' }), 'bsi-format', 'unmet'],
  ['CycloneDX 1.10', cdx({ specVersion: '1.10' }), 'bsi-format', 'met'],
  ['SPDX 2.3', spdx({}), 'bsi-format', 'unmet'],
  [
    'a path as file name',
    component({ properties: [{ name: 'bsi:component:filename', value: 'a/b' }] }),
    'bsi-filename',
    'unmet',
  ],
  ['no component', cdx({}), 'ntia-version', 'not-applicable'],
  [
    'a loop',
    cdx({
      metadata: { component: { name: 'p', 'bom-ref': 'p' } },
      components: [{ name: 'a', 'bom-ref': 'a' }],
      dependencies: [
        { ref: 'p', dependsOn: ['a'] },
        { ref: 'a', dependsOn: ['a', 'p'] },
      ],
    }),
    'bsi-dependency-graph',
    'met',
  ],
  [
    'SPDX: a relation in the other direction',
    spdx({
      packages: [
        { SPDXID: 'SPDXRef-p', name: 'p' },
        { SPDXID: 'SPDXRef-a', name: 'a' },
      ],
      relationships: [
        { spdxElementId: 'SPDXRef-DOCUMENT', relationshipType: 'DESCRIBES', relatedSpdxElement: 'SPDXRef-p' },
        { spdxElementId: 'SPDXRef-a', relationshipType: 'DEPENDENCY_OF', relatedSpdxElement: 'SPDXRef-p' },
      ],
    }),
    'ntia-dependencies',
    'met',
  ],
  [
    'SPDX: a relation to nothing',
    spdx({
      packages: [{ SPDXID: 'SPDXRef-p', name: 'p' }],
      documentDescribes: ['SPDXRef-p'],
      relationships: [{ spdxElementId: 'SPDXRef-p', relationshipType: 'DEPENDS_ON', relatedSpdxElement: 'SPDXRef-x' }],
    }),
    'ntia-dependencies',
    'unmet',
  ],
])('%s', (_, document, rule, state) => {
  expect(stateOf(document, rule)).toMatchObject({ state });
});

it.each([[null], [1], ['x'], [[]], [{}], [{ bomFormat: 'X' }], [{ spdxVersion: 2 }]])(
  '%j is no document',
  (document) => {
    expect(checkedDocument(document)).toBeUndefined();
  },
);

it('reads members of any type', () => {
  for (const value of [null, 1, 'x', [], [1], {}, [{}], [[]]]) {
    const members =
      'metadata components dependencies compositions vulnerabilities packages relationships creationInfo files'.split(
        ' ',
      );
    const fields = Object.fromEntries(members.map((name) => [name, value]));
    for (const document of [cdx(fields), spdx(fields), { '@graph': value === null ? [] : [value, fields] }])
      expect(report(document).standards).toHaveLength(3);
  }
});

/** What the name of a document says: the rule that its defect breaks. */
const RULES: [RegExp, string][] = [
  [/BsiFilename/, 'bsi-filename'],
  [/BsiExecutable/, 'bsi-executable'],
  [/BsiArchive/, 'bsi-archive'],
  [/BsiStructured/, 'bsi-structured'],
  [/EffectiveLicense/, 'bsi-effective-licence'],
  [/SourceCodeURL/, 'bsi-source-uri'],
  [/DownloadURL/, 'bsi-deployable-uri'],
  [/SourceHash/, 'bsi-source-hash'],
  [/SecurityTxt/, 'bsi-security-txt'],
  [/DeployableHash|ExtRefDistribution/, 'bsi-deployable-hash'],
  [/ComponentHash/, 'cisa-hash'],
  [/LicenseDeclared/, 'bsi-original-licences'],
  [/LicenseConcluded/, 'bsi-distribution-licences'],
  [/License/, 'cisa-license'],
  [/OtherUniqueIDs|CPE|PURL|SWID/, 'bsi-identifiers'],
  [/Metadata(Author|Manufacturer|Supplier|Creator)/, 'bsi-creator'],
  [/Component(Author|Manufacturer|Supplier|Originator)/, 'bsi-component-creator'],
  [/Timestamp/, 'bsi-timestamp'],
  [/SerialNumber|Namespace/, 'bsi-uri'],
  [/ComponentName/, 'bsi-component-name'],
  [/ComponentVersion/, 'bsi-component-version'],
  [/orphan/, 'bsi-dependency-graph'],
  [/Dependenc|PrimaryComponent/, 'bsi-dependencies'],
  [/Vulnerabilities/, 'bsi-no-vulnerabilities'],
];
/** These have a weak or empty hash, although their names begin with "valid". */
const IS_DEFECT = /^(missing|invalid|absent|broken|orphan|none|mix|partial|with|primaryNo)|Hash(MD5|SHA1|Empty)\./;

const FOLDER = new URL('../../../../../shared/data/sbom/quality-cyclonedx/bsi/cdx/', import.meta.url).pathname;
const files = existsSync(FOLDER) ? readdirSync(FOLDER).filter((name) => !name.includes('FullyCompliant')) : [];
describe.skipIf(files.length === 0)(`documents with one defect each, in ${FOLDER}`, () => {
  it.each(files)('%s', (name) => {
    const [, rule] = present(
      RULES.find(([pattern]) => pattern.test(name)),
      `rule for ${name}`,
    );
    const document: unknown = JSON.parse(readFileSync(join(FOLDER, name), 'utf8'));
    const { state } = stateOf(document, rule);
    if (IS_DEFECT.test(name)) expect(['unmet', 'partly']).toContain(state);
    else expect(state).toBe('met');
  });

  it('the document with everything meets all rules', () => {
    const document: unknown = JSON.parse(readFileSync(join(FOLDER, 'validFullyCompliantBsiV21.cdx16.json'), 'utf8'));
    const open = report(document)
      .standards.flatMap(({ rules }) => rules)
      .filter(({ state }) => state !== 'met');
    expect(open.map(({ id }) => id)).toEqual([]);
  });
});
