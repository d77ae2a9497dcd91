// Documents with the members that real installations of other systems write: each is imported or named.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { IssueList } from '../document.ts';
import { readForeign } from './read.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-foreign-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function read(content: unknown) {
  const file = join(folder, 'document');
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  const issues = new IssueList();
  const data = await readForeign(file, undefined, issues);
  return { ...data, messages: issues.all().map(({ message }) => message) };
}

describe('Dependency-Track', () => {
  it('VEX: its analyses name the project, so they apply to each component', async () => {
    const { analyses } = await read({
      bomFormat: 'CycloneDX',
      specVersion: '1.5',
      metadata: { component: { type: 'application', name: 'shop', 'bom-ref': '0f6e9c1a' } },
      vulnerabilities: [
        {
          id: 'GHSA-aaaa-bbbb-cccc',
          references: [{ id: 'CVE-2021-1', source: { name: 'NVD' } }],
          analysis: { state: 'false_positive', detail: 'another one' },
          affects: [{ ref: '0f6e9c1a' }],
        },
      ],
    });
    expect(analyses).toMatchObject([
      { advisory: 'GHSA-aaaa-bbbb-cccc', aliases: ['CVE-2021-1'], purl: '', isForProject: true, isSuppressed: true },
    ]);
  });

  it('findings: aliases, and members without a counterpart here', async () => {
    const finding = (state: object) => ({
      component: {
        uuid: 'c',
        name: 'x',
        group: 'g',
        version: '1',
        purl: 'pkg:maven/g/x@1',
        project: 'p',
        latestVersion: '2',
      },
      attribution: { analyzerIdentity: 'SNYK_ANALYZER', attributedOn: '2026-01-01T00:00:00Z' },
      vulnerability: {
        ...{ uuid: 'v', source: 'SNYK', vulnId: 'SNYK-1', severity: 'HIGH', severityRank: 1 },
        aliases: [{ cveId: 'CVE-2021-2', ghsaId: null, snykId: 'SNYK-1' }],
      },
      analysis: { ...state, isSuppressed: false },
      matrix: 'p:c:v',
    });
    const { analyses, messages } = await read({
      version: '1.3',
      meta: { application: 'Dependency-Track', version: '4.13.0', timestamp: '2026-01-01T00:00:00Z' },
      project: { uuid: 'p', name: 'shop', version: '1' },
      findings: [finding({ state: 'NOT_AFFECTED' }), finding({})],
    });
    expect(analyses).toMatchObject([
      { advisory: 'SNYK-1', aliases: ['CVE-2021-2', 'SNYK-1'], purl: 'pkg:maven/g/x@1' },
    ]);
    expect(messages).toEqual([
      '1 findings without a decision stay in the document: this server matches vulnerabilities itself.',
      expect.stringContaining('attribution (1)'),
      expect.stringContaining('latestVersion (1)'),
      expect.stringContaining('severity (1), severityRank (1)'),
    ]);
  });
});

describe('FOSSology', () => {
  it('tags: a conclusion that there is no license, and tags without a counterpart here', async () => {
    const { items, files, messages } = await read(
      [
        ...[
          'SPDXVersion: SPDX-2.3',
          'DocumentName: shop',
          'Creator: Tool: fossology-4.5',
          'CreatorComment: <text>',
          'made</text>',
        ],
        ...[
          'PackageName: shop',
          'PackageDownloadLocation: NOASSERTION',
          'PackageChecksum: MD5: 0cc175b9c0f1b6a831c399e269772661',
        ],
        ...['PackageLicenseConcluded: MIT', 'PackageComment: <text>fine for us</text>'],
        ...[
          'FileName: a.c',
          'LicenseConcluded: NONE',
          'LicenseInfoInFile: GPL-2.0-only',
          'FileCopyrightText: <text>(c) me</text>',
        ],
        ...['FileName: b.c', 'LicenseConcluded: NOASSERTION', 'FileAttributionText: <text>thanks</text>'],
        ...['LicenseID: LicenseRef-own', 'LicenseName: own', 'ExtractedText: <text>Be kind.</text>'],
        'Relationship: SPDXRef-DOCUMENT DESCRIBES SPDXRef-upload1',
      ].join('\n'),
    );
    expect(items).toMatchObject([
      { name: 'shop', licenseExpression: 'MIT', notes: { auditorReviewNotes: 'fine for us' } },
    ]);
    expect(items).toHaveLength(1);
    expect(files).toMatchObject([
      { path: 'a.c', isReviewed: true },
      { path: 'b.c', isReviewed: false },
    ]);
    expect(messages).toEqual([
      expect.stringContaining('1 files without a concluded license'),
      expect.stringContaining('1 conclusions that a file has no license'),
      expect.stringContaining('1 texts of licenses'),
      expect.stringContaining('1 relationships'),
      expect.stringContaining(
        'members of packages cannot be imported and stay in the document: checksums (1), downloadLocation (1).',
      ),
      expect.stringContaining('attributionTexts (1), copyrightText (1), licenseInfoInFiles (1).'),
    ]);
  });

  it('RDF: the assessment of a package, and properties without a counterpart here', async () => {
    const { items, messages } = await read(`<?xml version="1.0"?>
      <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:spdx="http://spdx.org/rdf/terms#" xmlns:rdfs="http://www.w3.org/2000/01/rdf-schema#">
      <spdx:SpdxDocument rdf:about="#SPDXRef-DOCUMENT"><spdx:specVersion>SPDX-2.3</spdx:specVersion><spdx:relationship><spdx:Relationship>
      <spdx:relationshipType rdf:resource="http://spdx.org/rdf/terms#relationshipType_describes"/><spdx:relatedSpdxElement><spdx:Package>
      <spdx:name>shop</spdx:name><rdfs:comment>fine for us</rdfs:comment><spdx:attributionText>say so</spdx:attributionText>
      <spdx:hasFile><spdx:File><spdx:fileName>a.c</spdx:fileName><spdx:licenseConcluded rdf:resource="http://spdx.org/rdf/terms#none"/>
      <spdx:licenseInfoInFile rdf:resource="#x"/><spdx:copyrightText>(c) me</spdx:copyrightText></spdx:File></spdx:hasFile>
      </spdx:Package></spdx:relatedSpdxElement></spdx:Relationship></spdx:relationship>
      <spdx:relationship><spdx:Relationship><spdx:relationshipType rdf:resource="http://spdx.org/rdf/terms#relationshipType_dependsOn"/></spdx:Relationship></spdx:relationship>
      </spdx:SpdxDocument></rdf:RDF>`);
    expect(items).toMatchObject([{ name: 'shop', notes: { auditorReviewNotes: 'fine for us' } }]);
    expect(messages).toEqual([
      expect.stringContaining('1 conclusions that a file has no license'),
      expect.stringContaining('2 relationships'),
      expect.stringContaining('attributionText (1).'),
      expect.stringContaining('copyrightText (1), licenseInfoInFile (1).'),
    ]);
  });
});

describe('SW360', () => {
  const links = { self: { href: 'https://sw360.example.org/api/releases/1' } };
  const release = {
    ...{ name: 'zlib', version: '1.3', mainlineState: 'SPECIFIC', clearingState: 'APPROVED', cpeId: 'cpe:2.3:a:z' },
    ...{
      mainLicenseIds: ['Zlib'],
      otherLicenseIds: ['MIT'],
      externalIds: { conan: 'pkg:conan/zlib@1.3', hash_1: 'aa' },
    },
    _links: { ...links, 'sw360:component': { href: 'https://sw360.example.org/api/components/1' } },
    _embedded: { 'sw360:attachments': [[{ filename: 'zlib.tgz' }]] },
  };
  const carried = {
    purl: 'pkg:conan/zlib@1.3',
    licenseExpression: 'Zlib',
    status: 'APPROVED',
    notes: { detectionNotes: 'Other licenses in SW360: MIT' },
  };

  it('one release is read like those of a list', async () => {
    const one = await read(release);
    expect(one).toMatchObject({ source: 'SW360, release zlib 1.3', items: [carried] });
    const list = await read({ _embedded: { 'sw360:releases': [release] }, page: { size: 1 } });
    expect(list.items).toMatchObject([carried]);
    expect(list.messages).toEqual([
      expect.stringContaining('cpeId (1), mainlineState (1).'),
      expect.stringContaining('hash_1 (1).'),
    ]);
  });

  it('a project with short releases says what is missing', async () => {
    const { items, messages } = await read({
      ...{ name: 'shop', version: '1', projectType: 'PRODUCT', visibility: 'EVERYONE', _links: links },
      linkedReleases: [{ release: 'https://sw360.example.org/api/releases/1', relation: 'CONTAINED' }],
      _embedded: { 'sw360:releases': [{ name: 'zlib', version: '1.3', _links: links }] },
    });
    expect(items).toMatchObject([{ name: 'zlib', licenseExpression: '' }]);
    expect(messages).toEqual([
      expect.stringContaining('1 releases come without licenses'),
      expect.stringContaining('linkedReleases (1), projectType (1), visibility (1).'),
    ]);
  });
});

describe('ORT', () => {
  const pkg = (id: string, expression: string, more: object = {}) => ({
    ...{ id, declared_licenses: [], declared_licenses_processed: { spdx_expression: expression }, ...more },
  });

  it('a result: license choices, advice, and what is not imported', async () => {
    const { source, items, messages } = await read({
      repository: {
        vcs: { type: '', url: '' },
        vcs_processed: { type: 'Git', url: 'https://example.org/shop.git' },
        config: {
          license_choices: {
            repository_license_choices: [{ given: 'GPL-2.0-only OR MIT', choice: 'MIT' }],
            package_license_choices: [
              {
                package_id: 'Maven:com.h2database:h2:1.4',
                license_choices: [{ given: 'MPL-2.0 OR EPL-1.0', choice: 'MPL-2.0' }],
              },
              { package_id: 'NPM::gone:1', license_choices: [{ given: 'A OR B', choice: 'A' }] },
            ],
          },
        },
      },
      analyzer: {
        result: {
          projects: [{ id: 'Gradle:a:b:1' }],
          packages: [
            pkg('Maven:com.h2database:h2:1.4', 'EPL-1.0 OR MPL-2.0', { authors: ['me'], source_artifact: {} }),
            pkg('NPM::foobar:1.0', 'MIT OR GPL-2.0-only'),
            pkg('NPM::other:1.0', 'MIT AND GPL-2.0-only'),
          ],
        },
      },
      advisor: { results: { 'NPM::foobar:1.0': [] } },
      resolved_configuration: { package_configurations: [{ id: 'NPM::foobar:1.0' }], resolutions: {} },
      labels: { a: 'b' },
    });
    expect(source).toBe('result of ORT of https://example.org/shop.git');
    expect(items.map(({ licenseExpression }) => licenseExpression)).toEqual(['MPL-2.0', 'MIT', 'MIT AND GPL-2.0-only']);
    expect(items[0]?.notes.auditorReviewNotes).toBe('Chosen in ORT: MPL-2.0 of EPL-1.0 OR MPL-2.0');
    expect(messages).toEqual([
      expect.stringContaining('1 packages with advice'),
      expect.stringContaining('1 projects of the repository'),
      expect.stringContaining('1 configurations of packages'),
      expect.stringContaining('the document cannot be imported and stay in the document: labels (1).'),
      expect.stringContaining('resolutions (1).'),
      expect.stringContaining('authors (1), source_artifact (1).'),
      expect.stringContaining('The choice of A for NPM::gone:1 stays in the document'),
    ]);
  });

  it('.ort.yml of a later version, with a member that this server does not know', async () => {
    const { messages } = await read(
      'curations: { packages: [] }\nexcludes: { paths: [{ pattern: test }] }\nlater: { a: 1 }\n',
    );
    expect(messages).toEqual([
      expect.stringContaining('1 exclusions of paths and scopes'),
      expect.stringContaining('of .ort.yml cannot be imported and stay in the document: later (1).'),
    ]);
  });

  it('ScanCode: what files hold, and what packages and the document have besides', async () => {
    const files = [
      { path: 'a.c', detected_license_expression_spdx: 'MIT', copyrights: [{ copyright: '(c) A' }], emails: [], scan_errors: [] },
      { path: 'b.c', detected_license_expression_spdx: null, copyrights: [], urls: [{ url: 'x' }], scan_errors: ['timeout'] },
    ]; // biome-ignore format: two files
    const one = {
      type: 'npm',
      name: 'left-pad',
      version: '1',
      purl: 'pkg:npm/left-pad@1',
      holder: 'A',
      parties: [],
      sha1: null,
    };
    const headers = [{ tool_name: 'scancode-toolkit', tool_version: '32.3.0' }];
    const document = { headers, packages: [one], dependencies: [{ purl: 'pkg:npm/x' }], summary: {}, files };
    const { messages } = await read(JSON.stringify(document));
    expect(messages).toEqual([
      expect.stringContaining('1 license detections in files'),
      expect.stringContaining('1 files with copyrights'),
      expect.stringContaining('1 files with e-mail addresses or URLs'),
      expect.stringContaining('1 files with errors of the scan'),
      expect.stringContaining('the document cannot be imported and stay in the document: dependencies (1).'),
      expect.stringContaining('packages cannot be imported and stay in the document: holder (1).'),
    ]);
  });

  it('.ort.yml: corrections of findings, and lists that only direct scans', async () => {
    const { items, messages } = await read(`
curations:
  license_findings:
    - { path: a.json, line_count: 1, detected_license: GPL-1.0-or-later, concluded_license: CC0-1.0, reason: DATA_OF, comment: a list }
    - { path: README.md, concluded_license: NONE, reason: DOCUMENTATION_OF }
  packages:
    - id: "NPM::x:1"
      curations: { concluded_license: MIT, comment: asked, vcs: { url: "https://x" }, declared_license_mapping: { a: MIT } }
license_choices:
  repository_license_choices: [{ given: A OR B, choice: A }]
snippet_choices: [{}]
includes: { paths: [] }
`);
    expect(items).toMatchObject([
      { name: 'x', licenseExpression: 'MIT' },
      { name: 'CC0-1.0', notes: { auditorReviewNotes: 'a.json: DATA_OF: a list ORT had detected GPL-1.0-or-later.' } },
    ]);
    expect(messages).toEqual([
      expect.stringContaining('1 findings that were concluded to be no license'),
      expect.stringContaining('1 choices of snippets'),
      expect.stringContaining('includes (1).'),
      expect.stringContaining('declared_license_mapping (1), vcs (1).'),
      expect.stringContaining('1 license choices'),
    ]);
  });
});
