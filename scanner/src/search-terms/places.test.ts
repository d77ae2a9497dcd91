// Compares the places of texts with those that Buffer.indexOf finds.
import { describe, expect, it } from 'vitest';
import { createTextPlaces } from './places.ts';

function placesOf(bytes: Buffer, texts: readonly string[]): string[] {
  return texts
    .flatMap((text, index) => {
      const places: string[] = [];
      for (let at = bytes.indexOf(text, 0, 'latin1'); at >= 0; at = bytes.indexOf(text, at + 1, 'latin1'))
        places.push(`${index}@${at}`);
      return places;
    })
    .sort();
}

function found(bytes: Buffer, texts: readonly string[], end = bytes.length): string[] {
  const places: string[] = [];
  createTextPlaces(texts).find(bytes, end, (index, at) => {
    places.push(`${index}@${at}`);
    return true;
  });
  return places.sort();
}

const TEXTS = [
  'ZLIB_VERSION',
  'LIB_VERSION',
  'VERSION_STRING',
  ' * jQuery JavaScript',
  'jQuery J',
  'V',
  'Version_String',
  '\xe9t\xe9 2000 ',
];

/** Texts of which none is short are searched by skipping bytes. */
const LONG_TEXTS = [...TEXTS.filter((text) => text.length >= 8), ' *        | (__|'];

describe('texts', () => {
  it.each([
    ['in nothing', ''],
    ['in less than a text', 'ZLIB_VE'],
    ['at both ends', 'ZLIB_VERSION and ZLIB_VERSION'],
    ['one in another', 'xZLIB_VERSION_STRING'],
    ['of another case', 'zlib_version'],
    ['above 127', 'un \xe9t\xe9 2000 a'],
    ['cut off by the end', `${'x'.repeat(40)}ZLIB_VERSIO`],
    ['everywhere', 'jQuery J'.repeat(5000)],
    ['behind a run of one byte', `${' '.repeat(30)} *        | (__| *        | (__|`],
    ['cut off at the beginning', '    | (__| and  *       | (__|'],
  ])('%s', (_, text) => {
    const bytes = Buffer.from(text, 'latin1');
    expect(found(bytes, TEXTS)).toEqual(placesOf(bytes, TEXTS));
    expect(found(bytes, LONG_TEXTS)).toEqual(placesOf(bytes, LONG_TEXTS));
  });

  it('agrees with indexOf on random texts and bytes', () => {
    let state = 7;
    const letter = () => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      return String.fromCharCode(97 + ((state >>> 16) % 2));
    };
    const text = (length: number) => Array.from({ length }, letter).join('');
    const texts = [...new Set(Array.from({ length: 60 }, (_, index) => text(8 + (index % 5))))];
    const bytes = Buffer.from(text(30_000));
    const places = placesOf(bytes, texts);
    expect(places.length).toBeGreaterThan(1000);
    expect(found(bytes, texts)).toEqual(places);
  });

  it('finds only texts before the given end', () => {
    expect(found(Buffer.from('ZLIB_VERSION ZLIB_VERSION'), TEXTS, 12)).toEqual(['0@0', '1@1', '5@5']);
  });

  it('stops when the callback returns false', () => {
    let count = 0;
    createTextPlaces(['jQuery J']).find(Buffer.from('jQuery JjQuery J'), 100, () => {
      count++;
      return false;
    });
    expect(count).toBe(1);
  });
});
