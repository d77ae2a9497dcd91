import { describe, it } from 'vitest';
import { check, checkLarge, type ManifestCase } from '../../../../test/manifests/manifest-check.ts';

const cases: ManifestCase[] = [
  [
    'submodules',
    `[submodule "libs/zlib"]
	path = libs/zlib
	url = https://github.com/madler/zlib.git
	branch = develop
# x
[submodule "b"]
	url = git@example.org:team/b.git
[submodule "c"]
	url = ../c.git
`,
    [
      'requires pkg:github/madler/zlib direct',
      'requires pkg:git/example.org/team/b direct',
      'requires pkg:generic/c direct',
    ],
  ],
  ['nothing', '', []],
  [
    'broken',
    `x
[submodule "a"]
	path = a
[submodule "b"]
url = %%
`,
    [],
    ['Line 1 should be "name = value"', '"a" should have a "url"', 'Line 5: "url" should be'],
  ],
];

describe('git-modules', () => {
  it.each(cases)('%s', (_, text, lines, problems) => check('git-modules', text, lines, problems));
  it('10,000 submodules', () =>
    checkLarge(
      'git-modules',
      Array.from({ length: 10_000 }, (_, i) => `[submodule "a${i}"]\n\turl = https://github.com/a/b${i}`).join('\n'),
      10_000,
    ));
});
