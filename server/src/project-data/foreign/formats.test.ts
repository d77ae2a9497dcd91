// Documents of other systems: what is imported, and what is named as left out (format-cases.ts).

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { variantsOf } from '@assay/scanner/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DataRefused, IssueList } from '../document.ts';
import { coordinatesOf } from './coordinates.ts';
import { FORMAT_CASES } from './format-cases.ts';
import { FOREIGN_FORMATS } from './formats.ts';
import { readForeign } from './read.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-foreign-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function read(content: unknown, format?: string) {
  const file = join(folder, 'document');
  writeFileSync(file, typeof content === 'string' || content instanceof Buffer ? content : JSON.stringify(content));
  const issues = new IssueList();
  const data = await readForeign(file, format, issues);
  return { ...data, issues: issues.all().map(({ code, message }) => `${code}: ${message}`) };
}

describe('every format', () => {
  it('has a case', () => {
    expect(Object.keys(FORMAT_CASES).sort()).toEqual(FOREIGN_FORMATS.map(({ name }) => name).sort());
  });

  it.each(Object.entries(FORMAT_CASES))('%s: imported, or named', async (name, { document, carried, issues }) => {
    const { issues: said, ...data } = await read(document);
    expect(data).toMatchObject(carried);
    expect(data.items.length).toBe((carried as { items: unknown[] }).items.length);
    expect(said.length).toBe(issues.length);
    for (const text of issues) expect(said.filter((one) => one.includes(text))).toHaveLength(1);
    expect((await read(document, name)).items.length).toBe(data.items.length);
  });

  it.each(Object.entries(FORMAT_CASES))('%s: accepts any wrong value', async (name, { document }) => {
    if (typeof document === 'string') return;
    for (const wrong of [null, 5, 'text', [], {}, [[]], [null], { a: 1 }, true, '\0\ud800']) {
      for (const broken of variantsOf(document, wrong)) {
        await read(broken).catch((error: unknown) => expect(error).toBeInstanceOf(DataRefused));
      }
    }
    expect(name).toBeTypeOf('string');
  });
});

describe('what is not imported', () => {
  it.each<[string, object, string[]]>([
    [
      'members of CycloneDX that have no counterpart here',
      {
        bomFormat: 'CycloneDX',
        services: [{ name: 's' }],
        components: [
          { name: 'a', cpe: 'cpe:2.3:a:a', hashes: [] },
          { name: 'b', purl: 'pkg:npm/b@1', cpe: 'cpe:2.3:a:b', hashes: [] },
          { version: '1' },
        ],
        vulnerabilities: [{ id: 'CVE-1', analysis: { state: 'exploitable' }, ratings: [] }],
      },
      [
        'no-name: components[2] has neither name nor purl; it was left out.',
        'analysis-left-out: The analysis of CVE-1 was left out: it names no affected component.',
        'stays: These members of the document cannot be imported and stay in the document: services (1).',
        'stays: These members of components cannot be imported and stay in the document: cpe (1), hashes (2).',
        'stays: These members of analysed vulnerabilities cannot be imported and stay in the document: ratings (1).',
      ],
    ],
    [
      'relationships, packages without a name and other members of SPDX',
      { spdxVersion: 'SPDX-2.3', relationships: [{}, {}], packages: [{ supplier: 'x' }], annotations: [] },
      [
        'no-name: packages[0] has neither name nor purl; it was left out.',
        'stays: 2 relationships stay in the document: scans find what depends on what.',
        'stays: These members of the document cannot be imported and stay in the document: annotations (1).',
        'stays: These members of packages cannot be imported and stay in the document: supplier (1).',
      ],
    ],
    [
      'as many names as somebody sends, some of them',
      { bomFormat: 'CycloneDX', ...Object.fromEntries(Array.from({ length: 5000 }, (_, at) => [`x${at}`, at])) },
      [expect.stringMatching(/^stays: These members of the document .{300,700}, and perhaps more\.$/)],
    ],
  ])('is named: %s', async (_what, document, issues) => {
    expect((await read(document)).issues).toEqual(issues);
  });
});

describe('CycloneDX in XML', () => {
  /** The document of format-cases.ts. */
  const xml = (more = '') => `<?xml version="1.0" encoding="UTF-8"?>
    <bom xmlns="http://cyclonedx.org/schema/bom/1.6" version="1">
      <metadata><component type="application"><name>shop</name></component></metadata>
      <components>
        <component type="library" bom-ref="a">
          <group>@babel</group><name>core</name><version>7.0.0</version>
          <licenses>
            <license acknowledgement="declared"><id>MIT</id></license>
            <license acknowledgement="concluded"><id>ISC</id></license>
          </licenses>
          <purl>pkg:npm/%40babel/core@7.0.0</purl>${more}
          <components><component type="library"><name>inner</name><version>1</version></component></components>
        </component>
      </components>
      <dependencies><dependency ref="a"/></dependencies>
      <vulnerabilities>
        <vulnerability><id>CVE-1</id>
          <analysis>
            <state>not_affected</state><justification>code_not_reachable</justification>
            <responses><response>will_not_fix</response><response>update</response></responses>
            <detail>never called</detail>
          </analysis>
          <affects><target><ref>a</ref></target></affects>
        </vulnerability>
        <vulnerability><id>CVE-2</id><affects><target><ref>a</ref></target></affects></vulnerability>
      </vulnerabilities>
    </bom>`;

  it('is read like the same document in JSON', async () => {
    const json = await read(FORMAT_CASES.cyclonedx!.document);
    expect(await read(xml())).toEqual(json);
    expect(await read(xml(), 'cyclonedx')).toEqual(json);
    const wide = Buffer.from(`\ufeff${xml().replace('UTF-8', 'UTF-16')}`, 'utf16le');
    expect(await read(wide)).toEqual(json);
  });

  it('names what is not imported', async () => {
    const more = `<cpe>cpe:2.3:a:b</cpe><pedigree><notes>patched</notes></pedigree>
      <v:vulnerabilities xmlns:v="http://cyclonedx.org/schema/ext/vulnerability/1.0"><v:vulnerability/></v:vulnerabilities>`;
    expect((await read(xml(more))).issues).toEqual(
      expect.arrayContaining([
        'stays: These elements of other namespaces cannot be imported and stay in the document: v:vulnerabilities (1).',
        'stays: These members of components cannot be imported and stay in the document: cpe (1), pedigree (1).',
      ]),
    );
  });

  it.each([
    [
      'an entity of its own',
      xml('<cpe>&me;</cpe>').replace('<bom', '<!DOCTYPE bom [<!ENTITY me "x">]><bom'),
      'undefined entity',
    ],
    ['half of it', xml().slice(0, -8), 'XML that cannot be read'],
    ['deep components', xml('<components><component>'.repeat(100_000)), 'nested too deep'],
    ['JSON in UTF-16', Buffer.from('\ufeff{"bomFormat":"CycloneDX"}', 'utf16le'), 'Save it in UTF-8'],
  ])('refuses %s', async (_what, text, sentence) => {
    await expect(read(text)).rejects.toThrow(sentence);
  });
});

describe('readForeign', () => {
  it.each([
    ['nothing', '', 'neither a JSON object nor YAML'],
    ['half a document', '{"bomFormat":"CycloneDX"', 'breaks off'],
    ['an unknown object', '{"hello":1}', 'no format that can be imported'],
    ['broken YAML', 'a: [', 'neither a JSON object nor YAML'],
    ['an error for each word of YAML', '!!x '.repeat(250_000), 'neither a JSON object nor YAML'],
    ['a compressed document', 'BZh91AY&SY', 'is packed with bzip2. Unpack it'],
    ['deep YAML', '['.repeat(50_000), 'neither a JSON object nor YAML'],
    [
      'aliases that multiply',
      `a: &a [x,x,x,x,x,x,x,x,x]\nb: &b [${'*a,'.repeat(9)}*a]\nc: &c [${'*b,'.repeat(9)}*b]\nd: &d [${'*c,'.repeat(9)}*c]\n`,
      'neither a JSON object nor YAML',
    ],
  ])('refuses %s', async (_what, content, text) => {
    await expect(read(content)).rejects.toThrow(text);
  });

  it('refuses a document of another format than named', async () => {
    await expect(read(FORMAT_CASES.sw360!.document, 'scancode')).rejects.toThrow(
      'not what "format" says: ScanCode JSON',
    );
  });

  it('reads a file of package curations', async () => {
    const { items, issues } = await read(
      '- id: "Maven:a:b:1"\n  curations: { concluded_license: MIT, comment: yes it is }\n- id: "Maven:a:c:1"\n  curations: { comment: no }\n',
    );
    expect(items).toMatchObject([
      { purl: 'pkg:maven/a/b@1', licenseExpression: 'MIT', notes: { auditorReviewNotes: 'yes it is' } },
    ]);
    expect(issues).toHaveLength(1);
  });
});

describe('coordinatesOf', () => {
  it.each([
    ['NPM:@babel:core:7.0.0', '@babel/core', '7.0.0', 'pkg:npm/%40babel/core@7.0.0'],
    ['Maven:org.foo:bar:1', 'org.foo/bar', '1', 'pkg:maven/org.foo/bar@1'],
    ['Crate::rand:0.8.5', 'rand', '0.8.5', 'pkg:cargo/rand@0.8.5'],
    ['Go::github.com%2Fx%2Fy:v1.0.0', 'github.com/x/y', 'v1.0.0', 'pkg:golang/github.com/x/y@v1.0.0'],
    ['Unmanaged::x:1', 'x', '1', ''],
    ['constructor::x:1', 'x', '1', ''],
  ])('%s', (id, name, version, purl) => {
    expect(coordinatesOf(id)).toEqual({ name, version, purl });
  });
});

describe('SPDX 2 in RDF', () => {
  const rdf = (inner: string) => `<?xml version="1.0" encoding="UTF-8"?>
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:spdx="http://spdx.org/rdf/terms#" xmlns:rdfs="http://www.w3.org/2000/01/rdf-schema#">
<spdx:SpdxDocument rdf:about="http://host/doc#SPDXRef-DOCUMENT"><spdx:specVersion>SPDX-2.2</spdx:specVersion><spdx:name>shop.tar</spdx:name>${inner}</spdx:SpdxDocument></rdf:RDF>`;
  const file = (license: string) =>
    `<spdx:File rdf:about="#SPDXRef-item1"><spdx:fileName>shop/a.c</spdx:fileName><spdx:checksum><spdx:Checksum><spdx:algorithm rdf:resource="http://spdx.org/rdf/terms#checksumAlgorithm_md5"/><spdx:checksumValue>0cc175b9c0f1b6a831c399e269772661</spdx:checksumValue></spdx:Checksum></spdx:checksum>${license}<rdfs:comment>looked &amp; seen</rdfs:comment></spdx:File>`;
  const set = (name: string, ...ids: string[]) =>
    `<spdx:licenseConcluded><spdx:${name}>${ids.map((id) => `<spdx:member rdf:resource="http://spdx.org/licenses/${id}"/>`).join('')}</spdx:${name}></spdx:licenseConcluded>`;

  it('is read like the other forms', async () => {
    const data = await read(
      rdf(`<spdx:hasExtractedLicensingInfo><spdx:ExtractedLicensingInfo rdf:about="#LicenseRef-own"><spdx:licenseId>LicenseRef-own</spdx:licenseId><spdx:extractedText>Be kind.</spdx:extractedText></spdx:ExtractedLicensingInfo></spdx:hasExtractedLicensingInfo>
      <spdx:relationship><spdx:Relationship><spdx:relatedSpdxElement><spdx:Package rdf:about="#SPDXRef-upload1"><spdx:name>shop</spdx:name><spdx:versionInfo>2</spdx:versionInfo>
      <spdx:licenseConcluded rdf:resource="http://spdx.org/rdf/terms#noassertion"/><spdx:licenseDeclared rdf:resource="#LicenseRef-own"/>
      <spdx:externalRef><spdx:ExternalRef><spdx:referenceType rdf:resource="http://spdx.org/rdf/references/purl"/><spdx:referenceLocator>pkg:npm/shop@2</spdx:referenceLocator></spdx:ExternalRef></spdx:externalRef>
      <spdx:relationship><spdx:Relationship><spdx:relatedSpdxElement>${file(set('DisjunctiveLicenseSet', 'MIT', 'GPL-2.0-only'))}</spdx:relatedSpdxElement></spdx:Relationship></spdx:relationship>
      </spdx:Package></spdx:relatedSpdxElement></spdx:Relationship></spdx:relationship><spdx:describesPackage><spdx:Package rdf:about="#SPDXRef-upload1"/></spdx:describesPackage>`),
    );
    expect(data).toMatchObject({
      source: 'SPDX document shop.tar',
      items: [
        { name: 'shop', purl: 'pkg:npm/shop@2', licenseExpression: 'LicenseRef-own' },
        { name: 'MIT OR GPL-2.0-only', files: ['shop/a.c'], notes: { auditorReviewNotes: 'shop/a.c: looked & seen' } },
      ],
      files: [{ path: 'shop/a.c', md5: '0cc175b9c0f1b6a831c399e269772661', isReviewed: true }],
    });
    expect(data.items).toHaveLength(2);
    expect(data.issues).toEqual([expect.stringContaining('1 texts of licenses that SPDX does not list stay')]);
  });

  it.each([
    ['none', '<spdx:licenseConcluded rdf:resource="http://spdx.org/rdf/terms#none"/>', undefined],
    [
      'nodes that name each other',
      '<spdx:licenseConcluded rdf:nodeID="A"/><x rdf:nodeID="A"><spdx:member rdf:nodeID="A"/></x>',
      undefined,
    ],
    [
      'a set in a set',
      '<spdx:licenseConcluded><spdx:ConjunctiveLicenseSet><spdx:member rdf:resource="http://spdx.org/licenses/ISC"/><spdx:member><spdx:DisjunctiveLicenseSet><spdx:member rdf:resource="http://spdx.org/licenses/MIT"/><spdx:member rdf:resource="http://spdx.org/licenses/X11"/></spdx:DisjunctiveLicenseSet></spdx:member></spdx:ConjunctiveLicenseSet></spdx:licenseConcluded>',
      'ISC AND (MIT OR X11)',
    ],
  ])('a license given by %s', async (_what, license, name) => {
    const { items } = await read(rdf(file(license)));
    expect(items[0]?.name).toBe(name);
  });

  it.each([
    ['other XML', '<?xml version="1.0"?><a/>', 'neither CycloneDX nor an SPDX 2 document'],
    ['XML in an unknown encoding', '<?xml version="1.0" encoding="x-own"?><a/>', 'its encoding is unknown'],
    ['unterminated XML', '<?xml version="1.0"?><a><b>', 'XML that cannot be read'],
    ['deeply nested XML', `<?xml version="1.0"?>${'<a>'.repeat(5000)}`, 'nested too deep'],
  ])('refuses %s', async (_what, text, sentence) => {
    await expect(read(text)).rejects.toThrow(sentence);
  });
});
