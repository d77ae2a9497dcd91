// The license of a package and of a project, determined by the files around them.
import { describe, expect, it } from 'vitest';
import { type LicensedPackage, type LicensedTreeFile, primaryLicenses } from './primary-licenses.ts';

const licensed = (path: string, ...spdx: string[]): LicensedTreeFile => ({
  path,
  spdx,
  isSource: /\.[ch]$/.test(path),
});
const pack = (
  purl: string,
  folder: string,
  licenseExpression = '',
  declaredLicense = licenseExpression,
): LicensedPackage => ({
  purl,
  licenseExpression,
  declaredLicense,
  files: [folder === '' ? 'package.json' : `${folder}/package.json`],
  licensePath: folder === '' ? 'package.json' : `${folder}/package.json`,
  ownedFolders: [folder],
});

const withText = (path: string, expression: string): LicensedTreeFile => ({
  ...licensed(path, expression),
  matches: [{ expression, startLine: 1, endLine: 99, score: 100, coverage: 100, rule: 'oak', kind: 'text' }],
});

/** A wheel: metadata and license in a folder beside the code. */
const wheel = (licenseExpression: string, declaredLicense: string): LicensedPackage => ({
  ...pack('pkg:pypi/oak@1', 'oak', licenseExpression, declaredLicense),
  files: ['oak-1.dist-info/METADATA'],
  licensePath: 'oak-1.dist-info/METADATA',
  ownedFolders: [''],
});

describe('primaryLicenses', () => {
  it.each<[string, LicensedPackage[], LicensedTreeFile[], string, Record<string, string>]>([
    ['an empty project', [], [], '', {}],
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
      'headers, but not of third-party code',
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
      'a classifier without a word for 2.1, beside the headers of a wheel that says 2.1',
      [
        wheel(
          'LGPL-2.0-or-later',
          'License :: OSI Approved :: GNU Lesser General Public License v2 or later (LGPLv2+)',
        ),
      ],
      [licensed('oak/a.c', 'LGPL-2.1-or-later'), licensed('oak/b.c', 'LGPL-2.1-or-later')],
      'LGPL-2.1-or-later',
      { 'pkg:pypi/oak@1': 'LGPL-2.1-or-later' },
    ],
    [
      'the same classifier, beside the text of a wheel without headers',
      [
        wheel(
          'LGPL-2.0-or-later',
          'License :: OSI Approved :: GNU Lesser General Public License v2 or later (LGPLv2+)',
        ),
      ],
      [licensed('oak/a.c'), licensed('oak-1.dist-info/licenses/LICENSE', 'LGPL-3.0-or-later')],
      '',
      { 'pkg:pypi/oak@1': 'LGPL-3.0-or-later' },
    ],
    [
      'an exact expression before headers',
      [wheel('LGPL-2.0-or-later', 'LGPL-2.0-or-later')],
      [licensed('oak/a.c', 'LGPL-2.1-or-later'), licensed('oak/b.c', 'LGPL-2.1-or-later')],
      'LGPL-2.1-or-later',
      { 'pkg:pypi/oak@1': 'LGPL-2.0-or-later' },
    ],
    [
      'a classifier before headers of another major version',
      [
        wheel(
          'LGPL-2.0-or-later',
          'License :: OSI Approved :: GNU Lesser General Public License v2 or later (LGPLv2+)',
        ),
      ],
      [licensed('oak/a.c', 'LGPL-3.0-or-later'), licensed('oak/b.c', 'LGPL-3.0-or-later')],
      'LGPL-3.0-or-later',
      { 'pkg:pypi/oak@1': 'LGPL-2.0-or-later' },
    ],
    [
      'headers of the product before those of its tests and examples',
      [],
      [
        licensed('COPYING', 'GPL-2.0-only'),
        ...['a.c', 'b.c', 'src/c.c'].map((path) => licensed(path, 'GPL-2.0-or-later')),
        ...['d.c', 'e.c', 'f.c', 'g.c'].map((name) => licensed(`tests/${name}`, 'GPL-2.0-only')),
      ],
      'GPL-2.0-or-later',
      {},
    ],
    [
      'headers of tests, where the product has hardly any',
      [],
      [licensed('a.c', 'ISC'), ...['d.c', 'e.c', 'f.c'].map((name) => licensed(`tests/${name}`, 'MIT'))],
      'MIT',
      {},
    ],
    [
      'a full text in copyright.h, beside headers of parts',
      [],
      [withText('src/copyright.h', 'Artistic-1.0'), licensed('src/a.c', 'MIT'), licensed('src/b.c', 'ISC')],
      'Artistic-1.0',
      {},
    ],
    [
      'two license files as a choice',
      [pack('pkg:cargo/c', 'c')],
      [licensed('c/LICENSE-MIT', 'MIT'), licensed('c/LICENSE-APACHE', 'Apache-2.0')],
      'MIT OR Apache-2.0',
      { 'pkg:cargo/c': 'MIT OR Apache-2.0' },
    ],
    [
      'the README of the root and of a package, if nothing else states a license',
      [pack('pkg:npm/app', 'top'), pack('pkg:npm/dep', 'top/node_modules/dep')],
      [
        licensed('top/README.md', 'GPL-3.0-or-later'),
        licensed('top/docs/README.md', 'Zlib'),
        licensed('top/node_modules/dep/README', 'ISC'),
        licensed('top/node_modules/dep/lib/README', 'MIT'),
      ],
      'GPL-3.0-or-later',
      { 'pkg:npm/app': 'GPL-3.0-or-later', 'pkg:npm/dep': 'ISC' },
    ],
    [
      'the questions and answers of the root, if no license file and no README states one',
      [pack('pkg:npm/app', 'top'), pack('pkg:npm/dep', 'top/node_modules/dep')],
      [
        licensed('top/FAQ.md', 'MPL-2.0'),
        licensed('top/docs/faq.md', 'Zlib'),
        licensed('top/node_modules/dep/FAQ', 'MIT'),
      ],
      'MPL-2.0',
      { 'pkg:npm/app': '', 'pkg:npm/dep': '' },
    ],
    [
      'no questions and answers beside a README',
      [],
      [licensed('README.md', 'ISC'), licensed('FAQ.md', 'MPL-2.0')],
      'ISC',
      {},
    ],
    [
      'the README of a part does not count',
      [pack('pkg:npm/app', '', '', 'Foo')],
      [licensed('part/README.md', 'MIT')],
      '',
      { 'pkg:npm/app': '' },
    ],
  ])('%s', (_, packages, files, project, expected) => {
    const found = primaryLicenses(packages, files);
    expect(found.project.expression).toBe(project);
    expect(Object.fromEntries([...found.packages].map(([purl, { expression }]) => [purl, expression]))).toEqual(
      expected,
    );
    for (const { reasons } of [found.project, ...found.packages.values()]) expect(reasons.length).toBeGreaterThan(0);
  });

  it('takes 200,000 license files', () => {
    const files = Array.from({ length: 200_000 }, (_, part) => licensed(`parts/${part}/LICENSE`, 'MIT'));
    expect(primaryLicenses([pack('pkg:npm/app', '', 'ISC')], files).project.expression).toBe('ISC');
    const { expression, reasons } = primaryLicenses([], files).project;
    expect([expression, reasons]).toEqual(['MIT', [expect.stringMatching(/ and 199995 more hold MIT$/)]]);
  });

  it('reports a declaration that grants nobody rights, beside the license file that decides', () => {
    const packages = [pack('pkg:npm/app', '', '', 'UNLICENSED')];
    const { project, packages: found } = primaryLicenses(packages, [licensed('LICENSE', 'MIT')]);
    const reasons = [
      'LICENSE holds MIT',
      'package.json declares UNLICENSED, by which npm means that no rights are granted',
    ];
    expect(project).toMatchObject({ expression: 'MIT', reasons });
    expect(found.get('pkg:npm/app')).toMatchObject({ expression: 'MIT', reasons });
  });
});
