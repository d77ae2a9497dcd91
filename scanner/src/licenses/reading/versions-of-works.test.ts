// Numbers beside a license name that are versions, dates and sizes of the work, not versions of the license.
import { expect, it } from 'vitest';
import { detectLicenses, loadLicenseIndex } from '../index.ts';

const index = loadLicenseIndex();

it.each([
  ['License: LGPL, 2.1 MB of source.', 'LGPL-2.0-or-later'],
  ['Licensed under the GPL 2.0.1', 'GPL-1.0-or-later'],
  ['The code is licensed under the GPL as of release 3.0; earlier releases were not.', 'GPL-1.0-or-later'],
  ['This program is licensed under the GPL since version 2.1 of the program.', 'GPL-1.0-or-later'],
  ['From version 2.0 on, frob is distributed under the GNU General Public License.', 'GPL-1.0-or-later'],
  ['Released under the LGPL. 3.0 will bring more.', 'LGPL-2.0-or-later'],
  ['Licensed under the GNU General Public License, 3.4.2007.', 'GPL-1.0-or-later'],
  ['License: GPL 2008-2010 by Foo', 'GPL-1.0-or-later'],
  ['foo 2.1 (2009-03-02)\n * Released under the GPL.\n 2.0.1 - fixed a crash\n', 'GPL-1.0-or-later'],
  // Versions of the license.
  ['License: LGPL, 2.1', 'LGPL-2.1-only'],
  ['Licensed under the GPL. Version 2 applies.', 'GPL-2.0-only'],
  ['Licensed under the GPL v. 2', 'GPL-2.0-only'],
])('%s', (text, expected) => {
  expect(detectLicenses(index, Buffer.from(text)).spdx).toEqual([expected]);
});
