// A name without a version means the text that stands further down in the same file.
import { expect, it } from 'vitest';
import { detectLicenses, licenseLibrary, loadLicenseIndex } from '../index.ts';

const index = loadLicenseIndex();
const textOf = (id: string): string => licenseLibrary().find((license) => license.id === id)?.text ?? '';

it.each([
  [
    'The distribution is subject to the GNU General Public License (see below), except for some old parts.',
    'GPL-2.0-only',
  ],
  [
    'The distribution is subject to the GNU General Public\n * License, reproduced below, except for some old parts.',
    'GPL-2.0-only',
  ],
  // The file has the version, so a bare name adds nothing.
  ['The distribution is subject to the GNU General Public License, except for some old parts.', 'Zlib'],
])('%j', (words, first) => {
  const { matches, spdx } = detectLicenses(
    index,
    Buffer.from(`${words}\n\n${textOf('Zlib')}\n\n${textOf('GPL-2.0-only')}`),
  );
  expect(matches[0]?.expression).toBe(first);
  expect(spdx).toEqual(['GPL-2.0-only', 'Zlib']);
});
