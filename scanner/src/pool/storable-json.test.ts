import { expect, test } from 'vitest';
import { storableJson } from './storable-json.ts';

test('replaces NUL and lone surrogates, and nothing else', () => {
  const hostile = { nul: 'a\0b', high: 'a\ud83d', low: ['\ude00b'], pair: '\u{1f600}', text: '\\u0000 \\ud83d' };
  expect(JSON.parse(storableJson(hostile))).toEqual({
    nul: 'a\ufffdb',
    high: 'a\ufffd',
    low: ['\ufffdb'],
    pair: '\u{1f600}',
    text: '\\u0000 \\ud83d',
  });
  const plain = { a: ['b', 1, null, true, { c: '"\n\u0001' }] };
  expect(storableJson(plain)).toBe(JSON.stringify(plain));
});
