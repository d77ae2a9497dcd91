// Which license a package and a project are under, by the files around them.
import { describe, expect, it } from 'vitest';
import { type LicensedPackage, type LicensedTreeFile, primaryLicenses } from './primary-licenses.ts';

const licensed = (path: string, ...spdx: string[]): LicensedTreeFile => ({
  path,
  spdx,
  isSource: /\.[ch]$/.test(path),
});
const pack = (purl: string, folder: string, licenseExpression = ''): LicensedPackage => ({
  purl,
  licenseExpression,
  files: [folder === '' ? 'package.json' : `${folder}/package.json`],
  ownedFolders: [folder],
});

describe('primaryLicenses', () => {
  it.each<[string, LicensedPackage[], LicensedTreeFile[], string, Record<string, string>]>([
    ['nothing at all', [], [], '', {}],
    [
      'the manifest of the root',
      [pack('pkg:npm/app', '', 'MIT'), pack('pkg:npm/dep', 'node_modules/dep', 'ISC')],
      [licensed('a.c', 'Zlib'), licensed('node_modules/dep/LICENSE', 'ISC')],
      'MIT',
      { 'pkg:npm/app': 'MIT', 'pkg:npm/dep': 'ISC' },
    ],
    [
      'the license file of the root before manifests below it, and the nearest package for a file',
      [pack('pkg:npm/part', 'packages/part', 'BSD-2-Clause'), pack('pkg:npm/bare', 'packages/bare')],
      [
        licensed('LICENSE', 'Apache-2.0'),
        licensed('packages/bare/COPYING', 'MPL-2.0'),
        licensed('packages/x.c', 'MIT'),
      ],
      'Apache-2.0',
      { 'pkg:npm/part': 'BSD-2-Clause', 'pkg:npm/bare': 'MPL-2.0' },
    ],
    [
      'headers, but not those of others',
      [],
      [
        licensed('a.c', 'MIT'),
        licensed('vendor/x/a.c', 'ISC'),
        licensed('vendor/x/b.c', 'ISC'),
        licensed('README', 'Zlib'),
      ],
      'MIT',
      {},
    ],
    [
      'two license files as a choice',
      [pack('pkg:cargo/c', 'c')],
      [licensed('c/LICENSE-MIT', 'MIT'), licensed('c/LICENSE-APACHE', 'Apache-2.0')],
      'MIT OR Apache-2.0',
      { 'pkg:cargo/c': 'MIT OR Apache-2.0' },
    ],
  ])('%s', (_, packages, files, project, expected) => {
    const found = primaryLicenses(packages, files);
    expect(found.project.expression).toBe(project);
    expect(Object.fromEntries([...found.packages].map(([purl, { expression }]) => [purl, expression]))).toEqual(
      expected,
    );
    for (const { reasons } of [found.project, ...found.packages.values()]) expect(reasons.length).toBeGreaterThan(0);
  });
});
