// Every format and form gives the same parts and edges; strict readings agree with the published documents; hostile documents end soon.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { variantsOf } from '../../../test/document-variants.ts';
import { documentInFile, readSbomFile } from './files.ts';
import { SBOM_FORMATS } from './formats.ts';
import { readSbomBytes, SbomRefused } from './index.ts';
import { SAMPLES } from './samples.ts';
import { STRICT_READING } from './strict/index.ts';

const folder = mkdtempSync(join(tmpdir(), 'assay-sbom-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const bytesOf = (document: unknown) => Buffer.from(typeof document === 'string' ? document : JSON.stringify(document));
const strict = STRICT_READING;

async function sent(content: Buffer, name = 'bom.json', isStrict = false) {
  const file = join(folder, 'sent');
  writeFileSync(file, content);
  return readSbomFile(file, { name, temporaryFolder: folder, isStrict });
}

describe('every format and form', () => {
  it.each(Object.entries(SAMPLES))('%s gives the same parts and edges', async (_name, document) => {
    const bytes = bytesOf(document);
    const sbom = readSbomBytes(bytes)!;
    const nameOf = new Map(sbom.parts.map(({ ref, name }) => [ref, name]));
    expect(sbom.parts.map(({ name, version, purl, declared }) => [name, version, purl, declared])).toEqual([
      ['a', '1.0.0', 'pkg:npm/a@1.0.0', 'MIT'],
      ['b', '2.0.0', 'pkg:npm/b@2.0.0', ''],
    ]);
    expect(sbom.edges.map(({ from, to, kind }) => [nameOf.get(from), nameOf.get(to), kind])).toEqual([
      ['a', 'b', 'depends'],
    ]);
    expect(sbom.issues.filter(({ code }) => code !== 'not-understood')).toEqual([]);
    const { sboms } = await sent(bytes, 'bom');
    expect(sboms[0]?.sbom).toEqual(sbom);
  });

  it('has a sample of each format', () => {
    const read = new Set(Object.values(SAMPLES).map((document) => readSbomBytes(bytesOf(document))?.format));
    expect([...read].sort()).toEqual(['CycloneDX', 'SPDX', 'Syft']);
    expect(SBOM_FORMATS).toHaveLength(4);
  });

  it.each(Object.entries(SAMPLES))('%s: accepts any wrong value', (_name, document) => {
    if (typeof document === 'string') return;
    for (const wrong of [null, 5, 'text', [], {}, [[]], [null], true, '\0\ud800'])
      for (const broken of variantsOf(document, wrong)) readSbomBytes(bytesOf(broken));
  });
});

describe('what names nothing is told', () => {
  const told = (document: object) =>
    readSbomBytes(bytesOf(document))!.issues.map(({ place, message }) => [place, message]);
  const [cdx, spdx] = [SAMPLES['CycloneDX JSON'] as object, SAMPLES['SPDX JSON'] as object];

  it('a package URL that is none, at the component that keeps its name', () => {
    const component = { type: 'library', name: 'a', purl: 'no purl' };
    expect(told({ ...cdx, components: [component], dependencies: [] })).toEqual([
      [
        'components[0].purl',
        expect.stringMatching(/^"no purl" is no package URL \(.+\)\. Its component goes by its name\.$/),
      ],
    ]);
  });

  it.each([
    ['CycloneDX', { ...cdx, components: [], dependencies: [] }],
    ['SPDX', { ...spdx, packages: [], relationships: [] }],
  ])('%s without a component', (_name, document) => {
    expect(told(document)).toContainEqual(['document', 'The document names no component and no vulnerability.']);
  });
});

describe('licenses of SPDX by the names that the document gives them', () => {
  const packageOf = (licenseDeclared: string, infos: object[]) =>
    readSbomBytes(
      bytesOf({
        ...(SAMPLES['SPDX JSON'] as object),
        packages: [{ SPDXID: 'SPDXRef-a', name: 'a', licenseDeclared }],
        relationships: [],
        hasExtractedLicensingInfos: infos,
      }),
    )!.parts[0]?.declared;
  const info = (licenseId: string, name: string) => ({ licenseId, name, extractedText: 'Words.' });

  it.each([
    ['LicenseRef-5', 'Bouncy Castle', 'LicenseRef-5', 'Bouncy Castle'],
    ['LicenseRef-5', 'Bouncy Castle', 'MIT AND LicenseRef-5', 'MIT AND LicenseRef-Bouncy-Castle'],
    ['LicenseRef-5', 'GPLv2+', 'MIT AND LicenseRef-5', 'MIT AND GPLv2+'],
    ['LicenseRef-5', 'NOASSERTION', 'LicenseRef-5', 'LicenseRef-5'],
    ['LicenseRef-5', 'Other', 'DocumentRef-x:LicenseRef-5', 'DocumentRef-x:LicenseRef-5'],
    [
      'LicenseRef-scancode-public-domain',
      'Public Domain',
      'LicenseRef-scancode-public-domain',
      'LicenseRef-scancode-public-domain',
    ],
  ])('%s called %s: %s', (id, name, declared, expected) => {
    expect(packageOf(declared, [info(id, name)])).toBe(expected);
  });
});

describe('wrapped documents', () => {
  const bom = SAMPLES['CycloneDX JSON']!;
  const statement = {
    _type: 'https://in-toto.io/Statement/v1',
    predicateType: 'https://cyclonedx.org/bom',
    predicate: bom,
  };
  const envelope = (inner: unknown) => ({
    payloadType: 'application/vnd.in-toto+json',
    payload: bytesOf(inner).toString('base64'),
    signatures: [{}],
  });

  it.each<[string, Buffer, string]>([
    ['gzip', gzipSync(bytesOf(bom)), 'bom.json.gz'],
    ['an in-toto statement', bytesOf(statement), 'a.json'],
    ['a DSSE envelope', bytesOf(envelope(statement)), 'a.json'],
    ['a Sigstore bundle', bytesOf({ mediaType: 'x', dsseEnvelope: envelope(statement) }), 'a.json'],
    ['a line of attestations', Buffer.from(`${JSON.stringify(envelope(statement))}\n`), 'a.intoto.jsonl'],
    ['the answer of an interface', bytesOf({ sbom: SAMPLES['SPDX JSON'] }), 'a.json'],
    ['UTF-16', Buffer.from(`\ufeff${JSON.stringify(bom)}`, 'utf16le'), 'a.json'],
    ['UTF-16 in the other order', Buffer.from(`\ufeff${JSON.stringify(bom)}`, 'utf16le').swap16(), 'a.json'],
  ])('%s', async (_name, content, name) => {
    expect((await sent(content, name)).sboms[0]?.sbom.parts).toHaveLength(2);
  });

  it('envelopes in envelopes end', () => {
    let inner: unknown = bom;
    for (let depth = 0; depth < 20; depth++) inner = envelope(inner);
    expect(readSbomBytes(bytesOf(inner))).toBeUndefined();
  });
});

describe('strict', () => {
  const bom = SAMPLES['CycloneDX JSON'] as Record<string, unknown>;
  it.each<[string, unknown, string]>([
    ['a wrong type of component', { ...bom, components: [{ type: 'thing', name: 'a' }] }, 'components[0].type'],
    ['a member that the version does not have', { ...bom, specVersion: '1.2', declarations: {} }, 'declarations'],
    [
      'a reference twice',
      {
        ...bom,
        components: [
          { type: 'library', name: 'a', 'bom-ref': 'x' },
          { type: 'library', name: 'b', 'bom-ref': 'x' },
        ],
      },
      'components[1].bom-ref',
    ],
    ['an unknown version', { ...bom, specVersion: '9.9' }, '"specVersion" is "9.9"'],
    [
      'SPDX without a namespace',
      { ...(SAMPLES['SPDX JSON'] as object), documentNamespace: undefined },
      'documentNamespace: is missing',
    ],
  ])('refuses %s, naming the path', (_what, document, sentence) => {
    expect(() => readSbomBytes(bytesOf(document), strict)).toThrow(sentence);
    expect(readSbomBytes(bytesOf(document))?.format).toBeDefined();
  });

  it('checks a long list of equal elements in one pass', () => {
    const components = Array.from({ length: 20_000 }, () => ({ type: 'library', name: 'a' }));
    expect(() => readSbomBytes(bytesOf({ ...bom, components }), strict)).toThrow('is the same as an earlier element');
  });
});

describe('hostile documents', () => {
  const bom = (components: string, more = '') =>
    Buffer.from(`{"bomFormat":"CycloneDX","specVersion":"1.6","components":[${components}]${more}}`);

  it('one text of 50 MB is cut, and told', () => {
    const read = readSbomBytes(bom(`{"type":"library","name":"a","description":"${'x'.repeat(50_000_000)}"}`))!;
    expect([read.parts[0]?.description.length, read.issues[0]?.code]).toEqual([65_535, 'repaired']);
  });

  it('a million edges from one component are read', () => {
    const refs = Array.from({ length: 1_000_000 }, (_, at) => `"r${at % 3}"`).join(',');
    const parts = [0, 1, 2].map((at) => `{"type":"library","name":"n${at}","bom-ref":"r${at}"}`).join(',');
    expect(readSbomBytes(bom(parts, `,"dependencies":[{"ref":"r0","dependsOn":[${refs}]}]`))?.edges).toHaveLength(
      1_000_000,
    );
  });

  it.each<[string, Buffer, string]>([
    ['nesting', bom(`${'{"components":['.repeat(100_000)}${']}'.repeat(100_000)}`), 'nested deeper'],
    [
      'nested XML',
      Buffer.from(`<bom xmlns="http://cyclonedx.org/schema/bom/1.4">${'<components><component>'.repeat(100_000)}`),
      'nested too deep',
    ],
    [
      'YAML that multiplies',
      Buffer.from(
        `spdxVersion: SPDX-2.3\na: &a [x,x,x,x,x,x,x,x,x]\nb: &b [${'*a,'.repeat(9)}*a]\nc: &c [${'*b,'.repeat(9)}*b]\nd: &d [${'*c,'.repeat(9)}*c]\n`,
      ),
      'YAML that cannot be read',
    ],
    ['half a document', bom('').subarray(0, -2), 'breaks off'],
  ])('%s is refused', (_what, bytes, sentence) => {
    expect(() => readSbomBytes(bytes)).toThrow(SbomRefused);
    expect(() => readSbomBytes(bytes)).toThrow(sentence);
  });

  it('an archive that expands without end is refused', async () => {
    await expect(sent(gzipSync(Buffer.alloc(200e6, ' ')), 'bom.json.gz')).rejects.toThrow('expansion ratio');
  });
});

const samples = join(import.meta.dirname, '../../../../../shared/data/sbom/cyclonedx');
const hasSamples = existsSync(samples);

describe.skipIf(!hasSamples)(
  `documents of the specification${hasSamples ? '' : ' (absent: not beside the repository)'}`,
  () => {
    const files = hasSamples
      ? readdirSync(samples).flatMap((version) =>
          readdirSync(join(samples, version)).map((name) => join(samples, version, name)),
        )
      : [];
    const named = (sort: string) =>
      files.filter((file) => new RegExp(`/${sort}[^/]*\\.(?:json|xml|textproto)$`).test(file));
    const refusal = (file: string): string => {
      try {
        return readSbomBytes(readFileSync(file), strict) === undefined ? 'no SBOM' : '';
      } catch (error) {
        return (error as Error).message;
      }
    };

    it('valid ones are accepted in strict mode', () => {
      expect(
        named('valid')
          .map(refusal)
          .filter((one) => one !== ''),
      ).toEqual([]);
      expect(named('valid').length).toBeGreaterThan(200);
    });

    it('invalid ones are refused in strict mode', () => {
      expect(named('invalid').filter((file) => refusal(file) === '')).toEqual([]);
      expect(named('invalid').length).toBeGreaterThan(100);
    });
  },
);

it('a file that is only packed is called as it was sent, whatever the name of its spool', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-packed-'));
  try {
    const spool = join(folder, 'spool.zip');
    writeFileSync(spool, gzipSync(JSON.stringify(SAMPLES['CycloneDX JSON'])));
    const { sboms } = await readSbomFile(spool, { name: 'shop.cdx.json.gz', temporaryFolder: folder });
    expect(sboms.map(({ path }) => path)).toEqual(['shop.cdx.json']);
    const document = await documentInFile(spool, 'shop.cdx.json', {
      name: 'shop.cdx.json.gz',
      temporaryFolder: folder,
    });
    expect(document?.bomFormat).toBe('CycloneDX');
    expect(await documentInFile(spool, 'spool', { name: 'shop.cdx.json.gz', temporaryFolder: folder })).toEqual(
      document,
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
