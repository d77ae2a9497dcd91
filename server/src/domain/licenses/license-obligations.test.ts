import { expect, it } from 'vitest';
import {
  asksForHolders,
  asksForNothing,
  classOf,
  conflictsAmong,
  mayRequireSource,
  requiresSource,
} from './license-obligations.ts';

it.each([
  ['MIT', 'permissive', false],
  ['Apache-2.0', 'permissive with patents', false],
  ['BSD-4-Clause', 'permissive with advertising', false],
  ['GPL-2.0-only', 'strong copyleft', true],
  ['GPL-2.0-only WITH Classpath-exception-2.0', 'weak copyleft', true],
  ['LGPL-2.1-or-later', 'weak copyleft', true],
  ['AGPL-3.0-only', 'network copyleft', true],
  ['MPL-2.0', 'weak copyleft', true],
  ['CECILL-C', 'weak copyleft', true],
  ['CECILL-2.1', 'strong copyleft', true],
  ['GPL-2.0-or-later WITH cryptsetup-OpenSSL-exception', 'strong copyleft', true],
  ['GPL-3.0-only WITH Autoconf-exception-3.0', 'weak copyleft', true],
  ['CC-BY-SA-4.0', 'share-alike', false],
  ['CC-BY-NC-SA-4.0', 'restricted', false],
  ['CC0-1.0', 'public domain', false],
  ['LicenseRef-house', 'unknown', false],
  ['LicenseRef-public-domain', 'public domain', false],
  ['BlueOak-1.0.0', 'permissive', false],
])('%s is %s; requires source: %s', (license, name, source) => {
  expect(classOf(license).name).toBe(name);
  expect(requiresSource(license)).toBe(source);
});

it.each<[expression: string, asks: boolean, could: boolean]>([
  ['MIT OR GPL-3.0-or-later', false, true],
  ['GPL-2.0-only OR MPL-2.0', true, true],
  ['MIT AND GPL-2.0-only', true, true],
  ['MIT AND (BSD-3-Clause OR GPL-2.0-only)', false, true],
  ['MPL-2.0 AND (MIT OR GPL-2.0-only)', true, true],
  ['MIT OR ISC', false, false],
  ['', false, false],
])('"%s" requires source: %s; a part of it could: %s', (expression, asks, could) => {
  expect(requiresSource(expression)).toBe(asks);
  expect(mayRequireSource(expression)).toBe(could);
});

it.each([
  [['MIT', 'GPL-3.0-only', 'Apache-2.0'], []],
  [['GPL-2.0-only', 'Apache-2.0'], ['GPL-2.0-only Apache-2.0']],
  [['GPL-2.0-or-later', 'Apache-2.0'], []],
  [['GPL-2.0-only', 'GPL-3.0-or-later'], ['GPL-2.0-only GPL-3.0-or-later']],
  [
    ['GPL-3.0-only', 'CDDL-1.0', 'BSD-4-Clause'],
    ['GPL-3.0-only BSD-4-Clause', 'GPL-3.0-only CDDL-1.0'],
  ],
])('among %j: %j', (licenses, expected) => {
  expect(conflictsAmong(licenses).map(({ one, other }) => `${one} ${other}`)).toEqual(expected);
});

it.each<[expression: string, nothing: boolean, holders: boolean]>([
  ['MIT', false, true],
  ['CC0-1.0', true, false],
  ['LicenseRef-public-domain', true, false],
  ['BlueOak-1.0.0', false, false],
  ['MIT OR CC0-1.0', false, false],
  ['MIT AND CC0-1.0', false, true],
  ['LicenseRef-house', false, true],
  ['', false, true],
])('"%s" asks for nothing: %s; for the statements of copyright: %s', (expression, nothing, holders) => {
  expect(asksForNothing(expression)).toBe(nothing);
  expect(asksForHolders(expression)).toBe(holders);
});
