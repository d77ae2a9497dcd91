// Which license a package is under, and why.
import { expect, it } from 'vitest';
import { primaryLicense } from './primary.ts';

it('takes the manifest first and says what agrees', () => {
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
  });
});

it('passes over a manifest that declares no SPDX expression', () => {
  const { expression } = primaryLicense({
    manifests: [{ path: 'package.json', declaredLicense: 'SEE LICENSE IN LICENSE' }],
    licenseFiles: [{ path: 'LICENSE', spdx: ['Apache-2.0'] }],
    headers: [],
  });
  expect(expression).toBe('Apache-2.0');
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
