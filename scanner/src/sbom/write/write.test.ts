import { createHash } from 'node:crypto';
import spdxIds from 'spdx-license-ids/index.json' with { type: 'json' };
import { describe, expect, it } from 'vitest';
import { faultsOfSbom } from '../../../test/sbom/sbom-faults.ts';
import { digestsOf } from '../../analyze/digests.ts';
import { emptyFacts } from '../../analyze/facts.ts';
import { sniff } from '../../analyze/kind.ts';
import type { FileFacts } from '../../findings.ts';
import { digestsOfIntegrity } from '../digests.ts';
import type { SbomComponent, SbomFile, SbomSource, SbomSubject, SbomVulnerability } from '../model.ts';
import { readSbomBytes } from '../read/index.ts';
import { STRICT_READING } from '../read/strict/index.ts';
import { SBOM_WRITERS, sbomWriter } from './formats.ts';

const SUBJECT: SbomSubject = {
  name: 'träger & co',
  version: '',
  documentId: '123e4567-e89b-42d3-a456-426614174000',
  createdAt: new Date('2026-01-02T03:04:05.678Z'),
  tool: { name: 'assay', version: '0.1.0' },
  context: 'source',
};

function component(key: string, more: Partial<SbomComponent> = {}): SbomComponent {
  const [, name = '', version = ''] = /^pkg:\w+\/([^@]+)@?(.*)$/.exec(key) ?? [];
  return {
    key,
    purl: name === '' ? '' : key,
    cpe: '',
    namespace: '',
    name,
    version,
    scope: 'runtime',
    declared: '',
    concluded: '',
    description: '',
    references: [],
    digests: [],
    copyrights: [],
    texts: [],
    evidence: [],
    dependsOn: [],
    tie: 'indirect',
    notCompared: '',
    isRejected: false,
    ...more,
  };
}

function file(path: string, text: string, more: Partial<FileFacts> = {}): SbomFile {
  const bytes = Buffer.from(text, 'latin1');
  return { path, facts: { ...emptyFacts(bytes.length, digestsOf(bytes), sniff(bytes)), ...more } };
}

interface Given {
  components?: readonly SbomComponent[];
  files?: readonly SbomFile[];
  vulnerabilities?: readonly SbomVulnerability[];
  incompleteness?: string;
  comparison?: string;
  subject?: Partial<SbomSubject>;
  listsFiles?: boolean;
}

async function* each<T>(all: readonly T[]) {
  yield* all;
}

function source({ components = [], files = [], vulnerabilities, ...more }: Given): SbomSource {
  const expressions = new Set(files.flatMap(({ facts }) => facts.spdx));
  return {
    subject: { ...SUBJECT, ...more.subject },
    listsFiles: more.listsFiles ?? true,
    files: each(files),
    contents: () => ({
      licenses: [...expressions].map((expression) => ({ expression, files: 1 })),
      incompleteness: more.incompleteness ?? '',
      comparison: more.comparison ?? '',
    }),
    components: () => each(components),
    ...(vulnerabilities && { vulnerabilities: () => each(vulnerabilities) }),
  };
}

async function textOf(name: string, given: Given): Promise<string> {
  return (await Array.fromAsync(sbomWriter(name).write(source(given)))).join('');
}

/** The JSON form of the document, whatever its form. */
async function written(name: string, given: Given) {
  const text = await textOf(name, given);
  if (sbomWriter(name).encoding === 'JSON') return JSON.parse(text);
  let form: unknown;
  readSbomBytes(Buffer.from(text), {
    ...STRICT_READING,
    onDocument(document) {
      form = document;
    },
  });
  // biome-ignore lint/suspicious/noExplicitAny: as JSON.parse gives it
  return form as any;
}

const HOLDER = { statement: 'Copyright 2020 Jané Doe', holder: 'Jané Doe', years: '2020', startLine: 1, endLine: 1 };
const MIT_TEXT = 'MIT License\n\nCopyright 2020 Jané Doe\n\nPermission is hereby granted.';
const COMPONENTS = [
  component('pkg:npm/a@1.0.0', {
    declared: 'MIT OR LicenseRef-own',
    concluded: 'MIT',
    tie: 'direct',
    dependsOn: ['pkg:npm/b@2.0.0', 'pkg:npm/b@2.0.0', 'pkg:npm/a@1.0.0'],
    evidence: ['package.json', 'package.json'],
    references: [
      { type: 'website', url: 'https://example.org/a' },
      { type: 'distribution', url: 'https://example.org/a.tgz' },
    ],
    digests: [{ algorithm: 'SHA-512', value: 'ab'.repeat(64) }],
    cpe: 'cpe:2.3:a:doe:a:1.0.0:*:*:*:*:*:*:*',
    supplier: { name: 'Doe & Sons', email: 'a@example.org', url: 'https://example.org' },
    copyrights: ['Copyright 2020 Jané Doe'],
    texts: [
      { role: 'main', path: 'a/LICENSE', expressions: ['MIT'], text: MIT_TEXT },
      { role: 'bundled', path: 'a/own.txt', expressions: ['LicenseRef-own'], text: 'Our own words.' },
      { role: 'notice', path: 'a/NOTICE', expressions: [], text: 'This product has a.' },
    ],
  }),
  component('pkg:npm/b@2.0.0', {
    namespace: '@scope',
    scope: 'development',
    references: [
      { type: 'website', url: 'not an address' },
      { type: 'vcs', url: 'a b' },
    ],
    description: 'x',
    declared: 'Apache-2.0',
    concluded: 'MIT',
    texts: [{ role: 'main', path: 'b/LICENSE', expressions: ['MIT'], text: MIT_TEXT }],
    notCompared: 'There are no data for npm.',
  }),
  component('c', {
    name: 'c',
    declared: 'GPL-2.0-only WITH Classpath-exception-2.0',
    isRejected: true,
    tie: 'direct',
    scope: 'test',
  }),
  component('by-hand', { name: 'by hand', declared: 'no expression (', tie: 'part' }),
];
const VULNERABILITIES: SbomVulnerability[] = [
  {
    id: 'CVE-2026-1',
    affects: ['pkg:npm/a@1.0.0', 'pkg:npm/b@2.0.0'],
    ...{ severity: 'HIGH', score: 8.1, summary: 'A buffer.', publishedOn: '2026-01-01', fixedIn: '1.1' },
    analysis: { state: 'exploitable', justification: '', response: 'update', detail: 'Seen.' },
  },
  {
    id: 'GHSA-aaaa-bbbb-cccc',
    affects: ['pkg:npm/b@2.0.0'],
    ...{ severity: '', score: null, summary: '', publishedOn: 'soon', fixedIn: '' },
    analysis: { state: 'not_affected', justification: 'code_not_reachable', response: '', detail: '' },
  },
  {
    id: 'OSV 1',
    affects: ['c'],
    ...{ severity: 'odd', score: 0, summary: '', publishedOn: '2026-01-01 10:00:00', fixedIn: '' },
  },
];
const FILES = [
  file('src/a b.c', 'int a;\n', {
    language: 'C',
    spdx: ['GPL-2.0-only WITH Classpath-exception-2.0', 'MIT'],
    copyrights: [HOLDER],
  }),
  file('logo.png', '\x89PNG\r\n\x1a\n'),
  file('LICENSE', 'words', { spdx: ['(MIT OR LicenseRef-own) AND Apache-2.0'] }),
  file('empty', ''),
];

const EVERYTHING: Given = {
  components: COMPONENTS,
  files: FILES,
  vulnerabilities: VULNERABILITIES,
  comparison: '1 of 4 not compared: no data for npm',
  subject: {
    supplier: { name: 'Example House', email: 'sbom@example.org' },
    licenseExpression: 'Apache-2.0',
    purl: 'pkg:npm/t@1',
  },
};
const CASES: [string, Given][] = [
  ['nothing', {}],
  ['everything', EVERYTHING],
  ['no files', { ...EVERYTHING, listsFiles: false }],
  ['a part', { ...EVERYTHING, incompleteness: 'It ends too early.' }],
  [
    'hostile names',
    {
      components: [
        component('pkg:npm/x@1', { name: '\ud800 "<&', copyrights: ['\u0000', '\ud800'], namespace: '../..' }),
      ],
    },
  ],
];
const ALL = SBOM_WRITERS.flatMap(({ name }) => CASES.map(([what, given]) => [name, what, given] as const));

it.each(ALL)('%s with %s is valid', async (name, _, given) => {
  const document = await written(name, given);
  // What tags mean in JSON is not all of its types; a strict reading has judged them.
  if (sbomWriter(name).encoding !== 'tag-value') expect(faultsOfSbom(document)).toEqual([]);
});

it.each(ALL)('%s with %s has the same bytes each time', async (name, _, given) => {
  expect(await textOf(name, given)).toBe(await textOf(name, given));
});

it.each(SBOM_WRITERS.map(({ name }) => [name]))('%s tells every fact of a component', async (name) => {
  const text = (await textOf(name, EVERYTHING)).replaceAll('&amp;', '&');
  for (const fact of [
    ...[
      'pkg:npm/a@1.0.0',
      'cpe:2.3:a:doe:a:1.0.0',
      'Doe & Sons',
      'a@example.org',
      'https://example.org/a.tgz',
      'ab'.repeat(64),
    ],
    ...[
      'Copyright 2020 Jané Doe',
      'Permission is hereby granted.',
      'Our own words.',
      'This product has a.',
      'MIT OR LicenseRef-own',
    ],
    ...[
      'There are no data for npm.',
      '1 of 4 not compared',
      'ejected',
      'CVE-2026-1',
      'Seen.',
      'Example House',
      'a/LICENSE',
    ],
    ...['Apache-2.0', 'assay', '0.1.0', '2026-01-02T03:04:05', FILES[0]!.facts.sha256],
  ])
    expect(text, fact).toContain(fact);
});

describe('CycloneDX', () => {
  it.each([['1.6'], ['1.7']])('%s that is made invalid is refused', async (version) => {
    const document = await written(`cyclonedx-${version}`, EVERYTHING);
    document.components.at(-1).licenses = [{ license: { id: 'MIT' }, expression: 'MIT' }];
    expect(faultsOfSbom(document)).not.toEqual([]);
  });

  it('marks only partly read sources as incomplete', async () => {
    const document = await written('cyclonedx', { components: COMPONENTS, incompleteness: 'It ends too early.' });
    expect(document.metadata.properties).toEqual([{ name: 'assay:incompleteness', value: 'It ends too early.' }]);
    expect(document.compositions).toEqual([{ aggregate: 'incomplete', assemblies: ['root'] }]);
    const whole = await written('cyclonedx', { components: COMPONENTS });
    expect([whole.metadata.properties, whole.compositions[0].aggregate]).toEqual([undefined, 'unknown']);
  });

  it('gives only ids to licenses that the schema lists', async () => {
    const files = spdxIds.map((id) => file(id, id, { spdx: [id] }));
    expect(faultsOfSbom(await written('cyclonedx', { files }))).toEqual([]);
    expect(faultsOfSbom(await written('cyclonedx-1.7', { files, listsFiles: false }))).toEqual([]);
  });

  it('lists dependencies once', async () => {
    const { dependencies } = await written('cyclonedx', { components: COMPONENTS });
    expect(dependencies.slice(0, 2)).toEqual([
      { ref: 'root', dependsOn: ['pkg:npm/a@1.0.0', 'c', 'by-hand'] },
      { ref: 'pkg:npm/a@1.0.0', dependsOn: ['pkg:npm/b@2.0.0'] },
    ]);
  });

  it('tells declared and concluded licenses apart, as far as the version has places for both', async () => {
    const licenses = async (name: string) =>
      (await written(name, { components: COMPONENTS })).components.map((one: { licenses?: object }) => one.licenses);
    const single = [
      { license: { id: 'Apache-2.0', acknowledgement: 'declared' } },
      { license: { id: 'MIT', acknowledgement: 'concluded' } },
    ];
    const concluded = { expression: 'MIT', acknowledgement: 'concluded' };
    expect((await licenses('cyclonedx-1.6')).slice(0, 2)).toEqual([[concluded], single]);
    expect((await licenses('cyclonedx-1.7')).slice(0, 2)).toEqual([
      [
        { expression: 'MIT OR LicenseRef-own', acknowledgement: 'declared' },
        { license: { id: 'MIT', acknowledgement: 'concluded' } },
      ],
      single,
    ]);
    const { components } = await written('cyclonedx-1.6', { components: COMPONENTS });
    expect(components[0].properties).toEqual([{ name: 'assay:declared-license', value: 'MIT OR LicenseRef-own' }]);
  });
});

describe('SPDX 2.3', () => {
  it('gives every element its own id, and relates only existing elements', async () => {
    const { files, packages, relationships } = await written('spdx', EVERYTHING);
    const ids = ['SPDXRef-DOCUMENT', ...[...files, ...packages].map(({ SPDXID }) => SPDXID)];
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) expect(id).toMatch(/^SPDXRef-[a-zA-Z0-9.-]+$/);
    for (const { spdxElementId, relatedSpdxElement } of relationships)
      expect(ids).toEqual(expect.arrayContaining([spdxElementId, relatedSpdxElement]));
    const [, a, b, c] = packages.map(({ SPDXID }: { SPDXID: string }) => SPDXID);
    const shown = relationships.map((one: Record<string, string>) => Object.values(one).join(' '));
    expect(shown).toEqual(
      expect.arrayContaining([
        `${a} DEPENDS_ON ${b}`,
        `SPDXRef-Package-root DEPENDS_ON ${a}`,
        `${c} TEST_DEPENDENCY_OF SPDXRef-Package-root`,
      ]),
    );
    expect(shown).not.toContain(`${a} DEPENDS_ON ${a}`);
  });

  it('writes ids where no expression is allowed, and describes licenses that are not on the SPDX list', async () => {
    const { files, packages, hasExtractedLicensingInfos } = await written('spdx', EVERYTHING);
    expect(files[0]).toMatchObject({
      licenseInfoInFiles: ['GPL-2.0-only', 'MIT'],
      copyrightText: HOLDER.statement,
      fileTypes: ['SOURCE'],
    });
    expect(files[0].licenseComments).toContain('GPL-2.0-only WITH Classpath-exception-2.0');
    expect(files[1]).toMatchObject({
      licenseInfoInFiles: ['NOASSERTION'],
      copyrightText: 'NOASSERTION',
      fileTypes: ['IMAGE'],
    });
    expect(files[2]).toMatchObject({
      licenseInfoInFiles: ['Apache-2.0', 'LicenseRef-own', 'MIT'],
      copyrightText: 'NONE',
    });
    expect(packages.slice(1).map(({ licenseDeclared }: { licenseDeclared: string }) => licenseDeclared)).toEqual([
      'MIT OR LicenseRef-own',
      'Apache-2.0',
      'GPL-2.0-only WITH Classpath-exception-2.0',
      expect.stringMatching(/^LicenseRef-named-no-expression-\w+$/),
    ]);
    const texts = new Map(
      hasExtractedLicensingInfos.map((one: { licenseId: string; extractedText: string }) => [
        one.licenseId,
        one.extractedText,
      ]),
    );
    expect(texts.get('LicenseRef-own')).toBe('Our own words.');
    expect([...texts.values()].filter((text) => text === MIT_TEXT)).toHaveLength(1);
    const [, found] = /(LicenseRef-found-\w+) in a\/LICENSE/.exec(packages[1].licenseComments)!;
    expect(texts.get(found)).toBe(MIT_TEXT);
  });

  it('describes licenses of other documents, which it cannot refer to', async () => {
    const { files, packages, hasExtractedLicensingInfos } = await written('spdx', {
      components: [component('pkg:npm/a@1', { declared: 'DocumentRef-x:LicenseRef-y OR MIT' })],
      files: [file('a.c', 'a', { spdx: ['GPL-2.0-or-later OR DocumentRef-x:LicenseRef-y'] })],
    });
    const id = 'LicenseRef-DocumentRef-x-LicenseRef-y';
    expect(files[0]).toMatchObject({
      licenseInfoInFiles: ['GPL-2.0-or-later', id],
      licenseComments: 'Found: GPL-2.0-or-later OR DocumentRef-x:LicenseRef-y',
    });
    expect(packages[0].licenseInfoFromFiles).toEqual(['GPL-2.0-or-later', id]);
    expect(packages[1].licenseDeclared).toBe(`${id} OR MIT`);
    expect(hasExtractedLicensingInfos).toEqual([
      {
        licenseId: id,
        name: 'DocumentRef-x-LicenseRef-y',
        extractedText: expect.stringContaining('DocumentRef-x:LicenseRef-y: a license of another SPDX document'),
      },
    ]);
  });

  it('comments on a partly read source, and has no comment otherwise', async () => {
    const document = await written('spdx', { ...EVERYTHING, incompleteness: 'It ends too early.' });
    expect(document.comment).toBe('Not all of it could be read. It ends too early.');
    expect(await written('spdx', EVERYTHING)).not.toHaveProperty('comment');
  });

  it('computes the verification code over the sorted digests of the files', async () => {
    const { packages } = await written('spdx', { files: FILES });
    const sha1s = FILES.map(({ facts }) => facts.sha1).sort();
    expect(packages[0].packageVerificationCode.packageVerificationCodeValue).toBe(
      createHash('sha1').update(sha1s.join('')).digest('hex'),
    );
  });
});

describe('SPDX 3.0.1', () => {
  it('gives every element its own id, and relates only existing elements', async () => {
    const graph: Record<string, unknown>[] = (await written('spdx-3.0.1', EVERYTHING))['@graph'];
    const ids = graph.flatMap(({ spdxId }) => (typeof spdxId === 'string' ? [spdxId] : []));
    expect(new Set(ids).size).toBe(ids.length);
    const known = new Set(ids);
    for (const one of graph)
      for (const to of [one.from, one.subject, one.suppliedBy, ...[one.to, one.rootElement, one.createdBy].flat()])
        if (to !== undefined) expect(known, JSON.stringify(one)).toContain(to);
  });

  it('states what was analysed of a vulnerability, and gives no status to one that nobody analysed', async () => {
    const graph: Record<string, unknown>[] = (await written('spdx-3.0.1', EVERYTHING))['@graph'];
    expect(graph.map(({ type }) => type).filter((type) => /Vex/.test(String(type)))).toEqual([
      'security_VexAffectedVulnAssessmentRelationship',
      'security_VexNotAffectedVulnAssessmentRelationship',
    ]);
    expect(graph.filter(({ relationshipType }) => relationshipType === 'hasAssociatedVulnerability')).toHaveLength(1);
  });
});

it.each([
  [`sha512-${Buffer.alloc(64, 1).toString('base64')}`, [{ algorithm: 'SHA-512', value: '01'.repeat(64) }]],
  [`sha256:${'AB'.repeat(32)}`, [{ algorithm: 'SHA-256', value: 'ab'.repeat(32) }]],
  ['a'.repeat(64), [{ algorithm: 'SHA-256', value: 'a'.repeat(64) }]],
  [`sha1-${Buffer.alloc(20).toString('base64')} sha512-${Buffer.alloc(64).toString('base64')}?x`, ['SHA-1', 'SHA-512']],
  [`h1:${Buffer.alloc(32).toString('base64')}`, []],
  [`sha256-${Buffer.alloc(20).toString('base64')}`, []],
  ['', []],
])('the digests of the checksum %s', (integrity, expected) => {
  const found = digestsOfIntegrity(integrity);
  expect(typeof expected[0] === 'string' ? found.map(({ algorithm }) => algorithm) : found).toEqual(expected);
});
