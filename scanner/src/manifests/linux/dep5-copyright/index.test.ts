import { describe, expect, it } from 'vitest';
import { check, checkLarge, type ManifestCase, readText } from '../../../../test/manifests/manifest-check.ts';

const HEAD = 'Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/\nUpstream-Name: Engine\n\n';

const cases: ManifestCase[] = [
  [
    'third-party folders with their names',
    `${HEAD}Files: *\nCopyright: me\nLicense: Expat\n\nFiles: ./thirdparty/zlib/*\nComment: zlib\nCopyright: 1995-2024, Jean-loup Gailly\nLicense: Zlib\n\nFiles: ./thirdparty/basis_universal/encoder/*\n ./thirdparty/basis_universal/transcoder/*\nComment: Basis Universal\nCopyright: 2019\nLicense: Apache-2.0\n`,
    ['holds pkg:generic/zlib "Zlib"', 'holds pkg:generic/basis_universal "Apache-2.0"'],
  ],
  [
    'a separate upstream',
    `${HEAD}Files: src/foo/*\nUpstream-Name: foo\nSource: https://github.com/a/foo\nLicense: MIT\n`,
    ['holds pkg:github/a/foo "MIT"'],
  ],
  [
    'a comment that is a sentence',
    `${HEAD}Files: extern/bar/*\nComment: This code was changed by us, see the log.\nLicense: MIT\n`,
    ['holds pkg:generic/bar "MIT"'],
  ],
  ['own files', `${HEAD}Files: src/*\nComment: ours\nLicense: MIT\n\nFiles: debian/*\nLicense: GPL-2\n`, []],
  [
    'two stanzas of one library',
    `${HEAD}Files: vendor/x/a.c\nLicense: MIT\n\nFiles: vendor/x/b.c\nLicense: ISC\n`,
    ['holds pkg:generic/x "MIT"'],
  ],
  [
    'modules that Go vendors, and a file with its version',
    `${HEAD}Files: vendor/github.com/a/b/*\nLicense: MIT\n\nFiles: vendor/golang.org/x/net/*.go\nLicense: BSD-3-clause\n\nFiles: test/vendor/jquery-2.2.0.js\nLicense: MIT\n`,
    ['holds pkg:npm/jquery@2.2.0 "MIT"'],
  ],
  [
    'lines without a field, and a file list on lines of its own',
    `${HEAD}Files:\n vendor/y/*\n vendor/y/z.c\nWritten by hand\nComment: Y Library\nLicense: MIT\n`,
    ['holds pkg:generic/Y-Library "MIT"'],
  ],
  ['prose', 'Copyright (c) 2020 me\n', []],
  ['nothing', '', []],
];

describe('dep5-copyright', () => {
  it.each(cases)('%s', (_, text, lines, problems) => check('dep5-copyright', text, lines, problems));
  it.each([
    ['./thirdparty/zlib/*', 'thirdparty/zlib'],
    ['third_party/zlib/contrib/*', 'third_party/zlib'],
    ['./thirdparty/misc/fastlz.c', 'thirdparty/misc'],
  ])('the place of %s', (files, folder) =>
    expect(readText('dep5-copyright', `${HEAD}Files: ${files}\nLicense: X\n`).findings[0]?.folder).toBe(folder),
  );
  it('identifies a named library of single files by its first file', () => {
    const stanza = 'Files: ./thirdparty/misc/pcg.cpp\n ./thirdparty/misc/pcg.h\nComment: Minimal PCG\nLicense: X\n';
    expect(readText('dep5-copyright', `${HEAD}${stanza}`).findings[0]?.folder).toBe('thirdparty/misc/pcg.cpp');
  });
  it('100,000 stanzas in linear time', () =>
    checkLarge(
      'dep5-copyright',
      HEAD + Array.from({ length: 100_000 }, (_, i) => `Files: vendor/p${i}/*\nLicense: MIT\n`).join('\n'),
      100_000,
    ));
});
