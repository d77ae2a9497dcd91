import { expect, it } from 'vitest';
import { detectLicenses, loadLicenseIndex } from '../index.ts';
import { withoutEscapedSpaces } from './escapes.ts';

const written = (text: string): string => Buffer.from(withoutEscapedSpaces(Buffer.from(text))).toString();

it('replaces escaped spaces and keeps the length', () => {
  expect(written('a%20OR%20b%2Fc')).toBe('a   OR   b%2Fc');
});

it('returns the bytes themselves where nothing is escaped', () => {
  const bytes = Buffer.from('100% plain');
  expect(withoutEscapedSpaces(bytes)).toBe(bytes);
});

it('reads a choice in the address of a badge', () => {
  const badge = '# knot\n\n![License](https://img.shields.io/badge/license-MPL--2.0%20OR%20Apache--2.0-blue.svg)\n';
  expect(detectLicenses(loadLicenseIndex(), Buffer.from(badge)).spdx).toEqual(['MPL-2.0 OR Apache-2.0']);
});
