// The statements of scanner/rules/spdx-texts.yaml are true for the texts of the list.
import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { readTextsFile, rulesOfText, type SpdxText } from './spdx-texts.ts';

const list = createRequire(import.meta.url)('spdx-license-list/full') as Record<string, SpdxText>;
const { named, decisive, sameAsPlain, mayLackDisclaimer, appended } = readTextsFile();

it.each(named)('%s begins the id of a license', (beginning) => {
  expect(Object.keys(list).filter((id) => id.toLowerCase().startsWith(beginning.toLowerCase()))).not.toEqual([]);
});

it('a listed license has room for the names of holders, another one has none', () => {
  const text = `${'word '.repeat(20)}Neither the name of Oak nor the names of its makers may be used.`;
  const textOf = (id: string) => rulesOfText(id, { name: id, osiApproved: true, licenseText: text })[0]?.text;
  expect(textOf('BSD-3-Clause')).not.toContain('Oak');
  expect(textOf('EPL-2.0')).toContain('Oak');
});

describe.each(Object.entries(decisive))('%s', (id, words) => {
  it(`must contain the words "${words}"`, () => {
    const marked = rulesOfText(id, list[id]!).flatMap(({ text }) => /\{\{([^{}]+)\}\}/.exec(text)?.[1] ?? []);
    expect(marked.map((found) => found.toLowerCase().replace(/\s+/g, ' '))).toContain(words);
  });
});

const partsOf = (id: string) => rulesOfText(id, list[id]!).map(({ name }) => name.slice(`spdx/${id}/`.length));

it.each(sameAsPlain)('variants with %s have no rule of their own', (part) => {
  const variants = Object.keys(list).filter((id) => id.includes(part));
  expect(variants).not.toEqual([]);
  expect(variants.flatMap(partsOf)).toEqual([]);
});

it.each(mayLackDisclaimer)('%s is also found without its disclaimer', (id) => {
  expect(partsOf(id)).toContain('grant');
  expect(partsOf('ISC')).not.toContain('grant');
});

it.each(Object.keys(appended))('%s is also found without the license that follows it in the list', (id) => {
  expect(partsOf(id)).toContain('own');
  expect(partsOf('GPL-3.0-only')).not.toContain('own');
});

it('a key that nothing reads is refused', () => {
  expect(() => readTextsFile('spdxTexts:\n  nmaed: []\n')).toThrow('"nmaed"');
});
