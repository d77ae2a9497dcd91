import { describe, it } from 'vitest';
import { check, checkEvidence, checkLarge, type ManifestCase } from '../../../../test/manifests/manifest-check.ts';

const ordinary = `source "https://rubygems.org"
ruby "3.3.0"
gemspec
gem "rails", "7.1.2"
gem 'pg', '~> 1.1', '>= 1.1.4'
gem "local", path: "vendor/local"
gem "fork", github: "o/fork", branch: "main"
git "https://x.org/g.git" do
  gem "inner"
end
group :development, :test do
  gem "debug", platforms: %i[ mri windows ]
  group :lint do
    gem "rubocop", require: false
  end
end
group :development do
  gem "web-console"
end
gem "capybara", :group => :test
gem "windows-only" if Gem.win_platform?
path "engines" do
  gem "engine"
end
gem computed_name
`;

const cases: ManifestCase[] = [
  [
    'groups, sources and folders',
    ordinary,
    [
      'requires pkg:gem/rails@7.1.2 direct',
      'requires pkg:gem/pg direct',
      'requires pkg:gem/fork direct',
      'requires pkg:gem/inner direct',
      'requires pkg:gem/debug test direct',
      'requires pkg:gem/rubocop test direct',
      'requires pkg:gem/web-console development direct',
      'requires pkg:gem/capybara test direct',
      'requires pkg:gem/windows-only direct',
    ],
    ['Line 25: "gem" should have a name in quotes; a computed name was left out.'],
  ],
  ['nothing', '', []],
];

describe('gem-gemfile', () => {
  it.each(cases)('%s', (_, text, lines, problems) => check('gem-gemfile', text, lines, problems));

  it('gives lines, addresses and checksums', () =>
    checkEvidence('gem-gemfile', ordinary, [
      '4 pkg:gem/rails@7.1.2 7.1.2',
      '5 pkg:gem/pg ~> 1.1, >= 1.1.4',
      '7 pkg:gem/fork https://github.com/o/fork#main',
      '9 pkg:gem/inner https://x.org/g.git',
      '12 pkg:gem/debug',
      '14 pkg:gem/rubocop',
      '18 pkg:gem/web-console',
      '20 pkg:gem/capybara',
      '21 pkg:gem/windows-only',
    ]));

  it('5,000 packages', () =>
    checkLarge('gem-gemfile', Array.from({ length: 5000 }, (_, i) => `gem 'p${i}', '~> 1.${i}'\n`).join(''), 5000));
});
