import { describe, expect, it } from 'vitest';
import { compareTexts, MOST_DIFFERENT_WORDS } from './text-differences.ts';

const told = (before: string, after: string) =>
  compareTexts(before, after)?.pieces.map(({ piece, text }) => `${piece} ${text}`);

it.each([
  ['the same text', 'a b c', 'a  b\n c', ['SAME a b c']],
  ['a word more', 'a b c', 'a b x c', ['SAME a b', 'ADDED x', 'SAME c']],
  ['a word less', 'a b c', 'a c', ['SAME a', 'REMOVED b', 'SAME c']],
  ['a word replaced', 'a b c', 'a x c', ['SAME a', 'REMOVED b', 'ADDED x', 'SAME c']],
  ['nothing found', 'a b', '', ['REMOVED a b']],
  ['no text in the library', '', 'a b', ['ADDED a b']],
  ['no text at all', '', '', []],
])('%s', (_, before, after, expected) => expect(told(before, after)).toEqual(expected));

describe('any two texts', () => {
  /** The same numbers in every run. */
  let state = 7;
  const random = (below: number) => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return Math.floor((state / 2147483648) * below);
  };
  const text = () => Array.from({ length: random(30) }, () => 'abcd'.charAt(random(4))).join(' ');

  it('both are in the pieces, word by word', () => {
    for (let i = 0; i < 500; i++) {
      const [before, after] = [text(), text()];
      const difference = compareTexts(before, after);
      const without = (left: string) =>
        difference?.pieces
          .filter(({ piece }) => piece !== left)
          .map((one) => one.text)
          .join(' ');
      expect([without('ADDED'), without('REMOVED')]).toEqual([before, after]);
    }
  });
});

it('no comparison with a text of other words', () => {
  const words = (letter: string) => Array.from({ length: MOST_DIFFERENT_WORDS }, (_, at) => `${letter}${at}`).join(' ');
  expect(compareTexts(words('a'), words('b'))).toBeUndefined();
});
