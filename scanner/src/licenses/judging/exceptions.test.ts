// Permissions to link with OpenSSL, which programs grant in their own words.
import { expect, it } from 'vitest';
import { detectLicenses, loadLicenseIndex } from '../index.ts';

const index = loadLicenseIndex();
const GRANT =
  'This program is free software; you can redistribute it and/or modify it under the terms of the GNU General Public License as published by the Free Software Foundation; either version 2 of the License, or (at your option) any later version.';

it.each([
  [
    'In addition, as a special exception, the copyright holders give permission to link this program with the OpenSSL library (or with modified versions of OpenSSL that use the same license as OpenSSL), and distribute linked combinations including the two.',
    'openvpn-openssl-exception',
  ],
  [
    'As a special exception, the author gives permission to link this code with any version of the OpenSSL library which is distributed under a license identical to that listed in the included COPYING.OpenSSL file, and distribute linked combinations including the two.',
    'openvpn-openssl-exception',
  ],
  [
    'As a special exception, the copyright holders give permission to link the code of portions of this program with the OpenSSL library under certain conditions as described in each individual source file, and distribute linked combinations including the two.',
    'cryptsetup-OpenSSL-exception',
  ],
  [
    'For the avoidance of any doubt, permission is granted to link this program with OpenSSL or any other library package.',
    'vsftpd-openssl-exception',
  ],
  [
    'Oak adds the additional exemption that compiling, linking, and/or using OpenSSL is allowed.',
    'vsftpd-openssl-exception',
  ],
  [
    'As a special exception, you have permission to link this program with the OpenSSL library and distribute executables.',
    'vsftpd-openssl-exception',
  ],
  ['As an exception, linking with OpenSSL is explicitly permitted.', 'vsftpd-openssl-exception'],
  ['To build it, link this program with the OpenSSL library.', ''],
  ['Linking with OpenSSL is slow.', ''],
])('%s', (words, exception) => {
  const license = `GPL-2.0-or-later${exception === '' ? '' : ` WITH ${exception}`}`;
  expect(detectLicenses(index, Buffer.from(`${GRANT}\n\n${words}\n`)).spdx).toEqual([license]);
});

it('the short name of a debian/copyright file', () => {
  expect(detectLicenses(index, Buffer.from('License: GPL-2+ with OpenSSL exception\n')).spdx).toEqual([
    'GPL-2.0-or-later WITH cryptsetup-OpenSSL-exception',
  ]);
});

it('a notice with the address of its license before the exception', () => {
  const notice = `This program is free software; you can redistribute it and/or modify it under the terms of version 2 of the GNU General Public License.

This program is distributed in the hope that it will be useful, but WITHOUT ANY WARRANTY; without even the implied warranty of MERCHANTABILITY or FITNESS FOR A PARTICULAR PURPOSE.

You will find the license in the file LICENSE or at http://www.gnu.org/licenses/gpl-2.0.html

In addition, as a special exception, the copyright holders give permission to link this program with the OpenSSL library (or with modified versions of OpenSSL that use the same license as OpenSSL), and distribute linked combinations including the two.
`;
  expect(detectLicenses(index, Buffer.from(notice)).spdx).toEqual(['GPL-2.0-only WITH openvpn-openssl-exception']);
});
