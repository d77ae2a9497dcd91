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
