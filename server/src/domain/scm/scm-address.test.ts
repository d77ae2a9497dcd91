import { describe, expect, it } from 'vitest';
import { isRefusal } from '../refusal.ts';
import {
  fieldWithoutEffect,
  type GitSource,
  gitSources,
  isGitReference,
  parseGitUrls,
  refuseSubversionUrl,
} from './scm-address.ts';

const source = (url: string, more: Partial<GitSource> = {}): GitSource => ({
  url,
  branch: '',
  commitId: '',
  tag: '',
  folder: '',
  replaced: [],
  ...more,
});

describe('git addresses', () => {
  it.each<[string, GitSource[]]>([
    ['https://git.example/a/b.git', [source('https://git.example/a/b.git')]],
    ['https://git.example/a~~feature/x', [source('https://git.example/a', { branch: 'feature/x' })]],
    ['https://git.example/a>>0a1b2c3d', [source('https://git.example/a', { commitId: '0a1b2c3d' })]],
    ['https://git.example/a^^v1.0', [source('https://git.example/a', { tag: 'v1.0' })]],
    ['https://git.example/a**src/lib', [source('https://git.example/a', { folder: 'src/lib' })]],
    ['ssh://git@h:22/a~~main**x', [source('ssh://git@h:22/a', { branch: 'main', folder: 'x' })]],
    ['git@github.com:o/r.git^^v1', [source('git@github.com:o/r.git', { tag: 'v1' })]],
    ['http://h/a~~x , git://h/b', [source('http://h/a', { branch: 'x' }), source('git://h/b')]],
    [
      'http://h/a~~x,http://h/b,http://H/a.git^^v2',
      [source('http://h/b'), source('http://H/a.git', { tag: 'v2', replaced: ['http://h/a~~x'] })],
    ],
    [
      'http://h/a>>0a1b**x,git@h:a,https://h/a/',
      [source('https://h/a/', { replaced: ['http://h/a>>0a1b**x', 'git@h:a'] })],
    ],
    ['http://h/Tools/a,http://h/tools/a', [source('http://h/Tools/a'), source('http://h/tools/a')]],
  ])('%s', (text, expected) => expect(parseGitUrls(text)).toEqual(expected));

  it.each([
    '',
    ',',
    'https://h/a,',
    'not a url',
    'file:///etc',
    '/srv/git/a',
    'ext::sh -c whoami',
    '--upload-pack=touch /tmp/x',
    'https://-oProxyCommand=x',
    'ssh://-oX/a',
    'ssh://-x@h/a',
    '-x@h:a',
    'https://h',
    'https://user:secret@h/a',
    'https://user%0Asecret@h/a',
    'https://h/a~~',
    'https://h/a~~x^^y',
    'https://h/a**x~~y',
    'https://h/a~~-x',
    'https://h/a~~a b',
    'https://h/a>>xyz',
    'https://h/a**../b',
    'https://h/a b',
  ])('refuses %j', (text) => expect(isRefusal(parseGitUrls(text))).toBe(true));
});

describe('branch, commitId and tag', () => {
  it.each([
    [{ url: 'http://h/a', branch: 'x' }, [source('http://h/a', { branch: 'x' })]],
    [{ url: 'http://h/a**src', tag: 'v1' }, [source('http://h/a', { folder: 'src', tag: 'v1' })]],
  ])('are honoured: %j', (fields, expected) =>
    expect([gitSources(fields), fieldWithoutEffect(fields)]).toEqual([expected, '']),
  );

  it.each([
    [{ url: 'http://h/a,http://h/b', branch: 'x' }, [source('http://h/a'), source('http://h/b')], 'write ~~x behind'],
    [{ url: 'http://h/a^^v1', branch: 'x' }, [source('http://h/a', { tag: 'v1' })], 'the url says itself'],
  ])('are kept without effect: %j', (fields, expected, note) =>
    expect([gitSources(fields), fieldWithoutEffect(fields)]).toEqual([expected, expect.stringContaining(note)]),
  );

  it.each([
    { url: 'http://h/a', branch: 'x', tag: 'y' },
    { url: 'http://h/a,http://h/b', branch: '-x' },
    { url: 'http://h/a^^v1', commitId: '--all' },
  ])('are refused: %j', (fields) => expect(isRefusal(gitSources(fields))).toBe(true));
});

it.each(['main', 'release/1.0', 'v1.0-rc.1', 'fix#12'])('accepts the branch %s', (name) =>
  expect(isGitReference(name)).toBe(true),
);
it.each(['-x', 'a..b', 'a b', 'a~1', 'a^', 'a:b', '/a', 'a/', 'a.lock', '@', 'a@{1}', 'a\\b', 'a//b', '.a', 'a.'])(
  'refuses the branch %s',
  (name) => expect(isGitReference(name)).toBe(false),
);

describe('other addresses', () => {
  const kinds = { subversion: refuseSubversionUrl };
  it.each<[keyof typeof kinds, string, boolean]>([
    ['subversion', 'https://svn.example/svn/repo', true],
    ['subversion', 'svn+ssh://me@svn.example/srv/repo', true],
    ['subversion', 'svn+custom://svn.example/repo', false],
    ['subversion', 'file:///srv/repo', false],
    ['subversion', 'https://me:secret@svn.example/repo', false],
    ['subversion', 'svn.example/repo', false],
  ])('%s %s', (kind, url, isRight) => expect(kinds[kind](url) === undefined).toBe(isRight));
});
