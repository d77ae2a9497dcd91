// A strict reading takes valid SPDX 2 in its tag-value and RDF forms, and refuses what lacks a required field.
import { expect, it } from 'vitest';
import { readSbomBytes } from '../index.ts';
import { STRICT_READING } from './index.ts';

const TAGS = `SPDXVersion: SPDX-2.3
DataLicense: CC0-1.0
SPDXID: SPDXRef-DOCUMENT
DocumentName: shop
DocumentNamespace: https://example.org/shop
LicenseListVersion: 3.20
Creator: Tool: x-1
Created: 2026-01-01T00:00:00Z
CreatorComment: <text>made by hand</text>

PackageName: a
SPDXID: SPDXRef-a
PackageVersion: 1.0.0
PackageDownloadLocation: NOASSERTION
PackageLicenseDeclared: LicenseRef-own

LicenseID: LicenseRef-own
LicenseName: Our own license
ExtractedText: <text>You may
use it.</text>
Relationship: SPDXRef-DOCUMENT DESCRIBES SPDXRef-a
`;

const RDF = `<?xml version="1.0"?>
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://spdx.org/rdf/terms#">
<SpdxDocument rdf:about="https://example.org/shop#SPDXRef-DOCUMENT">
<specVersion>SPDX-2.3</specVersion><name>shop</name>
<dataLicense rdf:resource="http://spdx.org/licenses/CC0-1.0"/>
<creationInfo><CreationInfo><creator>Tool: x-1</creator><created>2026-01-01T00:00:00Z</created></CreationInfo></creationInfo>
<hasExtractedLicensingInfo><ExtractedLicensingInfo rdf:about="https://example.org/shop#LicenseRef-own"><licenseId>LicenseRef-own</licenseId><extractedText>You may use it.</extractedText></ExtractedLicensingInfo></hasExtractedLicensingInfo>
<describesPackage><Package rdf:about="https://example.org/shop#SPDXRef-a"><name>a</name><versionInfo>1.0.0</versionInfo><downloadLocation rdf:resource="http://spdx.org/rdf/terms#noassertion"/></Package></describesPackage>
</SpdxDocument></rdf:RDF>`;

const strictly = (text: string) => readSbomBytes(Buffer.from(text), STRICT_READING);

it.each([
  ['tag-value', TAGS],
  ['RDF', RDF],
])('%s that is valid is taken', (_form, text) => {
  expect(strictly(text)?.parts.map(({ name, version }) => [name, version])).toEqual([['a', '1.0.0']]);
});

it.each([
  ['DataLicense: CC0-1.0', 'dataLicense: is missing'],
  ['SPDXID: SPDXRef-DOCUMENT', 'SPDXID: is missing'],
  ['Created: 2026-01-01T00:00:00Z', 'creationInfo.created'],
  ['Creator: Tool: x-1', 'creationInfo.creators'],
  ['PackageDownloadLocation: NOASSERTION', 'packages[0].downloadLocation: is missing'],
  ['ExtractedText: <text>You may\nuse it.</text>', 'hasExtractedLicensingInfos[0].extractedText: is missing'],
])('tag-value without "%s" is refused: %s', (line, sentence) => {
  expect(TAGS).toContain(`${line}\n`);
  expect(() => strictly(TAGS.replace(`${line}\n`, ''))).toThrow(sentence);
});

it.each([
  ['<dataLicense rdf:resource="http://spdx.org/licenses/CC0-1.0"/>', 'dataLicense: is missing'],
  ['<created>2026-01-01T00:00:00Z</created>', 'creationInfo.created'],
  ['<creator>Tool: x-1</creator>', 'creationInfo.creators'],
  ['<downloadLocation rdf:resource="http://spdx.org/rdf/terms#noassertion"/>', 'packages[0].downloadLocation'],
])('RDF without %s is refused: %s', (element, sentence) => {
  expect(RDF).toContain(element);
  expect(() => strictly(RDF.replace(element, ''))).toThrow(sentence);
});

it('a lenient reading loses none of the fields that are read', () => {
  const told = (text: string) => readSbomBytes(Buffer.from(text))?.issues.map(({ message }) => message);
  expect(told(TAGS)).toEqual([]);
  expect(told(RDF)).toEqual([]);
});

const JSON_FORM = {
  ...{ spdxVersion: 'SPDX-2.3', SPDXID: 'SPDXRef-DOCUMENT', dataLicense: 'CC0-1.0', name: 'shop' },
  documentNamespace: 'https://example.org/shop',
  creationInfo: { created: '2026-01-01T00:00:00Z', creators: ['Tool: x-1'] },
  packages: [{ SPDXID: 'SPDXRef-a', name: 'a', downloadLocation: 'NONE' }],
  relationships: [
    { spdxElementId: 'SPDXRef-DOCUMENT', relationshipType: 'DESCRIBES', relatedSpdxElement: 'SPDXRef-a' },
    { spdxElementId: 'SPDXRef-a', relationshipType: 'DEPENDS_ON', relatedSpdxElement: 'NOASSERTION' },
    { spdxElementId: 'SPDXRef-a', relationshipType: 'COPY_OF', relatedSpdxElement: 'DocumentRef-x:SPDXRef-b' },
  ],
};
const withPackage = (more: object) => ({ ...JSON_FORM, packages: [{ ...JSON_FORM.packages[0], ...more }] });
const withRelationship = (more: object) => ({
  ...JSON_FORM,
  relationships: [{ ...JSON_FORM.relationships[0], ...more }],
});

it.each<[object, string]>([
  [withRelationship({ relationshipType: 'NEEDS' }), 'relationships[0].relationshipType: "NEEDS"'],
  [
    withRelationship({ relatedSpdxElement: 'SPDXRef-b' }),
    'relationships[0].relatedSpdxElement: "SPDXRef-b" is no element',
  ],
  [
    withPackage({ checksums: [{ algorithm: 'SHA-1', checksumValue: 'ab' }] }),
    'packages[0].checksums[0].algorithm: "SHA-1"',
  ],
  [withPackage({ checksums: [{ algorithm: 'SHA1' }] }), 'packages[0].checksums[0].checksumValue: is missing'],
  [withPackage({ checksums: {} }), 'packages[0].checksums: must be a list'],
  [
    withPackage({ externalRefs: [{ referenceCategory: 'PURL', referenceType: 'purl', referenceLocator: 'x' }] }),
    'packages[0].externalRefs[0].referenceCategory: "PURL"',
  ],
  [withPackage({ externalRefs: ['x'] }), 'packages[0].externalRefs[0]: must be an object'],
  [withPackage({ filesAnalyzed: 'no' }), 'packages[0].filesAnalyzed: must be true or false'],
  [withPackage({ supplier: 'Me' }), 'packages[0].supplier: "Me"'],
  [withPackage({ primaryPackagePurpose: 'library' }), 'packages[0].primaryPackagePurpose: "library"'],
  [withPackage({ annotations: [{ annotationType: 'NOTE' }] }), 'packages[0].annotations[0].annotationType: "NOTE"'],
  [{ ...JSON_FORM, files: [{ SPDXID: 'SPDXRef-f', fileName: './f' }] }, 'files[0].checksums: is missing'],
])('values and references of %o are judged', (document, sentence) => {
  expect(strictly(JSON.stringify(JSON_FORM))).toBeDefined();
  expect(() => strictly(JSON.stringify(document))).toThrow(sentence);
});

it('snippets of RDF have the ids that they must have', () => {
  const snippet = `<hasSnippet><Snippet rdf:about="https://example.org/shop#SPDXRef-s"><snippetFromFile rdf:resource="https://example.org/shop#SPDXRef-f"/></Snippet></hasSnippet></SpdxDocument>`;
  const told = readSbomBytes(Buffer.from(RDF.replace('</SpdxDocument>', snippet)), STRICT_READING);
  expect(told?.others).toContainEqual({ what: 'snippets', count: 1 });
});
