// Compares the places where rules and grams may begin with the tables of the index.
import { expect, it } from 'vitest';
import { licenseLibrary, loadLicenseIndex } from '../index.ts';
import { gramHash, pairSlot } from './compile-index.ts';
import { readerOf } from './reader.ts';
import { createTokenBuffer, tokenize, UNKNOWN, WILDCARD } from './tokens.ts';

const index = loadLicenseIndex();
const reader = readerOf(index);
const grams = new Set(index.gramKeys);

/** Compares the places of one text with the tables. Filters may pass more places, but rarely do. */
function check(text: Uint8Array): void {
  const { ids, count } = reader.tokenize(text);
  const tokens = [...ids.subarray(0, count)];
  const starts = new Set(reader.ruleStarts());
  const places = new Set(reader.gramPlaces());
  expect(tokens.flatMap((_, at) => (mayStartRule(tokens, at) && !starts.has(at) ? [at] : []))).toEqual([]);
  expect(tokens.flatMap((_, at) => (startsGram(tokens, at) && !places.has(at) ? [at] : []))).toEqual([]);
  expect([...places].filter((at) => tokens.slice(at, at + 4).some((id) => id <= WILDCARD))).toEqual([]);
}

function mayStartRule(tokens: number[], at: number): boolean {
  const [first = UNKNOWN, second = UNKNOWN] = tokens.slice(at, at + 2);
  if (first === UNKNOWN) return false;
  if (index.singles[first] !== 0) return true;
  if (second === UNKNOWN) return false;
  const key = ((first << 16) | second) >>> 0;
  const mask = index.pairKeys.length - 1;
  for (let slot = pairSlot(key, mask); index.pairKeys[slot] !== 0; slot = (slot + 1) & mask)
    if (index.pairKeys[slot] === key) return true;
  return first === index.tagWords.spdx && second === index.tagWords.license;
}

function startsGram(tokens: number[], at: number): boolean {
  const [a = 0, b = 0, c = 0, d = 0] = tokens.slice(at, at + 4);
  return Math.min(a, b, c, d) > WILDCARD && grams.has(gramHash(a, b, c, d));
}

it('no place of a rule or a gram is missed in the texts of licenses', () => {
  for (const { text } of licenseLibrary().slice(0, 120)) check(Buffer.from(text));
  check(Buffer.from('SPDX-License-Identifier: MIT'));
});

it('a short text after a long one contains no words of the long one', () => {
  reader.tokenize(Buffer.from('permission is hereby granted '.repeat(20_000)));
  check(Buffer.from('permission is'));
  expect(reader.tokenize(Buffer.from('')).count).toBe(0);
  expect([...reader.ruleStarts(), ...reader.gramPlaces()]).toEqual([]);
});

it('a text in shared memory has the same tokens as a copy elsewhere', () => {
  const shared = new Uint8Array(new SharedArrayBuffer(64));
  shared.set(Buffer.from('free software'));
  const expected = createTokenBuffer();
  tokenize(Buffer.from('free software'), index.dictionary, expected);
  const { ids, count } = reader.tokenize(shared.subarray(0, 13));
  expect([...ids.subarray(0, count)]).toEqual([...expected.ids.subarray(0, expected.count)]);
});
