import { expect, it } from 'vitest';
import { detachedText, detachTexts } from './detached-text.ts';

const cases: [title: string, text: string][] = [
  ['a short text', 'abc'],
  ['a long text', 'abcdefghijklmnopqrstuvwxyz'],
  ['letters of other scripts', 'Übergrößenträger 日本語 🚀'],
  ['half a character', 'abcdefghijklmnop\ud83d'],
  ['nothing', ''],
];

it.each(cases)('keeps %s unchanged', (_, text) => {
  expect(detachedText(` ${text}`.slice(1))).toBe(text);
});

it('copies the texts in objects and lists, but changes no prototype', () => {
  const fields = JSON.parse('{"__proto__":"a text of some length","constructor":"another text of some length","n":1}');
  detachTexts(fields);
  expect(JSON.stringify(fields)).toBe(
    '{"__proto__":"a text of some length","constructor":"another text of some length","n":1}',
  );
  const list = ['a text of some length', 2];
  detachTexts(list);
  expect(list).toEqual(['a text of some length', 2]);
});
