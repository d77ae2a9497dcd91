import { expect, it } from 'vitest';
import { fillNotices, noticesFor } from './notices.ts';

const texts = (noticesText: string, asFoundLicenseText: string, libraryText: string) => ({
  noticesText,
  asFoundLicenseText,
  libraryText,
});

it.each([
  ['own', 'found', 'library', 'own', 'notices'],
  ['', 'found', 'library', 'found', 'as-found'],
  [' \n', '', 'library', 'library', 'library'],
  ['N/A', 'N/A', 'library', 'library', 'library'],
  ['library', 'found', 'library', 'found', 'as-found'],
  ['library', '', 'library', 'library', 'notices'],
  ['', '', '', '', 'none'],
])('a report of notices "%s", as-found "%s", library "%s" prints "%s"', (notices, found, library, text, source) => {
  expect(noticesFor(texts(notices, found, library))).toEqual({ text, source });
});

it.each([
  ['', 'found', 'library', false, 'library'],
  ['', 'found', '', false, 'found'],
  ['', '', '', false, undefined],
  ['own', 'found', 'library', false, undefined],
  ['own', 'found', 'library', true, 'library'],
  ['own', 'found', '', true, 'found'],
  ['own', '', '', true, undefined],
  ['library', '', 'library', true, undefined],
])(
  'filling notices "%s" from as-found "%s" and library "%s", overwriting %s',
  (notices, found, library, overwrite, text) => {
    expect(fillNotices(texts(notices, found, library), overwrite)).toBe(text);
  },
);
