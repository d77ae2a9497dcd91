import { expect, it } from 'vitest';
import { fileLines, filesIn, patternsIn } from './detection-rule-lines.ts';

const MD5 = 'd41d8cd98f00b204e9800998ecf8427e';

it('takes a pattern from each line that is not empty', () =>
  expect(patternsIn(' src/**/*.c \r\n\nzlib.h\n')).toEqual(['src/**/*.c', 'zlib.h']));

it.each([
  ['as md5sum writes them', `${MD5}  a b.c\n`, [{ name: 'a b.c', md5: MD5 }]],
  ['in binary mode, in capitals', `${MD5.toUpperCase()} *a.c\r\n\n`, [{ name: 'a.c', md5: MD5 }]],
  ['none', ' \n', []],
])('reads files %s', (_, text, files) => expect(filesIn(text)).toEqual({ files, problem: null }));

it.each(['a.c', `${MD5}`, `${MD5.slice(1)}  a.c`, `a.c  ${MD5}`])('names an invalid line: %s', (line) =>
  expect(filesIn(`${MD5}  first.c\n${line}`).problem).toBe('Line 2 must be an MD5 of 32 digits and a file name.'),
);

it('reads back the text that it writes', () => {
  const files = [{ name: 'a.c', md5: MD5 }];
  expect(filesIn(fileLines(files)).files).toEqual(files);
});
