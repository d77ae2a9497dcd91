// Which files of a tree become manifests because others name them. The readers are real; the tree is in memory.
import { describe, expect, it } from 'vitest';
import { hintInTree, readNames } from './index.ts';
import { createNamedManifests } from './named-manifests.ts';

/** Follows the names in a tree as a scan does. */
function follow(files: Record<string, string>) {
  const named = createNamedManifests();
  const add = (path: string) => named.add(path, readNames(Buffer.from(files[path]!), hintInTree(path, named.namedAs)));
  for (const path of Object.keys(files)) add(path);
  let rounds = 0;
  while (named.isOpen()) {
    rounds++;
    for (const path of named.settle(new Set(named.wanted().filter((path) => path in files)))) add(path);
  }
  return { named, rounds, issues: named.issues().map(({ path, message }) => `${path}: ${message}`) };
}

const cases: [title: string, files: Record<string, string>, namedAs: Record<string, string>, issues?: RegExp[]][] = [
  [
    'an included file that includes another one',
    { 'requirements.txt': '-r more.txt\n', 'more.txt': '-r deep/x\n', 'deep/x': 'a\n', 'other.txt': 'b\n' },
    { 'more.txt': 'pypi-requirements', 'deep/x': 'pypi-requirements' },
  ],
  [
    'files that include each other',
    { 'requirements.txt': '-r a\n', a: '-r b\n-r a\n', b: '-r a\n-r requirements.txt\n' },
    { a: 'pypi-requirements', b: 'pypi-requirements' },
  ],
  ['a file that says itself what it is', { 'requirements.txt': '-r package.json\n', 'package.json': '{}' }, {}],
  [
    'a license text',
    { 'requirements.txt': '\n-r LICENSE\n', LICENSE: 'MIT' },
    {},
    [/^requirements.txt: Line 2 names LICENSE as a manifest, but/],
  ],
  [
    'prose names nothing',
    { 'requirements.txt': '-r text\n', text: 'Some words.\n-r more\n-r gone\n', more: 'a\n' },
    { text: 'pypi-requirements' },
  ],
  [
    'absent files and files outside of the code base',
    { 'a/requirements.txt': 'x\n-r gone.txt\n-r ../../etc/passwd\n-r /etc/passwd\n-r https://x.org/y\n-r $X.txt\n' },
    {},
    [/Line 2 names gone.txt, which is no file/, /Line 3 names \.\.\/\.\.\/etc\/passwd, which/, /Line 4 names \/etc/],
  ],
  [
    'a path that would leave the code base does not name a file of its root',
    { 'requirements.txt': '-r ../more\n', more: 'a\n' },
    {},
    [/names \.\.\/more, which is no file/],
  ],
  [
    'more absent files than an issue line each',
    { 'requirements.txt': Array.from({ length: 30 }, (_, i) => `-r gone${i}\n`).join('') },
    {},
    [...Array.from({ length: 20 }, () => /is no file/), /10 more manifests that this file names are absent/],
  ],
];

describe('manifests that others name', () => {
  it.each(cases)('%s', (_, files, namedAs, expected = []) => {
    const { named, issues } = follow(files);
    expect(Object.fromEntries(named.namedAs)).toEqual(namedAs);
    expect(issues).toHaveLength(expected.length);
    for (const [i, pattern] of expected.entries()) expect(issues[i]).toMatch(pattern);
  });

  it('a chain has a last link', () => {
    const chain = Object.fromEntries(Array.from({ length: 40 }, (_, i) => [`link${i}`, `-r link${i + 1}\n`]));
    const { named, rounds, issues } = follow({ 'requirements.txt': '-r link0\n', ...chain });
    expect([...named.namedAs.keys()]).toEqual(Array.from({ length: 16 }, (_, i) => `link${i}`));
    expect(rounds).toBe(17);
    expect(issues).toEqual([
      expect.stringMatching(/^link15: Line 1 names link16, which is not read, because more than 16/),
    ]);
  });

  it('a file that is named 100,000 times, and 10,000 named files', () => {
    expect(follow({ 'requirements.txt': '-r a\n'.repeat(100_000), a: '' }).named.namedAs.size).toBe(1);
    const files = Object.fromEntries(Array.from({ length: 10_000 }, (_, i) => [`a${i}`, 'x\n']));
    const { named, rounds } = follow({
      'requirements.txt': Object.keys(files)
        .map((path) => `-r ${path}\n`)
        .join(''),
      ...files,
    });
    expect(named.namedAs.size).toBe(10_000);
    expect(rounds).toBe(1);
  });
});

it('the hint of a named file depends on the path and the naming alone', () => {
  const namedAs = new Map([
    ['more.txt', 'pypi-requirements'],
    ['package.json', 'pypi-requirements'],
    ['COPYING', 'pypi-requirements'],
  ]);
  expect(['more.txt', 'package.json', 'COPYING', 'b.txt'].map((path) => hintInTree(path, namedAs))).toEqual([
    '+pypi-requirements~',
    'JSON+npm-package-json',
    '!',
    '',
  ]);
});
