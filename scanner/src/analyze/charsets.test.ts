// Old encodings of texts: which one it is, what is said where it is not known, and that UTF-8 and lines stay as they are.
import { Buffer } from 'node:buffer';
import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { readableBytes, settleEncoding } from './encoding.ts';
import { beginWindows, countWindowLines, readWindow } from './text.ts';

const read = (name: string): string => readFileSync(new URL(name, import.meta.url), 'utf8');
const ascii = Buffer.from('int x;\n'.repeat(10));
const shiftJis = Buffer.from('8e52936391be9859', 'hex');
/** What a text is read as, and its issues. */
function textOf(bytes: Uint8Array) {
  const state = beginWindows(bytes, 'a.txt');
  const { text } = readWindow(bytes, state);
  const { issues } = countWindowLines(bytes, state);
  return { text: Buffer.from(text).toString(), issues: issues.map(({ code }) => code) };
}

it('charsets.yaml follows its schema', () => {
  const validate = new Ajv2020({ allErrors: true }).compile(JSON.parse(read('./charsets.schema.json')));
  expect([validate(parse(read('./charsets.yaml'))), validate.errors]).toEqual([true, null]);
});

it.each([
  ['shift_jis', '// Copyright (C) 2004 鈴木一郎', '2f2f20436f707972696768742028432920323030342097e996d888ea9859'],
  ['shift_jis', '# 作者: 高橋 みのる', '23208dec8ed23a208d828bb42082dd82cc82e9'],
  ['euc-jp', '// Copyright (C) 2004 佐藤花子', '2f2f20436f7079726967687420284329203230303420bab4c6a3b2d6bbd2'],
  [
    'iso-2022-jp',
    '/* 著作権 2010 田中 健 */',
    '2f2a201b244243783a6e38221b28422032303130201b2442454443661b2842201b244237721b2842202a2f',
  ],
  ['gb18030', '// Copyright 2004 王小明', '2f2f20436f70797269676874203230303420cdf5d0a1c3f7'],
  ['gb18030', '作者: 刘德华', 'd7f7d5df3a20c1f5b5c2bbaa'],
  ['big5', '// 版權所有 2004 陳水生', '2f2f20aaa9c576a9d2a6b3203230303420b3afa4f4a5cd'],
  ['euc-kr', '// 저작권 2004 김철수', '2f2f20c0fac0dbb1c7203230303420b1e8c3b6bcf6'],
  ['windows-1251', '(C) 2004 Щербаков Ю. А.', '284329203230303420d9e5f0e1e0eaeee220de2e20c02e'],
  ['windows-1251', 'АВТОР: ПЕТРОВ', 'c0c2d2ced03a20cfc5d2d0cec2'],
  ['koi8-u', '(C) 2004 Иванов Иван', '284329203230303420e9d7c1cecfd720e9d7c1ce'],
  ['ibm866', '(C) 2004 Иванов Иван', '28432920323030342088a2a0adaea22088a2a0ad'],
  ['iso-8859-5', '(C) 2004 Иванов Иван', '284329203230303420b8d2d0ddded220b8d2d0dd'],
  ['windows-1250', '(C) 2004 Petr Kučera', '28432920323030342050657472204b75e8657261'],
  ['windows-1250', 'Łukasz Dąbrowski', 'a3756b61737a2044b962726f77736b69'],
  ['iso-8859-2', 'Łukasz Dąbrowski', 'a3756b61737a2044b162726f77736b69'],
  [
    'windows-1252',
    '© 2004 Jürgen Müller, José Muñoz',
    'a92032303034204afc7267656e204dfc6c6c65722c204a6f73e9204d75f16f7a',
  ],
  ['windows-1252', '“quoted” – dash • bullet', '9371756f746564942096206461736820952062756c6c6574'],
  ['iso-8859-15', 'François Le Bœuf', '4672616ee76f6973204c652042bd7566'],
  ['windows-1254', 'Çağlar Şahin', 'c761f06c617220de6168696e'],
  ['windows-1253', 'Γιώργος Παπαδόπουλος', 'c3e9fef1e3eff220d0e1f0e1e4fcf0eff5ebeff2'],
  ['windows-1257', 'Jānis Bērziņš, Rīga', '4ae26e69732042e7727a69f2f02c2052ee6761'],
])('%s: %s', (encoding, text, hex) => {
  const bytes = Buffer.concat([ascii, Buffer.from(hex, 'hex'), Buffer.from('\n'), ascii]);
  const settled = settleEncoding(bytes, 'utf-8');
  expect(settled).toEqual({ encoding });
  expect(Buffer.from(readableBytes(bytes, encoding)).toString()).toBe(`${ascii}${text}\n${ascii}`);
});

const twoSigns = Buffer.from('c5cfcad5', 'hex');

it('a text in which two encodings are nearly as likely is told as a guess', () => {
  expect(textOf(twoSigns).issues).toEqual(['unknown-encoding']);
});

it('a declaration in the file decides then', () => {
  const declared = Buffer.concat([Buffer.from('# -*- coding: euc-jp -*-\n# '), twoSigns]);
  expect(textOf(declared)).toEqual({ text: '# -*- coding: euc-jp -*-\n# 渡辺', issues: [] });
});

it('bytes that are no text in any language are told as such', () => {
  const noise = Buffer.from('9fe38d81fdb09ac7f1918cff8ee280a6d59d', 'hex');
  expect(textOf(Buffer.concat([ascii, noise])).issues).toEqual(['unknown-encoding']);
});

it('lines that are UTF-8 stay so beside lines that are not', () => {
  const utf8 = Buffer.from('größer, 山田\n'.repeat(3));
  const bytes = Buffer.concat([utf8, Buffer.from('// Jürgen Müller\n', 'latin1'), utf8]);
  expect(textOf(bytes)).toEqual({ text: `${utf8}// Jürgen Müller\n${utf8}`, issues: [] });
});

it('a line that is UTF-8 by chance is read like the others', () => {
  const lines = Array.from({ length: 8 }, () => Buffer.concat([shiftJis, Buffer.from('\n')]));
  const bytes = Buffer.concat([...lines, Buffer.from('c2b1', 'hex'), Buffer.from('\n')]);
  expect(textOf(bytes).text).toBe(`${'山田太郎\n'.repeat(8)}ﾂｱ\n`);
});

it.each(['utf16le', 'utf16be'])('UTF-16 without a mark is text: %s', (order) => {
  const little = Buffer.from('// © 2004 Jürgen Müller\nint x;\n', 'utf16le');
  const bytes = order === 'utf16le' ? little : Buffer.from(little).swap16();
  expect(textOf(bytes)).toEqual({ text: '// © 2004 Jürgen Müller\nint x;\n', issues: [] });
});

it.each([
  ['small numbers of two bytes', Buffer.from(Uint16Array.from({ length: 64 }, (_, index) => index).buffer)],
  ['numbers of four bytes', Buffer.from(Uint32Array.from({ length: 64 }, (_, index) => index + 64).buffer)],
  ['a NUL in a text', Buffer.from('some text\0 more text')],
])('%s are no UTF-16', (_, bytes) => {
  expect(beginWindows(bytes, '').sniffed.isText).toBe(false);
});
