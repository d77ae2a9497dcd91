import { describe, it } from 'vitest';
import { check, checkLarge, type ManifestCase } from '../../../../test/manifests/manifest-check.ts';

const cases: ManifestCase[] = [
  [
    'a library with a recogniser',
    'Name: zlib\nShort Name: zlib\nURL: http://zlib.net/\nVersion: 1.3.0.1\nSecurity Critical: yes\nLicense: Zlib\n\nDescription:\n"A massively spiffy"\n',
    ['holds pkg:generic/zlib@1.3.0.1 "Zlib"'],
  ],
  [
    'a commit, because the version is unusable',
    'Name: Foo Lib\nURL: https://github.com/a/foo.git\nVersion: N/A\nRevision: 0123456789abcdef0123456789abcdef01234567\nLicense: MIT\n',
    ['holds pkg:github/a/foo@0123456789abcdef0123456789abcdef01234567 "MIT"'],
  ],
  ['a version in the CPE', 'Name: Own Thing\nCPEPrefix: cpe:/a:own:thing:2.5\n', ['holds pkg:generic/Own-Thing@2.5']],
  [
    'several',
    'Name: a\nVersion: 1\n-------------------- DEPENDENCY DIVIDER --------------------\nName: b\nVersion: 2\n',
    ['holds pkg:generic/a@1', 'holds pkg:generic/b@2'],
  ],
  [
    'other words, and a name that only the address gives',
    'Downloaded From: https://example.org/files/thing-1.0.zip\nVersion: 1.0\nLicence: BSD\n',
    ['holds pkg:generic/thing@1.0 "BSD"'],
  ],
  [
    'a project with a repository',
    'Project: Thing\nRepo: https://github.com/o/thing\nVersion: 2.0\nLicense: MIT\n',
    ['holds pkg:github/o/thing@2.0 "MIT"'],
  ],
  ['prose', 'This folder has code of others.\n', [], ['"Name" is missing']],
  ['no version', 'Name: a\nVersion: unknown\n', ['holds pkg:generic/a']],
  ['nothing', '', [], ['"Name" is missing']],
];

describe('chromium-readme', () => {
  it.each(cases)('%s', (_, text, lines, problems) => check('chromium-readme', text, lines, problems));
  it('200,000 dependencies in linear time', () =>
    checkLarge(
      'chromium-readme',
      Array.from({ length: 200_000 }, (_, i) => `Name: p${i}\nVersion: 1.${i}\n`).join(
        `${'-'.repeat(20)} DEPENDENCY DIVIDER ${'-'.repeat(20)}\n`,
      ),
      200_000,
    ));
});
