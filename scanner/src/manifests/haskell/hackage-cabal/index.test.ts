import { describe, it } from 'vitest';
import { check, checkEvidence, type ManifestCase } from '../../../../test/manifests/manifest-check.ts';

const ordinary = `cabal-version: 2.4
name:          acme
version:       1.2.0
license:       BSD-3-Clause
synopsis:      For all
homepage:      https://acme.org
source-repository head
  type: git
  location: https://github.com/acme/acme.git

common shared
  build-depends: base >=4.7 && <5

library
  import: shared
  build-depends:
      aeson ==2.1.0.0
    , text
    -- , none
  if os(windows)
    build-depends: Win32

custom-setup
  setup-depends: Cabal

test-suite spec
  build-depends: acme, hspec ^>=2.10, text
  build-tool-depends: hspec-discover:hspec-discover

benchmark bench
  build-depends: criterion
`;

const cases: ManifestCase[] = [
  [
    'a package',
    ordinary,
    [
      'declares pkg:hackage/acme@1.2.0 "BSD-3-Clause"',
      '  -> pkg:hackage/base >=4.7 && <5',
      '  -> pkg:hackage/aeson@2.1.0.0 ==2.1.0.0',
      '  -> pkg:hackage/text',
      '  -> pkg:hackage/Win32',
      '  -> pkg:hackage/Cabal build',
      '  -> pkg:hackage/hspec ^>=2.10 test',
      '  -> pkg:hackage/hspec-discover build',
      '  -> pkg:hackage/criterion development',
      'requires pkg:hackage/aeson@2.1.0.0 direct',
    ],
  ],
  [
    'no name',
    `library
  build-depends: base
`,
    ['requires pkg:hackage/base direct'],
    ['"name" of the cabal file is missing; its requests are listed without it.'],
  ],
  ['nothing', '', [], ['"name" of the cabal file is missing; its requests are listed without it.']],
];

describe('hackage-cabal', () => {
  it.each(cases)('%s', (_, text, lines, problems) => check('hackage-cabal', text, lines, problems));

  it('gives lines, addresses and checksums', () =>
    checkEvidence('hackage-cabal', ordinary, [
      '2 pkg:hackage/acme@1.2.0 https://acme.org https://github.com/acme/acme.git',
      '16 pkg:hackage/aeson@2.1.0.0 ==2.1.0.0',
    ]));
});
