// Archives with an index: the attestations of an OCI layout, and builds of Yocto, whose documents name each other.
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { makeTar, type TarPart } from '../../../test/archives/archive-builders.ts';
import { documentInFile, readSbomFile } from './files.ts';
import { SAMPLES } from './samples.ts';

const folder = mkdtempSync(join(tmpdir(), 'assay-packed-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const options = (name: string, isStrict = false) => ({ name, temporaryFolder: folder, isStrict });
function written(bytes: Uint8Array): string {
  const file = join(folder, 'sent');
  writeFileSync(file, bytes);
  return file;
}
const sent = (bytes: Uint8Array, name: string, isStrict = false) =>
  readSbomFile(written(bytes), options(name, isStrict));

describe('attestations in an OCI layout', () => {
  const digestOf = (bytes: Uint8Array) => `sha256:${createHash('sha256').update(bytes).digest('hex')}`;
  const blobs = new Map<string, Uint8Array>();
  /** Stores a blob and describes it. */
  const blob = (mediaType: string, content: unknown, more: object = {}) => {
    const bytes = content instanceof Uint8Array ? content : Buffer.from(JSON.stringify(content));
    blobs.set(digestOf(bytes), bytes);
    return { mediaType, digest: digestOf(bytes), size: bytes.length, ...more };
  };
  const manifestType = 'application/vnd.oci.image.manifest.v1+json';
  const statement = (predicateType: string, predicate: unknown) =>
    blob(
      'application/vnd.in-toto+json',
      { _type: 'https://in-toto.io/Statement/v0.1', predicateType, subject: [], predicate },
      { annotations: { 'in-toto.io/predicate-type': predicateType } },
    );
  const SPDX = 'https://spdx.dev/Document';
  const config = blob('application/vnd.oci.image.config.v1+json', { os: 'linux' });
  // Many files, and one that looks like an SBOM: the index says that a layer is none.
  const layer = (name: string) =>
    blob(
      'application/vnd.oci.image.layer.v1.tar+gzip',
      gzipSync(makeTar([{ name, body: JSON.stringify(SAMPLES['CycloneDX JSON']) }])),
    );
  const platform = (architecture: string, documents: object[]) => {
    const image = blob(manifestType, { schemaVersion: 2, config, layers: [layer(`usr/${architecture}.cdx.json`)] });
    const attestation = blob(
      manifestType,
      { schemaVersion: 2, config, layers: documents },
      {
        platform: { os: 'unknown', architecture: 'unknown' },
        annotations: {
          'vnd.docker.reference.type': 'attestation-manifest',
          'vnd.docker.reference.digest': image.digest,
        },
      },
    );
    return [{ ...image, platform: { os: 'linux', architecture } }, attestation];
  };
  const cyclonedx = blob('application/vnd.cyclonedx+json', SAMPLES['CycloneDX JSON']);
  const attached = blob(manifestType, { schemaVersion: 2, config, layers: [cyclonedx] });
  const inner = blob('application/vnd.oci.image.index.v1+json', {
    schemaVersion: 2,
    manifests: [
      ...platform('amd64', [
        statement(SPDX, SAMPLES['SPDX JSON']),
        statement('https://slsa.dev/provenance/v0.2', { builder: { id: '' } }),
      ]),
      ...platform('arm64', [statement(SPDX, { ...(SAMPLES['SPDX JSON'] as object), name: 'arm' })]),
    ],
  });
  const parts = (changed = blobs, at = ''): TarPart[] => [
    ...[...changed].map(([digest, body]) => ({ name: `${at}blobs/sha256/${digest.slice(7)}`, body })),
    { name: `${at}index.json`, body: JSON.stringify({ schemaVersion: 2, manifests: [inner, attached] }) },
    { name: `${at}oci-layout`, body: '{"imageLayoutVersion":"1.0.0"}' },
  ];
  const AMD = `linux/amd64 ${SPDX}`;

  it.each<[string, Uint8Array]>([
    ['image.tar', makeTar(parts())],
    ['image.tar.gz', gzipSync(makeTar(parts()))],
    ['folder.tar', makeTar(parts(blobs, 'image/'))],
  ])('%s: each is found by the index, with its platform; what is no SBOM is told', async (name, bytes) => {
    const { sboms, leftOut } = await sent(bytes, name);
    expect(sboms.map(({ path, sbom }) => [path, sbom.parts.length]).sort()).toEqual([
      ['application/vnd.cyclonedx+json', 2],
      [AMD, 2],
      [`linux/arm64 ${SPDX}`, 2],
    ]);
    expect(leftOut).toEqual([
      { path: 'linux/amd64 https://slsa.dev/provenance/v0.2', why: expect.stringContaining('is no SBOM') },
    ]);
  });

  it('a document is found again by its path', async () => {
    const file = written(makeTar(parts()));
    expect((await documentInFile(file, `linux/arm64 ${SPDX}`, options('image.tar')))?.name).toBe('arm');
  });

  it('a document whose bytes are others is not taken', async () => {
    const changed = new Map([...blobs].map(([digest, bytes]) => [digest, digest === cyclonedx.digest ? Buffer.from('{}') : bytes])); // biome-ignore format: one claim
    expect((await sent(makeTar(parts(changed)), 'image.tar')).leftOut).toContainEqual({
      path: 'application/vnd.cyclonedx+json',
      why: expect.stringContaining(`It is named ${cyclonedx.digest} and has the digest`),
    });
  });

  it('a document that the archive lacks is told', async () => {
    const fewer = new Map([...blobs].filter(([digest]) => digest !== cyclonedx.digest));
    expect((await sent(makeTar(parts(fewer)), 'image.tar')).leftOut).toContainEqual({
      path: 'application/vnd.cyclonedx+json',
      why: `The archive does not have the document ${cyclonedx.digest}.`,
    });
  });
});

describe('a build of Yocto', () => {
  const document = (name: string, packages: object[], relationships: string[][], refs: string[] = []) => ({
    ...{ spdxVersion: 'SPDX-2.2', SPDXID: 'SPDXRef-DOCUMENT', dataLicense: 'CC0-1.0', name },
    documentNamespace: `http://spdx.org/spdxdoc/${name}`,
    creationInfo: { created: '2026-01-01T00:00:00Z', creators: ['Tool: OpenEmbedded Core create-spdx.bbclass'] },
    externalDocumentRefs: refs.map((one) => ({
      externalDocumentId: `DocumentRef-${one}`,
      spdxDocument: `http://spdx.org/spdxdoc/${one}`,
      checksum: { algorithm: 'SHA1', checksumValue: 'da39a3ee5e6b4b0d3255bfef95601890afd80709' },
    })),
    packages: packages.map((one) => ({ downloadLocation: 'NOASSERTION', ...one })),
    relationships: relationships.map(([spdxElementId, relationshipType, relatedSpdxElement]) => ({ spdxElementId, relationshipType, relatedSpdxElement })), // biome-ignore format: one claim
  });
  const purl = (one: string) => [
    { referenceCategory: 'PACKAGE-MANAGER', referenceType: 'purl', referenceLocator: one },
  ];
  const documents = {
    'recipe-zlib': document(
      'recipe-zlib',
      [{ SPDXID: 'SPDXRef-Recipe-zlib', name: 'zlib', versionInfo: '1.3', externalRefs: purl('pkg:generic/zlib-src@1.3') }], // biome-ignore format: one claim
      [['DocumentRef-recipe-cmake:SPDXRef-Recipe-cmake', 'BUILD_DEPENDENCY_OF', 'SPDXRef-Recipe-zlib']],
      ['recipe-cmake'],
    ),
    'recipe-cmake': document('recipe-cmake', [{ SPDXID: 'SPDXRef-Recipe-cmake', name: 'cmake', versionInfo: '3.28' }], []), // biome-ignore format: one claim
    zlib: document(
      'zlib',
      [{ SPDXID: 'SPDXRef-Package-zlib', name: 'libz', versionInfo: '1.3' }],
      [['SPDXRef-Package-zlib', 'GENERATED_FROM', 'DocumentRef-recipe-zlib:SPDXRef-Recipe-zlib']],
      ['recipe-zlib'],
    ),
    curl: document('curl', [{ SPDXID: 'SPDXRef-Package-curl', name: 'curl', versionInfo: '8.5' }], []),
    'runtime-curl': document(
      'runtime-curl',
      [],
      [['DocumentRef-zlib:SPDXRef-Package-zlib', 'RUNTIME_DEPENDENCY_OF', 'DocumentRef-curl:SPDXRef-Package-curl']],
      ['curl', 'zlib'],
    ),
    image: document(
      'image',
      [{ SPDXID: 'SPDXRef-Image', name: 'core-image', versionInfo: '1' }],
      [
        ['SPDXRef-DOCUMENT', 'DESCRIBES', 'SPDXRef-Image'],
        ['SPDXRef-Image', 'CONTAINS', 'DocumentRef-curl:SPDXRef-Package-curl'],
        ['SPDXRef-Image', 'CONTAINS', 'DocumentRef-gone:SPDXRef-Package-gone'],
      ],
      ['curl', 'runtime-curl', 'gone'],
    ),
  };
  type Files = Record<string, string>;
  const files: Files = Object.fromEntries(
    Object.entries(documents).map(([name, one]) => [`${name}.spdx.json`, JSON.stringify(one)]),
  );
  const indexOf = (all: Files) => ({
    documents: Object.entries(all).map(([filename, text]) => ({
      filename,
      documentNamespace: JSON.parse(text).documentNamespace as string,
      sha1: createHash('sha1').update(text).digest('hex'),
    })),
  });
  const archive = (all: Files, index: unknown = indexOf(all)) =>
    zstdCompressSync(
      makeTar([
        ...Object.entries(all).map(([name, body]) => ({ name, body })),
        ...(index === undefined ? [] : [{ name: 'index.json', body: JSON.stringify(index) }]),
      ]),
    );
  const read = (bytes: Uint8Array, isStrict = false) => sent(bytes, 'image.spdx.tar.zst', isStrict);

  it.each([
    ['with its index', archive(files)],
    ['without one', archive(files, undefined)],
  ])('is one SBOM of all documents, %s', async (_what, bytes) => {
    const { sboms, leftOut } = await read(bytes, true);
    expect(leftOut).toEqual([]);
    expect(sboms.map(({ path, sbom }) => [path, sbom.subject.name, sbom.encoding])).toEqual([
      ['image.spdx.tar.zst', 'core-image', 'JSON, 6 documents'],
    ]);
    const { parts, edges, others, issues, issueCount } = sboms[0]!.sbom;
    // From the image outwards, each with its document; what builds need only is no part of what ships.
    expect(parts.map(({ place, name, scope, madeOf }) => [place, name, scope, madeOf])).toEqual([
      ['image.spdx.json: packages[0]', 'core-image', '', []],
      ['curl.spdx.json: packages[0]', 'curl', '', []],
      ['zlib.spdx.json: packages[0]', 'libz', 'required', ['pkg:generic/zlib-src@1.3']],
      ['recipe-zlib.spdx.json: packages[0]', 'zlib', '', []],
      ['recipe-cmake.spdx.json: packages[0]', 'cmake', 'excluded', []],
    ]);
    const nameOf = new Map(parts.map(({ ref, name }) => [ref, name]));
    expect(edges.map(({ from, to, kind }) => [nameOf.get(from), kind, nameOf.get(to)])).toEqual([
      ['core-image', 'contains', 'curl'],
      ['core-image', 'contains', undefined],
      ['curl', 'depends', 'libz'],
      ['zlib', 'depends', 'cmake'],
    ]);
    expect(others).toContainEqual({ what: 'documents that were read as one', count: 6 });
    expect(issues.filter(({ code }) => code === 'left-out')).toEqual([
      {
        code: 'left-out',
        place: 'image.spdx.json: relationships',
        message:
          '1 relationships name elements of the document "http://spdx.org/spdxdoc/gone", which was not sent along.',
      },
    ]);
    expect(issueCount).toBe(issues.length);
  });

  it('what the index says and the archive does not have is told', async () => {
    const { 'curl.spdx.json': _, ...fewer } = files;
    const index = { documents: indexOf(files).documents.map((one) => (one.filename === 'zlib.spdx.json' ? { ...one, sha1: '0'.repeat(40) } : one)) }; // biome-ignore format: one claim
    const { sboms } = await read(archive(fewer, index));
    const told = sboms[0]?.sbom.issues.map(({ place, message }) => `${place} ${message}`) ?? [];
    expect(told).toContainEqual(expect.stringMatching(/^curl\.spdx\.json The index names this document; no SBOM/));
    expect(told).toContainEqual(expect.stringMatching(/^zlib\.spdx\.json The index states the SHA-1 0{40}/));
  });

  it('documents that name nothing of each other stay apart, and an index of something else is a file', async () => {
    const apart = { 'curl.spdx.json': files['curl.spdx.json']!, 'recipe-cmake.spdx.json': files['recipe-cmake.spdx.json']! }; // biome-ignore format: one claim
    const { sboms, leftOut } = await read(archive(apart, { pages: [] }));
    expect(sboms.map(({ path }) => path)).toEqual(Object.keys(apart));
    expect(leftOut.map(({ path }) => path)).toEqual(['index.json']);
  });

  it('a copy of one document is refused, saying why', async () => {
    const file = written(archive(files));
    await expect(documentInFile(file, 'image.spdx.tar.zst', options('image.spdx.tar.zst'))).rejects.toThrow(
      'put together of several documents',
    );
  });

  it('thousands of documents are put together', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 3000 }, (_, at) => [
        `p${at}.spdx.json`,
        JSON.stringify(document(`p${at}`, [{ SPDXID: 'SPDXRef-p', name: `p${at}`, versionInfo: '1' }], [])),
      ]),
    );
    const { sboms } = await read(archive(many));
    expect(sboms.map(({ sbom }) => sbom.parts.length)).toEqual([3000]);
  });
});

it('an external document of SPDX tags is known', async () => {
  const text = `SPDXVersion: SPDX-2.3\nDataLicense: CC0-1.0\nSPDXID: SPDXRef-DOCUMENT\nDocumentName: a\nDocumentNamespace: https://example.org/a\nExternalDocumentRef: DocumentRef-b https://example.org/b SHA1: d6a770ba38583ed4bb4525bd96e50461655d2758\nCreator: Tool: x\nCreated: 2026-01-01T00:00:00Z\nPackageName: a\nSPDXID: SPDXRef-a\nPackageDownloadLocation: NONE\nRelationship: SPDXRef-a DEPENDS_ON DocumentRef-b:SPDXRef-b\nRelationship: SPDXRef-a DEPENDS_ON DocumentRef-c:SPDXRef-c\n`;
  const { sboms } = await sent(Buffer.from(text), 'a.spdx');
  expect(sboms[0]?.sbom.issues.map(({ message }) => message)).toEqual([
    'A relationship names "DocumentRef-c:SPDXRef-c", which no element has as its SPDXID.',
    '1 relationships name elements of the document "https://example.org/b", which was not sent along.',
  ]);
});
