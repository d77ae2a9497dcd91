import { describe, expect, it } from 'vitest';
import {
  agreedDigests,
  digestAlgorithms,
  digestOf,
  digestsOfPackage,
  spdx2Algorithm,
  spdx3Algorithm,
} from './digests.ts';
import { factsOfPackage, factsOfPart, joinedFacts, MOST_REFERENCES } from './package-facts.ts';
import { readSbomBytes, type SbomPart } from './read/index.ts';

const SHA256 = 'ab'.repeat(32);

/** The only component of a document in CycloneDX. */
function partOf(component: object): SbomPart {
  const document = { bomFormat: 'CycloneDX', specVersion: '1.6', components: [{ name: 'a', ...component }] };
  const [part] = readSbomBytes(Buffer.from(JSON.stringify(document)))?.parts ?? [];
  if (part === undefined) throw new Error('no component');
  return part;
}

describe('digests', () => {
  it.each(digestAlgorithms)('%s is known by its name in each standard', (algorithm) => {
    const value = [32, 40, 64, 96, 128]
      .map((digits) => 'AB'.repeat(digits / 2))
      .find((one) => digestOf(algorithm, one));
    for (const name of [algorithm, spdx2Algorithm(algorithm), spdx3Algorithm(algorithm)])
      expect(digestOf(name, value ?? '')).toEqual({ algorithm, value: value?.toLowerCase() });
  });

  it.each([
    ['another algorithm', 'CRC32', 'ab'.repeat(4)],
    ['too short a value', 'SHA-256', 'ab'],
    ['a value that is no digest', 'SHA-256', 'x'.repeat(64)],
  ])('%s is none', (_, algorithm, value) => expect(digestOf(algorithm, value)).toBeUndefined());

  it('what stands in a database of installed packages is a digest of a part of them', () => {
    expect(digestsOfPackage({ type: 'npm', integrity: `sha256:${SHA256}` })).toHaveLength(1);
    for (const type of ['apk', 'rpm', 'nix'])
      expect(digestsOfPackage({ type, integrity: `sha256:${SHA256}` })).toEqual([]);
  });

  it('where two disagree, neither is that of the package', () => {
    const [one, other] = [digestOf('SHA-256', SHA256), digestOf('SHA-256', 'cd'.repeat(32))];
    const sha1 = digestOf('SHA-1', 'ab'.repeat(20));
    if (one === undefined || other === undefined || sha1 === undefined) throw new Error('no digest');
    expect(agreedDigests([one, sha1, other, sha1])).toEqual([sha1]);
  });
});

describe('factsOfPart', () => {
  it.each([
    [
      'the supplier',
      { supplier: { name: 'S', contact: [{ email: 's@example.org' }] }, publisher: 'P' },
      { name: 'S', email: 's@example.org' },
    ],
    [
      'else the manufacturer',
      { manufacturer: { name: 'M', url: ['https://m.example.org'] } },
      { name: 'M', url: 'https://m.example.org' },
    ],
    ['else the publisher', { publisher: 'P', authors: [{ name: 'A' }] }, { name: 'P' }],
    [
      'else the first author',
      { authors: [{ name: 'A', email: 'a@example.org' }] },
      { name: 'A', email: 'a@example.org' },
    ],
    ['else the author of older versions', { author: 'A' }, { name: 'A' }],
    ['nobody', {}, undefined],
  ])('supplied by %s', (_, component, supplier) => expect(factsOfPart(partOf(component)).supplier).toEqual(supplier));

  it('a digest that stands with the address of the file counts', () => {
    const externalReferences = [
      { type: 'distribution', url: 'https://example.org/a.tgz', hashes: [{ alg: 'SHA-256', content: SHA256 }] },
    ];
    expect(factsOfPart(partOf({ externalReferences }))).toEqual({
      digests: [{ algorithm: 'SHA-256', value: SHA256 }],
      references: [{ type: 'distribution', url: 'https://example.org/a.tgz' }],
    });
  });

  it('leaves out what is no address or of no known sort, passwords, and what is too many', () => {
    const externalReferences = [
      { type: 'website', url: 'https://example.org' },
      { type: 'vcs', url: 'https://me:secret@example.org/a.git' },
      { type: 'documentation', url: 'not an address' },
      { type: 'surprise', url: 'https://example.org' },
    ];
    expect(factsOfPart(partOf({ externalReferences })).references).toEqual([
      { type: 'vcs', url: 'https://example.org/a.git' },
    ]);
    const many = Array.from({ length: 500 }, (_, at) => ({ type: 'other', url: `https://example.org/${at}` }));
    expect(factsOfPart(partOf({ externalReferences: many })).references).toHaveLength(MOST_REFERENCES);
  });
});

it('facts of a package of a lockfile, and of two that name it', () => {
  const one = factsOfPackage({
    type: 'npm',
    integrity: `sha256:${SHA256}`,
    downloadUrl: 'https://token@example.org/a.tgz',
  });
  expect(one).toEqual({
    digests: [{ algorithm: 'SHA-256', value: SHA256 }],
    references: [{ type: 'distribution', url: 'https://example.org/a.tgz' }],
  });
  const other = factsOfPackage({ type: 'npm', supplier: 'Jane', repositoryUrl: 'git+https://example.org/a.git' });
  expect(joinedFacts(one, other)).toEqual({
    supplier: { name: 'Jane' },
    digests: one.digests,
    references: [...one.references, ...other.references],
  });
});
