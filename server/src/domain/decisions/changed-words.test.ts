// Which later text stands beside which former one, and how much of the words around a change is told.
import { expect, it } from 'vitest';
import { changedTexts } from './changed-words.ts';

const words = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => `word${from + at}`).join(' ');

function changed(former: string[], now: string[]) {
  const named = (texts: string[]) => texts.map((text, at) => ({ path: `${at}`, text }));
  const steps = changedTexts(named(former), named(now));
  for (let step = steps.next(); ; step = steps.next()) if (step.done) return step.value;
}

it('stands beside the former text that is most like it, and the others are new or gone', () => {
  const [first, second] = [words(0, 40), words(100, 140)];
  const found = changed([first, second], [`${second} more`, 'a new text', `${first} here`]);
  expect(found.map(({ path, difference }) => [path, difference?.added, difference?.removed])).toEqual([
    ['0', 1, 0],
    ['1', 3, 0],
    ['2', 1, 0],
  ]);
});

it('tells some words around what differs', () => {
  const [one] = changed([words(0, 40)], [words(0, 40).replace('word20', 'other')]);
  expect(one?.difference?.pieces).toEqual([
    { piece: 'SAME', text: `… ${words(14, 20)}` },
    { piece: 'REMOVED', text: 'word20' },
    { piece: 'ADDED', text: 'other' },
    { piece: 'SAME', text: `${words(21, 27)} …` },
  ]);
});

it('tells no words of texts that differ in too many', () => {
  expect(changed([words(0, 600)], [words(1000, 1600)])).toEqual([{ path: '0' }]);
});
