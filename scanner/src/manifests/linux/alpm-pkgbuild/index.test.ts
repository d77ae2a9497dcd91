import { describe, it } from 'vitest';
import { check, checkLarge, type ManifestCase } from '../../../../test/manifests/manifest-check.ts';

const cases: ManifestCase[] = [
  [
    'a recipe',
    `pkgname=('gimp' gimp-docs)\nepoch=1\npkgver=2.10\npkgrel=3\nlicense=(GPL3 'LGPL3')\ndepends=('glibc>=2.3' gtk)\noptdepends=('ghost: for PDF' bare)\nmakedepends=(git)\ncheckdepends=(gtk xvfb)\nsource=("$pkgname::https://x/$pkgver.tar.gz")\n`,
    [
      'declares pkg:alpm/arch/gimp@1:2.10-3 "GPL3 AND LGPL3"',
      '  -> pkg:alpm/arch/glibc >=2.3',
      '  -> pkg:alpm/arch/gtk',
      '  -> pkg:alpm/arch/ghost optional',
      '  -> pkg:alpm/arch/git build',
      '  -> pkg:alpm/arch/xvfb test',
    ],
  ],
  ['nothing', '', [], ['should set "pkgname"']],
  ['a recipe with only a pkgbase', 'pkgbase=a\npkgver=1\n', ['declares pkg:alpm/arch/a@1']],
];

describe('alpm-pkgbuild', () => {
  it.each(cases)('%s', (_, text, lines, problems) => check('alpm-pkgbuild', text, lines, problems));
  it('10,000 dependencies', () =>
    checkLarge(
      'alpm-pkgbuild',
      `pkgname=a\ndepends=(${Array.from({ length: 10_000 }, (_, i) => `p${i}`).join('\n')})`,
      1,
    ));
});
