import { describe, it } from 'vitest';
import { check, checkLarge, type ManifestCase } from '../../../../test/manifests/manifest-check.ts';

const cases: ManifestCase[] = [
  [
    'checksums of modules, not of their go.mod',
    'github.com/a/b v1.0.0 h1:xyz=\ngithub.com/a/b v1.0.0/go.mod h1:abc=\ngithub.com/c v2.0.0+incompatible h1:q=\n',
    ['locks pkg:golang/github.com/a/b@v1.0.0', 'locks pkg:golang/github.com/c@v2.0.0%2Bincompatible'],
  ],
  ['nothing', '', []],
  [
    'broken lines',
    'what\na v1.0.0\na v1.0.0 h1:x y\n',
    [],
    ['"what" should be a module path', '"a v1.0.0" should be', '"a v1.0.0 h1:x y" should be'],
  ],
];

describe('golang-go-sum', () => {
  it.each(cases)('%s', (_, text, lines, problems) => check('golang-go-sum', text, lines, problems));

  it('50,000 modules', () =>
    checkLarge(
      'golang-go-sum',
      Array.from({ length: 50_000 }, (_, i) => `github.com/a/p${i} v1.0.0 h1:x=`).join('\n'),
      50_000,
    ));
});
