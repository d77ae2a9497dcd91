import { describe, it } from 'vitest';
import { check, checkEvidence, type ManifestCase } from '../../../../test/manifests/manifest-check.ts';

const ordinary = `opam-version: "2.0"
name: "bap-elf"
version: "1.0.0"
homepage: "https://acme.org/"
dev-repo: "git+https://github.com/acme/bap.git"
license: ["MIT" "ISC"]
build: [
  ["./configure" "--prefix=%{prefix}%"]
  [make "test"] {with-test}
]
depends: [
  "ocaml" {>= "4.01.0" & < "5.0"}
  "bap-std" {= "1.0.0"}
  "dune" {build & >= "2.0"}
  "alcotest" {with-test}
  "odoc" {with-doc}
]
depopts: ["lwt"]
# comment: "no"
description: """
Long
text
"""
url {
  src: "https://acme.org/v1.tar.gz"
  checksum: "md5=07dce66dd871e448652d8885283c6631"
}
`;

const cases: ManifestCase[] = [
  [
    'a package',
    ordinary,
    [
      'declares pkg:opam/bap-elf@1.0.0 "MIT AND ISC"',
      '  -> pkg:opam/ocaml >= 4.01.0 & < 5.0',
      '  -> pkg:opam/bap-std@1.0.0 = 1.0.0',
      '  -> pkg:opam/dune >= 2.0 build',
      '  -> pkg:opam/alcotest test',
      '  -> pkg:opam/odoc development',
      '  -> pkg:opam/lwt optional',
      'requires pkg:opam/bap-std@1.0.0 direct',
    ],
  ],
  [
    'no name',
    `opam-version: "2.0"
depends: ["a" {= "1"} "b"]
`,
    ['requires pkg:opam/a@1 direct', 'requires pkg:opam/b direct'],
  ],
  [
    'the same version as the package itself',
    'opam-version: "2.0"\nname: "a"\nversion: "1.2"\ndepends: ["b" {= version} "c" {build & >= version}]\n',
    [
      'declares pkg:opam/a@1.2',
      '  -> pkg:opam/b@1.2 = 1.2',
      '  -> pkg:opam/c >= 1.2 build',
      'requires pkg:opam/b@1.2 direct',
    ],
  ],
  [
    'the same version as the package itself, which the file does not give',
    'opam-version: "2.0"\ndepends: ["b" {= version}]\n',
    ['requires pkg:opam/b direct'],
  ],
  ['something else', 'abc', [], ['An opam file should have a field "opam-version"; nothing was read from it.']],
  ['nothing', '', [], ['An opam file should have a field "opam-version"; nothing was read from it.']],
];

describe('opam-file', () => {
  it.each(cases)('%s', (_, text, lines, problems) => check('opam-file', text, lines, problems));

  it('gives lines, addresses and checksums', () =>
    checkEvidence('opam-file', ordinary, [
      '2 pkg:opam/bap-elf@1.0.0 https://acme.org/ https://github.com/acme/bap.git https://acme.org/v1.tar.gz md5:07dce66dd871e448652d8885283c6631',
      '13 pkg:opam/bap-std@1.0.0 = 1.0.0',
    ]));
});
