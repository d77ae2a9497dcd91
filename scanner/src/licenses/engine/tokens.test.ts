// The differences between two copies of the same text that do not count.
import { describe, expect, it } from 'vitest';
import { createDictionary, createTokenBuffer, tokenize } from './tokens.ts';

const dictionary = createDictionary();

function words(text: string | Uint8Array): string[] {
  const bytes = typeof text === 'string' ? Buffer.from(text) : text;
  const buffer = createTokenBuffer(4);
  tokenize(bytes, dictionary, buffer);
  return Array.from(buffer.ids.subarray(0, buffer.count), (id) => dictionary.growing![id]!);
}

describe('words of a text', () => {
  const cases: [string, string, string][] = [
    ['case', 'MIT License', 'mit license'],
    ['comment leaders', '/* free\n * software */\n// too', 'free software too'],
    ['list marks', '1. first\n  (a) second\n iv) third\n- fourth', 'first second third fourth'],
    ['a version at the start of a line is not a list mark', 'version\n2. of', 'version 2 of'],
    ['letters and digits are separate words', 'GPLv2+ lgpl2.1', 'gplv 2 + lgpl 2 1'],
    ['two plus signs are a language', 'C++ code', 'c code'],
    ['layout tags and entities', '<p class="x">free&nbsp;<b>software</b>', 'free software'],
    ['an address in a tag stays', '<a href="http://gnu.org/x">it</a>', 'http gnu org x it'],
    ['placeholders stay', '<year> <name of author>', 'year name of author'],
    ['copyright signs', '(c) (C) © 2001', '2001'],
    ['typographic quotes', 'the “Software”', 'the software'],
    ['British spelling and https', 'licence https://www.x.org', 'license http x org'],
    ['escapes in minified strings', '"free\\nsoftware"', 'free software'],
    ['m4 and Fortran comments', 'dnl free\nC     software', 'free software'],
    ['troff requests', '\n.PP\nfree\n.B software', 'free software'],
    ['line breaks in Chinese', '您对“软件”的\n   复制、使用。', '您 对 软 件 的 复 制 使 用'],
    ['full-width punctuation and list marks', '（木兰）PSL，第2版：许可', '木 兰 psl 第 2 版 许 可'],
    ['Japanese', 'ライ\nセンス・条件', 'ラ イ セ ン ス ・ 条 件'],
    ['Korean, with blanks or without', '저작권 표시\n저작권표시', '저 작 권 표 시 저 작 권 표 시'],
    ['empty', '', ''],
  ];
  it.each(cases)('%s', (_, text, expected) => {
    expect(words(text).join(' ')).toBe(expected);
  });

  it('reads accented words in rules and files in the same way, and accepts broken UTF-8', () => {
    expect(words('propriété intellectuelle')).toEqual(['propriété', 'intellectuelle']);
    expect(words(Uint8Array.from([0xe2, 0x80, 0x41, 0xc2, 0xff, 0x80, 0x20, 0x61]))).toContain('a');
  });

  it('does not split words in latin1 at accented letters that look like the beginning of a character', () => {
    const buffer = createTokenBuffer();
    tokenize(Buffer.from('propriété não façade', 'latin1'), dictionary, buffer);
    expect(buffer.count).toBe(3);
  });

  it('remembers where a word starts', () => {
    const bytes = Buffer.from('  free (software)');
    const buffer = createTokenBuffer();
    tokenize(bytes, dictionary, buffer);
    expect([...buffer.starts.subarray(0, buffer.count)]).toEqual([2, 8]);
  });
});
