import { describe, it } from 'vitest';
import { check, checkEvidence, checkLarge, type ManifestCase } from '../../../../test/manifests/manifest-check.ts';

const cases: ManifestCase[] = [
  [
    'a crate',
    `[package]
name = "my_crate"
version = "0.1.0"
license = "MIT/Apache-2.0"
[dependencies]
serde = { version = "1.0", features = ["derive"], optional = true }
log = "=0.4.17"
renamed = { package = "real-name", version = "2" }
local = { path = "../local" }
gitted = { git = "https://x.org/g" }
[dev-dependencies]
tempfile = "3"
[build-dependencies]
cc = "1"
[target.'cfg(windows)'.dependencies]
winapi = "0.3"
`,
    [
      'declares pkg:cargo/my_crate@0.1.0 "MIT/Apache-2.0"',
      '  -> pkg:cargo/serde 1.0 optional',
      '  -> pkg:cargo/log@0.4.17 =0.4.17',
      '  -> pkg:cargo/real-name 2',
      '  -> pkg:cargo/gitted',
      '  -> pkg:cargo/cc 1 build',
      '  -> pkg:cargo/tempfile 3 development',
      '  -> pkg:cargo/winapi 0.3',
      'requires pkg:cargo/log@0.4.17 direct',
    ],
  ],
  [
    'a root that inherits from itself',
    '[workspace.package]\nversion = "2.0.0"\nlicense = "MIT"\n[workspace.dependencies]\na = "=1.0.0"\n[package]\nname = "r"\nversion.workspace = true\nlicense.workspace = true\n[dependencies]\na.workspace = true\n',
    ['declares pkg:cargo/r@2.0.0 "MIT"', '  -> pkg:cargo/a@1.0.0 =1.0.0', 'requires pkg:cargo/a@1.0.0 direct'],
  ],
  [
    'a member that inherits from another file',
    '[package]\nname = "m"\nversion.workspace = true\nlicense = { workspace = true }\n[dependencies]\na = { workspace = true }\n',
    ['declares pkg:cargo/m', '  -> pkg:cargo/a'],
  ],
  ['only a workspace', '[workspace]\nmembers = ["a"]\n', []],
  [
    'a license file',
    '[package]\nname = "m"\nlicense-file = "LICENSE"\n',
    ['declares pkg:cargo/m "SEE LICENSE IN LICENSE"'],
  ],
  [
    'replaced sources',
    '[patch.crates-io]\na = { git = "https://x.org/a", rev = "abc" }\nb = { path = "../b" }\nc2 = { git = "https://x.org/c", package = "c" }\n[patch."https://x.org/y"]\nd = { git = "https://x.org/d", branch = "e" }\n[replace]\n"f:1.0.0" = { git = "https://x.org/f" }\n',
    [
      'requires pkg:cargo/a transitive',
      'requires pkg:cargo/c transitive',
      'requires pkg:cargo/d transitive',
      'requires pkg:cargo/f@1.0.0 transitive',
    ],
  ],
  [
    'replaced sources of wrong types',
    '[patch]\ncrates-io = 1\n[replace]\n"a" = "b"\n',
    [],
    ['"patch.crates-io" should be an object', '"replace.a" should be an object'],
  ],
  ['nothing', '', []],
  ['broken TOML', '[package\n', [], ['The Cargo.toml could not be read']],
  [
    'values of wrong types',
    '[package]\nname = "a"\nversion = []\n[dependencies]\nb = []\n',
    ['declares pkg:cargo/a', '  -> pkg:cargo/b'],
    ['"package.version" should be a text but is a list', '"dependencies.b.version" should be a text but is a list'],
  ],
];

describe('cargo-toml', () => {
  it.each(cases)('%s', (_, text, lines, problems) => check('cargo-toml', text, lines, problems));

  it('the source and line of a patch', () =>
    checkEvidence('cargo-toml', '[patch.crates-io]\na = { git = "https://x.org/a", tag = "v1" }\n', [
      '2 pkg:cargo/a git https://x.org/a v1 https://x.org/a',
    ]));

  it('5,000 dependencies', () => {
    checkLarge(
      'cargo-toml',
      `[package]\nname = "a"\n[dependencies]\n${Array.from({ length: 5000 }, (_, i) => `p${i} = "=1.0.${i}"`).join('\n')}\n`,
      5001,
    );
  });
});
