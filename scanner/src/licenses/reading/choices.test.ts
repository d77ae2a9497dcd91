// Choices between licenses, in the words of real headers.
import { describe, expect, it } from 'vitest';
import { detectLicenses, licenseLibrary, loadLicenseIndex } from '../index.ts';

const index = loadLicenseIndex();
const found = (text: string) => detectLicenses(index, Buffer.from(text));
const textOf = (id: string) => licenseLibrary().find((license) => license.id === id)!.text;

const QT = `** $QT_BEGIN_LICENSE:LGPL$
** Commercial License Usage
** Licensees holding valid commercial Qt licenses may use this file in
** accordance with the commercial license agreement provided with the
** Software or, alternatively, in accordance with the terms contained in
** a written agreement between you and The Qt Company.
**
** GNU Lesser General Public License Usage
** Alternatively, this file may be used under the terms of the GNU Lesser
** General Public License version 3 as published by the Free Software
** Foundation and appearing in the file LICENSE.LGPL3 included in the
** packaging of this file. Please review the following information to
** ensure the GNU Lesser General Public License version 3 requirements
** will be met: https://www.gnu.org/licenses/lgpl-3.0.html.
**
** GNU General Public License Usage
** Alternatively, this file may be used under the terms of the GNU
** General Public License version 2.0 or (at your option) the GNU General
** Public license version 3 or any later version approved by the KDE Free
** Qt Foundation. The licenses are as published by the Free Software
** Foundation and appearing in the file LICENSE.GPL2 and LICENSE.GPL3
** included in the packaging of this file. Please review the following
** information to ensure the GNU General Public License requirements will
** be met: https://www.gnu.org/licenses/gpl-2.0.html and
** https://www.gnu.org/licenses/gpl-3.0.html.
`;

describe('one expression for', () => {
  it.each<[string, string, string]>([
    [
      'a name and the text below it (Ruby)',
      `Oak is copyrighted free software by Ann Oak.
You can redistribute it and/or modify it under either the terms of the
2-clause BSDL (see the file BSDL), or the conditions below:

${textOf('Ruby').slice(textOf('Ruby').indexOf('1. You may make'))}`,
      'BSD-2-Clause OR Ruby',
    ],
    [
      'names with addresses between them (Rust)',
      `// Licensed under the Apache License, Version 2.0 <LICENSE-APACHE or
// https://www.apache.org/licenses/LICENSE-2.0> or the MIT license
// <LICENSE-MIT or https://opensource.org/licenses/MIT>, at your
// option. This file may not be copied, modified, or distributed
// except according to those terms.
`,
      'Apache-2.0 OR MIT',
    ],
    [
      'a choice with an explanation after it (TinyMCE)',
      '/* Licensed under the LGPL or a commercial license.\n * For LGPL see License.txt in the project root for license information. */',
      'LGPL-2.0-or-later OR LicenseRef-proprietary',
    ],
    [
      'names with short names in brackets (Redis 7.4)',
      ' * Licensed under your choice of the Redis Source Available License 2.0\n * (RSALv2) or the Server Side Public License v1 (SSPLv1).',
      'LicenseRef-RSALv2 OR SSPL-1.0',
    ],
    [
      'a list with letters (Redis 8)',
      ' * Licensed under your choice of (a) the Redis Source Available License 2.0\n * (RSALv2); or (b) the Server Side Public License v1 (SSPLv1); or (c) the\n * GNU Affero General Public License v3 (AGPLv3).',
      'LicenseRef-RSALv2 OR SSPL-1.0 OR AGPL-3.0-only',
    ],
    [
      'names in quotes, first as a list and then "at your election" (Elasticsearch)',
      ' * Licensed under the "Elastic License\n * 2.0", the "GNU Affero General Public License v3.0 only", and the "Server Side\n * Public License v 1"; you may not use this file except in compliance with, at\n * your election, the "Elastic License 2.0", the "GNU Affero General Public\n * License v3.0 only", or the "Server Side Public License, v 1".',
      'Elastic-2.0 OR AGPL-3.0-only OR SSPL-1.0',
    ],
    [
      'two licenses, of which one may be selected (zstd, zstd.h)',
      ' * This source code is licensed under both the BSD-style license (found in the\n * LICENSE file in the root directory of this source tree) and the GPLv2 (found\n * in the COPYING file in the root directory of this source tree).\n * You may select, at your option, one of the above-listed licenses.',
      'BSD-3-Clause OR GPL-2.0-only',
    ],
    [
      'a list that prose announces, with words in each entry (FreeType, LICENSE.TXT)',
      'This means that *you* must choose  *one* of the two licenses described\nbelow, then obey all its terms and conditions when using FreeType 2 in\nany of your projects or products.\n\n  - The FreeType License,  found in the file  `docs/FTL.TXT`.  This license is suited to products\n    which do not use the other one.\n\n  - The   GNU   General   Public   License   version   2,   found   in\n    `docs/GPLv2.TXT`.',
      'FTL OR GPL-2.0-only',
    ],
    ['alternatives that name their parts again (Qt)', QT, 'LicenseRef-proprietary OR LGPL-3.0-only OR GPL-2.0-only OR GPL-3.0-only'], // biome-ignore format: a table
    [
      'names joined by commas and "or" (hidapi)',
      'At the discretion of the user of this library, this software may be licensed under the terms of the GNU General Public License v3, a BSD-Style license, or the original HIDAPI license',
      'GPL-3.0-only OR BSD-3-Clause OR HIDAPI',
    ],
    [
      'a list that is announced (CKEditor)',
      `Licensed under the terms of any of the following licenses at your
choice:

 - GNU General Public License Version 2 or later (the "GPL")
   https://www.gnu.org/licenses/gpl.html
   (See Appendix A)

 - GNU Lesser General Public License Version 2.1 or later (the "LGPL")
   https://www.gnu.org/licenses/lgpl.html
   (See Appendix B)

 - Mozilla Public License Version 1.1 or later (the "MPL")
   https://www.mozilla.org/MPL/MPL-1.1.html
`,
      'GPL-2.0-or-later OR LGPL-2.1-or-later OR MPL-1.1',
    ],
    [
      'a list in a manual page, with lines of notice in it (nano)',
      `.\\" This document is dual-licensed.  You may distribute and/or modify it
.\\" under the terms of either of the following licenses:
.\\"
.\\" * The GNU General Public License, as published by the Free Software
.\\"   Foundation, version 3 or (at your option) any later version.  You
.\\"   should have received a copy of the GNU General Public License
.\\"   along with this program.
.\\"
.\\" * The GNU Free Documentation License, as published by the Free
.\\"   Software Foundation, version 1.2 or (at your option) any later
.\\"   version, with no Invariant Sections.
`,
      'GPL-3.0-or-later OR GFDL-1.2-or-later',
    ],
    [
      'a numbered list (hidapi)',
      'HIDAPI can be used under one of three licenses.\n\n1. The GNU General Public License, version 3.0, in LICENSE-gpl3.txt\n2. A BSD-Style License, in LICENSE-bsd.txt.\n3. The more liberal original HIDAPI license. LICENSE-orig.txt\n',
      'GPL-3.0-only OR BSD-3-Clause OR HIDAPI',
    ],
    [
      '"either" with more words between (tcpdump)',
      'This software may be distributed either under the terms of the BSD-style license that accompanies tcpdump or the GNU GPL version 2 or later',
      'BSD-3-Clause OR GPL-2.0-or-later',
    ],
    [
      'an alternative in the middle of a text (libpcap)',
      textOf('BSD-3-Clause').replace(
        'THIS SOFTWARE IS',
        'Alternatively, this software may be distributed under the terms of the\nGNU General Public License ("GPL") version 2 as published by the Free\nSoftware Foundation.\n\nTHIS SOFTWARE IS',
      ),
      'BSD-3-Clause OR GPL-2.0-only',
    ],
    [
      'a choice with both texts after it (Postfix)',
      `This software is dual-licensed under both the Eclipse Public License version 2.0 and the IBM Public License version 1.0.\n\n${textOf('EPL-2.0')}\n\n${textOf('IPL-1.0')}`,
      'EPL-2.0 OR IPL-1.0',
    ],
    [
      'a name without its version, with its text after it (node-forge)',
      `You may use the Forge project under the terms of either the BSD License or the\nGNU General Public License (GPL) Version 2.\n\nNew BSD License (3-clause)\n\n${textOf('BSD-3-Clause')}\n\n${textOf('GPL-2.0-only')}`,
      'BSD-3-Clause OR GPL-2.0-only',
    ],
    [
      'names, and some sentences later the request to choose one (Ubuntu Title)',
      'Oak is licensed under the SIL Open Font License 1.1 (see OFL.txt) and GPL 2 (see GPL-2.txt) for all of its files.\n\nThe font was drawn by Ann Oak. It is shown in many places.\n\nChoose your preferred license for use and contribution.\n',
      'OFL-1.1 OR GPL-2.0-only',
    ],
    [
      'a list of licenses as alternatives (Redland)',
      ' * It is licensed under the following three licenses as alternatives:\n *   1. GNU Lesser General Public License (LGPL) V2.1 or any newer version\n *   2. GNU General Public License (GPL) V2 or any newer version\n *   3. Apache License, V2.0 or any newer version\n',
      'LGPL-2.1-or-later OR GPL-2.0-or-later OR Apache-2.0',
    ],
    [
      'two names without a version (jquery-throttle-debounce)',
      '/*!\n * Copyright (c) 2010 "Cowboy" Ben Alman\n * Dual licensed under the MIT and GPL licenses.\n * http://benalman.com/about/license/\n */',
      'MIT OR GPL-1.0-or-later',
    ],
    [
      'the addresses of the licenses below the sentence (plug-ins of jQuery)',
      '/*\n * Dual licensed under the MIT and GPL licenses:\n *   http://www.opensource.org/licenses/mit-license.php\n *   http://www.gnu.org/licenses/gpl.html\n */',
      'MIT OR GPL-1.0-or-later',
    ],
    [
      'the addresses of the licenses, of which one has a version',
      '## License\n\nDual licensed under the MIT and GPL licenses:\n\n- http://www.opensource.org/licenses/mit-license.php\n- http://www.gnu.org/licenses/gpl-2.0.html\n',
      'MIT OR GPL-2.0-only',
    ],
    [
      'both licenses, under which it is available',
      'This plugin is available under both the MIT and the GPL licenses.',
      'MIT OR GPL-1.0-or-later',
    ],
    ['words behind the names', '// Copyright (c) 2009 Ann Oak\n// GPL and MIT dual license', 'GPL-1.0-or-later OR MIT'],
    ['words behind names with a slash', 'MIT/GPL dual licensed.', 'MIT OR GPL-1.0-or-later'],
    [
      "gnulib's bootstrap, which libtool contains",
      '# This file is dual licensed under the terms of the MIT license\n# <https://opensource.org/license/MIT>, and GPL version 2 or later\n# <http://www.gnu.org/licenses/gpl-2.0.html>.  You must apply one of\n# these licenses when using or redistributing this software or any of\n# the files within it.',
      'MIT OR GPL-2.0-or-later',
    ],
  ])('%s', (_, text, expected) => {
    expect(found(text).spdx).toEqual([expected]);
  });
});

describe('no part is lost if', () => {
  it.each<[string, string, string[]]>([
    [
      'each row of a table has a license',
      'foo (1.0) https://github.com/x/foo - MIT OR Apache-2.0\nbar (2.0) https://github.com/x/bar/license - MIT\n',
      ['MIT', 'MIT OR Apache-2.0'],
    ],
    [
      'only the text of one part follows',
      `Licensed under the MIT license or the Apache License, Version 2.0.\n\n${textOf('MIT')}`,
      ['MIT', 'MIT OR Apache-2.0'],
    ],
    [
      'the first name of a choice is close above the text of a part (zstd, zstd_v05.c)',
      `/* This source code is licensed under both the BSD-style license (found in the
 * LICENSE file) and the GPLv2 (found in the COPYING file).
 * You may select, at your option, one of the above-listed licenses.
 */\n\n${textOf('BSD-2-Clause')}`,
      ['BSD-2-Clause', 'BSD-2-Clause OR GPL-2.0-only'],
    ],
    ['several apply together', 'Licensed under the MIT license and the Apache License, Version 2.0.', ['Apache-2.0', 'MIT']], // biome-ignore format: a table
    [
      'a license of another program, not of the text below it',
      `Oak uses Pine, which is under either the terms of the GPL version 2 or later. Oak is under the conditions below:

${textOf('ISC')}`,
      ['ISC'],
    ],
  ])('%s', (_, text, expected) => {
    expect(found(text).spdx).toEqual(expected);
  });
});

it('covers all lines of a choice and of its texts', () => {
  const text = `Licensed under either of\nthe Apache License, Version 2.0 (http://www.apache.org/licenses/LICENSE-2.0) or\nthe MIT license, see http://opensource.org/licenses/MIT\n`;
  expect(found(text).matches).toMatchObject([{ expression: 'Apache-2.0 OR MIT', startLine: 2, endLine: 3 }]);
});
