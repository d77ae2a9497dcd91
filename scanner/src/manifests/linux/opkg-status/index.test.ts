import { describe, it } from 'vitest';
import { check, checkLarge, type ManifestCase } from '../../../../test/manifests/manifest-check.ts';

const cases: ManifestCase[] = [
  [
    'installed packages',
    'Package: dropbear\nVersion: 2024.85-r0\nDepends: libc, zlib\nStatus: install user installed\nArchitecture: x86_64\nLicense: MIT\nSource: feeds/base/package/dropbear-src\n\nPackage: libc\nVersion: 1\nStatus: install ok installed\nSource: libc_1.0.bb\n\nPackage: x\nVersion: 1\nStatus: install ok not-installed\n',
    [
      'locks pkg:opkg/dropbear@2024.85-r0?arch=x86_64&upstream=dropbear-src "MIT"',
      '  -> pkg:opkg/libc@1',
      'locks pkg:opkg/libc@1',
    ],
  ],
  ['one control file', 'Package: a\nVersion: 1\nDepends: b\n', ['locks pkg:opkg/a@1', '  -> pkg:opkg/b']],
  ['nothing', '', []],
  ['broken', 'garbage\n\nVersion: 1\n', [], ['Line 1 should be', 'should have a "Package" field']],
];

describe('opkg-status', () => {
  it.each(cases)('%s', (_, text, lines, problems) => check('opkg-status', text, lines, problems));
  it('20,000 packages', () =>
    checkLarge(
      'opkg-status',
      Array.from({ length: 20_000 }, (_, i) => `Package: p${i}\nVersion: 1\n`).join('\n'),
      20_000,
    ));
});
