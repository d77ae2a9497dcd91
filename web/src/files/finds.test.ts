// Places of words in a text: in any case, with their lines, and never too many.
import { expect, it } from 'vitest';
import { findIn, MOST_PLACES } from './finds.ts';

it.each<[text: string, words: string, lines: number[]]>([
  ['a\nB a\n\na', 'a', [1, 2, 4]],
  ['a\nB a\n\na', 'b A', [2]],
  ['one (1)\n[x] $5 a.b axb', 'a.b', [2]],
  ['\n\n(1) \\ {y} 😀', '😀', [3]],
  ['a\nb', 'a\nb', [1]],
  ['text', '', []],
  ['İİ x', 'X', [1]],
])('in %j, %j is in the lines %j', (text, words, lines) => {
  const { places, isMore } = findIn(text, words);
  expect(places.map(({ line }) => line)).toEqual(lines);
  for (const { from, to } of places) expect(text.slice(from, to).toLowerCase()).toBe(words.toLowerCase());
  expect(isMore).toBe(false);
});

it.each(['\\', '^', '$', '.', '*', '+', '?', '(', ')', '[', ']', '{', '}', '|', '/', '-', 'a-b/c'])(
  'takes %s as it is',
  (words) => {
    expect(findIn(`x${words}x`, words).places).toEqual([{ from: 1, to: 1 + words.length, line: 1 }]);
  },
);

it('says that there are more than it lists', () => {
  expect(findIn('x\n'.repeat(MOST_PLACES), 'x').isMore).toBe(false);
  const { places, isMore } = findIn('x\n'.repeat(MOST_PLACES + 1), 'x');
  expect([places.length, places.at(-1)?.line, isMore]).toEqual([MOST_PLACES, MOST_PLACES, true]);
});
