// The license of a package, and the reasons.
import { expect, it } from 'vitest';
import type { LicenseMatch } from '../../findings.ts';
import { ADDED_CLAUSE_RULE } from '../judging/added-clauses.ts';
import { UNKNOWN_LICENSE } from '../judging/unknown.ts';
import { primaryLicense } from './primary.ts';

it('prefers the manifest and reports which files agree', () => {
  expect(
    primaryLicense({
      manifests: [{ path: 'package.json', declaredLicense: 'MIT' }],
      licenseFiles: [{ path: 'LICENSE', spdx: ['MIT'] }],
      headers: [{ path: 'a.js', spdx: ['ISC'] }],
    }),
  ).toEqual({
    expression: 'MIT',
    basis: ['package.json'],
    reasons: [
      'package.json declares MIT',
      'LICENSE holds MIT, which agrees',
      '1 of 1 licensed source files carry ISC, which differs',
    ],
    source: 'manifest',
  });
});

it('ignores a manifest without an SPDX expression', () => {
  const { expression } = primaryLicense({
    manifests: [{ path: 'package.json', declaredLicense: 'SEE LICENSE IN LICENSE' }],
    licenseFiles: [{ path: 'LICENSE', spdx: ['Apache-2.0'] }],
    headers: [],
  });
  expect(expression).toBe('Apache-2.0');
});

it.each([
  ['UNLICENSED', 'package.json declares UNLICENSED, by which npm means that no rights are granted'],
  ['MIT OR\nFoo', 'package.json declares “MIT OR Foo”, which is not certain to be a license'],
  ['x'.repeat(150), `package.json declares “${'x'.repeat(100)}…”, which is not certain to be a license`],
])('reports that a manifest declares %j, alone and beside what decides', (declaredLicense, reason) => {
  const manifests = [
    { path: 'Cargo.toml', declaredLicense: 'ISC' },
    { path: 'package.json', declaredLicense },
    { path: 'part/package.json', declaredLicense: 'Bar' },
  ];
  const of = (known: typeof manifests, licenseFiles: { path: string; spdx: string[] }[]) =>
    primaryLicense({ manifests: known, licenseFiles, headers: [] }).reasons;
  expect(of(manifests.slice(1), [{ path: 'LICENSE', spdx: ['MIT'] }])).toEqual(['LICENSE holds MIT', reason]);
  expect(of(manifests.slice(1), [])).toEqual([reason, 'no license file, header or README names a license']);
  expect(of(manifests, [])).toEqual(['Cargo.toml declares ISC', reason]);
});

it('the license text of a part is none of a whole that is UNLICENSED', () => {
  const licenseFiles = [{ path: 'lib/part/LICENSE', spdx: ['BSD-3-Clause'] }];
  const of = (declaredLicense: string) =>
    primaryLicense({ manifests: [{ path: 'package.json', declaredLicense }], licenseFiles, headers: [], top: '' })
      .expression;
  expect([of('UNLICENSED'), of('Foo')]).toEqual(['', 'BSD-3-Clause']);
});

it.each([
  ['(MIT OR GPL-3.0-or-later)', 'MIT OR GPL-3.0-only', 'MIT OR GPL-3.0-or-later'],
  ['LGPL-2.1+', 'LGPL-2.1-only', 'LGPL-2.1-or-later'],
  ['GPL-2.0', 'GPL-2.0-or-later', 'GPL-2.0-or-later'],
  ['BSD-3-Clause', 'BSD-2-Clause', 'BSD-2-Clause'],
])('a loose manifest that declares %s beside a license file with %s: %s', (declaredLicense, spdx, expression) => {
  const manifests = [{ path: 'package.json', declaredLicense, isLoose: true as const }];
  expect(primaryLicense({ manifests, licenseFiles: [{ path: 'LICENSE', spdx: [spdx] }], headers: [] }).expression).toBe(
    expression,
  );
});

it('does not comment on a manifest that names its license file', () => {
  const manifests = [{ path: 'package.json', declaredLicense: 'SEE LICENSE IN LICENSE' }];
  const { reasons } = primaryLicense({ manifests, licenseFiles: [{ path: 'LICENSE', spdx: ['MIT'] }], headers: [] });
  expect(reasons).toEqual(['LICENSE holds MIT']);
});

it('uses a README if there is nothing else, and quotes it if it differs', () => {
  const of = (readme: string, license = '') =>
    primaryLicense({
      manifests: [],
      licenseFiles: license === '' ? [] : [{ path: 'COPYING', spdx: [license] }],
      headers: [],
      readmes: [
        { path: 'README.md', spdx: [readme] },
        { path: 'README.de.md', spdx: ['Zlib'] },
      ],
    });
  expect(of('GPL-3.0-or-later')).toEqual({
    expression: 'GPL-3.0-or-later',
    reasons: ['README.md says GPL-3.0-or-later'],
    basis: ['README.md'],
    source: 'readme',
  });
  expect(of('MIT', 'MIT').reasons).toEqual(['COPYING holds MIT']);
  expect(of('GPL-3.0-or-later', 'GPL-3.0-only').reasons).toEqual([
    'COPYING holds GPL-3.0-only, and README.md says GPL-3.0-or-later',
  ]);
});

it('reads LICENSE-MIT beside LICENSE-APACHE as a choice', () => {
  const licenseFiles = [
    { path: 'LICENSE-APACHE', spdx: ['Apache-2.0'] },
    { path: 'LICENSE-MIT', spdx: ['MIT'] },
    { path: 'vendor/x/LICENSE', spdx: ['Zlib'] },
  ];
  expect(primaryLicense({ manifests: [], licenseFiles, headers: [] }).expression).toBe('Apache-2.0 OR MIT');
});

it('takes the majority of headers when there is nothing else, and no minority', () => {
  const headers = ['MIT', 'MIT', 'ISC'].map((spdx, i) => ({ path: `${i}.c`, spdx: [spdx] }));
  expect(primaryLicense({ manifests: [], licenseFiles: [], headers }).expression).toBe('MIT');
  const even = ['MIT', 'ISC', 'Zlib'].map((spdx, i) => ({ path: `${i}.c`, spdx: [spdx] }));
  expect(primaryLicense({ manifests: [], licenseFiles: [], headers: even }).expression).toBe('');
});

it('learns from headers whether a GNU text applies to later versions too', () => {
  const licenseFiles = [{ path: 'COPYING', spdx: ['GPL-2.0-only'] }];
  const headers = (later: number, only: number) => [
    ...Array.from({ length: later }, (_, i) => ({ path: `l${i}.c`, spdx: ['GPL-2.0-or-later'] })),
    ...Array.from({ length: only }, (_, i) => ({ path: `o${i}.c`, spdx: ['GPL-2.0-only OR MIT'] })),
  ];
  const found = (later: number, only: number) =>
    primaryLicense({ manifests: [], licenseFiles, headers: headers(later, only) });
  expect(found(20, 2).expression).toBe('GPL-2.0-or-later');
  expect(found(20, 2).reasons[0]).toBe(
    'COPYING holds GPL-2.0-only, and 20 of 22 source files that name it say GPL-2.0-or-later',
  );
  expect(found(20, 3).expression).toBe('GPL-2.0-only');
  expect(found(20, 3).reasons[0]).toBe(
    'COPYING holds GPL-2.0-only; 20 of 23 licensed source files are GPL-2.0-or-later',
  );
  expect(found(0, 0).expression).toBe('GPL-2.0-only');
});

it('reports that a text agrees with its declaration', () => {
  const reasons = (headers: string[]) =>
    primaryLicense({
      manifests: [{ path: 'package.json', declaredLicense: 'GPL-3.0-or-later' }],
      licenseFiles: [{ path: 'COPYING', spdx: ['GPL-3.0-only'] }],
      headers: headers.map((spdx, i) => ({ path: `${i}.js`, spdx: [spdx] })),
    }).reasons.slice(1);
  expect(reasons([])).toEqual(['COPYING holds GPL-3.0-only, which agrees']);
  expect(reasons(['GPL-3.0-only'])[1]).toMatch(/which differs$/);
});

it('prefers headers to license files of parts, but not to a folder of licenses', () => {
  const headers = ['src/a.c', 'lib/b.c', 'lib/part/c.c'].map((path) => ({ path, spdx: ['BSD-2-Clause'] }));
  const of = (path: string, withHeaders = true) =>
    primaryLicense({
      manifests: [],
      licenseFiles: [{ path, spdx: ['MIT'] }],
      headers: withHeaders ? headers : [],
    }).expression;
  expect(of('lib/part/LICENSE')).toBe('BSD-2-Clause');
  expect(of('lib/part/LICENSE', false)).toBe('MIT');
  expect(of('LICENSES/MIT.txt')).toBe('MIT');
  expect(of('LICENSE')).toBe('MIT');
});

it.each<[string, string, string[], string]>([
  [
    'the text of the LGPL beside headers with the GPL',
    'LGPL-2.1-only',
    ['GPL-2.0-or-later', 'GPL-2.0-or-later'],
    'GPL-2.0-or-later',
  ],
  [
    'the text of the GPL 3 beside headers with the LGPL',
    'GPL-3.0-only',
    ['LGPL-2.1-or-later', 'LGPL-2.1-or-later'],
    'LGPL-2.1-or-later',
  ],
  ['one header alone', 'LGPL-2.1-only', ['GPL-2.0-or-later'], 'LGPL-2.1-only'],
  ['headers that name no version', 'LGPL-2.1-only', ['GPL-1.0-or-later', 'GPL-1.0-or-later'], 'LGPL-2.1-only'],
  [
    'one header with the license of the text',
    'LGPL-2.1-only',
    ['GPL-2.0-or-later', 'GPL-2.0-or-later', 'LGPL-2.1-or-later'],
    'LGPL-2.1-or-later',
  ],
  ['a license that is not a GNU license', 'MIT', ['GPL-2.0-or-later', 'GPL-2.0-or-later'], 'MIT'],
])('follows most headers against a GNU text that nobody names: %s', (_, text, carried, expression) => {
  const licenseFiles = [{ path: 'COPYING', spdx: [text] }];
  const headers = carried.map((spdx, i) => ({ path: `${i}.c`, spdx: [spdx] }));
  expect(primaryLicense({ manifests: [], licenseFiles, headers }).expression).toBe(expression);
});

it('follows the GNU text that the README names, whatever headers say', () => {
  const found = primaryLicense({
    manifests: [],
    licenseFiles: [{ path: 'COPYING', spdx: ['LGPL-2.1-only'] }],
    headers: ['a.c', 'b.c'].map((path) => ({ path, spdx: ['GPL-2.0-or-later'] })),
    readmes: [{ path: 'README', spdx: ['LGPL-2.0-or-later'] }],
  });
  expect(found.expression).toBe('LGPL-2.1-only');
});

it('does not let a license file correct a loose choice that headers repeat', () => {
  const choice = 'Artistic-1.0-Perl OR GPL-1.0-or-later';
  const found = primaryLicense({
    manifests: [{ path: 'META.json', declaredLicense: choice, isLoose: true }],
    licenseFiles: [{ path: 'LICENSE', spdx: ['Artistic-2.0 OR GPL-1.0-or-later'] }],
    headers: [{ path: 'lib/Oak.pm', spdx: [choice] }],
  });
  expect(found.expression).toBe(choice);
});

it.each<[string, string, string, { header?: string; readme?: string }, string]>([
  [
    'headers say "or later"',
    'MPL-1.1 OR LGPL-2.1-only',
    '',
    { header: 'MPL-1.1 OR LGPL-2.1-or-later' },
    'MPL-1.1 OR LGPL-2.1-or-later',
  ],
  ['the README says "or later"', 'GPL-3.0-only', '', { readme: 'GPL-3.0-or-later' }, 'GPL-3.0-or-later'],
  ['headers say less', 'GPL-3.0-or-later', '', { header: 'GPL-3.0-only' }, 'GPL-3.0-or-later'],
  [
    'the license file and headers contradict it',
    'GPL-3.0-only',
    'LGPL-3.0-or-later',
    { header: 'LGPL-3.0-or-later' },
    'LGPL-3.0-or-later',
  ],
  ['only the license file contradicts it', 'GPL-3.0-only', 'LGPL-3.0-or-later', {}, 'GPL-3.0-only'],
])('a loose manifest, if %s', (_, declaredLicense, text, { header, readme }, expression) => {
  const found = primaryLicense({
    manifests: [{ path: 'oak.spec', declaredLicense, isLoose: true }],
    licenseFiles: text === '' ? [] : [{ path: 'COPYING', spdx: [text] }],
    headers: header === undefined ? [] : ['a.c', 'b.c'].map((path) => ({ path, spdx: [header] })),
    readmes: readme === undefined ? [] : [{ path: 'README', spdx: [readme] }],
  });
  expect(found.expression).toBe(expression);
});

it('counts forms of one license together when headers decide', () => {
  const carried = ['BSD-4-Clause', 'BSD-4-Clause', 'BSD-4-Clause-UC', 'MIT', 'ISC', 'Zlib'];
  const headers = carried.map((spdx, i) => ({ path: `${i}.c`, spdx: [spdx] }));
  const { expression, reasons } = primaryLicense({ manifests: [], licenseFiles: [], headers });
  expect(expression).toBe('BSD-4-Clause');
  expect(reasons).toEqual(['2 of 6 licensed source files carry BSD-4-Clause, and 1 a form of it']);
});

it('lets headers with version 2 or later of the Library GPL widen the text of the Lesser GPL', () => {
  const headers = ['a.c', 'b.c'].map((path) => ({ path, spdx: ['LGPL-2.0-or-later'] }));
  const licenseFiles = [{ path: 'COPYING.LIB', spdx: ['LGPL-2.1-only'] }];
  expect(primaryLicense({ manifests: [], licenseFiles, headers }).expression).toBe('LGPL-2.1-or-later');
});

it.each([
  ['COPYING', 'GPL-2.0-only WITH x11vnc-openssl-exception', 'GPL-2.0-only WITH x11vnc-openssl-exception'],
  // "The GPL with the exception …" names no version.
  ['LICENSE.OPENSSL', 'GPL-1.0-or-later WITH vsftpd-openssl-exception', 'GPL-2.0-only WITH vsftpd-openssl-exception'],
  ['COPYING.oak', 'LGPL-2.1-only WITH x11vnc-openssl-exception', 'GPL-2.0-only'],
  ['COPYING.oak', 'GPL-3.0-or-later WITH Bison-exception-2.2', 'GPL-2.0-only'],
])('adds the exception that %s names to the text in LICENSE: %s', (path, words, expected) => {
  const match = (expression: string, kind: 'text' | 'reference') =>
    ({ expression, startLine: 1, endLine: 9, score: 100, coverage: 100, rule: 'oak', kind }) as const;
  const licenseFiles = [
    { path: 'LICENSE', spdx: ['GPL-2.0-only'], matches: [match('GPL-2.0-only', 'text')] },
    { path, spdx: [words], matches: [match(words, 'reference')] },
  ];
  expect(primaryLicense({ manifests: [], licenseFiles, headers: [] }).expression).toBe(expected);
});

it.each([
  ['LGPL-2.0-or-later WITH OCaml-LGPL-linking-exception', 'LGPL-2.1-or-later WITH OCaml-LGPL-linking-exception'],
  ['GPL-2.0-or-later WITH Bison-exception-2.2', 'LGPL-2.1-or-later'],
  ['LGPL-2.0-or-later', 'LGPL-2.1-or-later'],
])('a README that says %s beside headers', (said, expected) => {
  const headers = [1, 2].map((n) => ({ path: `${n}.ml`, spdx: ['LGPL-2.1-or-later'] }));
  const readmes = [{ path: 'README', spdx: [said] }];
  expect(primaryLicense({ manifests: [], licenseFiles: [], headers, readmes }).expression).toBe(expected);
  // A text at the root decides before the README.
  const licenseFiles = [{ path: 'LICENSE', spdx: ['LGPL-2.1-only'] }];
  expect(primaryLicense({ manifests: [], licenseFiles, headers, readmes }).expression).toBe('LGPL-2.1-or-later');
});

it.each([
  ['LICENSE', 'MIT', 'MIT AND LicenseRef-unknown-license'],
  ['LICENSE', 'MIT OR ISC', '(MIT OR ISC) AND LicenseRef-unknown-license'],
  ['LICENSE', 'Apache-2.0', 'Apache-2.0'],
  ['third_party/x/LICENSE', 'MIT', 'MIT'],
  ['NOTICE', 'MIT', 'MIT'],
])('a clause added to the MIT text in %s, and a manifest that declares %s: %s', (path, declaredLicense, expression) => {
  const match = { endLine: 30, score: 100, coverage: 100 };
  const matches: LicenseMatch[] = [
    { ...match, expression: 'MIT', startLine: 1, rule: 'spdx/MIT/text', kind: 'text' },
    { ...match, expression: UNKNOWN_LICENSE, startLine: 15, endLine: 15, rule: ADDED_CLAUSE_RULE, kind: 'notice' },
  ];
  const found = primaryLicense({
    top: '',
    manifests: [{ path: 'package.json', declaredLicense }],
    licenseFiles: [{ path, spdx: [UNKNOWN_LICENSE, 'MIT'], matches }],
    headers: [],
  });
  expect(found.expression).toBe(expression);
  if (expression.includes(UNKNOWN_LICENSE))
    expect(found.reasons.at(-1)).toBe('LICENSE adds a clause to MIT in line 15');
});
