// Formatted numbers, especially at the limits between units.
import { describe, expect, it } from 'vitest';
import { countOf, durationText, momentOf, sizeText } from './quantities.ts';

describe('sizeText', () => {
  it.each([
    [0, '0 B'],
    [999, '999 B'],
    [1000, '1.0 kB'],
    [9_949, '9.9 kB'],
    [9_950, '10 kB'],
    [999_499, '999 kB'],
    [999_500, '1.0 MB'],
    [8_551_004, '8.6 MB'],
    [1.5e15, '1500 TB'],
  ])('%d is %s', (bytes, text) => expect(sizeText(bytes)).toBe(text));
});

describe('durationText', () => {
  it.each([
    [0.2, '0 s'],
    [59.4, '59 s'],
    [60, '1 min 0 s'],
    [3_661, '1 h 1 min'],
    [-3, '0 s'],
  ])('%d is %s', (seconds, text) => expect(durationText(seconds)).toBe(text));
});

describe('momentOf', () => {
  it.each([
    ['2026-11-21 07:01:02', '2026-11-21T07:01:02.000Z'],
    ['2026-11-21 07:01:02.0', '2026-11-21T07:01:02.000Z'],
    ['2026-11-21T07:01:02.500Z', '2026-11-21T07:01:02.500Z'],
    ['N/A', undefined],
    ['', undefined],
    [null, undefined],
  ])('%s is %s', (text, moment) => expect(momentOf(text)?.toISOString()).toBe(moment));
});

it('countOf counts one and many', () => {
  expect([countOf(1, 'file'), countOf(2345, 'file'), countOf(0, 'entry', 'entries')]).toEqual([
    '1 file',
    '2,345 files',
    '0 entries',
  ]);
});
