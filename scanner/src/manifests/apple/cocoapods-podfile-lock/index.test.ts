import { describe, it } from 'vitest';
import { check, checkEvidence, checkLarge, type ManifestCase } from '../../../../test/manifests/manifest-check.ts';

const ordinary = `PODS:
  - OHHTTPStubs (9.0.0):
    - OHHTTPStubs/Default (= 9.0.0)
  - OHHTTPStubs/Core (9.0.0)
  - OHHTTPStubs/Default (9.0.0):
    - OHHTTPStubs/Core
  - "NSData+zlib (1.0)"
  - Forked (0.1.0)

DEPENDENCIES:
  - OHHTTPStubs (~> 9.0)
  - Forked (from \`https://x.org/f.git\`, branch \`main\`)

SPEC REPOS:
  trunk:
    - OHHTTPStubs

EXTERNAL SOURCES:
  Forked:
    :branch: main
    :git: https://x.org/f.git

CHECKOUT OPTIONS:
  Forked:
    :commit: 0123abc
    :git: https://x.org/f.git

SPEC CHECKSUMS:
  OHHTTPStubs: cb29d2a9d09a828ecb93349a2b0c64f99e0db89f

COCOAPODS: 1.10.1
`;

const cases: ManifestCase[] = [
  [
    'pods with parts, sources and checksums',
    ordinary,
    [
      'locks pkg:cocoapods/OHHTTPStubs@9.0.0 direct',
      '  -> pkg:cocoapods/OHHTTPStubs@9.0.0#Default = 9.0.0',
      'locks pkg:cocoapods/OHHTTPStubs@9.0.0#Core transitive',
      'locks pkg:cocoapods/OHHTTPStubs@9.0.0#Default transitive',
      '  -> pkg:cocoapods/OHHTTPStubs@9.0.0#Core',
      'locks pkg:cocoapods/NSData%2Bzlib@1.0 transitive',
      'locks pkg:cocoapods/Forked@0.1.0 direct',
    ],
  ],
  [
    'broken entries',
    `PODS:
  - A (1.0
  B (1)
`,
    [],
    [
      'Line 2 should be a pod such as "- Name (1.0)" but is "- A (1.0"; it was left out.',
      'Line 3 should be a pod such as "- Name (1.0)" but is "B (1)"; it was left out.',
    ],
  ],
  [
    'something else',
    `abc
`,
    [],
    ['A Podfile.lock should have a section "PODS:"; nothing was read from it.'],
  ],
  ['nothing', '', [], ['A Podfile.lock should have a section "PODS:"; nothing was read from it.']],
];

describe('cocoapods-podfile-lock', () => {
  it.each(cases)('%s', (_, text, lines, problems) => check('cocoapods-podfile-lock', text, lines, problems));

  it('gives lines, addresses and checksums', () =>
    checkEvidence('cocoapods-podfile-lock', ordinary, [
      '2 pkg:cocoapods/OHHTTPStubs@9.0.0 sha1:cb29d2a9d09a828ecb93349a2b0c64f99e0db89f',
      '4 pkg:cocoapods/OHHTTPStubs@9.0.0#Core sha1:cb29d2a9d09a828ecb93349a2b0c64f99e0db89f',
      '5 pkg:cocoapods/OHHTTPStubs@9.0.0#Default sha1:cb29d2a9d09a828ecb93349a2b0c64f99e0db89f',
      '7 pkg:cocoapods/NSData%2Bzlib@1.0',
      '8 pkg:cocoapods/Forked@0.1.0 https://x.org/f.git#0123abc',
    ]));

  it('5,000 packages', () =>
    checkLarge(
      'cocoapods-podfile-lock',
      `PODS:\n${Array.from({ length: 5000 }, (_, i) => `  - P${i} (1.0.${i}):\n    - P${(i + 1) % 5000}\n`).join('')}`,
      5000,
    ));
});
