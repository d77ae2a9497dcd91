import { expect, it } from 'vitest';
import { detectLicenses, licenseLibrary, loadLicenseIndex } from '../index.ts';

const index = loadLicenseIndex();
const idsIn = (text: string) => detectLicenses(index, Buffer.from(text)).spdx;
const busl = licenseLibrary().find(({ id }) => id === 'BUSL-1.1')!.text;

it.each([
  [
    'the parameters above its text (Terraform, LICENSE)',
    `Parameters\n\nLicensor: Acme, Inc.\nLicensed Work: Acme 1.6.0 or later.\nAdditional Use Grant: You may make production use of it.\nChange Date: Four years from publication.\nChange License:       MPL 2.0\n\n${busl}`,
  ],
  [
    'a parameter with other words before the name (Directus)',
    `Licensor: Acme, Inc.\nChange Date: Three years from release date\nChange License:       GNU General Public License (GPL) v3\n\n${busl}`,
  ],
  [
    'a header (CockroachDB)',
    '// Use of this software is governed by the Business Source License\n// included in the file licenses/BSL.txt.\n//\n// As of the Change Date specified in that file, in accordance with\n// the Business Source License, use of this software will be governed\n// by the Apache License, Version 2.0, included in the file\n// licenses/APL.txt.',
  ],
  [
    'a header that names the GPL (MaxScale)',
    ' * Use of this software is governed by the Business Source License included\n * in the LICENSE.TXT file.\n *\n * Change Date: 2025-03-24\n *\n * On the date above, in accordance with the Business Source License, use\n * of this software will be governed by version 2 or later of the General\n * Public License.',
  ],
  [
    'a README',
    'Licensed under the Business Source License 1.1, which converts to the Apache License 2.0 after four years.',
  ],
])('does not report the license of later years: %s', (_, text) => {
  expect(idsIn(text)).toEqual(['BUSL-1.1']);
});

it.each([
  [
    'of other files',
    'The server is licensed under the Business Source License 1.1. The clients are licensed under the Apache License 2.0.',
    ['Apache-2.0', 'BUSL-1.1'],
  ],
  [
    'in a file without a delayed license',
    'This library will be governed by the Apache License 2.0 as all others are.',
    ['Apache-2.0'],
  ],
])('still reports a license: %s', (_, text, expected) => {
  expect(idsIn(text)).toEqual(expected);
});
