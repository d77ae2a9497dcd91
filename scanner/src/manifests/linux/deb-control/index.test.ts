// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are variables of build files
import { describe, it } from 'vitest';
import { check, checkLarge, type ManifestCase } from '../../../../test/manifests/manifest-check.ts';

const cases: ManifestCase[] = [
  [
    'a binary package',
    `Package: bash
Version: 5.2-1
Architecture: amd64
Depends: libc6 (>= 2.36)
Homepage: https://x
`,
    ['locks pkg:deb/debian/bash@5.2-1?arch=amd64', '  -> pkg:deb/debian/libc6 >= 2.36'],
  ],
  [
    'a source package in a code base',
    `Source: app
Build-Depends: debhelper-compat (= 13), cmake <!nocheck>
Homepage: https://x

Package: app
Architecture: any
Depends: \${shlibs:Depends}, app-data (= \${binary:Version}), python3
Description: It
 more

Package: app-data
Architecture: all
`,
    [
      'declares pkg:deb/debian/app?arch=source',
      '  -> pkg:deb/debian/python3',
      '  -> pkg:deb/debian/debhelper-compat = 13 build',
      '  -> pkg:deb/debian/cmake build',
    ],
  ],
  [
    'the description of a source package',
    `-----BEGIN PGP SIGNED MESSAGE-----
Hash: SHA512

Format: 3.0 (quilt)
Source: app
Binary: app, app-data
Version: 1.0-2
Build-Depends: cmake
`,
    ['declares pkg:deb/debian/app@1.0-2?arch=source', '  -> pkg:deb/debian/cmake build'],
  ],
  ['nothing', '', [], ['should have a "Package" or a "Source"']],
];

describe('deb-control', () => {
  it.each(cases)('%s', (_, text, lines, problems) => check('deb-control', text, lines, problems));
  it('20,000 needs', () =>
    checkLarge(
      'deb-control',
      `Package: a\nVersion: 1\nDepends: ${Array.from({ length: 20_000 }, (_, i) => `p${i}`).join(', ')}`,
      1,
    ));
});
