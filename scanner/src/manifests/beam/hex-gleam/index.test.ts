import { describe, it } from 'vitest';
import { check, checkEvidence, type ManifestCase } from '../../../../test/manifests/manifest-check.ts';

const ordinary = `name = "app"
version = "1.0.0"
licences = ["Apache-2.0"]
repository = { type = "github", user = "a", repo = "b" }

[dependencies]
gleam_stdlib = ">= 0.34.0 and < 2.0.0"
local = { path = "../x" }

[dev-dependencies]
gleeunit = "1.0.0"
`;

const cases: ManifestCase[] = [
  [
    'a project',
    ordinary,
    [
      'declares pkg:hex/app@1.0.0 "Apache-2.0"',
      '  -> pkg:hex/gleam_stdlib >= 0.34.0 and < 2.0.0',
      '  -> pkg:hex/gleeunit@1.0.0 1.0.0 development',
      'requires pkg:hex/gleeunit@1.0.0 development direct',
    ],
  ],
  ['broken TOML', 'a [[[', [], ['The gleam.toml could not be read: Invalid TOML document: illegal character in key.']],
  ['nothing', '', []],
];

describe('hex-gleam', () => {
  it.each(cases)('%s', (_, text, lines, problems) => check('hex-gleam', text, lines, problems));

  it('gives lines, addresses and checksums', () =>
    checkEvidence('hex-gleam', ordinary, [
      '1 pkg:hex/app@1.0.0 https://github.com/a/b',
      '11 pkg:hex/gleeunit@1.0.0 1.0.0',
    ]));
});
