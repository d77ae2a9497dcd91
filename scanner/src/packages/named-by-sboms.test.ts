import { expect, it } from 'vitest';
import { manifestNameFor, readManifest } from '../manifests/index.ts';
import { describePackages } from './index.ts';

const bom = (...purls: string[]) =>
  JSON.stringify({
    ...{ bomFormat: 'CycloneDX', specVersion: '1.6' },
    components: purls.map((purl) => ({ type: 'library', name: 'x', purl, supplier: { name: 'Acme' } })),
  });
const lockfile = (versions: Record<string, string>) =>
  JSON.stringify({
    ...{ name: 'app', lockfileVersion: 3 },
    packages: {
      '': { name: 'app', dependencies: Object.fromEntries(Object.keys(versions).map((name) => [name, '*'])) },
      ...Object.fromEntries(Object.entries(versions).map(([name, version]) => [`node_modules/${name}`, { version }])),
    },
  });

function packages(files: Record<string, string>): string[] {
  const inputs = Object.entries(files).map(([path, text]) => ({
    path,
    packages: readManifest(manifestNameFor(path) ?? '', Buffer.from(text)).findings,
  }));
  return describePackages(inputs).map(({ purl, scope, supplier = '', proofs }) =>
    [
      purl,
      scope === 'runtime' ? '' : scope,
      supplier,
      ...proofs.map(
        ({ path, role, otherVersion }) => `${role}${otherVersion === undefined ? '' : ` ${otherVersion}`} ${path}`,
      ),
    ]
      .filter((word) => word !== '')
      .join(', '),
  );
}

it.each<[string, Record<string, string>, string[]]>([
  [
    'a package that nothing else names has the SBOM as its evidence',
    { 'bom.json': bom('pkg:npm/a@1.0.0') },
    ['pkg:npm/a@1.0.0, Acme, names bom.json'],
  ],
  [
    'the same version is one package, and keeps its scope',
    { 'package-lock.json': lockfile({ a: '1.0.0' }), 'bom.json': bom('pkg:npm/a@1.0.0') },
    ['pkg:npm/a@1.0.0, Acme, names bom.json, locks package-lock.json'],
  ],
  [
    'another version is none: what the tree has tells that the SBOM names it',
    { 'package-lock.json': lockfile({ a: '2.0.0' }), 'bom.json': bom('pkg:npm/a@1.0.0') },
    ['pkg:npm/a@2.0.0, names 1.0.0 bom.json, locks package-lock.json'],
  ],
  [
    'qualifiers make no other package',
    { 'one.cdx.json': bom('pkg:maven/g/a@1.0'), 'two.cdx.json': bom('pkg:maven/g/a@1.0?type=jar') },
    ['pkg:maven/g/a@1.0, Acme, names one.cdx.json', 'pkg:maven/g/a@1.0?type=jar, Acme, names two.cdx.json'],
  ],
  [
    'an SBOM settles no request of a manifest',
    {
      'package.json': '{"name":"app","version":"1.0.0","dependencies":{"a":"^2.0.0"}}',
      'bom.json': bom('pkg:npm/a@1.0.0'),
    },
    ['pkg:npm/a, names 1.0.0 bom.json, requires package.json', 'pkg:npm/app@1.0.0, declares package.json'],
  ],
  [
    'in a jar it counts, below node_modules it does not',
    {
      'app.jar!/META-INF/sbom/application.cdx.json': bom('pkg:maven/g/a@1.0'),
      'node_modules/x/bom.json': bom('pkg:npm/b@1.0.0'),
    },
    ['pkg:maven/g/a@1.0, Acme, names app.jar!/META-INF/sbom/application.cdx.json'],
  ],
  [
    'in a test it is for tests',
    { 'src/a.js': '', 'test/fixtures/bom.json': bom('pkg:npm/a@1.0.0') },
    ['pkg:npm/a@1.0.0, test, Acme, names test/fixtures/bom.json'],
  ],
])('%s', (_, files, lines) => expect(packages(files)).toEqual(lines));
