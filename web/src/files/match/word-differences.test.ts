// Words that two texts share: exact results for small texts, and what holds for all texts.
import { expect, it } from 'vitest';
import { matchWords, piecesOf, wordsIn } from './word-differences.ts';

const marked = (a: string, b: string) => {
  const [inA, inB] = [wordsIn(a), wordsIn(b)];
  const partners = matchWords(
    inA.map(({ text }) => text),
    inB.map(({ text }) => text),
  );
  const others = new Set(partners);
  const show = (text: string, words: typeof inA, isSame: (at: number) => boolean) =>
    piecesOf(text, words, isSame)
      .map((piece) => (piece.isSame ? piece.text : `[${piece.text}]`))
      .join('');
  return [show(a, inA, (at) => partners[at] !== -1), show(b, inB, (at) => others.has(at))];
};

it.each([
  ['the same words', 'the same words', 'the same words', 'the same words'],
  ['The  SAME, words!', 'the same words', 'The  SAME, words!', 'the same words'],
  ['use it for good', 'use it for evil', 'use it for [good]', 'use it for [evil]'],
  ['use it freely', 'you may use it', 'use it [freely]', '[you may] use it'],
  [' * one\n * two\n * three', 'one two and three', ' * one\n * two\n * three', 'one two [and] three'],
  ['a b a b a', 'b a b', '[a] b a b [a]', 'b a b'],
  ['', 'words', '', '[words]'],
  ['...', 'words', '...', '[words]'],
])('%j and %j', (a, b, inA, inB) => expect(marked(a, b)).toEqual([inA, inB]));

/** A generator with a seed (mulberry32). */
function random(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return Math.floor((((t ^ (t >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}

it('pairs equal words only, in rising order, and leaves no word of a text that is the same', () => {
  for (let seed = 0; seed < 200; seed++) {
    const any = random(seed);
    const letters = 1 + any(6);
    const text = (length: number) => Array.from({ length }, () => String.fromCharCode(97 + any(letters)));
    const a = text(any(60));
    const b = any(3) === 0 ? text(any(60)) : a.flatMap((word) => (any(9) === 0 ? text(any(3)) : [word]));
    const partners = matchWords(a, b);
    const pairs = [...partners.entries()].filter(([, inB]) => inB >= 0);
    for (const [inA, inB] of pairs) expect(a[inA], `seed ${seed}`).toBe(b[inB]);
    const positions = pairs.map(([, inB]) => inB);
    expect(positions, `seed ${seed}`).toEqual([...new Set(positions)].sort((x, y) => x - y));
    expect([...matchWords(a, a)]).toEqual(a.map((_, at) => at));
  }
});

it('finds one changed word in a long text of repeated words', () => {
  const a = Array.from({ length: 20_000 }, (_, at) => `w${at % 997}`);
  const b = a.with(12_345, 'changed');
  expect([...matchWords(a, b).entries()].filter(([, inB]) => inB < 0).map(([inA]) => inA)).toEqual([12_345]);
});

it('gives up on pairs in long texts that share no sequence, instead of comparing all with all', () => {
  const a = Array.from({ length: 30_000 }, (_, at) => (at % 2 === 0 ? 'x' : 'y'));
  const b = Array.from({ length: 30_000 }, (_, at) => (at % 3 === 0 ? 'y' : 'x'));
  expect(matchWords(a, b)).toHaveLength(30_000);
});
