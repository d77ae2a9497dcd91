import { describe, expect, it } from 'vitest';
import { check, checkLarge, type ManifestCase, readText } from '../../../../test/manifests/manifest-check.ts';

const cases: ManifestCase[] = [
  [
    'edges by library, command, path and name; conflicts give no edges',
    `C:Q1abc=
P:tool
V:1.0-r0
A:x86_64
L:MIT
D:so:libc.musl-x86_64.so.1 /bin/sh cmd:list>=2 !other musl>1.1
o:tool-src

P:musl
V:1.2.4-r0
A:x86_64
p:so:libc.musl-x86_64.so.1=1

P:busybox
V:1.36-r0
p:cmd:list=1.36-r0
F:bin
R:sh
F:
R:top
`,
    [
      'locks pkg:apk/alpine/tool@1.0-r0?arch=x86_64&upstream=tool-src "MIT"',
      '  -> pkg:apk/alpine/musl@1.2.4-r0?arch=x86_64',
      '  -> pkg:apk/alpine/busybox@1.36-r0',
      'locks pkg:apk/alpine/musl@1.2.4-r0?arch=x86_64',
      'locks pkg:apk/alpine/busybox@1.36-r0',
    ],
  ],
  [
    'licenses as a list, as older systems have them, and as an expression',
    'P:a\nV:1\nL:MIT BSD GPL2+\n\nP:b\nV:1\nL:( Apache-2.0 OR MIT ) AND MPL-2.0\n\nP:c\nV:1\nL:GPL2 or later\n',
    [
      'locks pkg:apk/alpine/a@1 "MIT AND BSD AND GPL2+"',
      'locks pkg:apk/alpine/b@1 "( Apache-2.0 OR MIT ) AND MPL-2.0"',
      'locks pkg:apk/alpine/c@1 "GPL2 or later"',
    ],
  ],
  ['nothing', '', []],
  [
    'broken',
    'garbage\nV:1\n\nP:a\n',
    ['locks pkg:apk/alpine/a'],
    ['Line 1 should be one letter', 'at line 2 should have a name', '"a" should have a version'],
  ],
];

describe('apk-installed', () => {
  it.each(cases)('%s', (_, text, lines, problems) => check('apk-installed', text, lines, problems));

  it('keeps texts, checksum and line', () => {
    expect(readText('apk-installed', '\nC:Q1abc=\nP:a\nV:1\nT:Text\nU:https://a\n').findings).toMatchObject([
      { line: 3, integrity: 'sha1-abc=', description: 'Text', homepageUrl: 'https://a', isPresent: true },
    ]);
  });

  it('50,000 packages with files', () =>
    checkLarge(
      'apk-installed',
      Array.from({ length: 50_000 }, (_, i) => `P:p${i}\nV:1\nD:/bin/p${i + 1}\nF:bin\nR:p${i}\n`).join('\n'),
      50_000,
    ));
});
