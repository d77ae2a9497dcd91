import { expect, it } from 'vitest';
import { detectLicenses, loadLicenseIndex } from '../index.ts';

const index = loadLicenseIndex();
const detect = (text: string) => detectLicenses(index, Buffer.from(text)).spdx;

it.each([
  ['base64', '+AIuMrc1SJDQFYWc0bWKuMgURJ0nStULf6GPLD3GxNzY++Mplof3j5z6v7Nl0+lZn2VojBl22AcPli'],
  [
    'the armor of a key',
    '-----BEGIN PGP PUBLIC KEY BLOCK-----\n\nmQINBFMxYzEBEADDu/CDDL/TmcZvQ8qYv0l8nVzgk3GfhBNuXo5b6ePp6RkqZ0Xy3t8J\n',
  ],
])('finds no license inside %s', (_, text) => {
  expect(detect(`Copyright license\n${text}\n`)).toEqual([]);
});

it.each([
  ['/usr/share/common-licenses/GPL-2', ['GPL-2.0-only']],
  ['License: GPLv3', ['GPL-3.0-only']],
])('finds a license in a path or name: %s', (text, expected) => {
  expect(detect(text)).toEqual(expected);
});
