// A package.json inside an installed package that only leads to the code of its folder.
import { expect, it } from 'vitest';
import { readManifest } from '../manifests/index.ts';
import { describePackages } from './index.ts';

const packagesIn = (files: Record<string, object>): string[] =>
  describePackages(
    Object.entries(files).map(([path, content]) => ({
      path,
      packages: readManifest('npm-package-json', Buffer.from(JSON.stringify(content))).findings,
    })),
  ).map(({ purl }) => purl);

const OAK = { name: 'oak', version: '1.0.0', license: 'MIT' };

it.each<[string, Record<string, object>, string[]]>([
  [
    'without a version it is a part of the package',
    {
      'node_modules/oak/package.json': OAK,
      'node_modules/oak/auto/package.json': { name: 'oak-auto', main: 'x.js' },
      'node_modules/@a/elm/package.json': { ...OAK, name: '@a/elm' },
      'node_modules/@a/elm/build/cjs/package.json': { name: '@a/elm', type: 'commonjs' },
    },
    ['pkg:npm/%40a/elm@1.0.0', 'pkg:npm/oak@1.0.0'],
  ],
  [
    'with a version it is a package that comes with it',
    { 'node_modules/oak/package.json': OAK, 'node_modules/oak/lib/fir/package.json': { ...OAK, name: 'fir' } },
    ['pkg:npm/fir@1.0.0', 'pkg:npm/oak@1.0.0'],
  ],
  [
    'an installed package without a version stays',
    { 'node_modules/oak/package.json': OAK, 'node_modules/oak/node_modules/ash/package.json': { name: 'ash' } },
    ['pkg:npm/ash', 'pkg:npm/oak@1.0.0'],
  ],
])('%s', (_, files, expected) => expect(packagesIn(files)).toEqual(expected));
