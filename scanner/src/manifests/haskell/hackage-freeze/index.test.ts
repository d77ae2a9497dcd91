import { describe, it } from 'vitest';
import { check, checkEvidence, checkLarge, type ManifestCase } from '../../../../test/manifests/manifest-check.ts';

const ordinary = `active-repositories: hackage.haskell.org:merge
constraints: any.Cabal ==3.2.1.0,
             any.array installed,
             text +simdutf,
             any.text ==2.0.1
index-state: hackage.haskell.org 2023
`;

const cases: ManifestCase[] = [
  [
    'constraints',
    ordinary,
    ['locks pkg:hackage/Cabal@3.2.1.0', 'locks pkg:hackage/array', 'locks pkg:hackage/text@2.0.1'],
  ],
  [
    'broken',
    `constraints:
foo
foo
`,
    [],
    ['A constraint should be a package with an exact version such as "any.text ==2.0" but is '],
  ],
  [
    'something else',
    `a
`,
    [],
    ['A cabal.project.freeze should have a field "constraints:"; nothing was read from it.'],
  ],
  ['nothing', '', [], ['A cabal.project.freeze should have a field "constraints:"; nothing was read from it.']],
];

describe('hackage-freeze', () => {
  it.each(cases)('%s', (_, text, lines, problems) => check('hackage-freeze', text, lines, problems));

  it('gives lines, addresses and checksums', () =>
    checkEvidence('hackage-freeze', ordinary, [
      '2 pkg:hackage/Cabal@3.2.1.0',
      '3 pkg:hackage/array installed',
      '5 pkg:hackage/text@2.0.1',
    ]));

  it('5,000 packages', () =>
    checkLarge(
      'hackage-freeze',
      `constraints: ${Array.from({ length: 5000 }, (_, i) => `any.p${i} ==1.0.${i}`).join(',\n  ')}`,
      5000,
    ));
});
