import { describe, expect, it } from 'vitest';
import { check, checkLarge, type ManifestCase, readText } from '../../../../test/manifests/manifest-check.ts';

const cases: ManifestCase[] = [
  [
    'Poetry 1',
    `[[package]]
name = "A_b"
version = "1.0"
description = "d"
category = "main"
optional = false
[package.dependencies]
c = {version = ">=2", optional = true}
d = "*"
[package.extras]
x = ["y"]
[[package]]
name = "c"
version = "2.5"
category = "dev"
optional = false
[metadata.files]
A_b = [{file = "a.whl", hash = "sha256:aaa"}]
`,
    [
      'locks pkg:pypi/a-b@1.0',
      '  -> pkg:pypi/c@2.5 >=2 optional',
      '  -> pkg:pypi/d',
      'locks pkg:pypi/c@2.5 development',
    ],
  ],
  [
    'extras that nothing requests, of packages that are locked for another reason',
    `[[package]]
name = "a"
version = "1.0"
[package.dependencies]
b = "*"
[package.extras]
all = ["a[cli]", "B (>=1)"]
cli = ["C_c[x] (==2.*) ; python_version > '3'", "not-locked"]
[[package]]
name = "b"
version = "1.1"
[[package]]
name = "c.c"
version = "2.5"
`,
    [
      'locks pkg:pypi/a@1.0',
      '  -> pkg:pypi/b@1.1',
      '  -> pkg:pypi/c-c@2.5 ==2.* optional',
      'locks pkg:pypi/b@1.1',
      'locks pkg:pypi/c-c@2.5',
    ],
  ],
  [
    'Poetry 2',
    `[[package]]
name = "a"
version = "1.0"
optional = true
groups = ["main", "dev"]
[[package]]
name = "b"
version = "2.0"
groups = ["dev"]
[[package]]
name = "local"
version = "0.1"
[package.source]
type = "directory"
url = "../local"
`,
    ['locks pkg:pypi/a@1.0 optional', 'locks pkg:pypi/b@2.0 development'],
  ],
  [
    'archives and folders beside the project',
    '[[package]]\nname = "a"\nversion = "1.0"\n[package.source]\ntype = "file"\nurl = "a-1.0.tar.gz"\n[[package]]\nname = "b"\nversion = "1.0"\npath = "./wheels/b-1.0-py3-none-any.whl"\n[[package]]\nname = "c"\nversion = "1.0"\npath = "./c"\n',
    ['locks pkg:pypi/a@1.0', 'locks pkg:pypi/b@1.0'],
  ],
  [
    'groups for tests',
    '[[package]]\nname = "a"\nversion = "1.0"\ngroups = ["docs", "test"]\n',
    ['locks pkg:pypi/a@1.0 test'],
  ],
  [
    'PDM',
    '[[package]]\nname = "a"\nversion = "1.0"\ngroups = ["default"]\ndependencies = ["b>=1 ; python_version > \'3\'"]\n',
    ['locks pkg:pypi/a@1.0', '  -> pkg:pypi/b >=1'],
  ],
  [
    'PDM: a package with extras needs itself',
    '[[package]]\nname = "a"\nversion = "1.0"\nextras = ["x"]\ndependencies = ["a==1.0", "b"]\n',
    ['locks pkg:pypi/a@1.0', '  -> pkg:pypi/b'],
  ],
  ['nothing', '', []],
  ['broken TOML', '[[package]', [], ['The lockfile could not be read']],
  [
    'a file that ends inside a table',
    '[[package]]\nname = "a"\nversion = "1.0"\n\n[metadata.files]\na = [{ hash = "sha256:ab" }]\n\n[[package]]\nname = "b"\nversion = "1.',
    ['locks pkg:pypi/a@1.0'],
    ['Line 10 breaks the TOML: unfinished string; the table "[[package]]" of line 8 was left out.'],
  ],
  ['values of wrong types', 'package = {}\n', [], ['"package" should be a list but is an object']],
];

describe('pypi-poetry-lock', () => {
  it.each(cases)('%s', (_, text, lines, problems) => check('pypi-poetry-lock', text, lines, problems));

  it('keeps the checksum', () => {
    const text = '[[package]]\nname = "a"\nversion = "1"\nfiles = [{file = "a", hash = "sha256:aaa"}]\n';
    expect(readText('pypi-poetry-lock', text).findings[0]).toMatchObject({ integrity: 'sha256:aaa' });
  });

  it('5,000 packages', () => {
    const text = Array.from(
      { length: 5000 },
      (_, i) =>
        `[[package]]\nname = "p${i}"\nversion = "1.${i}"\nfiles = [{file = "f", hash = "sha256:x"}]\n[package.dependencies]\np${i + 1} = "*"\n`,
    ).join('\n');
    checkLarge('pypi-poetry-lock', text, 5000);
  });
});
