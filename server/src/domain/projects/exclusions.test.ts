import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isRefusal } from '../refusal.ts';
import { compileExclusions, type Exclusions, LONGEST_EXCLUSION, MOST_EXCLUSIONS } from './exclusions.ts';

function compiled(...lines: string[]): Exclusions {
  const exclusions = compileExclusions(lines);
  if (isRefusal(exclusions)) throw new Error(exclusions.refusal.message);
  return exclusions;
}

/** In the order of a scan: folders from the root, then the path itself. */
function isExcluded(exclusions: Exclusions, path: string): boolean {
  const isFolder = path.endsWith('/');
  const names = path.replace(/\/$/, '').split('/');
  return names.some((_, index) =>
    exclusions.exclude(names.slice(0, index + 1).join('/'), isFolder || index < names.length - 1),
  );
}

describe('what patterns exclude', () => {
  it.each<[string[], string[], string[]]>([
    [['build/'], ['build/', 'build/a', 'x/build/a/b'], ['build', 'rebuild/a', 'x/build']],
    [['/build'], ['build', 'build/a'], ['x/build']],
    [['*.min.js'], ['a.min.js', 'x/y/.min.js'], ['a.js', 'a.min.jsx', 'A.MIN.JS']],
    [['docs/*.pdf'], ['docs/a.pdf'], ['docs/x/a.pdf', 'x/docs/a.pdf']],
    [['docs/**/*.pdf'], ['docs/a.pdf', 'docs/x/y/a.pdf'], ['a.pdf', 'x/docs/a.pdf']],
    [['lib/**'], ['lib/a', 'lib/a/b'], ['lib', 'x/lib/a']],
    [['**/lib/zlib'], ['lib/zlib', 'a/b/lib/zlib/c'], ['lib/x/zlib']],
    [['**'], ['a', 'a/b'], []],
    [['a**b'], ['ab', 'axb', 'x/axxb'], ['a/b']],
    [
      ['*.js', '!keep.js'],
      ['a.js', 'x/b.js'],
      ['keep.js', 'x/keep.js'],
    ],
    [['!keep.js', '*.js'], ['keep.js'], []],
    [['lib/', '!lib/keep.js'], ['lib/keep.js'], ['keep.js']],
    [
      ['/*', '!/src/'],
      ['a', 'docs/a'],
      ['src/a', 'src/b/c'],
    ],
    [['a?c[0-9][!x]'], ['abc1y', 'x/a-c0z'], ['abc1x', 'abcay', 'ac1y']],
    [
      ['[]a]b', '[a\\-z]'],
      [']b', 'ab', '-', 'a', 'z'],
      ['bb', 'm'],
    ],
    [
      ['\\!a', '\\#b', 'c\\*', 'd\\ '],
      ['!a', '#b', 'c*', 'd '],
      ['a', 'b', 'cx', 'd'],
    ],
    [['', '   ', '# remark', 'a  '], ['a'], ['# remark', 'remark']],
    [['a+(b)|{c}$^.\u00e4\u{1f600}?'], ['a+(b)|{c}$^.\u00e4\u{1f600}\u{1f601}'], ['aab']],
  ])('%j', (lines, excluded, others) => {
    const exclusions = compiled(...lines);
    expect(excluded.filter((path) => !isExcluded(exclusions, path))).toEqual([]);
    expect(others.filter((path) => isExcluded(exclusions, path))).toEqual([]);
  });
});

it('knows when the folders alone decide', () => {
  expect(compiled('.git/', '!x/').concernFiles).toBe(false);
  expect(compiled('.git/', '*.o').concernFiles).toBe(true);
  expect(compiled('# nothing', '').isEmpty).toBe(true);
});

it.each([
  ['/', 'has an empty name'],
  ['!', 'has an empty name'],
  ['a//b', 'has an empty name'],
  ['../a', 'must not have ".."'],
  ['a/./b', 'must not have "."'],
  ['a[bc', 'without a ]'],
  ['a[', 'without a ]'],
  ['[z-a]', 'ends before it begins'],
  ['[[:alpha:]]', '[:alpha:]'],
  ['build\\out', 'separate folders by /'],
  ['a\\', 'backslash'],
  ['a\0b', 'NUL'],
  ['x'.repeat(LONGEST_EXCLUSION + 1), 'longer than'],
])('refuses %j', (line, words) => {
  const answer = compileExclusions(['fine', line]);
  if (!isRefusal(answer)) throw new Error('it was taken');
  expect(answer.refusal.message).toContain(words);
  expect(answer.refusal.message).toContain(line.slice(0, 40));
});

it('refuses too many patterns, and too much text', () => {
  expect(isRefusal(compileExclusions(Array(MOST_EXCLUSIONS).fill('a')))).toBe(false);
  expect(isRefusal(compileExclusions(Array(MOST_EXCLUSIONS + 1).fill('a')))).toBe(true);
  expect(isRefusal(compileExclusions(Array(65).fill('x'.repeat(LONGEST_EXCLUSION))))).toBe(true);
});

it.each([
  [`${'*a'.repeat(400)}b`, 'a'.repeat(255)],
  [`${'**/a*/'.repeat(150)}b`, `${'aaa/'.repeat(500)}c`],
  ['**/*a*a*a*a*a*a*a*a*a*a*b', `${(`${'a'.repeat(250)}/`).repeat(8)}a`],
])('takes at most as many steps as pattern times path: %#', (pattern, path) => {
  // Backtracking would take practically for ever, so the test ends or never does.
  expect(isExcluded(compiled(...Array(20).fill(pattern)), path)).toBe(false);
});

describe('compared with git', () => {
  const WORDS = ['a', 'b', 'ab', '*', '**', '?', 'a*', '*b', '[ab]', '[!a]', '*a*b', 'a?'];
  let seed = 7;
  const pick = <T>(from: readonly T[]): T => {
    seed = (seed * 48_271) % 2_147_483_647;
    return from[seed % from.length]!;
  };
  const pattern = () =>
    pick(['', '', '', '!']) + pick(['', '', '/']) + Array.from({ length: pick([1, 1, 2, 3]) }, () => pick(WORDS)).join('/') + pick(['', '', '/']); // biome-ignore format: one pattern
  const names = ['a', 'b', 'ab', 'ba', 'aab', 'c'];
  const paths = [...names, ...names.flatMap((one) => names.flatMap((two) => [`${one}/${two}`, ...names.map((three) => `${one}/${two}/${three}`)]))]; // biome-ignore format: one list

  it('excludes what git ignores, of 150 lists of patterns and every path', () => {
    const folder = mkdtempSync(join(tmpdir(), 'assay-ignore-'));
    try {
      execFileSync('git', ['init', '-q', folder]);
      for (let round = 0; round < 150; round++) {
        const lines = Array.from({ length: pick([1, 2, 3, 4]) }, pattern);
        writeFileSync(join(folder, '.gitignore'), `${lines.join('\n')}\n`);
        const exclusions = compiled(...lines);
        const ours = paths.filter((path) => isExcluded(exclusions, path));
        expect({ lines, ignored: ignoredByGit(folder) }).toEqual({ lines, ignored: ours });
      }
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  function ignoredByGit(folder: string): string[] {
    const { status, stdout } = spawnSync('git', ['-C', folder, 'check-ignore', '--no-index', '--stdin', '-v', '-n'], {
      input: paths.join('\n'),
      encoding: 'utf8',
    });
    // Exit code 1 means that nothing is ignored.
    expect([0, 1]).toContain(status);
    return stdout.split('\n').flatMap((line) => {
      const [source, path] = line.split('\t');
      const rule = source?.split(':').slice(2).join(':') ?? '';
      return rule !== '' && !rule.startsWith('!') ? [path!] : [];
    });
  }
});
