import { describe, it } from 'vitest';
import { check, checkLarge, type ManifestCase } from '../../../../test/manifests/manifest-check.ts';

const cases: ManifestCase[] = [
  [
    'a snap',
    `name: pc
version: 24-0.1
license: GPL-3.0
architectures: [amd64]
primed-stage-packages:
- grub=2.12-1
- gcc:amd64=10
`,
    [
      'locks pkg:snap/pc@24-0.1?arch=amd64 "GPL-3.0"',
      '  -> pkg:deb/ubuntu/grub@2.12-1',
      '  -> pkg:deb/ubuntu/gcc@10?arch=amd64',
      'locks pkg:deb/ubuntu/grub@2.12-1',
      'locks pkg:deb/ubuntu/gcc@10?arch=amd64',
    ],
  ],
  [
    'packages only',
    `packages: [a=1, b]
`,
    ['locks pkg:deb/ubuntu/a@1'],
    ['Line 1 should be name=version'],
  ],
  ['nothing', '', []],
];

describe('snap-packages', () => {
  it.each(cases)('%s', (_, text, lines, problems) => check('snap-packages', text, lines, problems));
  it('5,000 packages', () =>
    checkLarge('snap-packages', `packages:\n${Array.from({ length: 5000 }, (_, i) => `- p${i}=1`).join('\n')}`, 5000));
});
