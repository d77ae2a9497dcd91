import { describe, expect, it } from 'vitest';
import { isRefusal } from '../refusal.ts';
import { filePatternExpression, MOST_WILDCARDS } from './file-patterns.ts';

describe('what a pattern matches', () => {
  it.each<[string, string[], string[]]>([
    ['zlib.h', ['zlib.h', 'a/b/zlib.h'], ['zlib_h', 'zlib.hpp', 'xzlib.h', 'zlib.h/x']],
    ['/src/*.c', ['src/a.c', 'src/.c'], ['src/b/a.c', 'a.c', 'x/src/a.c']],
    ['src/**/*.c', ['src/a.c', 'src/b/a.c', 'src/b/c/a.c'], ['src/a.h', 'lib/src/a.c']],
    ['**/zlib/*', ['zlib/a', 'lib/zlib/a'], ['lib/zlib/a/b', 'lib/xzlib/a']],
    ['lib/zlib/', ['lib/zlib/a', 'lib/zlib/a/b'], ['lib/zlib', 'lib/zlibx/a']],
    ['lib/zlib/**', ['lib/zlib/a/b'], ['lib/other']],
    ['a?.c', ['ab.c', 'x/ab.c'], ['a.c', 'a/.c']],
    ['a+(b)|[c]$^.{2}\\d', ['a+(b)|[c]$^.{2}\\d'], ['aab', 'a+(b)']],
    ['./x y.txt', ['x y.txt'], ['xy.txt']],
  ])('%s', (pattern, fits, others) => {
    const expression = new RegExp(filePatternExpression(pattern) as string);
    expect(fits.filter((path) => !expression.test(path))).toEqual([]);
    expect(others.filter((path) => expression.test(path))).toEqual([]);
  });
});

it.each(['', '   ', '/', 'x'.repeat(1025), 'a*'.repeat(MOST_WILDCARDS + 1)])('refuses %j', (pattern) => {
  expect(isRefusal(filePatternExpression(pattern))).toBe(true);
});
