// Compares the places of beginnings with those that a byte-by-byte check finds.
import { describe, expect, it } from 'vitest';
import { bytesOf, createPlaceFinder, type FirstBytes, PIECE_BYTES, type PlaceFinder } from './beginnings.ts';

describe('beginnings', () => {
  const BEGINNINGS: FirstBytes[] = [
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
