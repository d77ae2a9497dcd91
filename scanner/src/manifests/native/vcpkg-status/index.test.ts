import { describe, it } from 'vitest';
import { check, checkLarge, type ManifestCase } from '../../../../test/manifests/manifest-check.ts';

const cases: ManifestCase[] = [
  [
    'ports',
    `Package: zlib
Version: 1.3.1
Port-Version: 2
Architecture: x64-linux
Status: install ok installed

Package: curl
Version: 8
Depends: zlib, vcpkg-cmake:x64-linux
Architecture: x64-linux
Status: install ok installed

Package: curl
Feature: ssl
Status: install ok installed

Package: old
Version: 1
Status: purge ok not-installed
`,
    [
      'locks pkg:vcpkg/zlib@1.3.1?port_revision=2&triplet=x64-linux',
      'locks pkg:vcpkg/curl@8?triplet=x64-linux',
      '  -> pkg:vcpkg/zlib@1.3.1?port_revision=2&triplet=x64-linux',
    ],
  ],
  ['nothing', '', []],
  [
    'broken',
    `x
`,
    [],
    ['Line 1 should be'],
  ],
];

describe('vcpkg-status', () => {
  it.each(cases)('%s', (_, text, lines, problems) => check('vcpkg-status', text, lines, problems));
  it('20,000 ports', () =>
    checkLarge(
      'vcpkg-status',
      Array.from({ length: 20_000 }, (_, i) => `Package: p${i}\nVersion: 1\n`).join('\n'),
      20_000,
    ));
});
