import { describe, it } from 'vitest';
import { check, checkLarge, type ManifestCase } from '../../../../test/manifests/manifest-check.ts';

const cases: ManifestCase[] = [
  [
    'packages',
    `"PACKAGE","VERSION","LICENSE","LICENSE FILES","SOURCE ARCHIVE","SOURCE SITE"
"busybox","1.36.1","GPL-2.0, bzip2-1.0.4","LICENSE","busybox.tar.bz2","https://busybox.net/downloads"
"own","unknown","unknown","","",""
`,
    ['locks pkg:buildroot/busybox@1.36.1 "GPL-2.0, bzip2-1.0.4"', 'locks pkg:buildroot/own'],
  ],
  ['nothing', '', [], ['Line 1 should begin with PACKAGE']],
];

describe('buildroot-legal', () => {
  it.each(cases)('%s', (_, text, lines, problems) => check('buildroot-legal', text, lines, problems));
  it('20,000 packages', () =>
    checkLarge(
      'buildroot-legal',
      `PACKAGE,VERSION,LICENSE,LICENSE FILES\n${Array.from({ length: 20_000 }, (_, i) => `p${i},1,MIT,x`).join('\n')}`,
      20_000,
    ));
});
