// Compares the members of Ruby, PHP, .NET, Swift, R, OCaml, Haxe and CocoaPods with the expectations of scancode-toolkit,
// if these are beside the repository. Each deviation is a row with its reason; everything else must be the same.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readManifest } from './index.ts';
import { type Comparison, compareFile, compareFolder } from './scancode-corpus.ts';

const CORPUS = join(import.meta.dirname, '../../../../shared/data/packages/scancode');
const isThere = existsSync(CORPUS);

/** Expected lines from which we deviate: removed (''), or replaced by our form. */
const DEVIATIONS: readonly { pattern: RegExp; instead: string; why: string }[] = [
  {
    pattern: /^\w+ pkg:composer\/viserio\/.*$/,
    instead: '',
    why: 'a package does not request the packages that it replaces',
  },
  {
    pattern:
      /^\w+ pkg:composer\/(alcaeus\/mongo-php-adapter|cache\/(apcu?|memcached?|mongodb|predis)-adapter|league\/flysystem-replicate-adapter)$/,
    instead: '',
    why: 'a package does not request the packages that it suggests',
  },
  {
    pattern: /^\w+ pkg:composer\/(php|ext-|lib-|composer-plugin-api)[^/]*$/,
    instead: '',
    why: 'parts of the machine are not packages',
  },
  {
    pattern: /^\w+ pkg:composer\/.*-implementation(@.*)?$/,
    instead: '',
    why: 'a package does not request the packages that it provides',
  },
  { pattern: /^declares pkg:composer\/[^/]+$/, instead: '', why: 'a purl of Composer needs a vendor' },
  {
    pattern: /^declares pkg:gem\/(\w+)@.*::.*$/,
    instead: 'declares pkg:gem/$1',
    why: 'the name of a constant is not a version',
  },
  { pattern: /^declares pkg:gem\/.*::.*$/, instead: '', why: 'the name of a constant is not a package name' },
  {
    pattern: /^(asks|direct) pkg:cocoapods\/([^/@]+)\/([^@]+)@(.*)$/,
    instead: '$1 pkg:cocoapods/$2@$4#$3',
    why: 'a subspec is a subpath',
  },
  {
    pattern: /^edge (\S+) > pkg:cocoapods\/([^/@]+)\/(.*)$/,
    instead: 'edge $1 > pkg:cocoapods/$2#$3',
    why: 'a subspec is a subpath',
  },
  {
    pattern: /^edge pkg:cocoapods\/([^/@]+)\/([^@]+)@(\S+) > (.*)$/,
    instead: 'edge pkg:cocoapods/$1@$3#$2 > $4',
    why: 'a subspec is a subpath',
  },
  { pattern: /^declares pkg:swift\/[^/]+$/, instead: '', why: 'the address identifies a Swift package' },
  {
    pattern: /^(asks|direct) pkg:cran\/(R|methods|stats|utils|graphics|grDevices|tools)$/,
    instead: '',
    why: 'comes with R itself',
  },
  {
    pattern: /^declares pkg:swift\/(.*)$/,
    instead: 'asks pkg:swift/$1',
    why: 'packages in a lockfile are dependencies',
  },
];

function asWeWrite(lines: ReadonlySet<string>): Set<string> {
  const written = new Set<string>();
  for (const line of lines) {
    let ours = line;
    for (const { pattern, instead } of DEVIATIONS) ours = ours.replace(pattern, instead);
    if (ours !== '') written.add(ours);
  }
  return written;
}

/** The missing lines, and the unexpected ones. Edges and directness are only compared if an expectation contains any. */
function differences({ expected, found }: Comparison): string[] {
  const wanted = asWeWrite(expected);
  const kinds = new Set([...wanted].map((line) => line.split(' ')[0]));
  const missing = [...wanted].filter((line) => !found.has(line)).map((line) => `missing ${line}`);
  const more = [...found].filter((line) => !wanted.has(line) && kinds.has(line.split(' ')[0]));
  return [...missing, ...more.map((line) => `more ${line}`)];
}

const PAIRS: readonly [input: string, expectation: string][] = [
  ['nuget/Castle.Core.nuspec', 'nuget/Castle.Core.nuspec.json.expected'],
  ['nuget/Microsoft.AspNet.Mvc.nuspec', 'nuget/Microsoft.AspNet.Mvc.nuspec.json.expected'],
  ['nuget/jQuery.UI.Combined.nuspec', 'nuget/jQuery.UI.Combined.nuspec.json.expected'],
  [
    'swift/packages/mapboxmaps_manifest_and_resolved/Package.resolved',
    'swift/swift-maboxmaps-resolved-parse-expected.json',
  ],
  ['swift/packages/mapboxmaps_manifest/Package.swift.json', 'swift/swift-maboxmaps-manifest-parse-expected.json'],
  ['cran/geometry/DESCRIPTION', 'cran/geometry/package.json.expected'],
  ['opam/sample4/opam', 'opam/sample4/output.opam.expected'],
  ['opam/sample5/opam', 'opam/sample5/output.opam.expected'],
  ['opam/sample8/opam', 'opam/sample8/output.opam.expected'],
];

describe.skipIf(!isThere)('expectations of scancode-toolkit (skipped if shared/data is absent)', () => {
  it.each(PAIRS)('%s', (input, expectation) =>
    expect(differences(compareFile(CORPUS, input, expectation))).toEqual([]),
  );

  it.each(['rubygems', 'cocoapods', 'haxe'])('%s', (folder) => {
    const { compared } = compareFolder(CORPUS, folder);
    expect(compared.length).toBeGreaterThan(1);
    // The expectation in `package/` lists the requests of one gem, but does not mark them as direct.
    const all = compared.filter(({ path }) => path !== 'rubygems/package/m2r-2.1.0.gem');
    expect(all.flatMap((one) => differences(one).map((line) => `${one.path}: ${line}`))).toEqual([]);
  });

  it('phpcomposer', () => {
    const { compared } = compareFolder(CORPUS, 'phpcomposer');
    // A composer.lock does not mark direct dependencies; scancode marks all packages as direct. It also declares each
    // package, with its development dependencies.
    const isOther = ({ member, found }: Comparison, line: string) =>
      member === 'composer-lock' &&
      (/^missing (direct|asks [^@]*$)/.test(line) || found.has(line.replace(/^missing declares/, 'asks')));
    const lines = compared.flatMap((one) => differences(one).filter((line) => !isOther(one, line)));
    expect(lines).toEqual([]);
  });

  it.each([
    'complete/Gemfile.lock_complex',
    'complete/Gemfile.lock_simple',
    'dependency/Gemfile.lock',
    'git/Gemfile.lock',
    'git/Gemfile.lock_single',
    'spec/Gemfile.lock1',
    'spec/Gemfile.lock2',
    'spec/Gemfile.lock3',
    'spec/Gemfile.lock4',
  ])('gemfile_lock/%s', (path) => {
    const { findings } = readManifest('gem-gemfile-lock', readFileSync(join(CORPUS, 'gemfile_lock', path)));
    const wanted = JSON.parse(
      readFileSync(join(CORPUS, 'gemfile_lock', `${path}.expected.json`), 'utf8'),
    ) as ExpectedGem[];
    // For gems from a repository, the expectation gives the revision as version; we give the version of the gem.
    const ofGem = wanted
      .filter(({ revision }) => revision === null)
      .map(({ name, version }) => `${name} ${version ?? ''}`);
    const found = new Set(findings.map(({ name, version }) => `${name} ${version}`));
    expect(ofGem.filter((one) => !found.has(one)).filter((one) => !isOnlyNamed(one, path))).toEqual([]);
    const names = new Set(wanted.map(({ name }) => name));
    expect([...new Set(findings.map(({ name }) => name))].filter((name) => !names.has(name))).toEqual([]);
    const edges = new Set(
      findings.flatMap(({ name, dependencies }) => dependencies.map(({ purl }) => `${name} > ${nameOf(purl)}`)),
    );
    const wantedEdges = wanted.flatMap(({ name, dependencies }) =>
      Object.values(dependencies).flatMap((inner) => Object.keys(inner).map((id) => `${name} > ${id.split('@')[0]}`)),
    );
    expect(wantedEdges.filter((edge) => !edges.has(edge))).toEqual([]);
  });
});

interface ExpectedGem {
  name: string;
  version: string | null;
  revision: string | null;
  dependencies: Record<string, object>;
}

/** A gem requests it, but the file does not list it: it is a dependency without an own finding. */
function isOnlyNamed(gem: string, path: string): boolean {
  return gem.endsWith(' ') && !path.startsWith('dependency/');
}

function nameOf(purl: string): string {
  return purl.slice('pkg:gem/'.length).split('@')[0]!.split('?')[0]!;
}
