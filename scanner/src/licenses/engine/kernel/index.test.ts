// The kernel against what it has to equal: the tokeniser in TypeScript, and the tables of the index looked up one by one; and the kernel that
// needs no WebAssembly against this one.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { loadLicenseIndex } from '../../index.ts';
import { gramHash, pairSlot } from '../compile-index.ts';
import { createTokenBuffer, tokenize, UNKNOWN, WILDCARD } from '../tokens.ts';
import { DIGEST_SECTION, MODULE, sourceDigest } from './build.ts';
import { kernelOf } from './index.ts';
import { createPlainKernel } from './plain.ts';

const index = loadLicenseIndex();
const kernel = kernelOf(index);
const plain = createPlainKernel(index);

/** Holds one text's tokens and places against the reference. */
function check(text: Uint8Array): void {
  const expected = createTokenBuffer();
  tokenize(text, index.dictionary, expected);
  const { ids, starts, count } = kernel.tokenize(text);
  const shown = Buffer.from(text).toString('latin1');
  expect([...ids.subarray(0, count)], shown).toEqual([...expected.ids.subarray(0, expected.count)]);
  expect([...starts.subarray(0, count)], shown).toEqual([...expected.starts.subarray(0, expected.count)]);
  plain.tokenize(text);
  expect(plain.ruleStarts(), shown).toEqual(kernel.ruleStarts());
  expect(plain.gramPlaces(), shown).toEqual(kernel.gramPlaces());
  const places = new Set(kernel.ruleStarts());
  const grams = new Set(kernel.gramPlaces());
  for (let at = 0; at < count; at++) {
    if (mayStartRule(ids, at, count)) expect(places.has(at), shown).toBe(true);
    if (startsGram(ids, at, count)) expect(grams.has(at), shown).toBe(true);
  }
}

function mayStartRule(ids: Uint16Array, at: number, count: number): boolean {
  const first = ids[at]!;
  if (first === UNKNOWN) return false;
  if (index.singles[first] !== 0) return true;
  const second = at + 1 < count ? ids[at + 1]! : UNKNOWN;
  if (second === UNKNOWN) return false;
  const key = ((first << 16) | second) >>> 0;
  const mask = index.pairKeys.length - 1;
  for (let slot = pairSlot(key, mask); index.pairKeys[slot] !== 0; slot = (slot + 1) & mask)
    if (index.pairKeys[slot] === key) return true;
  return first === index.tagWords.spdx && second === index.tagWords.license;
}

function startsGram(ids: Uint16Array, at: number, count: number): boolean {
  if (at + 3 >= count) return false;
  const [a, b, c, d] = ids.subarray(at, at + 4) as unknown as [number, number, number, number];
  if (Math.min(a, b, c, d) <= WILDCARD) return false;
  return index.gramKeys.includes(gramHash(a, b, c, d));
}

/** The same numbers in every run. */
function randomFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** What the tokeniser treats apart, and what stands close to it. */
const PIECES = [
  ...' \t\n\r.,;:()[]{}<>&\\+-*/#"\'=_@0123456789abcvixCDNL'.split(''),
  ...[
    '\r\n',
    '\\n',
    '\\t',
    '++',
    '+',
    'c++',
    '(c)',
    '(C)',
    '\nC ',
    '\ndnl',
    'REM ',
    '\n.PP ',
    '\n.\\" ',
    '\n.xyz',
    'www.',
    'http://www.',
  ],
  ...[
    '<p>',
    '</div>',
    '<a href="http://x.org/">',
    '<year>',
    '<br/',
    '<table border=1',
    '&nbsp;',
    '&#169;',
    '&x',
    '&amp;amp;',
  ],
  ...[
    '\n1. ',
    '\n(a) ',
    '\n iv) ',
    'version\n2. ',
    'v2',
    'GPLv2+',
    'LGPL-2.1',
    'licence',
    'Lizenz',
    'permission',
    'SPDX-License-Identifier',
  ],
  ...[
    'redistribution and use in source and binary forms',
    'THE SOFTWARE IS PROVIDED',
    'acknowledgements',
    'a'.repeat(15),
    'B'.repeat(16),
  ],
  ...[
    'c'.repeat(17),
    'd'.repeat(70),
    '7'.repeat(70),
    ' '.repeat(64),
    '\n'.repeat(66),
    'é',
    '“the”',
    '©',
    '\u00a0',
    '\ufeff',
    'naïve',
    '漢字',
    'ライセンス、第3条。',
    '（한국어）ＡＢ１：￥',
    '木兰PSL许可证',
    '—',
  ],
];
const BYTES = [0xe2, 0xc2, 0xe3, 0xe9, 0xed, 0xee, 0xef, 0xbb, 0xbc, 0xbd, 0xbf, 0x80, 0x9f, 0xc0, 0xff, 0x00, 0x7f];

function randomText(random: (below: number) => number): Buffer {
  const parts: Buffer[] = [];
  const isPlain = random(3) > 0;
  const ascii = PIECES.filter((piece) => /^[\0-\x7f]*$/.test(piece));
  for (let left = random(60); left >= 0; left--) {
    if (!isPlain && random(6) === 0) parts.push(Buffer.from([BYTES[random(BYTES.length)]!]));
    else parts.push(Buffer.from(isPlain ? ascii[random(ascii.length)]! : PIECES[random(PIECES.length)]!));
  }
  return Buffer.concat(parts);
}

describe('the kernel', () => {
  it('was compiled from the source beside it (npm run kernel)', () => {
    const [digest] = WebAssembly.Module.customSections(new WebAssembly.Module(readFileSync(MODULE)), DIGEST_SECTION);
    expect(Buffer.from(digest ?? new ArrayBuffer()).toString()).toBe(sourceDigest());
  });

  it.each([
    ['nothing', ''],
    ['one letter', 'a'],
    ['a block', 'x'.repeat(64)],
    ['a word over the edge of a block', `${' '.repeat(60)}permission is`],
    ['a number over the edge of a block', `${' '.repeat(60)}1234567890 a`],
    ['a tag over two blocks', `a <p ${'x'.repeat(130)}> b`],
    ['a tag without an end', `<p ${'x'.repeat(500)}`],
    ['a line end at the end of a block before a troff request', `${' '.repeat(63)}\n.PP free`],
    ['an escape at the edge of a block', `${' '.repeat(63)}\\nfree`],
    ['a line end inside a tag opens no line', 'free <p\n> a) b'],
    ['a word of letters, then accents in the next block', `${' '.repeat(62)}naïve`],
    ['a word of letters, then characters in the next block', `${' '.repeat(62)}abc许可`],
    ['characters over the edge of a block', `${' '.repeat(62)}许可`],
  ])('reads %s as the reference does', (_, text) => {
    check(Buffer.from(text));
  });

  it('reads tags of every length about the longest', () => {
    for (let length = 380; length < 420; length++)
      check(Buffer.from(`a <p ${'x '.repeat(length / 2)}${'y'.repeat(length % 2)}> b`));
  });

  it('reads 6,000 made-up texts as the reference does', () => {
    const random = randomFrom(20_260_721);
    for (let i = 0; i < 6000; i++) check(randomText(random));
  }, 120_000);

  it('reads mutated license texts as the reference does', () => {
    const random = randomFrom(7);
    const words = index.words();
    const long = [...index.ruleKnown.keys()].filter((rule) => index.ruleKnown[rule]! >= 200).slice(0, 200);
    const texts = long.map((rule) => {
      const tokens = index.tokens.subarray(index.ruleStarts[rule]!, index.ruleStarts[rule + 1]!);
      return Buffer.from(Array.from(tokens.subarray(0, 400), (token) => words[token]).join(' '));
    });
    for (let i = 0; i < 200; i++) {
      const text = Buffer.from(texts[i % texts.length]!);
      for (let change = random(8); change > 0 && text.length > 0; change--) text[random(text.length)] = random(256);
      check(text.subarray(random(70)));
    }
  }, 120_000);

  it('reads a text of another length after a longer one without a trace of it', () => {
    kernel.tokenize(Buffer.from('permission is hereby granted '.repeat(20_000)));
    check(Buffer.from('permission is'));
    check(Buffer.from(''));
  });

  it('finds the words of a text that lies in shared memory', () => {
    const shared = new Uint8Array(new SharedArrayBuffer(64));
    shared.set(Buffer.from('free software'));
    check(shared.subarray(0, 13));
  });
});
