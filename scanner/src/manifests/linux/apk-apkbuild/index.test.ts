import { describe, expect, it } from 'vitest';
import { check, checkLarge, type ManifestCase, readText } from '../../../../test/manifests/manifest-check.ts';

const cases: ManifestCase[] = [
  [
    'a recipe',
    'pkgname=cmake\npkgver=3.20.3\npkgrel=0\nlicense="BSD-3-Clause AND\n\tMIT"\ndepends="so:x a>=1 !b"\nmakedepends="curl-dev a"\ncheckdepends=file\nbuild() {\n\tpkgname=no\n}\n',
    [
      'declares pkg:apk/alpine/cmake@3.20.3-r0 "BSD-3-Clause AND MIT"',
      '  -> pkg:apk/alpine/a >=1',
      '  -> pkg:apk/alpine/curl-dev build',
      '  -> pkg:apk/alpine/file test',
    ],
  ],
  ['nothing', '', [], ['should set "pkgname"']],
  ['no version', 'pkgname=a\n', ['declares pkg:apk/alpine/a']],
];

describe('apk-apkbuild', () => {
  it.each(cases)('%s', (_, text, lines, problems) => check('apk-apkbuild', text, lines, problems));
  it('keeps texts and lines', () => {
    const text =
      '# x\npkgname=a\npkgver=1\npkgdesc="Text"\nurl=https://a\nsource="\n\tpatch\n\thttps://a/$pkgname-$pkgver.tgz"\ndepends=b\n';
    expect(readText('apk-apkbuild', text).findings).toMatchObject([
      {
        line: 2,
        description: 'Text',
        homepageUrl: 'https://a',
        downloadUrl: 'https://a/a-1.tgz',
        dependencies: [{ line: 9 }],
      },
    ]);
  });
  it('10,000 dependencies', () =>
    checkLarge(
      'apk-apkbuild',
      `pkgname=a\ndepends="${Array.from({ length: 10_000 }, (_, i) => `p${i}`).join(' ')}"`,
      1,
    ));
});
