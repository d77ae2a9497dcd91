import { expect, it } from 'vitest';
import { lineCounter } from './line-counter.ts';

/** Lines of random lengths, some of them empty. */
function randomText(seed: number): Buffer {
  let state = seed;
  const next = (below: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return (state >>> 8) % below;
  };
  const lines = Array.from({ length: 9000 }, () => 'x'.repeat(next(4) === 0 ? 0 : next(60)));
  return Buffer.from(lines.join('\n'));
}

it('gives the same lines in any order of places as counting from the beginning', () => {
  const text = randomText(7);
  const lines = new Uint32Array(text.length + 1);
  let line = 1;
  for (let at = 0; at <= text.length; at++) {
    lines[at] = line;
    if (text[at] === 10) line++;
  }
  const lineOf = lineCounter(text);
  for (let step = 0; step < 3000; step++) {
    const place = (step * 7919 * (step % 5 === 0 ? 31 : 1)) % (text.length + 1);
    expect(lineOf(place), `at ${place}`).toBe(lines[place]);
    expect(lineOf(Math.max(0, place - 90))).toBe(lines[Math.max(0, place - 90)]);
  }
  expect(lineOf(text.length + 50)).toBe(lines[text.length]);
});

it('an empty text has one line', () => {
  expect(lineCounter(new Uint8Array())(0)).toBe(1);
});
