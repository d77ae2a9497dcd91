// A choice with a license that no rule knows stays a choice.
import { expect, it } from 'vitest';
import { detectLicenses, loadLicenseIndex } from '../index.ts';

const index = loadLicenseIndex();

it.each([
  [
    'You may distribute it under the terms of either the GNU General Public License or the Oak License.',
    'GPL-1.0-or-later OR LicenseRef-unknown-license',
  ],
  [
    'You may distribute it under either the Oak Software License or the GNU GPL version 2.',
    'GPL-2.0-only OR LicenseRef-unknown-license',
  ],
  [
    ' * distributed under either the MIT License or\n * the terms of the Oak License.',
    'MIT OR LicenseRef-unknown-license',
  ],
  ['You may distribute it under either the MIT License or the ISC License.', 'MIT OR ISC'],
  ['It is distributed under the MIT License. Users of Windows or the Oak License Manager need more.', 'MIT'],
  ['It is distributed under the MIT License, or the license of your choice.', 'MIT'],
  ['It is distributed under the MIT License. Either you or the Oak License holder may say so.', 'MIT'],
  // A name without a version is known.
  [
    'License: LGPL-2.1-only\n\nYou may distribute it under either the\nLesser General Public License or the MIT License.',
    'LGPL-2.1-only, MIT',
  ],
])('%j', (text, expected) => {
  expect(detectLicenses(index, Buffer.from(text)).spdx.join(', ')).toBe(expected);
});
