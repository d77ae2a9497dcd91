// Words that decide which license a sentence means: versions, "only", "or later", the name. With built-in rules and with imported ones.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { detectLicenses, type LicenseIndex, loadLicenseIndex } from '../index.ts';
import { importLicenseRules } from '../rules/scancode-rules.ts';

const idsIn = (index: LicenseIndex, text: string) => detectLicenses(index, Buffer.from(text)).spdx;

const WARRANTY = `This program is distributed in the hope that it will be useful, but WITHOUT ANY
WARRANTY; without even the implied warranty of MERCHANTABILITY or FITNESS FOR A
PARTICULAR PURPOSE. See the GNU General Public License for more details.`;

describe('built-in rules', () => {
  const index = loadLicenseIndex();
  it.each([
    [
      'GPL-2.0-only beside a sentence about later versions',
      'This file is licensed under the terms of the GNU General Public License version 2.\nThe documentation is licensed under the GNU General Public License version 2 or later.\n',
      ['GPL-2.0-only', 'GPL-2.0-or-later'],
    ],
    [
      '"a later version" instead of "any later version"',
      'This file is licensed under the GPL v2, or a later version.',
      ['GPL-2.0-or-later'],
    ],
    [
      'Affero',
      `it under the terms of the GNU Affero General Public License as published by the Free Software Foundation, version 3.\n\n${WARRANTY}`,
      ['AGPL-3.0-only'],
    ],
  ])('%s', (_, text, expected) => {
    expect(idsIn(index, text)).toEqual(expected);
  });

  it('a license that forbids modification is not a BSD license', () => {
    const bsd = detectLicenses(index, Buffer.from(BINARY_ONLY)).spdx.filter((id) => id.startsWith('BSD'));
    expect(bsd).toEqual([]);
  });
});

describe('imported rules', () => {
  let folder: string;
  let index: LicenseIndex;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'assay-decisive-'));
    const rule = (name: string, expression: string, kind: string, text: string) =>
      writeFileSync(
        join(folder, `${name}.RULE`),
        `---\nlicense_expression: ${expression}\n${kind}: yes\nrelevance: 100\n---\n\n${text}\n`,
      );
    for (const [key, spdx] of [
      ['gpl-2.0', 'GPL-2.0-only'],
      ['gpl-1.0-plus', 'GPL-1.0-or-later'],
      ['openssl', 'OpenSSL'],
      ['agpl-3.0', 'AGPL-3.0-only'],
      ['lgpl-2.0-plus', 'LGPL-2.0-or-later'],
      ['lgpl-2.1-plus', 'LGPL-2.1-or-later'],
      ['bsd-new', 'BSD-3-Clause'],
    ]) {
      writeFileSync(
        join(folder, `${key}.LICENSE`),
        `---\nkey: ${key}\nspdx_license_key: ${spdx}\n---\n\nthe ${key} text of this test, which no file holds\n`,
      );
    }
    rule('two', 'gpl-2.0', 'is_license_notice', 'This file is licensed under the GPL v2');
    rule('name', 'gpl-1.0-plus', 'is_license_reference', 'GNU General Public License');
    rule('warranty', 'gpl-1.0-plus', 'is_license_notice', WARRANTY);
    rule('notice', 'gpl-2.0', 'is_license_notice', NOTICE_2);
    rule('ssl', 'openssl', 'is_license_notice', OPENSSL);
    rule('of', 'gpl-1.0-plus', 'is_license_reference', 'of the GPL');
    rule('affero', 'agpl-3.0', 'is_license_notice', AFFERO_LATER);
    rule('lesser', 'lgpl-2.0-plus', 'is_license_reference', 'GNU Lesser General Public License');
    rule('lesser-too', 'lgpl-2.1-plus', 'is_license_reference', 'GNU Lesser General Public License');
    rule('binary', 'bsd-new', 'is_license_text', BINARY_ONLY);
    await importLicenseRules(folder, join(folder, 'imported.index'));
    index = loadLicenseIndex(join(folder, 'imported.index'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it.each([
    ['the rule itself', 'This file is licensed under the GPL v2.', ['GPL-2.0-only']],
    ['a following "or later"', 'This file is licensed under the GPL v2, or any later version.', ['GPL-2.0-or-later']],
    [
      'a following "a later version"',
      '# This file is licensed under the GPL v2, or a later version\n# at the discretion of its author.',
      ['GPL-2.0-or-later'],
    ],
    ['a following sentence', 'This file is licensed under the GPL v2. Or use a later version of it.', ['GPL-2.0-only']],
    [
      'a version before the name',
      `under the terms of version 2 or later of the GNU General Public License as published.\n\n${WARRANTY}`,
      ['GPL-2.0-or-later'],
    ],
    ['a version after the name', 'licensed under the GNU General Public License, version 3 only', ['GPL-3.0-only']],
    ['another version in the same notice', NOTICE_2.replace('version 2', 'version 3'), ['GPL-3.0-only']],
    [
      'a version before a name that begins with "of"',
      'Use it by version 2 (or later) of the GPL',
      ['GPL-2.0-or-later'],
    ],
    ['a rule with "only" in its expression and "or later" in its words', AFFERO_LATER, ['AGPL-3.0-or-later']],
    ['two rules with the same words: the one that agrees with its words', 'GNU Lesser General Public License', ['LGPL-2.1-or-later']], // biome-ignore format: a table
    ['a rule with BSD for a text that forbids modification', BINARY_ONLY, ['LicenseRef-unknown-license']],
    ['another name in the same notice', OPENSSL.replace('the OpenSSL license', 'the Confluent Community license'), []],
  ])('%s', (_, text, expected) => {
    expect(idsIn(index, text)).toEqual(expected);
  });
});

const NOTICE_2 = `This module may be used, copied and changed by everybody who keeps to the terms of the GNU General Public License,
version 2 of June 1991 and no other one, which stands in the file beside this one and in the manual of the module.`;
const AFFERO_LATER = `it under the terms of the GNU Affero General Public License as published by the Free Software Foundation, either version 3
of the License, or (at your option) any later version.`;
const OPENSSL = `Licensed under the OpenSSL license (the "License"). You may not use this file except in compliance with the License. You can
obtain a copy in the file named in the source distribution or at the address that stands on the first page of its manual.`;
const BINARY_ONLY = `Redistribution and use in binary form, without modification, are permitted provided that the following conditions are met:

1. Redistributions must reproduce the above copyright notice, this list of conditions and the following disclaimer in the documentation and/or other materials provided with the distribution.
2. Neither the name of the copyright holder nor the names of its contributors may be used to endorse or promote products derived from this software without specific prior written permission.

THIS SOFTWARE IS PROVIDED BY THE COPYRIGHT HOLDERS AND CONTRIBUTORS "AS IS" AND ANY EXPRESS OR IMPLIED WARRANTIES, INCLUDING, BUT NOT LIMITED TO, THE IMPLIED WARRANTIES OF MERCHANTABILITY AND FITNESS FOR A PARTICULAR PURPOSE ARE DISCLAIMED. IN NO EVENT SHALL THE COPYRIGHT HOLDER OR CONTRIBUTORS BE LIABLE FOR ANY DIRECT, INDIRECT, INCIDENTAL, SPECIAL, EXEMPLARY, OR CONSEQUENTIAL DAMAGES (INCLUDING, BUT NOT LIMITED TO, PROCUREMENT OF SUBSTITUTE GOODS OR SERVICES; LOSS OF USE, DATA, OR PROFITS; OR BUSINESS INTERRUPTION) HOWEVER CAUSED AND ON ANY THEORY OF LIABILITY, WHETHER IN CONTRACT, STRICT LIABILITY, OR TORT (INCLUDING NEGLIGENCE OR OTHERWISE) ARISING IN ANY WAY OUT OF THE USE OF THIS SOFTWARE, EVEN IF ADVISED OF THE POSSIBILITY OF SUCH DAMAGE.`;
