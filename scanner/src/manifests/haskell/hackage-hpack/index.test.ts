import { describe, it } from 'vitest';
import { check, checkEvidence, type ManifestCase } from '../../../../test/manifests/manifest-check.ts';

const ordinary = `name: acme
version: 0.1.0
license: BSD3
github: acme/acme
dependencies:
- base >= 4.7 && < 5
- text
library:
  source-dirs: src
tests:
  spec:
    dependencies:
    - hspec == 2.10.0
`;

const cases: ManifestCase[] = [
  [
    'a package',
    ordinary,
    [
      'declares pkg:hackage/acme@0.1.0 "BSD3"',
      '  -> pkg:hackage/base >= 4.7 && < 5',
      '  -> pkg:hackage/text',
      '  -> pkg:hackage/hspec@2.10.0 == 2.10.0 test',
      'requires pkg:hackage/hspec@2.10.0 test direct',
    ],
  ],
  [
    'a file of another tool',
    `name: x
dependencies:
  a: 1
`,
    [],
  ],
  [
    'conditions, and parts that depend on their library',
    'name: p\nversion: "1"\nlibrary:\n  when:\n  - condition: flag(a)\n    then: { dependencies: [x] }\n    else:\n      dependencies: y\n      when: { condition: os(linux), dependencies: [z] }\nexecutables:\n  e: { dependencies: [p, w] }\n',
    [
      'declares pkg:hackage/p@1',
      '  -> pkg:hackage/x',
      '  -> pkg:hackage/y',
      '  -> pkg:hackage/z',
      '  -> pkg:hackage/w',
    ],
  ],
  ['nothing', '', []],
];

describe('hackage-hpack', () => {
  it.each(cases)('%s', (_, text, lines, problems) => check('hackage-hpack', text, lines, problems));

  it('gives lines, addresses and checksums', () =>
    checkEvidence('hackage-hpack', ordinary, [
      '- pkg:hackage/acme@0.1.0 https://github.com/acme/acme',
      '13 pkg:hackage/hspec@2.10.0 == 2.10.0',
    ]));
});
