// What the comparison of a match with the license's text says.
import { expect, it } from 'vitest';
import { compareTexts, idsOfExpression } from './compare.ts';

const LICENSE =
  'Permission is hereby granted to use this software for any purpose with or without fee provided that the notice stays';
const words = (count: number, word: string) => Array.from({ length: count }, (_, at) => `${word}${at}`).join(' ');
const only = (pieces: { text: string; isSame: boolean }[]) =>
  pieces.filter(({ isSame }) => !isSame).map(({ text }) => text.trim());

it('marks the word that differs in a copy, whatever signs of comments are around', () => {
  const copy = ` * ${LICENSE.replace('any', 'good').replace('granted', 'granted\n *')}\n`;
  const compared = compareTexts(copy, LICENSE);
  expect([only(compared.inFile), only(compared.inLicense)]).toEqual([['good'], ['any']]);
  expect(compared).toMatchObject({ onlyInFile: 1, onlyInLicense: 1, wordsBefore: 0, wordsAfter: 0, words: 20 });
});

it('leaves out the ends of the license that a notice does not have, and says how many words they are', () => {
  const compared = compareTexts(LICENSE, `${words(100, 'before')} ${LICENSE} ${words(50, 'after')}`);
  expect(compared).toMatchObject({ onlyInFile: 0, wordsBefore: 88, wordsAfter: 38, onlyInLicense: 24 });
});

it('shows the whole license if the file has none of it', () => {
  const compared = compareTexts('see the file COPYING', LICENSE);
  expect(compared).toMatchObject({ wordsBefore: 0, wordsAfter: 0 });
  expect(compareTexts('', LICENSE)).toMatchObject({ words: 0, onlyInLicense: 20 });
});

it.each([
  ['MIT', ['MIT']],
  ['(MIT OR Apache-2.0) AND MIT', ['MIT', 'Apache-2.0']],
  ['GPL-2.0-only WITH Classpath-exception-2.0', ['GPL-2.0-only', 'Classpath-exception-2.0']],
])('the ids of %s', (expression, ids) => expect(idsOfExpression(expression)).toEqual(ids));
