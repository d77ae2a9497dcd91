import { describe, it } from 'vitest';
import { check, checkLarge, type ManifestCase } from '../../../../test/manifests/manifest-check.ts';

const cases: ManifestCase[] = [
  [
    'packages of an image',
    `PACKAGE NAME: busybox-udhcpc
PACKAGE VERSION: 1.36.1
RECIPE NAME: busybox
LICENSE: GPL-2.0-only & bzip2-1.0.4 | MIT

PACKAGE NAME: zlib
PACKAGE VERSION: 1.3
RECIPE NAME: zlib
LICENSE: Zlib
`,
    [
      'locks pkg:yocto/busybox-udhcpc@1.36.1?upstream=busybox "GPL-2.0-only AND bzip2-1.0.4 OR MIT"',
      'locks pkg:yocto/zlib@1.3 "Zlib"',
    ],
  ],
  ['nothing', '', []],
  [
    'no name',
    `LICENSE: MIT
`,
    [],
    ['The block at line 1 should have a "PACKAGE NAME"'],
  ],
];

describe('yocto-licenses', () => {
  it.each(cases)('%s', (_, text, lines, problems) => check('yocto-licenses', text, lines, problems));
  it('20,000 packages', () =>
    checkLarge(
      'yocto-licenses',
      Array.from({ length: 20_000 }, (_, i) => `PACKAGE NAME: p${i}\nPACKAGE VERSION: 1\n`).join('\n'),
      20_000,
    ));
});
