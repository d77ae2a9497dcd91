// Broken manifests of osv-scalibr, if they are beside the repository: each gives an issue, and none throws.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readManifest } from '../../src/manifests/index.ts';

const MALFORMED = join(import.meta.dirname, '../../../../shared/data/packages/malformed/filesystem');

const FOLDERS: readonly [folder: string, member: string][] = [
  ['misc/wordpress/plugins', 'wordpress-header'],
  ['os/chocolatey', 'nuget-nuspec'],
  ['language/dart/pubspec', 'pub-lock'],
  ['language/dotnet/csproj', 'nuget-project'],
  ['language/dotnet/depsjson', 'nuget-deps-json'],
  ['language/dotnet/nugetcpm', 'nuget-project'],
  ['language/dotnet/packagesconfig', 'nuget-packages-config'],
  ['language/dotnet/packageslockjson', 'nuget-lock'],
  ['language/dotnet/projectassetsjson', 'nuget-assets'],
  ['language/elixir/mixlock', 'hex-mix-lock'],
  ['language/erlang/mixlock', 'hex-mix-lock'],
  ['language/gleam/gleamtoml', 'hex-gleam'],
  ['language/haskell/cabal', 'hackage-freeze'],
  ['language/haskell/stacklock', 'hackage-stack'],
  ['language/julia/manifesttoml', 'julia-manifest'],
  ['language/julia/projecttoml', 'julia-project'],
  ['language/ocaml/opam', 'opam-file'],
  ['language/perl/cpan', 'cpan-meta'],
  ['language/php/composerlock', 'composer-lock'],
  ['language/r/renvlock', 'cran-lock'],
  ['language/ruby/gemfilelock', 'gem-gemfile-lock'],
  ['language/ruby/gemspec', 'gem-gemspec'],
  ['language/swift/packageresolved', 'swift-package-resolved'],
  ['language/swift/podfilelock', 'cocoapods-podfile-lock'],
];

/** These files are valid. */
const SOUND = new Map([
  ['misc/wordpress/plugins/testdata/empty', 'most PHP files of a plugin have no header'],
  ['misc/wordpress/plugins/testdata/invalid', 'most PHP files of a plugin have no header'],
  ['language/gleam/gleamtoml/testdata/no-deps.toml', 'a package may have no dependencies'],
  ['language/julia/manifesttoml/testdata/no-version-dependency.toml', "Julia's own packages have no version"],
]);

describe.skipIf(!existsSync(MALFORMED))('broken manifests (skipped where shared/data is absent)', () => {
  it.each(FOLDERS)('%s', (folder, member) => {
    const root = join(MALFORMED, folder, 'testdata');
    const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) =>
      statSync(join(root, file)).isFile(),
    );
    expect(files.length).toBeGreaterThan(0);
    for (const file of files) {
      const { issues } = readManifest(member, readFileSync(join(root, file)));
      expect(issues.length > 0, file).toBe(!SOUND.has(`${folder}/testdata/${file}`));
    }
  });
});
