// The license of a project: each rule with a small tree of real texts, scanned like any source.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { licenseLibrary } from '../licenses/rules/library.ts';
import { scanSource } from './index.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'assay-primary-test-'));
});
afterEach(() => {
  rmSync(root, { recursive: true, force: true });
});

const texts = new Map(licenseLibrary().map(({ id, text }) => [id, text]));
const text = (id: string): string => {
  const found = texts.get(id);
  if (!found) throw new Error(`There is no text of ${id}.`);
  return `${found}\n`;
};
const LINE = `\n${'-'.repeat(80)}\n\n`;
const tag = (expression: string) => `/* SPDX-License-Identifier: ${expression} */\nint a;\n`;
const words = (name: string, version: string, later: boolean) =>
  `This program is free software; you can redistribute it and/or modify it under the terms of the ${name} as published by the Free Software Foundation; ${later ? `either version ${version} of the License, or (at your option) any later version` : `version ${version} of the License`}.`;
const gnu = (name: string, version: string, later: boolean) => `/* ${words(name, version, later)} */\nint a;\n`;
/** License terms of a single company, which match no rule. */
const TERMS =
  'The software is licensed under the Oak TOS for use only with products of Oak.\nThis license terminates automatically if a customer has no account.\n';
const HOLDERS = Array.from(
  { length: 30 },
  (_, index) => `  Copyright ${1990 + index} by the contributors of Pine`,
).join('\n');
const GPL = 'GNU General Public License';
const LGPL = 'GNU Lesser General Public License';
/** The given number of files with the same header. */
const files = (count: number, content: string, folder = 'src') =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`${folder}/f${index}.c`, content]));
const METADATA = 'Metadata-Version: 1.1\nName: oak\nVersion: 1.0\nLicense: MIT\n';
const manifest = (license: string) => JSON.stringify({ name: 'oak', version: '1.0.0', license });

type Tree = Record<string, string>;

it.each<[rule: string, tree: Tree, expected: string]>([
  ['The text of LICENSE.', { LICENSE: text('MIT'), 'a.c': 'int a;\n' }, 'MIT'],
  [
    'The first text of LICENSE; later ones are those of bundled parts.',
    { 'LICENSE.txt': text('Apache-2.0') + LINE + text('BSD-3-Clause') + LINE + text('BSL-1.0') + LINE + text('MIT') },
    'Apache-2.0',
  ],
  ['The same text twice is one license.', { LICENSE: text('MIT') + LINE + text('MIT'), COPYING: text('MIT') }, 'MIT'],
  [
    'A text and headers that allow later versions are one license.',
    { COPYING: text('GPL-2.0-only'), ...files(3, gnu(GPL, '2', true)) },
    'GPL-2.0-or-later',
  ],
  [
    'Text before the license text that allows later versions.',
    {
      'license.txt': `Oak - the tree\n\n${words(GPL, '2', true)}\n\nThis program incorporates work covered by the following copyright notices:\n\n${HOLDERS}\n\n${text('GPL-2.0-only')}`,
    },
    'GPL-2.0-or-later',
  ],
  [
    'Many headers that allow later versions do not widen the license where others do not.',
    { COPYING: text('GPL-2.0-only'), ...files(6, gnu(GPL, '2', true)), ...files(3, gnu(GPL, '2', false), 'lib') },
    'GPL-2.0-only',
  ],
  [
    'A few headers that allow later versions do not widen what the README names.',
    {
      COPYING: text('GPL-2.0-only'),
      README: 'Oak as a whole is released under the GNU General Public License, version 2.\n',
      ...files(2, gnu(GPL, '2', true)),
      ...files(4, tag('MIT'), 'lib'),
    },
    'GPL-2.0-only',
  ],
  [
    'COPYING with COPYING.LESSER and a README that names the LGPL.',
    {
      COPYING: text('GPL-3.0-only'),
      'COPYING.LESSER': text('LGPL-3.0-only'),
      README:
        'Oak is distributed under the GNU Lesser General Public License, version 3 or (at your option) any later version.\n',
    },
    'LGPL-3.0-or-later',
  ],
  [
    'COPYING.LIB beside COPYING and a README that names the GPL.',
    {
      COPYING: text('GPL-2.0-only'),
      'COPYING.LIB': text('LGPL-2.1-only'),
      README: 'Oak is released under the GNU General Public License, version 2.\n',
    },
    'GPL-2.0-only',
  ],
  [
    'COPYING.LIB beside COPYING, and headers of the LGPL.',
    { COPYING: text('GPL-2.0-only'), 'COPYING.LIB': text('LGPL-2.1-only'), ...files(3, gnu(LGPL, '2.1', true)) },
    'LGPL-2.1-or-later',
  ],
  [
    'A LICENSE in prose, beside the texts of all parts.',
    {
      'LICENSE.md':
        'Most files are under the GNU Lesser General Public License version 2.1 or later.\nSome other files have MIT/X11 licenses.\n\nSome optional parts are under the GNU General Public License version 2 or later.\n',
      'COPYING.GPLv2': text('GPL-2.0-only'),
      'COPYING.LGPLv2.1': text('LGPL-2.1-only'),
      'COPYING.LGPLv3': text('LGPL-3.0-only'),
    },
    'LGPL-2.1-or-later',
  ],
  [
    'LICENSE-MIT and LICENSE-APACHE.',
    { 'LICENSE-APACHE': text('Apache-2.0'), 'LICENSE-MIT': text('MIT') },
    'Apache-2.0 OR MIT',
  ],
  [
    'A choice that the README offers between the texts.',
    {
      LICENSE: text('BSD-3-Clause'),
      COPYING: text('GPL-2.0-only'),
      'README.md': '# Oak\n\nOak is dual-licensed under [BSD](LICENSE) OR [GPLv2](COPYING).\n',
    },
    'BSD-3-Clause OR GPL-2.0-only',
  ],
  [
    'A choice that the license file offers between texts.',
    {
      COPYING:
        'Every source file is available under the terms of either the GNU Lesser General Public License (LGPL) version 2.1 or the Mozilla Public License (MPL) version 1.1.\n',
      'COPYING-LGPL-2.1': text('LGPL-2.1-only'),
      'COPYING-MPL-1.1': text('MPL-1.1'),
    },
    'LGPL-2.1-only OR MPL-1.1',
  ],
  [
    'A choice that most headers offer.',
    { LICENSE: text('Apache-2.0') + LINE + text('BSD-3-Clause'), ...files(3, tag('Apache-2.0 OR BSD-3-Clause')) },
    'Apache-2.0 OR BSD-3-Clause',
  ],
  [
    'A choice that the manifest declares, whatever the text.',
    { 'package.json': manifest('MIT OR ISC'), LICENSE: text('MIT') },
    'MIT OR ISC',
  ],
  [
    'LICENSE-binary, NOTICE, PATENTS and texts of third parties do not count.',
    {
      LICENSE: text('Apache-2.0'),
      'LICENSE-binary': text('Apache-2.0') + LINE + text('BSD-3-Clause') + LINE + text('CDDL-1.1'),
      NOTICE: `Oak\n\nThis product has a dependency that is under the MIT license.\n`,
      PATENTS: text('BSD-2-Clause'),
      'THIRD-PARTY-LICENSES.txt': text('Zlib'),
      'licenses/pine.txt': text('ISC'),
    },
    'Apache-2.0',
  ],
  [
    'NOTICE counts if there is nothing else.',
    {
      NOTICE: `Oak, copyright 2008 Ann Oak\n\n${text('Apache-2.0')}${LINE}${text('Unicode-DFS-2015')}`,
      ...files(2, tag('Apache-2.0')),
    },
    'Apache-2.0',
  ],
  [
    'NOTICE does not count if most headers have another license.',
    { NOTICE: `Copyright (c) 2008 Pine\n\n${text('BSD-3-Clause')}`, ...files(3, tag('Apache-2.0')) },
    'Apache-2.0',
  ],
  [
    'Equal numbers of headers for two licenses give no majority.',
    { LICENSE: TERMS, 'a.c': tag('HPND'), 'b.c': tag('Zlib') },
    'LicenseRef-unknown-license',
  ],
  [
    'The text that the first words name and most headers have, not the terms of old parts above it.',
    {
      COPYING: `The entire Oak distribution is subject to the GNU General Public License, version 2 (see below).\n${LINE}Additional copyrights:\n\n${text('HPND')}${LINE}${text('GPL-2.0-only')}`,
      ...files(3, gnu(GPL, '2', true)),
    },
    'GPL-2.0-or-later',
  ],
  [
    'The first text, if no header confirms the words above it.',
    {
      COPYING: `The build script is subject to the GNU General Public License, version 2 (see below).\n${LINE}${text('HPND')}${LINE}${text('GPL-2.0-only')}`,
      ...files(3, tag('HPND')),
    },
    'HPND',
  ],
  [
    'Headers that allow version 2 or later, beside a text of version 3 that a program added.',
    { COPYING: text('GPL-3.0-only'), ...files(20, gnu(GPL, '2', true)), 'x.c': gnu(GPL, '3', true) },
    'GPL-2.0-or-later',
  ],
  [
    'Version 3 if the README names it, whatever old headers allow.',
    {
      COPYING: text('GPL-3.0-only'),
      README: 'Oak is under the GNU General Public License, version 3 or later.\n',
      ...files(20, gnu(GPL, '2', true)),
    },
    'GPL-3.0-or-later',
  ],
  [
    'A COPYING in prose named after a part covers only that part.',
    {
      COPYING3: text('GPL-3.0-only'),
      'COPYING.pine.txt': `Pine is part of Fir.\n\n${words(GPL, '3', true)}\n`,
      'COPYING.oak.txt': text('LGPL-2.1-only'),
      ...files(6, gnu(LGPL, '2.1', false)),
      'pine/x.c': gnu(GPL, '3', true),
    },
    'LGPL-2.1-only',
  ],
  [
    'The prose names a license more exactly than its text.',
    {
      LICENSE: `This is free software; you can redistribute it and/or modify it under the same terms as the Perl 5 programming language system itself.\n\n--- The GNU General Public License, Version 1, February 1989 ---\n\n${text('GPL-1.0-only')}\n--- The Artistic License 1.0 ---\n\n${text('Artistic-1.0')}`,
    },
    'Artistic-1.0-Perl OR GPL-1.0-or-later',
  ],
  [
    'Manifests of folders below do not count.',
    { LICENSE: text('Apache-2.0'), 'js/package.json': manifest('ISC'), 'a.c': 'int a;\n' },
    'Apache-2.0',
  ],
  ['Nor if nothing else states a license.', { 'tools/x/package.json': manifest('ISC'), 'a.c': 'int a;\n' }, ''],
  [
    'A folder around everything is the root.',
    { 'oak-1.0/LICENSE': text('MIT'), 'oak-1.0/package.json': manifest('MIT') },
    'MIT',
  ],
  [
    'What a manifest declares loosely is as exact as the license file beside it.',
    { 'package.json': manifest('GPL-2.0'), COPYING: text('GPL-2.0-only'), ...files(3, gnu(GPL, '2', true)) },
    'GPL-2.0-or-later',
  ],
  [
    'Of the texts in a folder of licenses the one that its README names.',
    {
      'Licenses/README':
        'SPDX-License-Identifier: GPL-2.0-only\n\nOak is under version 2 of the GNU General Public License.\n',
      'Licenses/gpl-2.0.txt': text('GPL-2.0-only'),
      'Licenses/isc.txt': text('ISC'),
      README: 'SPDX-License-Identifier: GPL-2.0-or-later\n\nThis is Oak.\n',
      ...files(6, tag('GPL-2.0-or-later')),
      ...files(4, tag('GPL-2.0-only'), 'lib'),
    },
    'GPL-2.0-only',
  ],
  [
    'Of the texts in LICENSES the one that most headers have.',
    {
      'LICENSES/MIT.txt': text('MIT'),
      'LICENSES/CC0-1.0.txt': text('CC0-1.0'),
      ...files(3, tag('MIT')),
      'x.c': tag('CC0-1.0'),
    },
    'MIT',
  ],
  [
    'LICENSES beside COPYING lists the licenses of parts.',
    {
      LICENSES: `Notices for parts that are not under the LGPL or the GPL.\n\n${text('MIT')}`,
      COPYING: text('GPL-3.0-only'),
    },
    'GPL-3.0-only',
  ],
  [
    'A link names a text, and does not say "only".',
    {
      COPYING: text('GPL-3.0-only'),
      'README.md':
        '# Oak\n\n[![License](https://img.shields.io/badge/license-GPL3.0-blue.svg)](https://opensource.org/licenses/GPL-3.0)\n',
      ...files(10, gnu(GPL, '3', true)),
      'lib/x.c': gnu(GPL, '3', false),
    },
    'GPL-3.0-or-later',
  ],
  [
    'COPYING.LGPL beside a COPYING with another license belongs to a part.',
    { COPYING: text('WTFPL'), 'COPYING.GPL': text('GPL-2.0-only'), 'COPYING.LGPL': text('LGPL-2.1-only') },
    'WTFPL',
  ],
  [
    'A choice of version 2 or later stays a choice beside the text of version 3.',
    {
      COPYING: text('GPL-3.0-only'),
      'COPYING.LIB': text('LGPL-3.0-only'),
      README: 'Oak is dual-licensed under "the GNU LGPLv3+ or the GNU GPLv2+".\n',
    },
    'LGPL-3.0-or-later OR GPL-2.0-or-later',
  ],
  [
    'A COPYING in prose that most headers confirm, beside the texts of parts.',
    {
      COPYING: 'Most of Oak is in the public domain. Some scripts are under the LGPL version 2.1 or later.\n',
      'COPYING.LGPL': text('LGPL-2.1-only'),
      ...files(4, '/* This file has been put into the public domain. */\nint a;\n'),
      'x.c': gnu(LGPL, '2.1', true),
    },
    'LicenseRef-public-domain',
  ],
  [
    'A machine-readable copyright file under another name: the license of all files.',
    {
      COPYING: `Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/\n\nFiles: lib/pine/*\nCopyright: Pine\nLicense: MIT\n ${text('MIT').trim().replaceAll(/\n+/g, '\n ')}\n\nFiles: *\nCopyright: Ann Oak\nLicense: GPL-2+\n`,
      'a.c': 'int a;\n',
    },
    'GPL-2.0-or-later',
  ],
  [
    'An agreement with users, not the name in the README.',
    {
      'OAK_LICENSE_AGREEMENT.txt': 'Oak hereby grants the licensee the right to use it. You may not sell it.\n',
      'README.md': '# Oak\n\n## License\n\nMIT\n',
    },
    'LicenseRef-unknown-license',
  ],
  [
    'What a README restricts in prose.',
    { 'README.md': '# Oak\n\nCommercial use requires a subscription.\n', 'a.c': 'int a;\n' },
    'LicenseRef-unknown-license',
  ],
  [
    'A license file in another language, and no file of build tools.',
    {
      LICENCIA: text('GPL-2.0-only'),
      'configure.sh': 'echo\n',
      ...files(2, gnu(GPL, '2', true)),
      'install-sh': `#!/bin/sh\n# ${text('X11').replaceAll('\n', '\n# ')}\n`,
    },
    'GPL-2.0-or-later',
  ],
  [
    'An unknown license in LICENSE, not what a NOTICE or README says of parts.',
    {
      LICENSE: TERMS,
      'NOTICE.txt': `Pine\n\n${text('MIT')}`,
      README: 'It uses Pine, licensed under the MIT license.\n',
    },
    'LicenseRef-unknown-license',
  ],
  [
    "A maker's own terms above the texts of bundled parts.",
    { 'LICENSE.txt': `${TERMS}${LINE}Contains code of Pine\n\n${text('BSD-3-Clause')}${LINE}${text('MIT')}` },
    'LicenseRef-unknown-license',
  ],
  [
    'An unknown license, not the one after it in its file, if headers point to that file.',
    {
      LICENSE: `${TERMS}${LINE}${text('GPL-2.0-only')}`,
      ...files(3, '/* Oak is free. See LICENSE for license terms. */\nint a;\n'),
    },
    'LicenseRef-unknown-license',
  ],
  [
    'An exception after the text belongs to it.',
    { LICENSE: `${text('GPL-2.0-only')}${LINE}${text('Classpath-exception-2.0')}` },
    'GPL-2.0-only WITH Classpath-exception-2.0',
  ],
  [
    'Without a license file, a README that names one license most often.',
    {
      'README.md':
        '# Oak\n\n[![license MIT](https://img.shields.io/badge/license-MIT-green)](x)\n\n## License\n\nLicensed under the MIT license. It uses Pine, which is under the Apache License, Version 2.0.\n',
    },
    'MIT',
  ],
  [
    'The manifest of the root, though one in a folder below repeats what it says.',
    { 'oak-1.0/PKG-INFO': METADATA, 'oak-1.0/src/oak.egg-info/PKG-INFO': METADATA },
    'MIT',
  ],
])('%s', async (_, tree, expected) => {
  for (const [path, content] of Object.entries(tree)) {
    mkdirSync(join(root, dirname(path)), { recursive: true });
    writeFileSync(join(root, path), content);
  }
  const items = await Array.fromAsync(scanSource(root, { threads: 0 }));
  const [found] = items.flatMap((item) => (item.type === 'inventory' ? [item.inventory.primaryLicense] : []));
  expect(found?.expression, found?.reasons.join('; ')).toBe(expected);
});
