// What the engine says of each text of the license library. Right is: the id itself; another id of the list whose text has the same words (no
// reader can tell them apart: -only and -or-later, variants with and without a reserved font name); the id that replaces a deprecated one; and
// an exception together with a license that its own text names. Everything else is listed with its reason.
import { expect, it } from 'vitest';
import { currentId, idsOf } from '../expressions/index.ts';
import { detectLicenses, licenseLibrary, loadLicenseIndex } from './index.ts';

/** Texts told as something else, and why. */
const TOLD_OTHERWISE: Record<string, { told: string; why: string }> = {
  'any-OSI': { told: '', why: 'The text is one sentence that leaves the choice to the reader, and names no license.' },
  'GPL-2.0-with-bison-exception': {
    told: 'Bison-exception-2.2',
    why: 'The text of the list is the exception alone, without the license that it is added to.',
  },
  'GPL-3.0+': {
    told: 'GPL-3.0-only',
    why: 'A deprecated id. The same license in another printing, which alone means "only".',
  },
  'LGPL-3.0+': {
    told: 'LGPL-3.0-only',
    why: 'A deprecated id. The same license in another printing, which alone means "only".',
  },
};

/** The families of licenses that exceptions are joined with, and how their texts name them. */
const NAMED = [
  [/^AGPL/, /affero/i],
  [/^LGPL/, /(?:lesser|library)\s+(?:general\s+)?public|\bLGPL/i],
  [/^GPL/, /general\s+public\s+licen[sc]e|\bGPL/i],
] as const;

const index = loadLicenseIndex();
const library = licenseLibrary().filter(({ text }) => text !== '');
const wordsOf = (text: string) => (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(' ');
const wordsById = new Map(library.map(({ id, text }) => [id, wordsOf(text)]));

function isRight(id: string, text: string, spdx: readonly string[]): boolean {
  const [told, ...others] = spdx;
  if (told === undefined || others.length > 0) return false;
  if (told === id || told === currentId(id) || wordsById.get(told) === wordsById.get(id)) return true;
  const [license = '', exception] = told.split(' WITH ');
  return exception === id && NAMED.some(([ids, name]) => ids.test(license) && name.test(text));
}

it('finds each text of the library as itself, except for fewer than nine, each with its reason', {
  timeout: 120_000,
}, () => {
  expect(library.length).toBeGreaterThan(800);
  const wrong = library.flatMap(({ id, text }) => {
    const { spdx } = detectLicenses(index, Buffer.from(text));
    return isRight(id, text, spdx) ? [] : [[id, spdx.flatMap(idsOf).join(', ')] as const];
  });
  const listed = Object.entries(TOLD_OTHERWISE).map(([id, { told }]) => [id, told]);
  expect(Object.fromEntries(wrong)).toEqual(Object.fromEntries(listed));
  expect(wrong.length).toBeLessThan(9);
});
