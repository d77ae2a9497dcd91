import { describe, expect, it } from 'vitest';
import { type ContentMatch, findCopies } from './corpus-match.ts';

const ZLIB = 'pkg:generic/zlib';
const match = (path: string, packagePath: string, ...versions: string[]): ContentMatch[] =>
  versions.map((version) => ({ path, component: ZLIB, version, packagePath }));

/** `path purl confidence: proof` */
function lines(matches: ContentMatch[]): string[] {
  return findCopies(matches).flatMap(({ path, packages }) =>
    packages.map(({ purl, confidence, proof }) => `${path} ${purl} ${confidence}: ${proof}`),
  );
}

describe('copies by content', () => {
  const cases: [string, ContentMatch[], string[]][] = [
    ['nothing', [], []],
    [
      'the version of most files',
      [
        ...match('x/zlib/a.c', 'a.c', '1.2', '1.3'),
        ...match('x/zlib/b.c', 'b.c', '1.3'),
        ...match('x/zlib/c.c', 'c.c', '1.2'),
        ...match('x/zlib/d/e.c', 'd/e.c', '1.3'),
      ],
      [
        'x/zlib/a.c pkg:generic/zlib@1.3 HIGH: 3 of 4 files are, byte for byte, of 1.3',
        'x/zlib/b.c pkg:generic/zlib@1.3 HIGH: 3 of 4 files are, byte for byte, of 1.3',
        'x/zlib/c.c pkg:generic/zlib@1.3 MEDIUM: 3 of 4 files are, byte for byte, of 1.3',
        'x/zlib/d/e.c pkg:generic/zlib@1.3 HIGH: 3 of 4 files are, byte for byte, of 1.3',
      ],
    ],
    [
      'of equals the newest, and the others are named',
      match('a.c', 'a.c', '1.9', '1.10', '1.2', '1.1', '1.0'),
      [
        'a.c pkg:generic/zlib@1.10 MEDIUM: 1 of 1 file is, byte for byte, of 1.10, and of 1.9, 1.2, 1.1 and 1 more as well',
      ],
    ],
    [
      'documentation alone proves nothing, but belongs to a copy with code',
      [
        ...match('minizip/MiniZip_info.txt', 'contrib/minizip/MiniZip_info.txt', '1.3'),
        ...match('other/ChangeLog', 'ChangeLog', '1.3'),
        ...match('zlib/a.c', 'a.c', '1.3'),
        ...match('zlib/FAQ', 'FAQ', '1.3'),
      ],
      [
        'zlib/FAQ pkg:generic/zlib@1.3 HIGH: 2 of 2 files are, byte for byte, of 1.3',
        'zlib/a.c pkg:generic/zlib@1.3 HIGH: 2 of 2 files are, byte for byte, of 1.3',
      ],
    ],
    [
      'copies in two folders have versions of their own',
      [...match('a/src/x.c', 'src/x.c', '1'), ...match('b/src/x.c', 'src/x.c', '2')],
      [
        'a/src/x.c pkg:generic/zlib@1 HIGH: 1 of 1 file is, byte for byte, of 1',
        'b/src/x.c pkg:generic/zlib@2 HIGH: 1 of 1 file is, byte for byte, of 2',
      ],
    ],
    [
      'a file that was renamed lies in its own folder',
      match('a/y.c', 'src/x.c', '1'),
      ['a/y.c pkg:generic/zlib@1 HIGH: 1 of 1 file is, byte for byte, of 1'],
    ],
    [
      'folders inside an archive, and the archive itself, have versions of their own',
      [
        ...match('lib/a.zip!/one/src/x.c', 'src/x.c', '1'),
        ...match('lib/a.zip!/two/src/x.c', 'src/x.c', '2'),
        ...match('lib/b.zip!/src/x.c', 'src/x.c', '3'),
        ...match('lib/b.zip!/src/y.c', 'src/y.c', '3'),
      ],
      [
        'lib/a.zip!/one/src/x.c pkg:generic/zlib@1 HIGH: 1 of 1 file is, byte for byte, of 1',
        'lib/a.zip!/two/src/x.c pkg:generic/zlib@2 HIGH: 1 of 1 file is, byte for byte, of 2',
        'lib/b.zip!/src/x.c pkg:generic/zlib@3 HIGH: 2 of 2 files are, byte for byte, of 3',
        'lib/b.zip!/src/y.c pkg:generic/zlib@3 HIGH: 2 of 2 files are, byte for byte, of 3',
      ],
    ],
    ['a component that is no purl', [{ path: 'a', component: 'zlib', version: '1', packagePath: 'a' }], []],
  ];
  it.each(cases)('%s', (_, matches, expected) => expect(lines(matches)).toEqual(expected));
});
