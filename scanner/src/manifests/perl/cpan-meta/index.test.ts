import { describe, it } from 'vitest';
import { check, checkEvidence, type ManifestCase } from '../../../../test/manifests/manifest-check.ts';

const ordinary = `{
  "abstract": "For all",
  "license": ["perl_5"],
  "meta-spec": { "version": 2 },
  "name": "Acme-Lib",
  "prereqs": {
    "runtime": { "requires": { "Moo": "2.0", "perl": "5.008" }, "recommends": { "JSON::XS": "0" } },
    "test": { "requires": { "Test::More": "0.98" } },
    "develop": { "requires": { "Pod::Coverage": "0" } },
    "configure": { "requires": { "ExtUtils::MakeMaker": "0" } }
  },
  "resources": { "homepage": "https://acme.org", "repository": { "url": "https://github.com/acme/lib.git" } },
  "version": "1.20"
}
`;

const cases: ManifestCase[] = [
  [
    'META.json',
    ordinary,
    [
      'declares pkg:cpan/Acme-Lib@1.20 "perl_5"',
      '  -> pkg:cpan/Moo 2.0',
      '  -> pkg:cpan/JSON-XS optional',
      '  -> pkg:cpan/Test-More 0.98 test',
      '  -> pkg:cpan/Pod-Coverage development',
      '  -> pkg:cpan/ExtUtils-MakeMaker build',
    ],
  ],
  [
    'META.yml',
    `---
abstract: x
build_requires:
  Test::More: 0
license: perl
name: Acme
requires:
  Moo: 2
resources:
  repository: https://github.com/a/a
version: 0.1
`,
    ['declares pkg:cpan/Acme@0.1 "perl"', '  -> pkg:cpan/Moo 2', '  -> pkg:cpan/Test-More build'],
  ],
  [
    'something else',
    'hedehodo',
    [],
    ['A META file of CPAN should be an object with "name"; nothing was read from it.'],
  ],
  ['null', 'null', [], ['A META file of CPAN should be an object with "name"; nothing was read from it.']],
  ['nothing', '', [], ['A META file of CPAN should be an object with "name"; nothing was read from it.']],
];

describe('cpan-meta', () => {
  it.each(cases)('%s', (_, text, lines, problems) => check('cpan-meta', text, lines, problems));

  it('gives lines, addresses and checksums', () =>
    checkEvidence('cpan-meta', ordinary, [
      '5 pkg:cpan/Acme-Lib@1.20 https://acme.org https://github.com/acme/lib.git',
    ]));
});
