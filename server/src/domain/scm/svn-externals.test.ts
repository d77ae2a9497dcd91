import { expect, it } from 'vitest';
import { addressAbove, externalLines, holds, readExternal } from './svn-externals.ts';

const BASE = { root: 'https://h:81/svn/repo', folder: 'https://h:81/svn/repo/trunk/app' };
const read = (line: string) => readExternal(line, BASE);

it.each([
  // Since 1.5.
  ['^/lib third/lib', 'https://h:81/svn/repo/lib', 'HEAD', 'third/lib'],
  ['^/../other/lib lib', 'https://h:81/svn/other/lib', 'HEAD', 'lib'],
  ['../lib lib', 'https://h:81/svn/repo/trunk/lib', 'HEAD', 'lib'],
  ['../../../../../../x lib', 'https://h:81/x', 'HEAD', 'lib'],
  ['/svn/x lib', 'https://h:81/svn/x', 'HEAD', 'lib'],
  ['//other/svn/x lib', 'https://other/svn/x', 'HEAD', 'lib'],
  ['-r148 http://e.org/x lib', 'http://e.org/x', '148', 'lib'],
  ['-r 148 http://e.org/x lib', 'http://e.org/x', '148', 'lib'],
  ['http://e.org/x@21 lib', 'http://e.org/x', '21', 'lib'],
  ['http://me@e.org/x lib', 'http://me@e.org/x', 'HEAD', 'lib'],
  ['"http://e.org/a b" "my lib"', 'http://e.org/a b', 'HEAD', 'my lib'],
  ['http://e.org/x my\\ lib', 'http://e.org/x', 'HEAD', 'my lib'],
  // Before.
  ['lib http://e.org/x', 'http://e.org/x', 'HEAD', 'lib'],
  ['lib -r21 http://e.org/x', 'http://e.org/x', '21', 'lib'],
  ['lib -r 21 http://e.org/x', 'http://e.org/x', '21', 'lib'],
])('%s', (line, url, revision, path) => expect(read(line)).toEqual({ url, revision, peg: '', path }));

it('keeps both revisions, as what is read and under which the address is meant', () => {
  expect(read('-r1 ^/lib@2 lib')).toEqual({ url: 'https://h:81/svn/repo/lib', revision: '1', peg: '2', path: 'lib' });
  expect(read('-r 7 ^/lib@head lib')).toMatchObject({ revision: '7', peg: 'HEAD' });
  expect(read('^/a@2@ lib')).toMatchObject({ url: 'https://h:81/svn/repo/a@2', revision: 'HEAD', peg: '' });
});

it.each([
  ['lib', 'not an address'],
  ['a b', 'no address'],
  ['^/lib ../../etc', 'leads elsewhere'],
  ['^/lib /etc', 'leads elsewhere'],
  ['^/lib a//b', 'leads elsewhere'],
  ['-rPREV ^/lib lib', 'no number'],
  ['^/a ^/b c', 'not an address'],
])('%s is told, not fetched', (line, reason) =>
  expect(read(line)).toEqual({ reason: expect.stringContaining(reason) }),
);

it('passes over remarks and empty lines', () => {
  expect(externalLines('# a\r\n\n ^/x y \n')).toEqual(['^/x y']);
});

it('knows what lies around a folder', () => {
  expect(addressAbove('svn://h/r/a/b/', 2)).toBe('svn://h/r');
  expect(holds('svn://h/r', 'svn://h/r/trunk')).toBe(true);
  expect(holds('svn://h/r/trunk', 'svn://h/r/trunk/')).toBe(true);
  expect(holds('svn://h/r/tr', 'svn://h/r/trunk')).toBe(false);
});
