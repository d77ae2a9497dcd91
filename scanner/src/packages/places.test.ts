import { describe, expect, it } from 'vitest';
import { dependencyScopes } from '../dependency-scopes.ts';
import { readManifest } from '../manifests/index.ts';
import { describePackages } from './index.ts';
import { BUILT_IN_PLACES, createPlaces } from './places.ts';

const SCOPES: readonly string[] = dependencyScopes;

describe('places.yaml', () => {
  it('each place is complete, matches its own sample path, and shares no folder with another place', () => {
    const seen = new Set<string>();
    for (const [name, rule] of Object.entries(BUILT_IN_PLACES)) {
      expect(Object.keys(rule).sort(), name).toEqual(['folders', 'path', 'scope']);
      expect(SCOPES, name).toContain(rule.scope);
      const { path } = rule as unknown as { path: string };
      expect(createPlaces(['package.json', path])(path)?.name, path).toBe(name);
      for (const folder of rule.folders) {
        expect(folder).toBe(folder.toLowerCase());
        expect(seen.has(folder), folder).toBe(false);
        seen.add(folder);
      }
    }
  });
});

describe('createPlaces', () => {
  const cases: [string, string, string | undefined][] = [
    ['the product', 'packages/a/package.json', undefined],
    ['a file named as a place', 'test', undefined],
    ['a place anywhere in the path', 'packages/a/Tests/b/package.json', 'test'],
    ['inside of a third-party package', 'node_modules/a/test/package.json', undefined],
    ['a third-party package inside of a place', 'examples/b/node_modules/a/package.json', 'example'],
    ['a project of .NET for tests', 'src/Shop.Core.Tests/packages.config', 'test'],
    ['a module of Maven for tests', 'shop-tests/pom.xml', 'test'],
    ['a name that only contains such an ending', 'shop.tests.core/pom.xml', undefined],
    ['inside of an archive', 'lib/a.zip!/docs/package.json', undefined],
  ];
  it.each(cases)('%s', (_, path, place) => expect(createPlaces(['package.json', path])(path)?.name).toBe(place));

  it('folders that all paths share do not count', () => {
    const paths = ['examples/react/package.json', 'examples/react/docs/package.json'];
    expect(paths.map((path) => createPlaces(paths)(path)?.name)).toEqual([undefined, 'documentation']);
  });

  it('rules of the caller replace the built-in ones', () => {
    const rules = { lab: { scope: 'build' as const, folders: ['lab'] } };
    const placeOf = createPlaces(['a/x', 'lab/x', 'test/x'], rules);
    expect([placeOf('lab/x'), placeOf('test/x')]).toEqual([{ name: 'lab', scope: 'build' }, undefined]);
  });
});

/** `purl scope place lines` of a tree of package.json files. */
function told(files: Record<string, object>): string[] {
  const read = Object.entries(files).map(([path, content]) => ({
    path,
    packages: readManifest('npm-package-json', Buffer.from(JSON.stringify(content))).findings,
  }));
  return describePackages(read).map((found) => `${found.purl} ${found.scope} ${found.place ?? 'product'}`);
}

describe('scope by place', () => {
  const cases: [string, Record<string, object>, string[]][] = [
    [
      'a package that only an example requests is not a runtime package of the product',
      { 'package.json': { name: 'app' }, 'examples/a/package.json': { name: 'demo', dependencies: { x: '1.0.0' } } },
      ['pkg:npm/app runtime product', 'pkg:npm/demo development example', 'pkg:npm/x@1.0.0 development example'],
    ],
    [
      'a package that the product also requests is one',
      {
        'package.json': { name: 'app', dependencies: { x: '1.0.0' } },
        'test/a/package.json': { name: 't', dependencies: { x: '1.0.0' } },
      },
      ['pkg:npm/app runtime product', 'pkg:npm/t test test', 'pkg:npm/x@1.0.0 runtime product'],
    ],
    [
      'a weaker scope of the manifest stays',
      { 'package.json': { name: 'app' }, 'test/package.json': { name: 't', devDependencies: { x: '^1.0.0' } } },
      ['pkg:npm/app runtime product', 'pkg:npm/t test test', 'pkg:npm/x development test'],
    ],
    [
      'a package in the tests that nobody requests',
      { 'package.json': { name: 'app' }, 'test/data/node_modules/x/package.json': { name: 'x', version: '1.0.0' } },
      ['pkg:npm/app runtime product', 'pkg:npm/x@1.0.0 test test'],
    ],
  ];
  it.each(cases)('%s', (_, files, expected) => expect(told(files)).toEqual(expected));
});
