// Words cut by line breaks.
import { expect, it } from 'vitest';
import { detectLicenses, loadLicenseIndex } from '../index.ts';
import { licenseLibrary } from '../rules/library.ts';
import { joinCutWords } from './hyphens.ts';

const KNOWN = new Set(['redistribution', 'open', 'source', 'opensource', 'permission', 'and']);
const join = (text: string) => joinCutWords(Buffer.from(text), (word) => KNOWN.has(word)).toString();

it.each([
  ['redistri-\nbution and', 'redistribution\n  and'],
  ['/* Redistri-\n * bution and', '/* Redistribution\n     and'],
  ['redistri-\r\nbution and', 'redistribution\r\n  and'],
  ['-- redistri- --\n-- bution and', '-- redistribution\n and'],
  ['/* redistri-   */\r\n/* bution and', '/* redistribution\r\n and'],
  ['redistri- \t\nbution and', 'redistribution\n and'],
  ['redistri- x\nbution', 'redistri- x\nbution'],
  [`redistri-${' '.repeat(50)}\nbution`, `redistri-${' '.repeat(50)}\nbution`],
  ['open-\nsource', 'open-\nsource'],
  ['unknown-\nness', 'unknown-\nness'],
  ['permis-\nSion', 'permis-\nSion'],
  ['-\npermission', '-\npermission'],
  ['redistri-', 'redistri-'],
  ['redistri-\n', 'redistri-\n'],
  ['redistri-\n\nbution', 'redistri-\n\nbution'],
])('%j', (text, expected) => {
  const joined = join(text);
  expect(joined.trimEnd().replace(/ +/g, ' ')).toBe(expected.trimEnd().replace(/ +/g, ' '));
  expect(joined).toHaveLength(text.length);
  expect(joined.split('\n')).toHaveLength(text.split('\n').length);
});

it('finds license texts with hyphenated lines, on the right lines', () => {
  const index = loadLicenseIndex();
  for (const id of ['MIT', 'BSD-3-Clause', 'Zlib', 'ISC']) {
    const { text } = licenseLibrary().find((license) => license.id === id)!;
    let words = 0;
    // Every fifth long word is cut after its third letter.
    const cut = text.replace(/\b[a-z]{7,}\b/g, (word) => (++words % 5 === 0 ? `${word.slice(0, 3)}-\n * ${word.slice(3)}` : word)); // biome-ignore format: one thought
    expect(words).toBeGreaterThanOrEqual(8);
    expect(detectLicenses(index, Buffer.from(`int x;\n\n${cut}`)).spdx, id).toEqual([id]);
  }
});

it('does not change bytes without cut words', () => {
  const bytes = Buffer.from('a-b\n--\n');
  expect(joinCutWords(bytes, () => true)).toBe(bytes);
});
