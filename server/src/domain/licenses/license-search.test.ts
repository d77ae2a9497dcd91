import { expect, it } from 'vitest';
import { type NamedLicense, searchLicenses, successorOf } from './license-search.ts';

const license = (shortName: string, name: string, more: Partial<NamedLicense> = {}): NamedLicense => ({
  shortName,
  name,
  family: '',
  is_deprecated: false,
  ...more,
});
const LIBRARY = [
  license('MIT-0', 'MIT No Attribution'),
  license('JSON', 'JSON License'),
  license('MIT-Modern-Variant', 'MIT License Modern Variant'),
  license('MIT', 'MIT License'),
  license('GPL-2.0', 'GNU General Public License v2.0 only', { is_deprecated: true }),
  license('GPL-2.0-with-GCC-exception', 'GNU General Public License v2.0 w/GCC exception', { is_deprecated: true }),
  license('GPL-2.0-or-later', 'GNU General Public License v2.0 or later'),
  license('GPL-2.0-only', 'GNU General Public License v2.0 only'),
  license('LGPL-2.0-only', 'GNU Library General Public License v2 only', { family: 'Weak copyleft' }),
  license('Apache-2.0', 'Apache License 2.0'),
];
const found = (find: string, meant = '') => searchLicenses(LIBRARY, find, meant).map(({ shortName }) => shortName);

it.each([
  ['mit', '', ['MIT', 'MIT-0', 'MIT-Modern-Variant']],
  ['MIT License', '', ['MIT', 'MIT-Modern-Variant']],
  ['GPL-2.0', '', ['GPL-2.0-only', 'GPL-2.0', 'GPL-2.0-or-later', 'GPL-2.0-with-GCC-exception', 'LGPL-2.0-only']],
  ['gpl-2.0+', '', ['GPL-2.0-or-later']],
  ['ASL2', 'Apache-2.0', ['Apache-2.0']],
  ['weak copyleft', '', ['LGPL-2.0-only']],
  ['gnu lib', '', ['LGPL-2.0-only']],
  ['no such license', '', []],
])('%j finds, the best first', (find, meant, expected) => expect(found(find, meant)).toEqual(expected));

it('without words, all licenses by id', () => {
  expect(found('  ')).toHaveLength(LIBRARY.length);
  expect(found('')[0]).toBe('Apache-2.0');
});

it('whatever is searched for, each license is listed at most once, and its id finds it first', () => {
  for (const { shortName, is_deprecated } of LIBRARY) {
    const all = found(shortName);
    expect(new Set(all).size).toBe(all.length);
    if (!is_deprecated) expect(all[0]).toBe(shortName);
  }
});

it('what took the place of a deprecated id', () => {
  expect(successorOf({ shortName: 'GPL-2.0', is_deprecated: true })).toBe('GPL-2.0-only');
  expect(successorOf({ shortName: 'eCos-2.0', is_deprecated: true })).toBe('GPL-2.0-or-later WITH eCos-exception-2.0');
  expect(successorOf({ shortName: 'MIT', is_deprecated: false })).toBe('');
});
