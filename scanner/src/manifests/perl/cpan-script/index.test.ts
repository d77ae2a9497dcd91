import { describe, it } from 'vitest';
import { check, checkEvidence, type ManifestCase } from '../../../../test/manifests/manifest-check.ts';

const ordinary = `use ExtUtils::MakeMaker;
WriteMakefile(
    NAME => 'Acme::Lib',
    VERSION_FROM => 'lib/Acme/Lib.pm',
    VERSION => '1.20',
    LICENSE => 'perl_5',
    PREREQ_PM => {
        'Moo' => '2.0',
        # 'None' => 1,
        'JSON::XS' => 0,
    },
    TEST_REQUIRES => { 'Test::More' => 0.98 },
    META_MERGE => { resources => { repository => 'x' } },
);
`;

const cases: ManifestCase[] = [
  [
    'MakeMaker',
    ordinary,
    [
      'declares pkg:cpan/Acme-Lib@1.20 "perl_5"',
      '  -> pkg:cpan/Moo 2.0',
      '  -> pkg:cpan/JSON-XS',
      '  -> pkg:cpan/Test-More 0.98 test',
    ],
  ],
  [
    'Module::Build',
    `Module::Build->new(
  module_name => 'Acme::Lib',
  license => 'perl',
  requires => { 'Moo' => '>= 2.0, < 3.0' },
  build_requires => { 'Test::More' => 0 },
)->create_build_script;
`,
    ['declares pkg:cpan/Acme-Lib "perl"', '  -> pkg:cpan/Moo >= 2.0, < 3.0', '  -> pkg:cpan/Test-More build'],
  ],
  [
    'Module::Install',
    `use inc::Module::Install;
name 'Acme-Lib';
license 'perl';
requires 'Moo' => '2.0';
test_requires 'Test::More';
`,
    ['declares pkg:cpan/Acme-Lib "perl"', '  -> pkg:cpan/Moo 2.0', '  -> pkg:cpan/Test-More test'],
  ],
  ['nothing', '', []],
];

describe('cpan-script', () => {
  it.each(cases)('%s', (_, text, lines, problems) => check('cpan-script', text, lines, problems));

  it('gives lines, addresses and checksums', () =>
    checkEvidence('cpan-script', ordinary, ['- pkg:cpan/Acme-Lib@1.20']));
});
