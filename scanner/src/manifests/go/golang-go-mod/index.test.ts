import { describe, expect, it } from 'vitest';
import { check, checkLarge, type ManifestCase, readText } from '../../../../test/manifests/manifest-check.ts';

const cases: ManifestCase[] = [
  [
    'requirements in blocks and lines, replaced ones',
    `module example.com/me/app // a comment

go 1.22

require github.com/a/b v1.0.0
require (
	github.com/c/d/v2 v2.1.0 // indirect
	"golang.org/x/text" v0.3.0
	example.com/local v0.0.0
	example.com/moved v1.0.0
)
exclude github.com/x/y v1.0.0
replace (
	example.com/local => ../local
	example.com/moved v1.0.0 => github.com/fork/moved v1.0.1
)
`,
    [
      'declares pkg:golang/example.com/me/app',
      '  -> pkg:golang/github.com/a/b@v1.0.0 v1.0.0',
      '  -> pkg:golang/github.com/c/d/v2@v2.1.0 v2.1.0 transitive',
      '  -> pkg:golang/golang.org/x/text@v0.3.0 v0.3.0',
      '  -> pkg:golang/github.com/fork/moved@v1.0.1 v1.0.1',
      'locks pkg:golang/github.com/a/b@v1.0.0 direct',
      'locks pkg:golang/github.com/c/d/v2@v2.1.0 transitive',
      'locks pkg:golang/golang.org/x/text@v0.3.0 direct',
      'locks pkg:golang/github.com/fork/moved@v1.0.1 direct',
    ],
  ],
  [
    'an excluded version is not used',
    'module m\nrequire github.com/a/b v1.0.0\nexclude (\n\tgithub.com/a/b v1.0.0\n\tgithub.com/a/b v1.0.1\n)\n',
    ['declares pkg:golang/m', '  -> pkg:golang/github.com/a/b v1.0.0', 'requires pkg:golang/github.com/a/b direct'],
  ],
  ['a module without requirements', 'module m\n', ['declares pkg:golang/m']],
  ['nothing', '', []],
  [
    'broken lines',
    'module m\nrequire a\nreplace x y\n',
    ['declares pkg:golang/m'],
    ['Line 2: "require" should have a module path and a version', 'Line 3: "replace" should have "=>"'],
  ],
];

describe('golang-go-mod', () => {
  it.each(cases)('%s', (_, text, lines, problems) => check('golang-go-mod', text, lines, problems));

  it('derives the repository for the large hosts', () => {
    expect(readText('golang-go-mod', 'module github.com/a/b/c/v2\n').findings[0]).toMatchObject({
      repositoryUrl: 'https://github.com/a/b',
    });
  });

  it('20,000 requirements', () => {
    checkLarge(
      'golang-go-mod',
      `module m\nrequire (\n${Array.from({ length: 20_000 }, (_, i) => `\tgithub.com/a/p${i} v1.0.${i}`).join('\n')}\n)\n`,
      20_001,
    );
  });
});
