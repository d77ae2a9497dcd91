import { describe, expect, it } from 'vitest';
import { createLegalGate, gateWordsOf } from './legal-gate.ts';

const filler = 'int value = compute(first, second);\n'.repeat(100);

const mayHoldLicense = createLegalGate([]);

describe('the gate', () => {
  it.each([
    'SPDX-License-Identifier: MIT',
    'Released under the MIT.',
    'This is in the public domain',
    'see COPYING for details',
    'GPLv3 only',
    'Permission is hereby granted',
    'distributed under the terms of the BSD',
    'Veröffentlicht unter der Lizenz',
    'use at your own risk',
    'You should have received a copy of the GNU',
    '您可以按照本许可证使用',
    '本プログラムの著作権',
    '이 라이선스에 따라',
  ])('%s', (words) => {
    expect(mayHoldLicense(Buffer.from(`${filler}${words}\n${filler}`))).toBe(true);
  });

  it.each(['submit the form', 'a limited number', 'the bsp tree', 'mitigate', 'disc', '函数的返回值'])(
    'code with "%s" is held back',
    (words) => {
      expect(mayHoldLicense(Buffer.from(`${filler}${words}\n${filler}`))).toBe(false);
    },
  );

  it('finds a word at any place in a large text', () => {
    const large = Buffer.from('int value;\n'.repeat(20_000));
    // After the first kilobyte the text is read in blocks of 8 KB, each in four parts; the last block is shorter.
    const edges = [1024, 1024 + 2048, 1024 + 3 * 2048, 1024 + 8192, 1024 + 26 * 8192, large.length - 1000];
    for (const edge of edges) {
      for (let at = edge - 40; at < edge + 40; at++) {
        const text = Buffer.from(large);
        text.write(' license ', at, 'latin1');
        expect(mayHoldLicense(text), `at ${at}`).toBe(true);
        expect(mayHoldLicense(text.subarray(0, at + 6)), `cut behind ${at}`).toBe(true);
      }
    }
    expect(mayHoldLicense(large)).toBe(false);
  });

  it('finds a word at any place, also at both ends of the text, but not inside another word', () => {
    const words = ['gpl', ' mit ', ' bsd', 'licen', 'terms of', ' cc0', ' isc '];
    const holds = (text: string) => createLegalGate([])(Buffer.from(text));
    for (let before = 0; before < 6; before++) {
      const padding = 'x\n'.repeat(600) + 'ab,cd;'.slice(0, before);
      for (const word of words) {
        expect(holds(`${padding}\n${word}\n${padding}`), word).toBe(true);
        expect(holds(`${padding}\n${word.trim()}`), `${word} at the end`).toBe(true);
        expect(holds(`${word.trim()}\n${padding}`), `${word} at the beginning`).toBe(true);
        expect(holds(`${padding}${word.trim().slice(0, -1)}`), `a part of ${word} at the end`).toBe(false);
        expect(holds(`${word.trim().slice(1)}${padding}`), `a part of ${word} at the beginning`).toBe(false);
      }
      expect(holds(`${padding}_mit_ xbsd acc0 isc2${padding}`)).toBe(false);
    }
  });

  it('lets all small files pass', () => {
    expect(mayHoldLicense(Buffer.from('https://host.invalid/some/address'))).toBe(true);
  });
});

it('a rule adds its rarest word, but never a very long one', () => {
  const frequencies: Record<string, number> = { wooden: 3, spoons: 1, juggle: 2 };
  const gateWords = (text: string) => gateWordsOf(text, (word) => frequencies[word] ?? 9);
  expect(gateWords('you may juggle all of the wooden spoons daily')).toEqual([' spoons ']);
  expect(gateWords(`you may juggle ${'x'.repeat(1_000_000)} all of the time`)).toEqual([' juggle ']);
  expect(gateWords('one two six ten one two six ten')).toEqual(['']);
});
