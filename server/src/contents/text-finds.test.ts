import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { findInText } from './text-finds.ts';

const find = (text: string | Buffer[], words: string, fromLine = 1, limit = 100) =>
  findInText(Readable.from(typeof text === 'string' ? [Buffer.from(text)] : text), { words, fromLine, limit });

it('finds words in any case, by the lines that have them', async () => {
  expect(await find('a (B)\nnothing\r\n(b) and (b', '(b')).toEqual({
    lines: [
      { line: 1, count: 1 },
      { line: 3, count: 2 },
    ],
    lineCount: 2,
    total: 3,
    isBinary: false,
  });
});

it('lists from a line, at most so many, and counts all', async () => {
  const text = 'x\n'.repeat(6000);
  const finds = await find(text, 'X', 5500, 2);
  expect(finds).toMatchObject({ lineCount: 6000, total: 6000 });
  expect(finds.lines.map(({ line }) => line)).toEqual([5500, 5501]);
});

it('counts in a line of many megabytes, also across the pieces in which it is read', async () => {
  const chunks = Array.from({ length: 40 }, () => Buffer.from('needle and hay! '.repeat(8192)));
  expect(await find(chunks, 'needle and hay')).toMatchObject({ total: 40 * 8192, lines: [{ line: 1 }] });
  expect(await find(chunks, '! needle')).toMatchObject({ total: 40 * 8192 - 1 });
});

it('looks for nothing in a file that is no text', async () => {
  expect(await find([Buffer.from([0, 1, 2, 97])], 'a')).toMatchObject({ total: 0, isBinary: true });
});
