import { describe, it } from 'vitest';
import { check, checkEvidence, checkLarge, type ManifestCase } from '../../../../test/manifests/manifest-check.ts';

const ordinary = `requires 'Moo', '2.005'; # object system
requires "Plack";
requires 'perl', '5.010';
recommends 'JSON::XS' => 3;
on 'test' => sub {
    requires 'Test::More', '== 0.98';
};
on develop => sub {
    recommends 'Devel::NYTProf';
};
feature 'sqlite', 'SQLite' => sub {
  requires 'DBD::SQLite';
};
test_requires 'Test::Deep';
conflicts 'Bad', '< 1';
`;

const cases: ManifestCase[] = [
  [
    'requests',
    ordinary,
    [
      'requires pkg:cpan/Moo direct',
      'requires pkg:cpan/Plack direct',
      'requires pkg:cpan/JSON-XS optional direct',
      'requires pkg:cpan/Test-More@0.98 test direct',
      'requires pkg:cpan/Devel-NYTProf development direct',
      'requires pkg:cpan/DBD-SQLite direct',
      'requires pkg:cpan/Test-Deep test direct',
    ],
  ],
  [
    'the strongest scope of several requests',
    "on test => sub { suggests 'A::B'; requires 'C'; };\non runtime => sub { suggests 'A::B'; };\non develop => sub { requires 'C'; };\n",
    ['requires pkg:cpan/A-B optional direct', 'requires pkg:cpan/C test direct'],
  ],
  ['nothing', '', []],
];

describe('cpan-cpanfile', () => {
  it.each(cases)('%s', (_, text, lines, problems) => check('cpan-cpanfile', text, lines, problems));

  it('gives lines, addresses and checksums', () =>
    checkEvidence('cpan-cpanfile', ordinary, [
      '1 pkg:cpan/Moo 2.005',
      '2 pkg:cpan/Plack',
      '4 pkg:cpan/JSON-XS 3',
      '6 pkg:cpan/Test-More@0.98 == 0.98',
      '9 pkg:cpan/Devel-NYTProf',
      '12 pkg:cpan/DBD-SQLite',
      '14 pkg:cpan/Test-Deep',
    ]));

  it('5,000 packages', () =>
    checkLarge(
      'cpan-cpanfile',
      Array.from({ length: 5000 }, (_, i) => `requires 'P${i}', '1.${i}';\n`).join(''),
      5000,
    ));
});
