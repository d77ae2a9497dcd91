// Documents of other systems: what is carried, and what is named as left. One table, a document of each format.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DataRefused, IssueList } from '../document.ts';
import { coordinatesOf } from './coordinates.ts';
import { FOREIGN_FORMATS } from './formats.ts';
import { readForeign } from './read.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-foreign-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function read(content: unknown, format?: string) {
  const file = join(folder, 'document');
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  const issues = new IssueList();
  const data = await readForeign(file, format, issues);
  return { ...data, issues: issues.all().map(({ code, message }) => `${code}: ${message}`) };
}

const CASES: Record<string, { document: unknown; carried: object; issues: string[] }> = {
  cyclonedx: {
    document: {
      bomFormat: 'CycloneDX',
      specVersion: '1.6',
      metadata: { component: { name: 'shop' } },
      components: [
        {
          'bom-ref': 'a',
          group: '@babel',
          name: 'core',
          version: '7.0.0',
          purl: 'pkg:npm/%40babel/core@7.0.0',
          licenses: [
            { license: { id: 'MIT', acknowledgement: 'declared' } },
            { license: { id: 'ISC', acknowledgement: 'concluded' } },
          ],
          components: [{ name: 'inner', version: '1' }],
        },
      ],
      vulnerabilities: [
        {
          id: 'CVE-1',
          analysis: {
            state: 'not_affected',
            justification: 'code_not_reachable',
            response: ['will_not_fix', 'update'],
            detail: 'never called',
          },
          affects: [{ ref: 'a' }],
        },
        { id: 'CVE-2', affects: [{ ref: 'a' }] },
      ],
      dependencies: [{ ref: 'a' }],
    },
    carried: {
      source: 'CycloneDX of shop',
      items: [
        {
          name: '@babel/core',
          type: 'COMPONENT',
          purl: 'pkg:npm/%40babel/core@7.0.0',
          component: { name: '@babel/core', purl: 'pkg:npm/%40babel/core', version: '7.0.0' },
          licenseExpression: 'ISC',
        },
        { name: 'inner', component: { name: 'inner', purl: '', version: '1' } },
      ],
      analyses: [
        {
          advisory: 'CVE-1',
          purl: 'pkg:npm/%40babel/core@7.0.0',
          state: 'NOT_AFFECTED',
          justification: 'CODE_NOT_REACHABLE',
          response: 'WILL_NOT_FIX',
          detail: 'never called',
          isSuppressed: true,
        },
      ],
    },
    issues: [
      '2 responses; the first is taken',
      '1 vulnerabilities without an analysis',
      '1 dependencies between components',
    ],
  },
  'dependency-track-findings': {
    document: {
      version: '1.3',
      meta: { application: 'Dependency-Track', version: '4.12.0' },
      project: { name: 'shop', version: '2' },
      findings: [
        {
          component: { name: 'x', version: '1', purl: 'pkg:pypi/x@1' },
          vulnerability: { vulnId: 'CVE-3', source: 'NVD' },
          analysis: { state: 'FALSE_POSITIVE', isSuppressed: true, details: 'another x' },
        },
        {
          component: { name: 'y', purl: 'pkg:pypi/y@1' },
          vulnerability: { vulnId: 'CVE-4' },
          analysis: { state: 'NOT_SET', isSuppressed: false },
        },
      ],
    },
    carried: {
      source: 'findings of Dependency-Track, project shop 2',
      items: [],
      analyses: [
        { advisory: 'CVE-3', purl: 'pkg:pypi/x@1', state: 'FALSE_POSITIVE', isSuppressed: true, detail: 'another x' },
      ],
    },
    issues: ['1 findings without a decision'],
  },
  spdx: {
    document: [
      'SPDXVersion: SPDX-2.2',
      'DocumentName: shop.tar',
      'PackageName: shop',
      'PackageVersion: 2',
      'PackageLicenseConcluded: MIT AND GPL-2.0-only',
      'PackageLicenseDeclared: NOASSERTION',
      'PackageLicenseComments: <text>decided by Ada',
      'after a look</text>',
      'ExternalRef: PACKAGE-MANAGER purl pkg:npm/shop@2',
      'FileName: ./src/a.c',
      'FileChecksum: MD5: 0cc175b9c0f1b6a831c399e269772661',
      'LicenseConcluded: GPL-2.0-only',
      'LicenseComments: <text>header</text>',
      'FileName: ./src/b.c',
      'LicenseConcluded: NOASSERTION',
    ].join('\n'),
    carried: {
      source: 'SPDX document shop.tar',
      items: [
        {
          name: 'shop',
          purl: 'pkg:npm/shop@2',
          licenseExpression: 'MIT AND GPL-2.0-only',
          notes: { auditorReviewNotes: 'decided by Ada\nafter a look' },
        },
        { type: 'LICENSE', name: 'GPL-2.0-only', files: ['src/a.c'], notes: { auditorReviewNotes: 'src/a.c: header' } },
      ],
      files: [
        { path: 'src/a.c', md5: '0cc175b9c0f1b6a831c399e269772661', isReviewed: true },
        { path: 'src/b.c', isReviewed: false },
      ],
    },
    issues: ['1 files without a concluded license'],
  },
  scancode: {
    document: {
      headers: [{ tool_name: 'scancode-toolkit', tool_version: '32.3.0' }],
      packages: [
        {
          type: 'npm',
          namespace: null,
          name: 'left-pad',
          version: '1.3.0',
          purl: 'pkg:npm/left-pad@1.3.0',
          declared_license_expression_spdx: 'WTFPL',
          datafile_paths: ['package.json'],
          homepage_url: null,
        },
      ],
      files: [
        { path: 'a.c', type: 'file', detected_license_expression: 'mit' },
        { path: 'b.c', detected_license_expression: null },
      ],
    },
    carried: {
      source: 'ScanCode 32.3.0',
      items: [{ name: 'left-pad', licenseExpression: 'WTFPL', files: ['package.json'] }],
    },
    issues: ['1 license detections in files'],
  },
  'ort-result': {
    document: {
      repository: {
        vcs: { url: 'https://example.org/shop.git' },
        config: {
          curations: {
            packages: [
              { id: 'NPM::left-pad:1.3.0', curations: { concluded_license: 'MIT', comment: 'asked the author' } },
            ],
          },
        },
      },
      analyzer: {
        result: {
          packages: [
            {
              id: 'NPM::left-pad:1.3.0',
              purl: 'pkg:npm/left-pad@1.3.0',
              declared_licenses_processed: { spdx_expression: 'WTFPL' },
            },
            { id: 'Maven:org.foo:bar:2.0', declared_licenses_processed: { spdx_expression: 'Apache-2.0' } },
            { id: 'nonsense' },
          ],
        },
      },
      scanner: { scan_results: [{}] },
      advisor: { results: { advisor_results: { 'NPM::left-pad:1.3.0': [] } } },
      evaluator: { violations: [{}] },
      resolved_configuration: {
        package_curations: [
          {
            provider: 'x',
            curations: [
              { id: 'Maven:org.foo:bar:2.0', curations: { concluded_license: 'BSD-3-Clause', comment: 'see NOTICE' } },
            ],
          },
        ],
      },
    },
    carried: {
      source: 'result of ORT of https://example.org/shop.git',
      items: [
        { name: 'left-pad', licenseExpression: 'MIT', notes: { auditorReviewNotes: 'asked the author' } },
        {
          name: 'org.foo/bar',
          purl: 'pkg:maven/org.foo/bar@2.0',
          licenseExpression: 'BSD-3-Clause',
          notes: { auditorReviewNotes: 'see NOTICE' },
        },
      ],
    },
    issues: [
      '"nonsense" at analyzer.result.packages[2] names no package',
      '1 scan results',
      '1 rule violations',
      '1 packages with advice',
    ],
  },
  'ort-yml': {
    document: `
excludes:
  paths: [{ pattern: "docs/**", reason: DOCUMENTATION_OF }]
resolutions:
  vulnerabilities: [{ id: CVE-5, reason: CANT_FIX_VULNERABILITY }]
curations:
  license_findings:
    - { path: src/a.c, concluded_license: MIT, reason: INCORRECT, comment: a comment names GPL }
    - { path: "gen/**/*.c", concluded_license: ISC }
    - { path: src/no.c, concluded_license: NONE }
  packages:
    - id: "PyPI::requests:2.0"
      curations: { comment: only a homepage, homepage_url: "https://example.org" }
`,
    carried: {
      source: '.ort.yml',
      items: [
        {
          type: 'LICENSE',
          name: 'MIT',
          files: ['src/a.c'],
          notes: { auditorReviewNotes: 'src/a.c: INCORRECT: a comment names GPL' },
        },
      ],
    },
    issues: [
      'ISC that was concluded for gen/**/*.c stays',
      '1 exclusions of paths',
      '1 resolutions of vulnerabilities',
      'curation of PyPI::requests:2.0 stays in the document: it concludes no license',
    ],
  },
  sw360: {
    document: {
      name: 'shop',
      version: '2',
      _embedded: {
        'sw360:releases': [
          {
            name: 'zlib',
            version: '1.3',
            mainLicenseIds: ['Zlib'],
            clearingState: 'APPROVED',
            externalIds: { 'package-url': '["pkg:generic/zlib@1.3"]' },
          },
          { name: 'own', version: '1', mainLicenseIds: ['MIT', 'GPL-2.0 or later'], clearingState: 'NEW_CLEARING' },
          { version: '1' },
        ],
        'sw360:attachments': [{}],
      },
    },
    carried: {
      source: 'SW360, project shop 2',
      items: [
        {
          name: 'zlib',
          purl: 'pkg:generic/zlib@1.3',
          licenseExpression: 'Zlib',
          status: 'APPROVED',
          isStatusSetByPerson: true,
        },
        {
          name: 'own',
          licenseExpression: 'MIT AND (GPL-2.0 or later)',
          status: 'DRAFT',
          notes: { auditorReviewNotes: 'Clearing state in SW360: NEW_CLEARING' },
        },
      ],
    },
    issues: ['_embedded.sw360:releases[2] has no name', '1 attachments'],
  },
};

describe('every format', () => {
  it('has a case', () => {
    expect(Object.keys(CASES).sort()).toEqual(FOREIGN_FORMATS.map(({ name }) => name).sort());
  });

  it.each(Object.entries(CASES))('%s: carried, or named', async (name, { document, carried, issues }) => {
    const { issues: said, ...data } = await read(document);
    expect(data).toMatchObject(carried);
    expect(data.items.length).toBe((carried as { items: unknown[] }).items.length);
    expect(said.length).toBe(issues.length);
    for (const text of issues) expect(said.filter((one) => one.includes(text))).toHaveLength(1);
    expect((await read(document, name)).items.length).toBe(data.items.length);
  });

  it.each(Object.entries(CASES))('%s: bears wrong values, whatever they are', async (name, { document }) => {
    if (typeof document === 'string') return;
    for (const wrong of [null, 5, 'text', [], {}, [[]], [null], { a: 1 }, true, '\0\ud800']) {
      for (const broken of variantsOf(document, wrong)) {
        await read(broken).catch((error: unknown) => expect(error).toBeInstanceOf(DataRefused));
      }
    }
    expect(name).toBeTypeOf('string');
  });
});

/** The document with each of its members, at any depth, in turn another value. */
function* variantsOf(document: unknown, wrong: unknown): Generator<unknown> {
  if (typeof document !== 'object' || document === null) return;
  for (const name of Object.keys(document)) {
    const replace = (value: unknown) =>
      Array.isArray(document)
        ? document.map((one, at) => (String(at) === name ? value : one))
        : { ...document, [name]: value };
    yield replace(wrong);
    for (const inner of variantsOf((document as Record<string, unknown>)[name], wrong)) yield replace(inner);
  }
}

describe('what stays in a document', () => {
  it.each<[string, object, string[]]>([
    [
      'members of CycloneDX that nothing here is made of',
      {
        bomFormat: 'CycloneDX',
        services: [{ name: 's' }],
        components: [{ name: 'a', cpe: 'cpe:2.3:a:a', hashes: [] }, { name: 'b', hashes: [] }, { version: '1' }],
        vulnerabilities: [{ id: 'CVE-1', analysis: { state: 'exploitable' }, ratings: [] }],
      },
      [
        'no-name: components[2] has neither name nor purl; it was left out.',
        'analysis-left-out: The analysis of CVE-1 was left out: it names no component that is affected.',
        'stays: Members of the document that an import has no place for stay in the document: services (1).',
        'stays: Members of components that an import has no place for stay in the document: cpe (1), hashes (2).',
        'stays: Members of analysed vulnerabilities that an import has no place for stay in the document: ratings (1).',
      ],
    ],
    [
      'relationships, packages without a name and other members of SPDX',
      { spdxVersion: 'SPDX-2.3', relationships: [{}, {}], packages: [{ supplier: 'x' }], annotations: [] },
      [
        'no-name: packages[0] has neither name nor purl; it was left out.',
        'stays: 2 relationships stay in the document: scans find what depends on what.',
        'stays: Members of the document that an import has no place for stay in the document: annotations (1).',
        'stays: Members of packages that an import has no place for stay in the document: supplier (1).',
      ],
    ],
    [
      'as many names as a stranger likes, some of them',
      { bomFormat: 'CycloneDX', ...Object.fromEntries(Array.from({ length: 5000 }, (_, at) => [`x${at}`, at])) },
      [expect.stringMatching(/^stays: Members of the document .{300,700}, and perhaps more\.$/)],
    ],
  ])('is named: %s', async (_what, document, issues) => {
    expect((await read(document)).issues).toEqual(issues);
  });
});

describe('readForeign', () => {
  it.each([
    ['nothing', '', 'neither a JSON object nor YAML'],
    ['half a document', '{"bomFormat":"CycloneDX"', 'breaks off'],
    ['an unknown object', '{"hello":1}', 'no format that can be imported'],
    ['broken YAML', 'a: [', 'neither a JSON object nor YAML'],
    ['an error for each word of YAML', '!!x '.repeat(250_000), 'neither a JSON object nor YAML'],
    ['what is packed', 'BZh91AY&SY', 'is packed with bzip2: unpack it'],
    ['deep YAML', '['.repeat(50_000), 'neither a JSON object nor YAML'],
    [
      'aliases that multiply',
      `a: &a [x,x,x,x,x,x,x,x,x]\nb: &b [${'*a,'.repeat(9)}*a]\nc: &c [${'*b,'.repeat(9)}*b]\nd: &d [${'*c,'.repeat(9)}*c]\n`,
      'neither a JSON object nor YAML',
    ],
  ])('refuses %s', async (_what, content, text) => {
    await expect(read(content)).rejects.toThrow(text);
  });

  it('refuses what is not of the format that was named', async () => {
    await expect(read(CASES.sw360!.document, 'scancode')).rejects.toThrow('not what "format" says: ScanCode JSON');
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

  it('carries what the other forms carry', async () => {
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
    expect(data.issues).toEqual([
      expect.stringContaining('1 texts of licenses that SPDX does not list stay'),
      expect.stringContaining('stay in the document: comment (1).'),
    ]);
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
  ])('a license said by %s', async (_what, license, name) => {
    const { items } = await read(rdf(file(license)));
    expect(items[0]?.name).toBe(name);
  });

  it.each([
    ['other XML', '<?xml version="1.0"?><a/>', 'not an SPDX 2 document'],
    [
      'CycloneDX in XML',
      '<?xml version="1.0"?><bom xmlns="http://cyclonedx.org/schema/bom/1.6"/>',
      'Of CycloneDX the JSON form is read',
    ],
    ['XML without an end', '<?xml version="1.0"?><a><b>', 'XML that cannot be read'],
    ['XML that is deep', `<?xml version="1.0"?>${'<a>'.repeat(5000)}`, 'nested too deep'],
  ])('refuses %s', async (_what, text, sentence) => {
    await expect(read(text)).rejects.toThrow(sentence);
  });
});
