import { describe, expect, it } from 'vitest';
import {
  FileIndex,
  type FileMatchingCriterion,
  fileMatchingCriteria,
  keyOfFile,
  type MatchedFile,
  plainPath,
} from './file-matching.ts';

const A = 'a'.repeat(32);
const B = 'b'.repeat(32);
const file = (path: string, md5: string | undefined = A): MatchedFile => ({ path, md5 });

/** Where `lib/src/gettext.c` is in another code base, and by which criteria it is the same file. */
const CASES: [what: string, now: MatchedFile, matches: FileMatchingCriterion[]][] = [
  ['unchanged', file('lib/src/gettext.c'), [...fileMatchingCriteria]],
  ['changed', file('lib/src/gettext.c', B), ['COMPLETE_FILEPATH', 'PARTIAL_FILEPATH', 'FILENAME']],
  [
    'under another root',
    file('other/src/gettext.c'),
    ['PARTIAL_FILEPATH', 'FILENAME', 'MD5', 'MD5_AND_FILENAME', 'MD5_AND_PARTIAL_FILEPATH'],
  ],
  ['under another root, and changed', file('other/src/gettext.c', B), ['PARTIAL_FILEPATH', 'FILENAME']],
  ['one folder deeper', file('lib/src/new/gettext.c'), ['FILENAME', 'MD5', 'MD5_AND_FILENAME']],
  ['in no folder', file('gettext.c'), ['FILENAME', 'MD5', 'MD5_AND_FILENAME']],
  ['renamed', file('lib/src/intl.c'), ['MD5']],
  ['renamed, and changed', file('lib/src/intl.c', B), []],
  ['in other case', file('lib/src/GetText.c'), ['MD5']],
  [
    'of unknown content',
    { path: 'lib/src/gettext.c', md5: undefined },
    ['COMPLETE_FILEPATH', 'PARTIAL_FILEPATH', 'FILENAME'],
  ],
  ['with its digest in capitals', file('x', A.toUpperCase()), ['MD5']],
];

describe('matching files, at a depth of 1', () => {
  it.each(CASES)('a file that is %s', (_what, now, matches) => {
    const found = fileMatchingCriteria.filter((criterion) => {
      const index = new FileIndex({ criterion, depth: 1 });
      index.add(now);
      return index.matching(file('lib/src/gettext.c')).length === 1;
    });
    expect(found).toEqual(matches);
  });
});

describe('the depth of partial paths', () => {
  it.each<[string, string, number, boolean]>([
    ['a/b/c/x.c', 'z/b/c/x.c', 1, true],
    ['a/b/c/x.c', 'z/b/c/x.c', 2, true],
    ['a/b/c/x.c', 'z/b/c/x.c', 3, false],
    ['a/b/c/x.c', 'a/b/c/x.c', 20, true],
    ['c/x.c', 'b/c/x.c', 1, true],
    ['c/x.c', 'b/c/x.c', 2, false],
    ['x.c', 'b/x.c', 1, false],
    ['/src/x.c', 'src/x.c', 1, true],
    ['.\\src\\x.c', 'src/x.c', 2, true],
  ])('%s and %s at a depth of %i: %s', (one, other, depth, isSame) => {
    const rule = { criterion: 'PARTIAL_FILEPATH', depth } as const;
    expect(keyOfFile(file(one), rule) === keyOfFile(file(other), rule)).toBe(isSame);
  });
});

/** A second, slow implementation of the criteria, written from the interface document. */
function isSame(one: MatchedFile, other: MatchedFile, criterion: FileMatchingCriterion, depth: number): boolean {
  const segments = (path: string) => plainPath(path).split('/');
  const tail = (path: string, count: number) => segments(path).slice(-count).join('/');
  const content = one.md5 !== undefined && other.md5 !== undefined && one.md5.toLowerCase() === other.md5.toLowerCase();
  const name = tail(one.path, 1) === tail(other.path, 1);
  const whole = segments(one.path).join('/') === segments(other.path).join('/');
  const partial = tail(one.path, depth + 1) === tail(other.path, depth + 1);
  return {
    COMPLETE_FILEPATH: whole,
    PARTIAL_FILEPATH: partial,
    FILENAME: name,
    MD5: content,
    MD5_AND_FILENAME: content && name,
    MD5_AND_COMPLETE_FILEPATH: content && whole,
    MD5_AND_PARTIAL_FILEPATH: content && partial,
  }[criterion];
}

/** The same numbers in every run. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

describe('properties', () => {
  const random = numbers(19);
  const anyFile = (): MatchedFile => ({
    path: `${['', '/', './', '\\'][random(4)]}${Array.from({ length: 1 + random(4) }, () => ['a', 'b', 'x.c'][random(3)]).join('/')}`,
    md5: [A, B, A.toUpperCase(), undefined][random(4)],
  });

  it.each(fileMatchingCriteria)('%s matches exactly what the slow implementation matches', (criterion) => {
    for (let round = 0; round < 300; round++) {
      const depth = 1 + random(4);
      const standing = Array.from({ length: 8 }, anyFile);
      const index = new FileIndex({ criterion, depth });
      for (const one of standing) index.add(one);
      const wanted = anyFile();
      expect(index.matching(wanted)).toEqual(standing.filter((one) => isSame(wanted, one, criterion, depth)));
    }
  });

  it('asking for content too, or for more folders, never matches more', () => {
    const matches = (one: MatchedFile, other: MatchedFile, criterion: FileMatchingCriterion, depth: number) => {
      const index = new FileIndex({ criterion, depth });
      index.add(one);
      return index.matching(other).length === 1;
    };
    for (let round = 0; round < 2000; round++) {
      const [one, other, depth] = [anyFile(), anyFile(), 1 + random(4)];
      for (const plain of ['COMPLETE_FILEPATH', 'PARTIAL_FILEPATH', 'FILENAME'] as const)
        if (matches(one, other, `MD5_AND_${plain}`, depth))
          expect([matches(one, other, plain, depth), matches(one, other, 'MD5', depth)]).toEqual([true, true]);
      if (matches(one, other, 'PARTIAL_FILEPATH', depth + 1))
        expect(matches(one, other, 'PARTIAL_FILEPATH', depth)).toBe(true);
      if (matches(one, other, 'COMPLETE_FILEPATH', depth))
        expect(matches(one, other, 'PARTIAL_FILEPATH', depth)).toBe(true);
    }
  });
});
