// The targets of references in a tree.
import { describe, expect, it } from 'vitest';
import type { LicenseMatch } from '../../findings.ts';
import { createReferenceFollower } from './follow.ts';

interface Tree {
  licensed?: Record<string, string[]>;
  declared?: Record<string, string>;
  /** Path → targets. */
  referring: Record<string, string[]>;
}

function follow({ licensed = {}, declared = {}, referring }: Tree) {
  const follower = createReferenceFollower();
  for (const [path, spdx] of Object.entries(licensed)) follower.addLicensed(path, spdx);
  for (const [path, expression] of Object.entries(declared)) follower.addDeclared(path, expression);
  for (const [path, targets] of Object.entries(referring)) {
    const spdx = licensed[path] ?? [];
    const licenses = spdx.map((expression) => ({ expression, startLine: 1, endLine: 1, rule: 'r' }) as LicenseMatch);
    follower.addReferring({
      path,
      spdx,
      licenses,
      references: targets.map((target) => ({ target, line: 9, rule: '' })),
    });
  }
  return Object.fromEntries(
    [...follower.follow()].map(([path, { licenses }]) => [
      path,
      licenses.map(({ expression, via }) => `${expression}${via ? ` via ${via}` : ''}`),
    ]),
  );
}

describe('createReferenceFollower', () => {
  it.each<[string, Tree, Record<string, string[]>]>([
    [
      'the nearest file upwards',
      {
        licensed: { COPYING: ['GPL-2.0-only'], 'lib/COPYING.txt': ['LGPL-2.1-only'] },
        referring: { 'src/a.c': ['COPYING'], 'lib/deep/a.c': ['copying'], 'lib/b.c': ['LICENSE'] },
      },
      { 'src/a.c': ['GPL-2.0-only via COPYING'], 'lib/deep/a.c': ['LGPL-2.1-only via lib/COPYING.txt'] },
    ],
    [
      'a path as written, else its name',
      {
        licensed: { 'doc/LICENSE': ['MIT'], 'x/LICENSE': ['ISC'] },
        referring: { 'x/a.c': ['doc/LICENSE'], 'doc/b.c': ['../x/LICENSE'], 'c.c': ['nowhere/../../LICENSE'] },
      },
      { 'x/a.c': ['ISC via x/LICENSE'], 'doc/b.c': ['ISC via x/LICENSE'] },
    ],
    [
      'the package, whose files allow later versions of its license',
      {
        licensed: { 'a/COPYING': ['GPL-2.0-only'], 'a/src/x.c': ['GPL-2.0-or-later'], 'b/y.c': ['GPL-2.0-only'] },
        referring: { 'a/po/de.po': [''] },
      },
      { 'a/po/de.po': ['GPL-2.0-or-later via a/COPYING'] },
    ],
    [
      'the package, and not the list of all its licenses in debian/copyright',
      {
        licensed: { COPYING: ['MIT'], 'debian/copyright': ['MIT', 'ISC', 'Zlib'] },
        referring: { 'debian/po/de.po': [''] },
      },
      { 'debian/po/de.po': ['MIT via COPYING'] },
    ],
    [
      'that list if there is nothing else',
      { licensed: { 'debian/copyright': ['MIT'] }, referring: { 'debian/po/de.po': [''] } },
      { 'debian/po/de.po': ['MIT via debian/copyright'] },
    ],
    [
      'British spelling, another ending',
      { licensed: { 'Licence.md': ['MIT'] }, referring: { 'a.c': ['LICENSE.txt'] } },
      { 'a.c': ['MIT via Licence.md'] },
    ],
    [
      'several files with the same beginning of their names, as a choice',
      {
        licensed: { 'LICENSE-MIT': ['MIT'], 'LICENSE-APACHE': ['Apache-2.0'] },
        referring: { 'src/a.rs': ['LICENSE'] },
      },
      { 'src/a.rs': ['MIT OR Apache-2.0 via LICENSE-MIT and LICENSE-APACHE'] },
    ],
    [
      'a file that only refers to another one, but not in a circle',
      {
        licensed: { COPYING: ['MIT'] },
        referring: { 'a.c': ['LICENSE'], LICENSE: ['COPYING'], 'x/LICENSE': ['x/NOTICE'], 'x/NOTICE': ['x/LICENSE'] },
      },
      { LICENSE: ['MIT via COPYING'], 'a.c': ['MIT via LICENSE'], 'x/NOTICE': ['MIT via LICENSE'] },
    ],
    [
      'not to itself',
      { licensed: { LICENSE: ['MIT'], 'x/LICENSE': ['ISC'] }, referring: { 'x/LICENSE': ['LICENSE'] } },
      { 'x/LICENSE': ['ISC', 'MIT via LICENSE'] },
    ],
    [
      'nothing new if the file states the same license, or another version of it',
      {
        licensed: { COPYING: ['GPL-2.0-only'], 'a.c': ['GPL-2.0-or-later'], 'b.c': ['MIT'], 'c.c': ['GPL-2.0-only'] },
        referring: { 'a.c': ['COPYING'], 'b.c': ['COPYING'], 'c.c': ['COPYING'] },
      },
      { 'b.c': ['MIT', 'GPL-2.0-only via COPYING'] },
    ],
    [
      'the package: its manifest, else its license files, the nearest folder first',
      {
        licensed: { LICENSE: ['Apache-2.0'], 'p/COPYING': ['ISC'] },
        declared: { 'p/package.json': 'MIT' },
        referring: { 'p/src/a.js': [''], 'q/b.c': [''] },
      },
      { 'p/src/a.js': ['MIT via p/package.json'], 'q/b.c': ['Apache-2.0 via LICENSE'] },
    ],
    [
      'a manifest that declares nothing certain is ignored',
      {
        licensed: { 'p/LICENSE': ['ISC'] },
        declared: { 'p/package.json': '' },
        referring: { 'p/a.js': [''] },
      },
      { 'p/a.js': ['ISC via p/LICENSE'] },
    ],
    ['nowhere', { referring: { 'a.c': ['COPYING', ''] } }, {}],
  ])('%s', (_, tree, expected) => {
    expect(follow(tree)).toEqual(expected);
  });

  it('replaces an unknown license by the license of the target', () => {
    const unknown = 'LicenseRef-scancode-unknown-license-reference';
    const follower = createReferenceFollower();
    follower.addLicensed('LICENSE', ['MIT']);
    for (const name of ['a.c', 'b.c']) {
      const licenses = [{ expression: unknown, startLine: 3, endLine: 3, rule: 'unknown_1.RULE' } as LicenseMatch];
      const target = name === 'a.c' ? 'LICENSE' : 'NOWHERE';
      const references = [{ target, line: 3, rule: 'unknown_1.RULE' }];
      follower.addReferring({ path: name, spdx: [unknown], licenses, references });
    }
    const outcomes = follower.follow();
    expect([...outcomes.keys()]).toEqual(['a.c']);
    expect(outcomes.get('a.c')).toEqual({
      spdx: ['MIT'],
      licenses: [
        {
          expression: 'MIT',
          startLine: 3,
          endLine: 3,
          score: 90,
          coverage: 100,
          rule: 'unknown_1.RULE',
          kind: 'reference',
          via: 'LICENSE',
        },
      ],
    });
  });

  it('limits the work for long chains of references', () => {
    const referring = Object.fromEntries(
      Array.from({ length: 50_000 }, (_, i) => [`COPYING.${i}a`, [`COPYING.${i + 1}a`]]),
    );
    const outcome = follow({ licensed: { 'COPYING.50000a': ['MIT'] }, referring });
    expect(Object.keys(outcome)).toEqual([4, 3, 2, 1].map((back) => `COPYING.${50_000 - back}a`).reverse());
  });
});
