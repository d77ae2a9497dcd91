import { describe, expect, it } from 'vitest';
import { check, checkLarge, type ManifestCase, readText } from '../../../../test/manifests/manifest-check.ts';

const registry = 'registry+https://github.com/rust-lang/crates.io-index';

const cases: ManifestCase[] = [
  [
    'version 3',
    `version = 3
[[package]]
name = "app"
version = "0.1.0"
dependencies = ["a", "b 2.0.0"]
[[package]]
name = "a"
version = "1.0.0"
source = "${registry}"
checksum = "${'ab'.repeat(32)}"
dependencies = ["b 1.0.0"]
[[package]]
name = "b"
version = "1.0.0"
source = "${registry}"
[[package]]
name = "b"
version = "2.0.0"
source = "git+https://x.org/b?rev=abc#abc"
`,
    [
      'locks pkg:cargo/a@1.0.0 direct',
      '  -> pkg:cargo/b@1.0.0',
      'locks pkg:cargo/b@1.0.0 transitive',
      'locks pkg:cargo/b@2.0.0 direct',
    ],
  ],
  [
    'version 1, with a root',
    `[root]\nname = "app"\nversion = "0.1.0"\ndependencies = ["a 1.0.0 (${registry})"]\n[[package]]\nname = "a"\nversion = "1.0.0"\nsource = "${registry}"\n[metadata]\n"checksum a 1.0.0 (${registry})" = "${'cd'.repeat(32)}"\n`,
    ['locks pkg:cargo/a@1.0.0 direct'],
  ],
  ['nothing', '', []],
  ['broken TOML', '[[package', [], ['The Cargo.lock could not be read']],
  [
    'a broken table between others',
    `[[package]]\nname = "a"\nversion = "1.0.0"\nsource = "${registry}"\n[[package]]\nname = "b\nversion = "2.0.0"\n[[package]]\nname = "c"\nversion = "3.0.0"\nsource = "${registry}"\ndependencies = ["a", "b"]\n`,
    ['locks pkg:cargo/a@1.0.0', 'locks pkg:cargo/c@3.0.0', '  -> pkg:cargo/a@1.0.0', '  -> pkg:cargo/b'],
    ['Line 6 breaks the TOML: '],
  ],
  ['values of wrong types', 'package = 1\n', [], ['"package" should be a list but is a number']],
];

describe('cargo-lock', () => {
  it.each(cases)('%s', (_, text, lines, problems) => check('cargo-lock', text, lines, problems));

  it('keeps addresses and checksums', () => {
    const text = `[[package]]\nname = "a"\nversion = "1.0.0"\nsource = "${registry}"\nchecksum = "${'ab'.repeat(32)}"\n[[package]]\nname = "b"\nversion = "2.0.0"\nsource = "git+https://x.org/b#abc"\n`;
    expect(readText('cargo-lock', text).findings).toMatchObject([
      { integrity: `sha256:${'ab'.repeat(32)}`, downloadUrl: '' },
      { integrity: '', downloadUrl: 'https://x.org/b#abc' },
    ]);
  });

  it('5,000 packages', () => {
    checkLarge(
      'cargo-lock',
      Array.from(
        { length: 5000 },
        (_, i) =>
          `[[package]]\nname = "p${i}"\nversion = "1.0.${i}"\nsource = "${registry}"\ndependencies = ["p${(i + 1) % 5000}"]\n`,
      ).join('\n'),
      5000,
    );
  });
});
