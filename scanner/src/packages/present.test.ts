import { describe, expect, it } from 'vitest';
import { manifestNameFor, readManifest } from '../manifests/index.ts';
import { describePackages } from './index.ts';

/** `purl [in folders] [> dependencies]` */
function lines(files: Record<string, string>): string[] {
  const read = Object.entries(files).map(([path, text]) => {
    const { findings, issues } = readManifest(manifestNameFor(path) ?? path, Buffer.from(text));
    expect(issues, path).toEqual([]);
    return { path, packages: findings };
  });
  return describePackages(read).map(({ purl, ownedFolders, dependencies }) =>
    [
      purl,
      ownedFolders.length === 0 ? '' : `in ${ownedFolders.join(' ')}`,
      dependencies.length === 0 ? '' : `> ${dependencies.map((dependency) => dependency.purl).join(' ')}`,
    ]
      .filter((part) => part !== '')
      .join(' '),
  );
}

const STATUS = 'Package: curl\nVersion: 1\nArchitecture: amd64\nDepends: libc6\n\nPackage: libc6\nVersion: 2\n';

it('a machine-readable copyright file declares the license of its package', () => {
  const copyright = 'Format: x\n\nFiles: *\nLicense: GPL-2+\n';
  const files = { 'r/var/lib/dpkg/status': STATUS, 'r/usr/share/doc/curl/copyright': copyright };
  const read = Object.entries(files).map(([path, text]) => ({
    path,
    packages: readManifest(manifestNameFor(path) ?? path, Buffer.from(text)).findings,
  }));
  expect(describePackages(read)).toMatchObject([
    { name: 'curl', declaredLicense: 'GPL-2+', licenseExpression: 'GPL-2.0-or-later' },
    { name: 'libc6', declaredLicense: '' },
  ]);
  // No file says which of them were requested directly.
  expect(describePackages(read).map(({ isDirect }) => isDirect)).toEqual([undefined, undefined]);
});

it('a package of PEAR has the channel of its folder, unless its file names one', () =>
  expect(
    lines({
      'php/.registry/.channel.pecl.php.net/redis.reg': 'a:1:{s:4:"name";s:5:"redis";}',
      'php/.registry/.channel.pecl.php.net/own.reg': 'a:2:{s:4:"name";s:3:"own";s:7:"channel";s:9:"x.example";}',
      'php/.registry/mail.reg': 'a:1:{s:4:"name";s:4:"Mail";}',
    }),
  ).toEqual(['pkg:pear/pear.php.net/Mail', 'pkg:pear/pecl.php.net/redis', 'pkg:pear/x.example/own']));

describe('presentPackages', () => {
  const cases: [string, Record<string, string>, string[]][] = [
    [
      'the distribution names packages and edges',
      { 'etc/os-release': 'ID=kali\nVERSION_ID="2024.1"\n', 'var/lib/dpkg/status': STATUS },
      [
        'pkg:deb/kali/curl@1?arch=amd64&distro=kali-2024.1 in usr/share/doc/curl > pkg:deb/kali/libc6@2?distro=kali-2024.1',
        'pkg:deb/kali/libc6@2?distro=kali-2024.1 in usr/share/doc/libc6',
      ],
    ],
    [
      'two systems, inside of archives',
      {
        'a.tar!/etc/os-release': 'ID=alpine\nVERSION_ID=3.20.1',
        'a.tar!/lib/apk/db/installed': 'P:musl\nV:1\n',
        'b.tar!/usr/lib/os-release': 'ID="rhel"\nVERSION_ID="9.4"',
        'b.tar!/etc/os-release': 'ID="fedora"\nVERSION_ID=40',
        'b.tar!/var/lib/rpmmanifest/container-manifest-2': 'glibc\t2-1\t1\t2\tM\t(none)\t3\tx86_64\t0\t(none)\n',
      },
      [
        'pkg:apk/alpine/musl@1?distro=alpine-3.20.1 in a.tar!/usr/share/licenses/musl',
        'pkg:rpm/fedora/glibc@2-1?arch=x86_64&distro=fedora-40 in b.tar!/usr/share/licenses/glibc',
      ],
    ],
    [
      'a system without its own os-release',
      { 'root/var/lib/dpkg/status': 'Package: a\nVersion: 1\n', 'other/etc/os-release': 'ID=debian' },
      ['pkg:deb/debian/a@1 in root/usr/share/doc/a'],
    ],
    [
      'edges between the files of one database',
      {
        'var/lib/dpkg/status.d/a': 'Package: a\nVersion: 1\nDepends: b\n',
        'var/lib/dpkg/status.d/b': 'Package: b\nVersion: 2\nDepends: c\n',
      },
      [
        'pkg:deb/debian/a@1 in usr/share/doc/a > pkg:deb/debian/b@2',
        'pkg:deb/debian/b@2 in usr/share/doc/b > pkg:deb/debian/c',
      ],
    ],
    [
      'the names that another file of the database provides',
      {
        'var/lib/dpkg/status.d/a': 'Package: a\nVersion: 1\nDepends: awk\n',
        'var/lib/dpkg/status.d/mawk': 'Package: mawk\nVersion: 2\nProvides: awk\n',
        'var/lib/pacman/local/emacs-3/desc': '%NAME%\nemacs\n%VERSION%\n3\n%DEPENDS%\nlibts.so=0-64\nlibgone.so\nsh\n',
        'var/lib/pacman/local/ts-4/desc': '%NAME%\nts\n%VERSION%\n4\n%PROVIDES%\nlibts.so=0-64\n%DEPENDS%\nlibts.so\n',
      },
      [
        'pkg:alpm/arch/emacs@3 in usr/share/licenses/emacs > pkg:alpm/arch/sh pkg:alpm/arch/ts@4',
        'pkg:alpm/arch/ts@4 in usr/share/licenses/ts',
        'pkg:deb/debian/a@1 in usr/share/doc/a > pkg:deb/debian/mawk@2',
        'pkg:deb/debian/mawk@2 in usr/share/doc/mawk',
      ],
    ],
    [
      'an odd identifier',
      { 'etc/os-release': 'ID=constructor', 'var/lib/dpkg/status': 'Package: __proto__\nVersion: 1\n' },
      ['pkg:deb/constructor/__proto__@1?distro=constructor in usr/share/doc/__proto__'],
    ],
  ];
  it.each(cases)('%s', (_, files, expected) => expect(lines(files)).toEqual(expected));
});
