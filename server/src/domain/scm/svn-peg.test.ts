import { expect, it } from 'vitest';
import { withoutPeg, withPeg } from './svn-peg.ts';

it.each([
  ['svn://h/r/trunk', 'svn://h/r/trunk', ''],
  ['svn://h/r/trunk@12', 'svn://h/r/trunk', '12'],
  ['svn://h/r/trunk@head', 'svn://h/r/trunk', 'HEAD'],
  ['svn://me@h/r/a@b', 'svn://me@h/r/a@b', ''],
  ['svn://h/r/a@3@', 'svn://h/r/a@3', ''],
  ['svn://h/r/a@3@4', 'svn://h/r/a@3', '4'],
  ['svn://h/r@3/a', 'svn://h/r@3/a', ''],
])('%s', (text, url, peg) => {
  expect(withoutPeg(text)).toEqual({ url, peg });
  expect(withoutPeg(withPeg({ url, peg }))).toEqual({ url, peg });
});
