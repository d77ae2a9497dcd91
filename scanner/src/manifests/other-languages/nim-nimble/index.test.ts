import { describe, it } from 'vitest';
import { check, checkEvidence, type ManifestCase } from '../../../../test/manifests/manifest-check.ts';

const ordinary = `# Package
version = "0.1.0"
author = "x"
description = "For all"
license = "MIT"

requires "nim >= 1.6.0", "jester#head"
requires "https://github.com/o/repo.git == 1.2.3"
requires @["chronos >= 3", "results"]
when defined(x):
  requires "optional_one"
taskRequires "test", "unittest2"
`;

const cases: ManifestCase[] = [
  [
    'a package',
    ordinary,
    [
      'requires pkg:nim/jester direct',
      'requires pkg:nim/repo@1.2.3 direct',
      'requires pkg:nim/optional_one direct',
      'requires pkg:nim/unittest2 test direct',
    ],
  ],
  ['nothing', '', []],
];

describe('nim-nimble', () => {
  it.each(cases)('%s', (_, text, lines, problems) => check('nim-nimble', text, lines, problems));

  it('gives lines, addresses and checksums', () =>
    checkEvidence('nim-nimble', ordinary, [
      '7 pkg:nim/jester #head',
      '8 pkg:nim/repo@1.2.3 == 1.2.3',
      '11 pkg:nim/optional_one',
      '- pkg:nim/unittest2',
    ]));
});
