import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { wfpHead, wfpOfFile } from './wfp.ts';
import { winnow } from './winnowing.ts';

/** CRC32C bit by bit: slow, but simple enough to be obviously right. */
function crc32c(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0x82f63b78 : crc >>> 1;
  }
  return (crc ^ 0xffffffff) >>> 0;
}

/** Winnowing by its definition: every gram is hashed on its own, every window is searched anew for its least hash. */
function winnowByDefinition(text: string): { line: number; hashes: number[] }[] {
  const letters = [...text].flatMap((letter, at) => {
    const line = text.slice(0, at).split('\n').length;
    return /[a-z0-9]/i.test(letter) ? [{ letter: letter.toLowerCase(), line }] : [];
  });
  const grams = letters.slice(29).map(({ line }, at) => ({
    line,
    hash: crc32c(Buffer.from(letters.slice(at, at + 30).map(({ letter }) => letter).join(''))), // biome-ignore format: reads as one step
  }));
  const found: { line: number; hashes: number[] }[] = [];
  let last = -1;
  for (let end = 63; end < grams.length; end++) {
    const least = Math.min(...grams.slice(end - 63, end + 1).map(({ hash }) => hash));
    if (least === last) continue;
    last = least;
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32LE(least);
    const { line } = grams[end]!;
    if (found.at(-1)?.line === line) found.at(-1)!.hashes.push(crc32c(bytes));
    else found.push({ line, hashes: [crc32c(bytes)] });
  }
  return found;
}

describe('winnow', () => {
  const words = 'int main(void) { return compute_The_sum(argument, 42); } // Zeile\n';
  it.each([
    ['nothing', ''],
    ['92 letters', 'a1'.repeat(46)],
    ['93 letters', `${'a1'.repeat(46)}b`],
    ['one repeated letter', 'a'.repeat(500)],
    ['code', words.repeat(3) + words.split('').reverse().join('').repeat(4)],
    ['many short lines', Array.from({ length: 300 }, (_, index) => `x${(index * 7919) % 1009}\n`).join('')],
    [
      'punctuation and umlauts between',
      Array.from({ length: 200 }, (_, index) => `-- ä ${index * index} ;`).join('\n'),
    ],
  ])('gives the result of the definition for %s', (_, text) => {
    expect(winnow(Buffer.from(text, 'latin1'))).toEqual(winnowByDefinition(text));
  });

  it('has the check value of CRC32C in its own reference', () => {
    expect(crc32c(Buffer.from('123456789'))).toBe(0xe3069283);
  });

  it('picks the same hashes from a common part of two files', () => {
    const part = Array.from({ length: 40 }, (_, index) => `call_number_${index * 31}(argument${index});\n`).join('');
    const picks = (text: string) => new Set(winnow(Buffer.from(text)).flatMap(({ hashes }) => hashes));
    const other = picks(`something else in front of it\n${part}`);
    const shared = [...picks(part)].filter((hash) => other.has(hash));
    expect(shared.length).toBe(picks(part).size);
  });
});

describe('wfpOfFile', () => {
  const text = 'function add(first, second) {\n  return first + second + 12345678901234567890;\n}\n'.repeat(4);
  const md5 = createHash('md5').update(text).digest('hex');

  it('writes the file, the digest with other line ends, and the picks', () => {
    const lines = wfpOfFile('lib/add.js', Buffer.from(text)).split('\n');
    expect(lines[0]).toBe(`file=${md5},${text.length},lib/add.js`);
    expect(lines[1]).toBe(`fh2=${createHash('md5').update(text.replaceAll('\n', '\r\n')).digest('hex')}`);
    expect(lines.slice(2, -1).every((line) => /^\d+=[0-9a-f]{8}(,[0-9a-f]{8})*$/.test(line))).toBe(true);
    expect(lines.length).toBeGreaterThan(3);
    expect(lines.at(-1)).toBe('');
  });

  it.each([
    ['Unix', '\n', '\r\n'],
    ['DOS', '\r\n', '\n'],
    ['old Macintosh', '\r', '\r\n'],
  ])('writes the digest of a text with %s line ends as converted to the other kind', (_, end, other) => {
    const lines = wfpOfFile('a.js', Buffer.from(text.replaceAll('\n', end))).split('\n');
    expect(lines[1]).toBe(`fh2=${createHash('md5').update(text.replaceAll('\n', other)).digest('hex')}`);
  });

  it('converts mixed line ends to DOS', () => {
    const mixed = `a\r\n\nb\r\r\n${'x'.repeat(200)}\n`;
    const dos = `a\r\n\r\nb\r\n\r\n${'x'.repeat(200)}\r\n`;
    expect(wfpOfFile('a.js', Buffer.from(mixed)).split('\n')[1]).toBe(
      `fh2=${createHash('md5').update(dos).digest('hex')}`,
    );
  });

  it('recognises a program without extension by its first line', () => {
    expect(wfpOfFile('bin/run', Buffer.from(`#!/usr/bin/env node\n${text}`)).split('\n').length).toBeGreaterThan(3);
  });

  it.each([
    ['a binary', 'a.c', Buffer.from(`\0${text}`)],
    ['data', 'a.json', Buffer.from(text)],
    ['prose', 'README', Buffer.from(text)],
    ['a huge file', 'a.c', Buffer.alloc(8 * 1024 * 1024 + 1, text)],
    ['nothing', 'a.c', Buffer.alloc(0)],
  ])('writes only the first line for %s', (_, path, bytes) => {
    expect(wfpOfFile(path, bytes)).toBe(wfpHead(path, bytes.length, createHash('md5').update(bytes).digest('hex')));
  });

  it('a path cannot break its line', () => {
    expect(wfpHead('a\nfile=x,1,b', 1, 'm')).toBe('file=m,1,a file=x,1,b\n');
  });
});
