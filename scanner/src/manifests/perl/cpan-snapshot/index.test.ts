import { describe, it } from 'vitest';
import { check, checkEvidence, checkLarge, type ManifestCase } from '../../../../test/manifests/manifest-check.ts';

const ordinary = `# carton snapshot format: version 1.0
DISTRIBUTIONS
  Class-Inspector-1.28
    pathname: A/AD/ADAMK/Class-Inspector-1.28.tar.gz
    provides:
      Class::Inspector 1.28
    requirements:
      ExtUtils::MakeMaker 6.59
      perl 5.006
  Moo-2.005005
    pathname: H/HA/HAARG/Moo-2.005005.tar.gz
    provides:
      Moo 2.005005
      Moo::Role 2.005005
    requirements:
      Class::Inspector 1.20
      Moo::Role 0
`;

const cases: ManifestCase[] = [
  [
    'distributions',
    ordinary,
    ['locks pkg:cpan/Class-Inspector@1.28', 'locks pkg:cpan/Moo@2.005005', '  -> pkg:cpan/Class-Inspector@1.28 1.20'],
  ],
  [
    'something else',
    'abc',
    [],
    ['A cpanfile.snapshot should have a section "DISTRIBUTIONS"; nothing was read from it.'],
  ],
  ['nothing', '', [], ['A cpanfile.snapshot should have a section "DISTRIBUTIONS"; nothing was read from it.']],
];

describe('cpan-snapshot', () => {
  it.each(cases)('%s', (_, text, lines, problems) => check('cpan-snapshot', text, lines, problems));

  it('gives lines, addresses and checksums', () =>
    checkEvidence('cpan-snapshot', ordinary, [
      '3 pkg:cpan/Class-Inspector@1.28 https://cpan.metacpan.org/authors/id/A/AD/ADAMK/Class-Inspector-1.28.tar.gz',
      '10 pkg:cpan/Moo@2.005005 https://cpan.metacpan.org/authors/id/H/HA/HAARG/Moo-2.005005.tar.gz',
    ]));

  it('5,000 packages', () =>
    checkLarge(
      'cpan-snapshot',
      `DISTRIBUTIONS\n${Array.from({ length: 5000 }, (_, i) => `  P${i}-1.${i}\n    provides:\n      P${i} 1\n    requirements:\n      P${(i + 1) % 5000} 0\n`).join('')}`,
      5000,
    ));
});
