import { expect, it } from 'vitest';
import {
  customLicenseNames,
  customLicensePriorities,
  FEWEST_WORDS_TO_DETECT,
  isDetectable,
  licenseRefOf,
  whyNotDetected,
} from './custom-license.ts';

it.each([
  ['ACME', 'LicenseRef-ACME'],
  ['  ACME License 1.0 ', 'LicenseRef-ACME-License-1.0'],
  ['LicenseRef-Own', 'LicenseRef-Own'],
  ['Bücher & Söhne', 'LicenseRef-Bu-cher-So-hne'],
  ['🦊', 'LicenseRef-custom'],
  [`'; drop table licenses; --`, 'LicenseRef-drop-table-licenses'],
])('%s is named %s', (shortName, expected) => expect(licenseRefOf(shortName)).toBe(expected));

it('searches for texts that are neither too short nor too long', () => {
  expect(isDetectable('word '.repeat(FEWEST_WORDS_TO_DETECT - 1))).toBe(false);
  expect(isDetectable('word '.repeat(FEWEST_WORDS_TO_DETECT))).toBe(true);
  expect(isDetectable('word '.repeat(100_000))).toBe(false);
  expect(isDetectable('')).toBe(false);
});

it('counts the characters of scripts without blanks as words', () => {
  expect(isDetectable('本软件按现状提供，不作任何明示或暗示的保证。')).toBe(true);
  expect(isDetectable('版权所有。')).toBe(false);
  expect(isDetectable('Эта программа предоставляется как есть, без каких-либо гарантий.')).toBe(true);
  expect(isDetectable('!!! --- ,,, ;;; ((( ))) ... ??? *** ### @@@')).toBe(false);
});

it('says why a text is not searched for', () => {
  expect(whyNotDetected('MIT')).toBe('it has fewer than 8 words');
  expect(whyNotDetected('word '.repeat(100_000))).toBe('it has more than 300,000 characters');
});

it('translates names of the scanner into those of the library', () => {
  const name = customLicenseNames([{ reference: 'LicenseRef-ACME', shortName: 'ACME License', priority: 1 }]);
  expect(['licenseref-acme', 'MIT', 'MIT AND LicenseRef-ACME'].map(name)).toEqual([
    'ACME License',
    'MIT',
    'MIT AND LicenseRef-ACME',
  ]);
});

it('knows the priorities of custom licenses by both names, and those of others', () => {
  const priorityOf = customLicensePriorities([
    { reference: 'LicenseRef-ACME', shortName: 'ACME License', priority: 1 },
  ]);
  expect(['acme license', 'LicenseRef-acme', 'MIT', 'GPL-3.0-only'].map(priorityOf)).toEqual([1, 1, 3, 1]);
});
