import { describe, it } from 'vitest';
import { check, checkLarge, type ManifestCase } from '../../../../test/manifests/manifest-check.ts';

const cases: ManifestCase[] = [
  [
    'modules with their marks',
    '# github.com/a/b v1.0.0\n## explicit; go 1.17\ngithub.com/a/b/pkg\n# github.com/c v2.0.0\n# github.com/old v1.0.0 => github.com/fork v1.0.1\n## explicit\n# github.com/local v1.0.0 => ../local\n## explicit\n',
    [
      'locks pkg:golang/github.com/a/b@v1.0.0',
      'locks pkg:golang/github.com/c@v2.0.0 transitive',
      'locks pkg:golang/github.com/fork@v1.0.1',
    ],
  ],
  [
    'replacement lines at the end, which are not modules',
    '# github.com/a v1.0.0 => github.com/fork v1.0.1\n# github.com/a => github.com/fork v1.0.1\n## explicit\n# github.com/unused => github.com/other v2.0.0\n',
    ['locks pkg:golang/github.com/fork@v1.0.1 transitive'],
  ],
  ['nothing', '', []],
  ['no modules', 'what\n# \n## explicit\n', []],
];

describe('golang-vendor-modules', () => {
  it.each(cases)('%s', (_, text, lines, problems) => check('golang-vendor-modules', text, lines, problems));

  it('10,000 modules', () => {
    checkLarge(
      'golang-vendor-modules',
      Array.from({ length: 10_000 }, (_, i) => `# github.com/a/p${i} v1.0.${i}\n## explicit`).join('\n'),
      10_000,
    );
  });
});
