import { describe, it } from 'vitest';
import { check, checkLarge, type ManifestCase } from '../../../../test/manifests/manifest-check.ts';

const cases: ManifestCase[] = [
  [
    'Mariner and Azure Linux',
    'glibc\t2.35-6.cm2\t1\t2\tMicrosoft\t(none)\t3\tx86_64\t0\tglibc-2.35-6.cm2.src.rpm\nvim\t9-1.azl3\t1\t2\tM\t2\t3\tnoarch\t2\t(none)\n',
    [
      'locks pkg:rpm/mariner/glibc@2.35-6.cm2?arch=x86_64&upstream=glibc-2.35-6.cm2.src.rpm',
      'locks pkg:rpm/azurelinux/vim@9-1.azl3?arch=noarch&epoch=2',
    ],
  ],
  [
    'an epoch',
    'a\t1-2.azl3\t1\t2\tv\t(none)\t3\tnoarch\t1\tb-1-2.azl3.src.rpm\n',
    ['locks pkg:rpm/azurelinux/a@1-2.azl3?arch=noarch&epoch=1&upstream=b-1-2.azl3.src.rpm'],
  ],
  ['nothing', '', []],
  ['another file', 'x\n', [], ['Line 1 should be 10 fields']],
];

describe('rpm-manifest', () => {
  it.each(cases)('%s', (_, text, lines, problems) => check('rpm-manifest', text, lines, problems));
  it('50,000 packages', () =>
    checkLarge(
      'rpm-manifest',
      Array.from({ length: 50_000 }, (_, i) => `p${i}\t1-1\t1\t2\tM\t(none)\t3\tx86_64\t0\ts`).join('\n'),
      50_000,
    ));
});
