import { describe, expect, it } from 'vitest';
import { explainFile } from '../../cli/licenses/explain.ts';
import { detectLicenses, loadLicenseIndex } from '../index.ts';

const index = loadLicenseIndex();
const detect = (text: string) => detectLicenses(index, Buffer.from(text)).spdx;
const MD5 = '43b91e8ca915626ed3818ffb1b71248b';
const SHA256 = '8584710e9b04216a394078dc156b781d0b47e1729104d666658aecef8ee32e95';

describe('a file name with a license in a list of checksums states no license', () => {
  it.each([
    ['of md5sum', `${MD5}  COPYING.gplv3\n${MD5} *docs/COPYING.LGPL-2.1\n`],
    ['of sha256sum', `${SHA256}  usr/share/licenses/Apache-2.0.txt\n`],
    ['of BSD', `SHA256 (src/COPYING.gplv3) = ${SHA256}\nSIZE (src/COPYING.gplv3) = 35147\n`],
    ['of a Python package', 'six.dist-info/LICENSE.APACHE,sha256=DVQuDIgE45qn836wDaWnYhSdxoLXgpRRKH4RuTjpRZQ,10174\n'],
    [
      'of a Java manifest',
      'Name: META-INF/LICENSE.MIT\r\nSHA-256-Digest: hUcQ6bBCFqOUB43BVrd4HQtH4XKRBNZmZYrs8WcA=\r\n',
    ],
    ['without a folder', `${MD5}  Apache-2.0.txt\n`],
    ['in a comment', ` *  ${SHA256}  COPYING.gplv3\n`],
  ])('%s', (_, text) => {
    expect(detect(text)).toEqual([]);
    const refused = explainFile(index, Buffer.from(text))!.explained;
    expect(refused.map(({ why }) => why)).toContain('it is part of a file name in a list of checksums');
  });
});

it.each([
  ['a license beside the checksum of something else', `{"license": "MIT", "md5": "${MD5}"}`, ['MIT']],
  ['a license after a checksum', `{"md5": "${MD5}", "license": "BSD-3-Clause"}`, ['BSD-3-Clause']],
  ['a license in a table of packages', `left-pad\t1.3.0\t${MD5}\tWTFPL\nsix,Apache-2.0,,\n`, ['Apache-2.0', 'WTFPL']],
  ['a file that a sentence refers to', 'See the file COPYING.gplv3 for the license.', ['GPL-3.0-only']],
  ['a tag', `# ${MD5}\n# SPDX-License-Identifier: MIT\n`, ['MIT']],
])('%s is still found', (_, text, expected) => {
  expect(detect(text)).toEqual(expected);
});
