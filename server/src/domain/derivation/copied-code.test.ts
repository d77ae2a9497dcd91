// Items of libraries whose files were copied: which files belong to them, and their notes.
import { describe, expect, it } from 'vitest';
import { deriveInventory } from './inventory-derivation.ts';
import { DEFAULT_DERIVATION_OPTIONS, type InventoryPackage, type LicensedFile } from './inventory-findings.ts';

function copied(others: Partial<InventoryPackage>): InventoryPackage {
  return {
    purl: 'pkg:generic/zlib@1.3.1',
    version: '1.3.1',
    licenseExpression: '',
    files: ['src/zlib.h'],
    proofs: [{ path: 'src/zlib.h', role: 'copies', line: 4 }],
    scope: 'runtime',
    isDirect: true,
    confidence: 'HIGH',
    dependencies: [],
    copied: { path: 'src/zlib.h', line: 4, words: '#define ZLIB_VERSION "1.3.1"', paths: ['src/zlib.h'], agreeing: 1 },
    ...others,
  };
}

const licensed = (...paths: string[]): LicensedFile[] => paths.map((path) => ({ path, expressions: ['Zlib'] }));

function notes(others: Partial<InventoryPackage>): string {
  return deriveInventory([copied(others)], []).items[0]?.detectionNotes ?? '';
}

describe('copied code', () => {
  it('has its recognised files wherever they are, and no others', () => {
    const { items } = deriveInventory([copied({ ownedFiles: ['src/zlib.h'] })], licensed('src/zlib.h', 'src/main.c'));
    expect(
      items.map(({ name, files, confidence, dependencyLevel }) => [name, files, confidence, dependencyLevel]),
    ).toEqual([
      [expect.stringContaining('zlib 1.3.1'), ['src/zlib.h'], 'HIGH', 'Direct'],
      [expect.stringContaining('Zlib'), ['src/main.c'], expect.anything(), expect.anything()],
    ]);
  });

  it('in a folder of its own has all of it, also if the folder is not one for third-party code', () => {
    const { items } = deriveInventory(
      [copied({ ownedFolder: 'src/zlib', ownedFolders: ['src/zlib'] })],
      licensed('src/zlib/zlib.h', 'src/zlib/contrib/a.c'),
    );
    expect(items.map(({ files }) => files)).toEqual([['src/zlib.h', 'src/zlib/contrib/a.c', 'src/zlib/zlib.h']]);
  });

  it('becomes an item also when dependencies do not', () => {
    const options = { ...DEFAULT_DERIVATION_OPTIONS, dependencies: 'none' as const };
    expect(deriveInventory([copied({ isDirect: false })], [], options).items).toHaveLength(1);
  });

  it.each<[string, Partial<InventoryPackage>, string]>([
    [
      'one file',
      {},
      'Its files were copied into the code base: src/zlib.h (line 4) says “#define ZLIB_VERSION "1.3.1"”. No license',
    ],
    [
      'several files',
      { copied: { path: 'a.h', line: 1, words: 'w', paths: ['a.h', 'b.c', 'c.c'], agreeing: 2 } },
      'a.h (line 1) says “w”. 3 files were recognised, of which 2 name this version.',
    ],
    [
      'files of which none names the version, because a list does',
      { copied: { path: 'a.h', line: 1, words: 'w', paths: ['a.h', 'b.c'], agreeing: 0 } },
      'a.h (line 1) says “w”. 2 files were recognised, none of which names this version.',
    ],
    [
      'one file, and a list names the version',
      { copied: { path: 'a.h', line: 1, words: 'w', paths: ['a.h'], agreeing: 0 } },
      'a.h (line 1) says “w”. It does not name this version.',
    ],
    [
      'files without a version',
      {
        version: '',
        purl: 'pkg:generic/zlib',
        copied: { path: 'a.h', line: 1, words: 'w', paths: ['a.h', 'b.c'], agreeing: 2 },
      },
      'says “w”. 2 files were recognised. ',
    ],
    [
      'contents',
      {
        copied: { path: 'a.h', words: '2 of 3 files are, byte for byte, of 1.3.1', paths: ['a.h', 'b.c'], agreeing: 2 },
      },
      'of a.h and those beside it, 2 of 3 files are, byte for byte, of 1.3.1.',
    ],
    [
      'a list',
      {
        files: ['ext/README.md'],
        proofs: [{ path: 'ext/README.md', role: 'holds' }],
        copied: { path: 'ext/README.md', words: '', paths: [], agreeing: 0 },
      },
      'Listed as third-party code by ext/README.md.',
    ],
  ])('gives the reason: %s', (_, others, words) => expect(notes(others)).toContain(words));
});
