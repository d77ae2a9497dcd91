import { expect, it } from 'vitest';
import { printable } from './printable.ts';

it.each([
  ['plain ä 漢', 'plain ä 漢'],
  ['a\nb\tc', 'a\\x0ab\\x09c'],
  ['\x1b[2J', '\\x1b[2J'],
  ['\x9b2J', '\\x9b2J'],
  ['\u202egpj.exe', '\\u202egpj.exe'],
  ['a\u2028b', 'a\\u2028b'],
])('%j is shown as %j', (text, shown) => {
  expect(printable(text)).toBe(shown);
});
