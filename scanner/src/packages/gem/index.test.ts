import { describe, expect, it } from 'vitest';
import { lines } from '../../../test/packages/tree-check.ts';
import { readManifest } from '../../manifests/index.ts';
import { describePackages } from '../index.ts';

const lock = `PATH
  remote: .
  specs:
    own (1.2.0)
      rake (>= 12)

PATH
  remote: ../elsewhere
  specs:
    elsewhere (0.1.0)

GEM
  remote: https://rubygems.org/
  specs:
    rake (13.0.6)

DEPENDENCIES
  own!
  elsewhere!
`;
const gemspec = (version: string) =>
  `Gem::Specification.new do |s|\n  s.name = 'own'\n  s.version = ${version}\n  s.add_dependency 'rake', '>= 12'\nend\n`;

describe('gems in folders of the code base', () => {
  it('a gemspec without a version gets that of the lockfile, and is no dependency', () => {
    const files = [
      { path: 'Gemfile.lock', packages: readManifest('gem-gemfile-lock', Buffer.from(lock)).findings },
      { path: 'own.gemspec', packages: readManifest('gem-gemspec', Buffer.from(gemspec('Own::VERSION'))).findings },
    ];
    expect(describePackages(files)).toMatchObject([
      { purl: 'pkg:gem/elsewhere@0.1.0', isDirect: true },
      {
        purl: 'pkg:gem/own@1.2.0',
        ownedFolder: '',
        files: ['own.gemspec'],
        dependencies: [{ purl: 'pkg:gem/rake@13.0.6' }],
      },
      { purl: 'pkg:gem/rake@13.0.6', isDirect: true },
    ]);
  });

  it('the version in the gemspec has priority over the lockfile, which may be older', () =>
    expect(lines({ 'Gemfile.lock': lock, 'own.gemspec': gemspec("'1.3.0'") })[1]).toBe(
      'pkg:gem/own@1.3.0 own in "" < own.gemspec > pkg:gem/rake@13.0.6',
    ));

  it('without a gemspec the lockfile gives the gem', () =>
    expect(lines({ 'Gemfile.lock': lock })).toEqual([
      'pkg:gem/elsewhere@0.1.0 direct < Gemfile.lock',
      'pkg:gem/own@1.2.0 direct < Gemfile.lock > pkg:gem/rake@13.0.6',
      'pkg:gem/rake@13.0.6 direct < Gemfile.lock',
    ]));
});
