import { describe, expect, it } from 'vitest';
import { check, checkLarge, type ManifestCase, readText } from '../../../../test/manifests/manifest-check.ts';

const cases: ManifestCase[] = [
  [
    'packages with edges by name, alternative and provided name',
    `Package: curl
Status: install ok installed
Architecture: amd64
Version: 7.88.1-10
Depends: libc6 (>= 2.34), mta | default-mta, libcurl4 (= 7.88.1-10)
Recommends: ca-certificates
Suggests: nothing
Description: transfers data
 in many ways
 .
 Depends: no-field

Package: libc6
Status: install ok installed
Source: glibc
Version: 2.36-9+deb12u1
Architecture: amd64

Package: exim4
Status: install ok unpacked
Source: exim4 (4.96-14)
Version: 4.96-15
Provides: default-mta, mail-transport-agent
Pre-Depends: exim4, libc6:any

Package: gone
Status: deinstall ok config-files
Version: 1
`,
    [
      'locks pkg:deb/debian/curl@7.88.1-10?arch=amd64',
      '  -> pkg:deb/debian/libc6@2.36-9%2Bdeb12u1?arch=amd64&upstream=glibc >= 2.34',
      '  -> pkg:deb/debian/exim4@4.96-15?upstream=exim4%404.96-14',
      'locks pkg:deb/debian/libc6@2.36-9%2Bdeb12u1?arch=amd64&upstream=glibc',
      'locks pkg:deb/debian/exim4@4.96-15?upstream=exim4%404.96-14',
      '  -> pkg:deb/debian/libc6@2.36-9%2Bdeb12u1?arch=amd64&upstream=glibc',
    ],
  ],
  [
    'all installed alternatives, and all providers if no package has the name',
    `Package: mutt
Version: 1
Depends: default-mta | mail-transport-agent, debconf | debconf-2.0, editor

Package: default-mta
Version: 2

Package: nullmailer
Version: 3
Provides: mail-transport-agent, debconf

Package: debconf
Version: 4
Provides: debconf-2.0

Package: vim
Version: 5
Provides: editor

Package: nano
Version: 6
Provides: editor
`,
    [
      'locks pkg:deb/debian/mutt@1',
      '  -> pkg:deb/debian/default-mta@2',
      '  -> pkg:deb/debian/nullmailer@3',
      '  -> pkg:deb/debian/debconf@4',
      '  -> pkg:deb/debian/vim@5',
      '  -> pkg:deb/debian/nano@6',
      'locks pkg:deb/debian/default-mta@2',
      'locks pkg:deb/debian/nullmailer@3',
      'locks pkg:deb/debian/debconf@4',
      'locks pkg:deb/debian/vim@5',
      'locks pkg:deb/debian/nano@6',
    ],
  ],
  [
    'a system of two architectures: each package needs those of its own',
    ['amd64', 'i386']
      .flatMap((arch) => [
        `Package: libc6\nVersion: 1\nArchitecture: ${arch}\n`,
        `Package: zlib1g\nVersion: 2\nArchitecture: ${arch}\nDepends: libc6\n`,
      ])
      .join('\n'),
    [
      'locks pkg:deb/debian/libc6@1?arch=amd64',
      'locks pkg:deb/debian/zlib1g@2?arch=amd64',
      '  -> pkg:deb/debian/libc6@1?arch=amd64',
      'locks pkg:deb/debian/libc6@1?arch=i386',
      'locks pkg:deb/debian/zlib1g@2?arch=i386',
      '  -> pkg:deb/debian/libc6@1?arch=i386',
    ],
  ],
  [
    'one package of an image without dpkg',
    'Package: base-files\nVersion: 1:12.4\nArchitecture: amd64\nDepends: awk, libc6 (>= 2)\n',
    ['locks pkg:deb/debian/base-files@1:12.4?arch=amd64', '  -> pkg:deb/debian/awk', '  -> pkg:deb/debian/libc6 >= 2'],
  ],
  [
    'Ubuntu, recognised by the maintainer',
    'Package: a\nVersion: 1\nMaintainer: Ubuntu Developers <x@lists.ubuntu.com>\n\nPackage: b\nVersion: 2\nOrigin: Proxmox\n',
    ['locks pkg:deb/ubuntu/a@1', 'locks pkg:deb/proxmox/b@2'],
  ],
  ['nothing', '', []],
  [
    'no name, no version, no field',
    'Version: 1\n\nPackage: a\nno field\n indented\n\nPackage: __proto__\nVersion: 1\n',
    ['locks pkg:deb/debian/a', 'locks pkg:deb/debian/__proto__@1'],
    ['at line 1 should have a "Package"', 'Line 4 should be "Field: value"', 'Line 5 is indented', '"a" should have a'],
  ],
];

describe('deb-status', () => {
  it.each(cases)('%s', (_, text, lines, problems) => check('deb-status', text, lines, problems));

  it('keeps texts and lines', () => {
    const text =
      'Status: install ok installed\nPackage: a\nVersion: 1\nDepends: b\nHomepage: https://a\nDescription: short\n long\n\nPackage: b\nVersion: 2\n';
    expect(readText('deb-status', text).findings).toMatchObject([
      { line: 2, description: 'short', homepageUrl: 'https://a', isPresent: true, dependencies: [{ line: 4 }] },
      { line: 9 },
    ]);
  });

  it('100,000 packages in a ring', () =>
    checkLarge(
      'deb-status',
      Array.from({ length: 100_000 }, (_, i) => `Package: p${i}\nVersion: 1\nDepends: p${(i + 1) % 100_000}\n`).join(
        '\n',
      ),
      100_000,
    ));
});
