import { expect, it } from 'vitest';
import { parseJsonc } from './jsonc.ts';

it.each([
  ['{"a": [1, 2,], // "b": 3\n /* , */ "c": "//,]",\n}', { a: [1, 2], c: '//,]' }],
  ['[{"a":"\\",}"},]', [{ a: '",}' }]],
  ['1', 1],
])('%s', (text, value) => expect(parseJsonc(text)).toEqual(value));

it.each(['{"a":1,,"b":2}', '{', '/*', '"', ','])('%s is no JSON', (text) => {
  expect(() => parseJsonc(text)).toThrow(SyntaxError);
});
