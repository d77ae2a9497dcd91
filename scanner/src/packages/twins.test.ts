// Several manifests of one npm package in one folder make one package.
import { expect, it } from 'vitest';
import { manifestNameFor, readManifest } from '../manifests/index.ts';
import { describePackages } from './index.ts';

const main = (fields: object) => JSON.stringify({ name: 'a', version: '1.0.0', ...fields });

function packages(files: Record<string, string>): string[] {
  const inputs = Object.entries(files).map(([path, text]) => ({
    path: `node_modules/a/${path}`,
    packages: readManifest(manifestNameFor(path) ?? '', Buffer.from(text)).findings,
  }));
  return describePackages(inputs).map(({ purl, declaredLicense, licenseExpression, files: from }) =>
    [purl, `"${declaredLicense}"`, licenseExpression, ...from.map((path) => path.replace('node_modules/a/', ''))].join(
      ' ',
    ),
  );
}

it.each<[string, Record<string, string>, string[]]>([
  [
    'component.json states the license that package.json lacks',
    { 'package.json': main({}), 'component.json': main({ license: 'MIT' }) },
    ['pkg:npm/a@1.0.0 "MIT" MIT component.json package.json'],
  ],
  [
    'a name without a version is as uncertain there as elsewhere',
    { 'package.json': main({}), 'component.json': main({ license: 'BSD' }) },
    ['pkg:npm/a@1.0.0 "BSD"  component.json package.json'],
  ],
  [
    'package.json decides where they differ',
    { 'package.json': main({ license: 'ISC' }), 'component.json': main({ license: 'MIT' }) },
    ['pkg:npm/a@1.0.0 "ISC" ISC component.json package.json'],
  ],
  [
    'bower.json of another version is the same package',
    { 'package.json': main({}), 'bower.json': '{"name":"A","version":"0.9.0","license":"MIT"}' },
    ['pkg:npm/a@1.0.0 "MIT" MIT bower.json package.json'],
  ],
  [
    'bower.json with another name is another package',
    { 'package.json': main({}), 'bower.json': '{"name":"b","version":"0.9.0"}' },
    ['pkg:bower/b@0.9.0 ""  bower.json', 'pkg:npm/a@1.0.0 ""  package.json'],
  ],
  ['component.json alone makes no package', { 'component.json': main({ license: 'MIT' }) }, []],
])('%s', (_, files, expected) => expect(packages(files)).toEqual(expected));
