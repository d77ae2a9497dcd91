// Compares the places of anchors with those that Buffer.indexOf finds.
import { describe, expect, it } from 'vitest';
import { createAnchorFinder } from './anchors.ts';

function placesOf(bytes: Buffer, anchors: readonly string[]): string[] {
  return anchors
    .flatMap((anchor, index) => {
      const places: string[] = [];
      for (let at = bytes.indexOf(anchor, 0, 'latin1'); at >= 0; at = bytes.indexOf(anchor, at + 1, 'latin1'))
        places.push(`${index}@${at}`);
      return places;
    })
    .sort();
}

function found(bytes: Buffer, anchors: readonly string[], end = bytes.length): string[] {
  const places: string[] = [];
  createAnchorFinder(anchors).find(bytes, end, (index, at) => {
    places.push(`${index}@${at}`);
    return true;
  });
  return places.sort();
}

const ANCHORS = [
  'ZLIB_VERSION',
  'LIB_VERSION',
  'VERSION_STRING',
  ' * jQuery JavaScript',
  'jQuery J',
  '\xe9t\xe9 2000 ',
];

describe('anchors', () => {
  it.each([
    ['in nothing', ''],
    ['in less than an anchor', 'ZLIB_VE'],
    ['at both ends', 'ZLIB_VERSION and ZLIB_VERSION'],
    ['one in another', 'xZLIB_VERSION_STRING'],
    ['of another case', 'zlib_version'],
    ['above 127', 'un \xe9t\xe9 2000 a'],
    ['cut off by the end', `${'x'.repeat(40)}ZLIB_VERSIO`],
    ['everywhere', 'jQuery J'.repeat(5000)],
  ])('%s', (_, text) => {
    const bytes = Buffer.from(text, 'latin1');
    expect(found(bytes, ANCHORS)).toEqual(placesOf(bytes, ANCHORS));
  });

  it('agrees with indexOf on random anchors and bytes', () => {
    let state = 7;
    const letter = () => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      return String.fromCharCode(97 + ((state >>> 16) % 2));
    };
    const text = (length: number) => Array.from({ length }, letter).join('');
    const anchors = [...new Set(Array.from({ length: 60 }, (_, index) => text(8 + (index % 5))))];
    const bytes = Buffer.from(text(30_000));
    const places = placesOf(bytes, anchors);
    expect(places.length).toBeGreaterThan(1000);
    expect(found(bytes, anchors)).toEqual(places);
  });

  it('finds only anchors before the given end', () => {
    expect(found(Buffer.from('ZLIB_VERSION ZLIB_VERSION'), ANCHORS, 12)).toEqual(['0@0', '1@1']);
  });

  it('stops when the callback returns false', () => {
    let count = 0;
    createAnchorFinder(['jQuery J']).find(Buffer.from('jQuery JjQuery J'), 100, () => {
      count++;
      return false;
    });
    expect(count).toBe(1);
  });

  it('an anchor of seven bytes is refused', () => {
    expect(() => createAnchorFinder(['seven77'])).toThrow('shorter than 8 bytes');
  });
});
