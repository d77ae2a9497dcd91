// Compares the places of needles with those that Buffer.indexOf finds.
import { describe, expect, it } from 'vitest';
import {
  type Beginning,
  bytesOf,
  createNeedleFinder,
  createPlaceFinder,
  PIECE_BYTES,
  type PlaceFinder,
} from './needles.ts';

function placesOf(bytes: Buffer, needle: string): number[] {
  const places: number[] = [];
  for (let at = bytes.indexOf(needle, 0, 'latin1'); at >= 0; at = bytes.indexOf(needle, at + 1, 'latin1'))
    places.push(at);
  return places;
}

function check(needles: string[], bytes: Buffer): void {
  const expected = needles.map((needle) => placesOf(bytes, needle));
  expect(createNeedleFinder(needles).find(bytes)).toEqual(expected);
}

const NEEDLES = ['LICEN', 'COPYING', 'icense.', 'icence.', ' same', 'NOTICE', 'LEGAL', 'opy', 'ICENSE.', '\xe9t\xe9'];

describe('needles', () => {
  it.each([
    ['in nothing', ''],
    ['in less than a needle', 'LI'],
    ['at both ends', 'LICEN and LICEN'],
    ['that overlap', 'UNLICENSE.icense.'],
    ['of another case', 'Licen cOPYING'],
    ['above 127', 'l\xe9t\xe9'],
    ['over the edge of a piece', `${'x'.repeat(65_533)}LICEN${'x'.repeat(65_531)} same`],
    ['that begin with the last byte of a piece', `${'x'.repeat(65_535)}NOTICE`],
    ['cut off by the end', `${'x'.repeat(30)}LICE`],
    ['everywhere', 'opy'.repeat(50_000)],
  ])('%s', (_, text) => {
    check(NEEDLES, Buffer.from(text, 'latin1'));
  });

  it('more needles than groups, in random bytes', () => {
    const needles = Array.from({ length: 30 }, (_, n) => String.fromCharCode(97 + (n % 4), 97 + (n % 3), 97 + (n % 5)));
    let state = 5;
    const bytes = Buffer.from(
      Array.from({ length: 200_000 }, () => {
        state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
        return 97 + ((state >>> 16) % 6);
      }),
    );
    check(needles, bytes);
  });

  it('in a text shorter than the one before', () => {
    const finder = createNeedleFinder(['LEGAL']);
    finder.find(Buffer.from('x LEGAL'));
    expect(finder.find(Buffer.from('x LEG'))).toEqual([[]]);
  });
});

describe('beginnings', () => {
  const BEGINNINGS: Beginning[] = [
    ['pP', 'yY', 'rR \n'],
    ['\xa9', '', ''],
    ['(', ' cC', 'cC )'],
  ];
  const text = `py(c)PYR\xa9( C )pyr\xa9${'x'.repeat(PIECE_BYTES - 20)}PY\n${'x'.repeat(PIECE_BYTES - 4)}( c \xa9`;
  const bytes = Buffer.from(text, 'latin1');
  const places = (finder: PlaceFinder) => {
    const found: number[] = [];
    for (let from = 0; from < bytes.length; from += PIECE_BYTES)
      for (const place of finder.inPiece(bytes, from)) found.push(from + place);
    return found;
  };
  const stands = (at: number) =>
    BEGINNINGS.some((one) => one.every((allowed, n) => bytesOf(allowed).includes(bytes[at + n] ?? 0)));
  const expected = [...bytes.keys()].filter(stands);

  it('are found at any place, also across the border of a piece and at the end, and nothing else is found', () => {
    expect(expected).toHaveLength(9);
    expect(places(createPlaceFinder(BEGINNINGS))).toEqual(expected);
  });
});
