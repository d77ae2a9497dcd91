// Words that turn the meaning of a known text round: an unknown license beside it.
import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { detectLicenses, licenseLibrary, loadLicenseIndex, UNKNOWN_LICENSE } from '../index.ts';
import { CHANGED_WORDS_RULE, readChangedWords } from './changed-words.ts';

const index = loadLicenseIndex();
const { limits, no_limits } = readChangedWords();
const textOf = (id: string): string =>
  licenseLibrary()
    .find((license) => license.id === id)!
    .text.replace(/\s+/g, ' ');
const APACHE = `Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except in compliance with the
License. You may obtain a copy of the License at http://www.apache.org/licenses/LICENSE-2.0 Unless required by applicable law or agreed
to in writing, software distributed under the License is distributed on an "AS IS" BASIS, WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND,
either express or implied. See the License for the specific language governing permissions and limitations under the License.`;

/** The licenses of a text after a change, in lines of a usual length. */
function changed(id: string, words: string, other: string): string[] {
  const text = (id === 'Apache-2.0' ? APACHE : textOf(id)).replace(/\s+/g, ' ');
  const place = text.toLowerCase().indexOf(words.toLowerCase());
  expect(place).toBeGreaterThan(-1);
  const whole = text.slice(0, place) + other + text.slice(place + words.length);
  return detectLicenses(index, Buffer.from(whole.replace(/(.{60,75}) /g, '$1\n'))).spdx;
}
const beside = (id: string) => [id, UNKNOWN_LICENSE].sort();

it.each(limits)('the text of the ISC license "$test"', ({ test }) => {
  expect(changed('ISC', 'for any purpose', test)).toEqual(beside('ISC'));
});

describe('a negation that somebody inserted, deleted or replaced', () => {
  it.each([
    ['MIT', 'is hereby granted', 'is hereby not granted'],
    ['MIT', 'WITHOUT WARRANTY', 'WITH WARRANTY'],
    ['MIT', 'IN NO EVENT', 'IN ANY EVENT'],
    ['MIT', 'and/or sell copies', 'but not sell copies'],
    ['BSD-2-Clause', 'must retain', 'must not retain'],
    ['BSD-2-Clause', 'must reproduce', 'need not reproduce'],
    ['BSD-3-Clause', 'Neither the name', 'The name'],
    ['BSD-3-Clause', 'without specific prior', 'with specific prior'],
    ['BSD-4-Clause', 'Neither the name', 'The name'],
    ['X11', 'shall not be used', 'shall be used'],
    ['Zlib', 'is granted to anyone', 'is not granted to anyone'],
    ['Zlib', 'must not be misrepresented', 'must be misrepresented'],
    ['NTP', 'not be used in advertising', 'be used in advertising'],
    ['Unlicense', 'Anyone is free', 'Nobody is free'],
    ['BSL-1.0', 'is hereby granted', 'is hereby withheld'],
    ['Apache-2.0', 'except in compliance', 'even not in compliance'],
    ['Apache-2.0', 'you may not use', 'you may use'],
  ])('%s: %s → %s', (id, words, other) => {
    expect(changed(id, words, other)).toEqual(beside(id));
  });
});

describe('a limit that somebody inserted', () => {
  it.each([
    ['MIT', 'to any person obtaining', 'to citizens of Norway obtaining'],
    ['MIT', 'without restriction', 'for internal business purposes'],
    ['MIT', 'the rights to use', 'the right to privately use'],
    ['BSD-2-Clause', 'Redistribution and use', 'Non-commercial redistribution and use'],
    ['BSD-2-Clause', 'are permitted', 'are permitted for non-military purposes'],
    ['BSD-3-Clause', 'are permitted', 'are permitted in the United States'],
    ['Zlib', 'to anyone', 'to anyone in France'],
    ['Zlib', 'including commercial applications', 'excluding commercial applications'],
    ['BSL-1.0', 'free of charge', 'upon payment of the fee'],
    ['Unlicense', 'for any purpose, commercial or non-commercial', 'for any non-commercial purpose'],
    ['curl', 'for any purpose', 'for any internal purpose'],
    ['HPND', 'for any purpose', 'for non-commercial research purposes'],
    ['Apache-2.0', '(the "License");', '(the "License") for evaluation purposes only;'],
    ['Apache-2.0', 'use this file except', 'use this file for commercial purposes, nor except'],
  ])('%s: %s → %s', (id, words, other) => {
    expect(changed(id, words, other)).toEqual(beside(id));
  });
});

describe('ordinary differences of copies are no change', () => {
  it.each([
    ['ISC', 'for any purpose', 'for any purpose, commercial or non-commercial,'],
    ['ISC', 'for any purpose', 'for any purpose, including commercial applications'],
    ['MIT', 'to any person obtaining', 'to any person or organization obtaining'],
    ['MIT', 'free of charge, ', ''],
    ['BSD-2-Clause', 'with or without modification', 'with or modification'],
    ['BSD-3-Clause', 'may be used to endorse', 'may be used, in any way, to endorse'],
    ['ISC', 'notice appear in all copies', 'notice appear in all copies of this software'],
  ])('%s: %s → %s', (id, words, other) => {
    expect(changed(id, words, other)).toEqual([id]);
  });

  it('a negation that moved', () => {
    const sentence = 'Neither the name of the copyright holder nor the names of its contributors may be used';
    const other = 'The name of the copyright holder and the names of its contributors may not be used';
    expect(changed('BSD-3-Clause', sentence, other)).toEqual(['BSD-3-Clause']);
  });

  it.each(licenseLibrary().filter(({ text }) => text !== ''))('the text of $id', ({ text }) => {
    const { matches } = detectLicenses(index, Buffer.from(text));
    expect(matches.filter(({ rule }) => rule === CHANGED_WORDS_RULE)).toEqual([]);
  });
});

it('changed-words.yaml fits its schema, which refuses an unknown key', () => {
  const schema = JSON.parse(readFileSync(new URL('../../../rules/changed-words.schema.json', import.meta.url), 'utf8'));
  const isWhole = new Ajv2020({ allErrors: true }).compile(schema);
  expect(isWhole({ changedWords: readChangedWords() })).toBe(true);
  expect(isWhole({ changedWords: { ...readChangedWords(), limit: [] } })).toBe(false);
  expect(no_limits.length).toBeGreaterThan(0);
});
