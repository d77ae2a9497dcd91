import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Ajv, type ValidateFunction } from 'ajv';
import addFormatsModule from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { digestsOf } from '../analyze/digests.ts';
import { emptyFacts } from '../analyze/facts.ts';
import { sniff } from '../analyze/kind.ts';
import type { FileFacts } from '../findings.ts';
import { SBOM_WRITERS, type SbomComponent, type SbomFile, type SbomSource } from './index.ts';

const require = createRequire(import.meta.url);
const SUBJECT = {
  name: 'träger & co',
  version: '',
  documentId: '123e4567-e89b-42d3-a456-426614174000',
  createdAt: new Date('2026-01-02T03:04:05.678Z'),
  tool: { name: 'assay', version: '0.1.0' },
};

function component(purl: string, more: Partial<SbomComponent> = {}): SbomComponent {
  const [, type = '', name = '', version = ''] = /^pkg:(\w+)\/([^@]+)@?(.*)$/.exec(purl) ?? [];
  const empty = {
    namespace: '',
    licenseExpression: '',
    description: '',
    homepageUrl: '',
    repositoryUrl: '',
    downloadUrl: '',
  };
  return {
    purl,
    type,
    name,
    version,
    scope: 'runtime',
    evidence: [],
    dependsOn: [],
    isDirect: false,
    ...empty,
    ...more,
  };
}

function file(path: string, text: string, more: Partial<FileFacts> = {}): SbomFile {
  const bytes = Buffer.from(text, 'latin1');
  return { path, facts: { ...emptyFacts(bytes.length, digestsOf(bytes), sniff(bytes)), ...more } };
}

function source(components: SbomComponent[], files: SbomFile[], incompleteness: string): SbomSource {
  const expressions = new Set(files.flatMap(({ facts }) => facts.spdx));
  async function* items() {
    yield* files;
  }
  return {
    subject: SUBJECT,
    files: items(),
    contents: () => ({
      components,
      licenses: [...expressions].map((expression) => ({ expression, files: 1 })),
      incompleteness,
    }),
  };
}

async function written(
  format: 'spdx' | 'cyclonedx',
  components: SbomComponent[],
  files: SbomFile[],
  incompleteness = '',
) {
  const writer = SBOM_WRITERS.find(({ name }) => name === format)!;
  return JSON.parse((await Array.fromAsync(writer.write(source(components, files, incompleteness)))).join(''));
}

const HOLDER = { statement: 'Copyright 2020 Jané Doe', holder: 'Jané Doe', years: '2020', startLine: 1, endLine: 1 };
const COMPONENTS = [
  component('pkg:npm/a@1.0.0', {
    licenseExpression: 'MIT OR LicenseRef-own',
    isDirect: true,
    dependsOn: ['pkg:npm/b@2.0.0', 'pkg:npm/b@2.0.0', 'pkg:npm/missing@1.0.0', 'pkg:npm/a@1.0.0'],
    evidence: ['package.json', 'package.json'],
    homepageUrl: 'https://example.org/a',
  }),
  component('pkg:npm/b@2.0.0', {
    namespace: '@scope',
    scope: 'development',
    homepageUrl: 'not an address',
    repositoryUrl: 'a b',
    description: 'x',
  }),
  component('pkg:npm/b@2.0.0', { licenseExpression: 'GPL-2.0-only WITH Classpath-exception-2.0' }),
  component('', { name: 'by hand', licenseExpression: 'no expression (', isDirect: undefined }),
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

function cycloneDxSchema(): ValidateFunction {
  const folder = require.resolve('@cyclonedx/cyclonedx-library/package.json').replace('package.json', 'res/schema/');
  const schema = (name: string) => JSON.parse(readFileSync(`${folder}${name}.SNAPSHOT.schema.json`, 'utf8'));
  const ajv = new Ajv({ strict: false, allErrors: true });
  addFormatsModule.default(ajv);
  // ajv-formats does not know these formats of a later draft; the library's validator treats them as plain strings, too.
  for (const format of ['idn-email', 'iri-reference']) ajv.addFormat(format, true);
  ajv.addSchema(schema('spdx'), 'http://cyclonedx.org/schema/spdx.SNAPSHOT.schema.json');
  ajv.addSchema(schema('jsf-0.82'), 'http://cyclonedx.org/schema/jsf-0.82.SNAPSHOT.schema.json');
  return ajv.compile(schema('bom-1.6'));
}

describe('CycloneDX', () => {
  const validate = cycloneDxSchema();

  it.each([
    ['nothing', [], []],
    ['components and files', COMPONENTS, FILES],
  ])('%s is valid against the published schema', async (_, components, files) => {
    validate(await written('cyclonedx', components, files));
    expect(validate.errors).toBeNull();
  });

  it('marks only partly read sources as incomplete', async () => {
    const document = await written('cyclonedx', COMPONENTS, FILES, 'It ends too early.');
    validate(document);
    expect(validate.errors).toBeNull();
    expect(document.metadata.properties).toEqual([{ name: 'assay:incompleteness', value: 'It ends too early.' }]);
    expect(document.compositions).toEqual([{ aggregate: 'incomplete', assemblies: ['root'] }]);
    const whole = await written('cyclonedx', COMPONENTS, FILES);
    expect([whole.metadata.properties, whole.compositions]).toEqual([undefined, undefined]);
  });

  it('fails the same schema when it is made invalid', async () => {
    const document = await written('cyclonedx', COMPONENTS, FILES);
    document.components[0].licenses[0].license = { id: 'MIT' };
    expect(validate(document)).toBe(false);
  });

  it('gives only ids to licenses that the schema lists', async () => {
    const ids: string[] = require('spdx-license-ids');
    validate(
      await written(
        'cyclonedx',
        [],
        ids.map((id) => file(id, id, { spdx: [id] })),
      ),
    );
    expect(validate.errors).toBeNull();
  });

  it('lists dependencies once and only among its components', async () => {
    const { dependencies, components } = await written('cyclonedx', COMPONENTS, []);
    expect(dependencies.slice(0, 2)).toEqual([
      { ref: 'root', dependsOn: ['pkg:npm/a@1.0.0', 'component-4'] },
      { ref: 'pkg:npm/a@1.0.0', dependsOn: ['pkg:npm/b@2.0.0'] },
    ]);
    expect(components.map((found: { 'bom-ref': string }) => found['bom-ref'])).toEqual([
      'pkg:npm/a@1.0.0',
      'pkg:npm/b@2.0.0',
      'component-3',
      'component-4',
    ]);
    expect(components[0].evidence.occurrences).toEqual([{ location: 'package.json' }]);
  });
});

/** Members of version 2.3 of the JSON format, required ones with a `!`. Any other member makes a document invalid. */
const SPDX_MEMBERS = {
  document:
    'SPDXID! spdxVersion! name! dataLicense! creationInfo! documentNamespace files packages relationships hasExtractedLicensingInfos comment',
  files:
    'SPDXID! fileName! checksums! fileTypes licenseConcluded licenseInfoInFiles licenseComments copyrightText comment',
  packages:
    'SPDXID! name! downloadLocation! versionInfo homepage filesAnalyzed packageVerificationCode licenseConcluded licenseDeclared licenseInfoFromFiles copyrightText description sourceInfo externalRefs primaryPackagePurpose checksums comment',
  relationships: 'spdxElementId! relationshipType! relatedSpdxElement! comment',
  hasExtractedLicensingInfos: 'licenseId! extractedText! name',
};

function checkMembers(kind: keyof typeof SPDX_MEMBERS, object: object): void {
  const words = SPDX_MEMBERS[kind].split(' ');
  expect(words.map((word) => word.replace('!', ''))).toEqual(expect.arrayContaining(Object.keys(object)));
  const demanded = words.filter((word) => word.endsWith('!')).map((word) => word.slice(0, -1));
  expect(Object.keys(object)).toEqual(expect.arrayContaining(demanded));
}

describe('SPDX', () => {
  it('has only members of the format, and all required ones', async () => {
    const document = await written('spdx', COMPONENTS, FILES);
    checkMembers('document', document);
    for (const kind of ['files', 'packages', 'relationships', 'hasExtractedLicensingInfos'] as const) {
      expect(document[kind].length).toBeGreaterThan(0);
      for (const object of document[kind]) checkMembers(kind, object);
    }
    const fileTypes = 'OTHER DOCUMENTATION IMAGE VIDEO ARCHIVE SPDX APPLICATION SOURCE BINARY TEXT AUDIO'.split(' ');
    for (const found of document.files) expect(fileTypes).toEqual(expect.arrayContaining(found.fileTypes));
  });

  it('has the members that the specification requires', async () => {
    const document = await written('spdx', COMPONENTS, FILES);
    expect(document).toMatchObject({
      spdxVersion: 'SPDX-2.3',
      dataLicense: 'CC0-1.0',
      SPDXID: 'SPDXRef-DOCUMENT',
      name: SUBJECT.name,
    });
    expect(document.creationInfo).toEqual({ created: '2026-01-02T03:04:05Z', creators: ['Tool: assay-0.1.0'] });
    expect(URL.canParse(document.documentNamespace)).toBe(true);
    expect(document.documentNamespace).not.toMatch(/[# ]/);
    for (const found of document.packages) {
      expect(found).toMatchObject({ name: expect.stringMatching(/./), downloadLocation: expect.stringMatching(/./) });
      expect(
        found.licenseInfoFromFiles !== undefined,
        'license information from files only where files were analysed',
      ).toBe(found.filesAnalyzed);
    }
    for (const found of document.files) {
      expect(found.fileName).toMatch(/^\.\//);
      expect(
        found.checksums.find(({ algorithm }: { algorithm: string }) => algorithm === 'SHA1').checksumValue,
      ).toMatch(/^[0-9a-f]{40}$/);
      expect(found.licenseInfoInFiles.length).toBeGreaterThan(0);
    }
  });

  it('gives every element its own id, and relates only existing elements', async () => {
    const { files, packages, relationships } = await written('spdx', COMPONENTS, FILES);
    const ids = ['SPDXRef-DOCUMENT', ...[...files, ...packages].map(({ SPDXID }) => SPDXID)];
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) expect(id).toMatch(/^SPDXRef-[a-zA-Z0-9.-]+$/);
    for (const { spdxElementId, relatedSpdxElement } of relationships)
      expect(ids).toEqual(expect.arrayContaining([spdxElementId, relatedSpdxElement]));
    expect(relationships).toContainEqual({
      spdxElementId: 'SPDXRef-Package-1',
      relationshipType: 'DEPENDS_ON',
      relatedSpdxElement: 'SPDXRef-Package-2',
    });
    expect(relationships).not.toContainEqual(
      expect.objectContaining({ spdxElementId: 'SPDXRef-Package-1', relatedSpdxElement: 'SPDXRef-Package-1' }),
    );
  });

  it('writes ids where no expression is allowed, and describes licenses that are not on the SPDX list', async () => {
    const { files, packages, hasExtractedLicensingInfos } = await written('spdx', COMPONENTS, FILES);
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
      'NOASSERTION',
      'GPL-2.0-only WITH Classpath-exception-2.0',
      'NOASSERTION',
    ]);
    expect(hasExtractedLicensingInfos.map(({ licenseId }: { licenseId: string }) => licenseId)).toEqual([
      'LicenseRef-own',
    ]);
  });

  it('describes licenses of other documents, which it cannot refer to', async () => {
    const { files, packages, hasExtractedLicensingInfos } = await written(
      'spdx',
      [component('pkg:npm/a@1', { licenseExpression: 'DocumentRef-x:LicenseRef-y OR MIT' })],
      [file('a.c', 'a', { spdx: ['GPL-2.0-or-later OR DocumentRef-x:LicenseRef-y'] })],
    );
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
    const document = await written('spdx', COMPONENTS, FILES, 'It ends too early.');
    checkMembers('document', document);
    expect(document.comment).toBe('Not all of it could be read. It ends too early.');
    expect(await written('spdx', COMPONENTS, FILES)).not.toHaveProperty('comment');
  });

  it('computes the verification code over the sorted digests of the files', async () => {
    const { packages } = await written('spdx', [], FILES);
    const sha1s = FILES.map(({ facts }) => facts.sha1).sort();
    expect(packages[0].packageVerificationCode.packageVerificationCodeValue).toBe(
      createHash('sha1').update(sha1s.join('')).digest('hex'),
    );
  });
});
