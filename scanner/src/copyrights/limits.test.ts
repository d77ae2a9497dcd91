// Limits of the work for hostile bytes. Work is the number of decoded lines and of tokens, never time.

import { Buffer } from 'node:buffer';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { itemAt } from '../items.ts';
import { findCopyrights } from './index.ts';
import { LONGEST_LINE } from './lines.ts';
import { createTriggerReader } from './triggers.ts';
import { walkTriggers } from './walk.ts';

const never = () => false;

/** Text of about the size, made by repeating a piece. */
function repeat(piece: string, sizeBytes: number): Buffer {
  return Buffer.from(piece.repeat(Math.ceil(sizeBytes / piece.length)));
}

describe('work grows with the bytes', () => {
  it.each([
    'copyright ',
    '(c) ',
    '(c) A ',
    '(c) 2001 ',
    '(c) 2001\n',
    '(c) 2001 (\n',
    'Copyright 2001 Ann Oak, ',
    'Copyright 2001 Ann Oak,\n',
    'Copyright (c) (c) of the and by\n',
    'Copyright by and of the\n(',
    'by A and by a@b.c ',
    '@author A and ',
    'Author:\n',
    'Copyright: 2001 Ann Oak\n2001 Bea Elm\n',
    'Copyright:\n',
    '&copy; <a href=href=href= ',
    '<<<<<<<< (c) 2 ',
    "(c) 2'''''''''''''''",
    `(c) 2${'*'.repeat(200)} `,
    `(c) ${'A,'.repeat(400)}`,
    '\\(co 2\\u00a9 2',
    '\xa9 2 ',
    'by by by ',
    'by\n',
    'written by\n',
    'Authors:\n\n',
    'Authors: Ann Oak, Ben Pine, ',
    'Authors:\nAnn Oak\n',
    'Original maintainer: Original maintainer\n',
    '"contributors": [\n{\n"url": "x",\n',
    '"author": {"name": ',
    '=head1 AUTHOR\n\n=over 4\n\n=item Ann Oak\n\n',
    'C<<<B<I<L< ',
    'Copyright 2001 Ann Oak\n2002 Ben Pine\n',
    'Copyright 2001 Ann Oak <a@oak.org>\nBen Pine <b@pine.org>\n',
  ])('of %j', (piece) => {
    const walkOf = (size: number) => walkTriggers(repeat(piece, size), never);
    const [small, large] = [walkOf(40_000), walkOf(160_000)];
    // 4 times the bytes: at most a little more than 4 times the lines and tokens, and never more than a few per byte.
    expect(large.lineCount).toBeLessThanOrEqual(small.lineCount * 4.4 + 20);
    expect(large.tokenCount).toBeLessThanOrEqual(small.tokenCount * 4.4 + 20);
    expect(large.tokenCount).toBeLessThan(160_000 * 8);
  });
});

it('reads a minified file of one line through windows and loses no statement', () => {
  const filler = 'var a=function(c){return c+1};'.repeat(101);
  const text = Array.from({ length: 50 }, (_, index) => `${filler}/* Copyright (c) 2001 Ann Oak${index} */`).join('');
  const { copyrights } = findCopyrights(Buffer.from(text));
  expect(copyrights.map(({ holder }) => holder)).toEqual(Array.from({ length: 50 }, (_, index) => `Ann Oak${index}`));
});

it('finds each statement of a long line once, wherever the windows fall', () => {
  for (let gap = 1; gap < 90; gap += 3) {
    const text = Array.from(
      { length: 60 },
      (_, index) => `Copyright (c) 2001 Oak${index} Inc. ${'x '.repeat(gap)}`,
    ).join('');
    const holders = findCopyrights(Buffer.from(text)).copyrights.map(({ holder }) => holder);
    expect(holders).toEqual(Array.from({ length: 60 }, (_, index) => `Oak${index} Inc.`));
  }
});

it('finds the same triggers with any borders of chunks', () => {
  for (const offset of [65_530, 65_531, 65_533, 65_534, 65_535, 65_536, 65_540]) {
    const bytes = Buffer.concat([Buffer.alloc(offset, 'x\n'), Buffer.from('(c) 2001 Ann Oak')]);
    const reader = createTriggerReader(bytes);
    const trigger = reader.next();
    expect(trigger?.offset).toBe(offset + 2);
    expect(findCopyrights(bytes).copyrights.map(({ startLine }) => startLine)).toEqual([Math.floor(offset / 2) + 1]);
  }
});

it('reports that it ended early', () => {
  expect(findCopyrights(repeat('Copyright 2001 Ann Oak\n', 600_000)).isTruncated).toBe(true);
  expect(findCopyrights(repeat('Copyright 2001 Ann Oak\n', 200_000)).isTruncated).toBe(false);
  const field = findCopyrights(Buffer.from(`Copyright: 2001 Ann Oak\n${'2001 Bea Elm\n'.repeat(30_000)}`));
  expect([field.isTruncated, field.copyrights.length]).toEqual([true, 20_000]);
  // The time is checked between places; this clock ends it at the first check.
  const walk = walkTriggers(repeat('Copyright 2001 Ann Oak\n', 200_000), () => true);
  expect([walk.isTruncated, walk.copyrights.length]).toEqual([true, 256]);
});

const seeds = [
  '/*\n * Copyright (C) 1999, 2000 Acorn Software\n * Foundation, Inc. <a@acorn.org> (http://acorn.org)\n */',
  '<p>&copy; 1999 <a href="mailto:ann@acorn.org">Ann Oak</a></p> \\(co 2001 by the Acorn authors',
  '@author Ann Oak\nWritten by Bea Elm <bea@acorn.org>, 2001-2004, and others.\nPortions copyright Cy Fir',
  'Copyright: © 2005 株式会社どんぐり\r\nSPDX-FileCopyrightText: \'99 O\'Ak & Sons, Ltd. ("Oak")',
];

describe('mutated texts', () => {
  let state = 1;
  const random = (below: number): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  const pieces = [
    '(c)',
    '©',
    'copyright',
    ' by ',
    '\n',
    '\r',
    '\0',
    '<',
    '>',
    '(',
    ')',
    '&#169;',
    '\\251',
    '2001',
    ',',
    "'",
    '@',
    ' the ',
    'Inc.',
    '\xff',
  ];
  const mutate = (seed: string): Buffer => {
    let bytes = Buffer.from(seed);
    for (let count = 1 + random(8); count > 0; count--) {
      const at = random(bytes.length + 1);
      const removed = random(3) === 0 ? random(12) : 0;
      const piece =
        random(2) === 0
          ? Buffer.from(itemAt(pieces, random(pieces.length)), random(2) === 0 ? 'utf8' : 'latin1')
          : Buffer.from([random(256)]);
      bytes = Buffer.concat([bytes.subarray(0, at), piece, bytes.subarray(at + removed)]);
    }
    return bytes;
  };

  it('never throw, and give findings in order, within the lines of the text', () => {
    for (let round = 0; round < 4000; round++) {
      const bytes = mutate(itemAt(seeds, round % seeds.length));
      const lineCount = bytes.toString('latin1').split(bytes.includes(10) ? '\n' : '\r').length;
      const { copyrights, authors } = findCopyrights(bytes);
      for (const { statement, startLine, endLine } of copyrights) {
        expect(statement).not.toBe('');
        expect(startLine).toBeGreaterThanOrEqual(1);
        expect(endLine).toBeGreaterThanOrEqual(startLine);
        expect(endLine).toBeLessThanOrEqual(lineCount);
      }
      for (const { value, line } of authors)
        expect([value === '', line >= 1 && line <= lineCount]).toEqual([false, true]);
    }
  });

  it('of random bytes never throw', () => {
    for (let round = 0; round < 200; round++) {
      const bytes = Buffer.from(Array.from({ length: 3 * LONGEST_LINE }, () => (random(8) === 0 ? 0xa9 : random(256))));
      expect(findCopyrights(bytes).isTruncated).toBe(false);
    }
  });
});

/** Blocks of lines with the findings that begin in them: the kind, the line of the block, the name. */
const blocks: [lines: string[], found: [kind: 'holder' | 'author', line: number, name: string][]][] = [
  [
    [' * Copyright (c) 2001 Ann Oak', ' *               2003 Ben Pine'],
    [
      ['holder', 0, 'Ann Oak'],
      ['holder', 1, 'Ben Pine'],
    ],
  ],
  [['# Copyright 1999 by', '#   Acorn Inc.'], [['holder', 0, 'Acorn Inc.']]],
  [['// Written by Cid Fir <cid@fir.org>'], [['author', 0, 'Cid Fir <cid@fir.org>']]],
  [
    [' * Authors:', ' *   Ann Oak', ' *   Ben Pine <ben@pine.org>'],
    [
      ['author', 1, 'Ann Oak'],
      ['author', 2, 'Ben Pine <ben@pine.org>'],
    ],
  ],
  [['=head1 AUTHOR', '', '=over 4', '', '=item Ann Oak', '', '=back'], [['author', 4, 'Ann Oak']]],
  [['  "author": {', '    "name": "Ann Oak"', '  },'], [['author', 1, 'Ann Oak']]],
  [['The tree was planted', 'in 1990 by great effort.'], []],
  [[`x = '${'y'.repeat(3000)}'; // by me`], []],
];

it('gives the line of every finding in any surroundings', () => {
  let state = 7;
  const random = (below: number): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  for (let round = 0; round < 300; round++) {
    const end = ['\n', '\r\n', '\r'][round % 3];
    const lines: string[] = [];
    const expected: string[] = [];
    for (let count = 1 + random(12); count > 0; count--) {
      const [block, found] = itemAt(blocks, random(blocks.length));
      for (const [kind, line, name] of found) expected.push(`${kind} ${lines.length + line + 1} ${name}`);
      lines.push(
        ...block,
        ...Array.from({ length: 1 + random(3) }, () => ''),
        ...(random(2) === 0 ? ['int main(void);', ''] : []),
      );
    }
    const { copyrights, authors } = findCopyrights(Buffer.from(lines.join(end)));
    const found = [
      ...copyrights.map(({ holder, startLine }) => `holder ${startLine} ${holder}`),
      ...authors.map(({ value, line }) => `author ${line} ${value}`),
    ];
    expect(found.sort()).toEqual(expected.sort());
  }
});

it.each(['by by by ', 'Ann Oak, ', 'Authors: Ann Oak and ', 'written in 1990 by Ann Oak '])(
  'reads a line of a megabyte of %j',
  (piece) => {
    const walk = walkTriggers(repeat(piece, 1_000_000), never);
    expect(walk.tokenCount).toBeLessThan(8_000_000);
    expect(
      [...walk.authors.map(({ line }) => line), ...walk.copyrights.map(({ startLine }) => startLine)].every(
        (line) => line === 1,
      ),
    ).toBe(true);
  },
);

const corpus = join(process.cwd(), '../shared/data/license-corpus');
it.skipIf(!existsSync(corpus))('compressed archives beside the repository cause no exception', () => {
  for (const name of readdirSync(corpus).slice(0, 20)) findCopyrights(readFileSync(join(corpus, name)));
});
