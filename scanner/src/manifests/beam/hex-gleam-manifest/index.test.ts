import { describe, it } from 'vitest';
import { check, checkEvidence, type ManifestCase } from '../../../../test/manifests/manifest-check.ts';

const ordinary = `packages = [
  { name = "gleam_stdlib", version = "0.34.0", build_tools = ["gleam"], requirements = [], otp_app = "gleam_stdlib", source = "hex", outer_checksum = "AB" },
  { name = "gleeunit", version = "1.0.2", requirements = ["gleam_stdlib"], source = "hex", outer_checksum = "CD" },
  { name = "own", version = "1.0.0", source = "local", path = "." },
]

[requirements]
gleeunit = { version = "~> 1.0" }
`;

const cases: ManifestCase[] = [
  [
    'a lockfile',
    ordinary,
    [
      'locks pkg:hex/gleam_stdlib@0.34.0 transitive',
      'locks pkg:hex/gleeunit@1.0.2 direct',
      '  -> pkg:hex/gleam_stdlib@0.34.0',
    ],
  ],
  [
    'what a package in a folder of the project requests',
    'packages = [\n  { name = "own", version = "1.0.0", requirements = ["a"], source = "local", path = "own" },\n  { name = "a", version = "2.0.0", requirements = [], source = "hex" },\n]\n[requirements]\nown = { source = "path" }\n',
    ['locks pkg:hex/a@2.0.0 direct'],
  ],
  [
    'a broken entry, and a merge conflict',
    ordinary
      .replace('name = "gleeunit", version = "1.0.2"', 'name = "gleeunit", version = ')
      .replace('  { name = "own"', '<<<<<<< HEAD\n  { name = "own"'),
    ['locks pkg:hex/gleam_stdlib@0.34.0 transitive'],
    ['Line 3 breaks the TOML: ', 'Line 4 should be TOML but is an unresolved merge conflict'],
  ],
  [
    'a list that does not end',
    'packages = [\n  { name = "a", version = "1.0.0" },\n\n[requirements]\na = "1"\n',
    ['locks pkg:hex/a@1.0.0 direct'],
    ['Line 1 breaks the TOML: '],
  ],
  ['a file of another tool', 'name = "x"', []],
  [
    'broken TOML',
    'a [[[',
    [],
    ['The manifest.toml could not be read: Invalid TOML document: illegal character in key.'],
  ],
  ['nothing', '', []],
];

describe('hex-gleam-manifest', () => {
  it.each(cases)('%s', (_, text, lines, problems) => check('hex-gleam-manifest', text, lines, problems));

  it('gives lines, addresses and checksums', () =>
    checkEvidence('hex-gleam-manifest', ordinary, [
      '2 pkg:hex/gleam_stdlib@0.34.0 sha256:ab',
      '3 pkg:hex/gleeunit@1.0.2 sha256:cd',
    ]));
});
