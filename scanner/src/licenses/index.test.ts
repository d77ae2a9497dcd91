// The engine from outside: sentences in, expressions out; sharing, extending, explaining; hostile bytes.
import { describe, expect, it } from 'vitest';
import { WINDOW_BYTES } from '../analyze/windows.ts';
import { explainFile } from '../cli/licenses/explain.ts';
import { detectLicenses, extendLicenseIndex, licenseLibrary, loadLicenseIndex } from './index.ts';
import { buildIndex } from './rules/build-index.ts';

const index = loadLicenseIndex();
const detect = (text: string) => detectLicenses(index, Buffer.from(text)).spdx;
const textOf = (id: string) => licenseLibrary().find((license) => license.id === id)!.text;

describe('a text in Chinese', () => {
  const text = textOf('MulanPSL-2.0');
  const chinese = text.slice(0, text.indexOf('Mulan Permissive Software License'));
  const legal = chinese.slice(0, chinese.indexOf('如何将')).replaceAll(/http\S+/g, '');

  it.each([5, 19, 40, 1000])('is found with a line break after every %d characters', (length) => {
    const broken = chinese.replaceAll(new RegExp(`([\\u3040-\\u9fff]{${length}})`, 'g'), '$1\n * ');
    expect(detect(`/*\n${broken}*/`)).toEqual(['MulanPSL-2.0']);
  });

  it('is found in a file without words of another language, after a text without any', () => {
    expect(legal).not.toMatch(/[a-z]/i);
    expect(detect(`${'// 计算\n'.repeat(500)}${legal}`)).toEqual(['MulanPSL-2.0']);
  });

  it('is found if only its English half is present', () => {
    expect(detect(text.slice(chinese.length))).toEqual(['MulanPSL-2.0']);
  });
});

describe('sentences', () => {
  const cases: [string, string[]][] = [
    ['SPDX-License-Identifier: (MIT OR Apache-2.0)', ['MIT OR Apache-2.0']],
    ['/* SPDX-License-Identifier: GPL-2.0+ WITH Linux-syscall-note */', ['GPL-2.0-or-later WITH Linux-syscall-note']],
    ['<!-- SPDX-License-Identifier: LGPL-2.1 -->', ['LGPL-2.1-only']],
    ['// SPDX-License-Identifier: LicenseRef-Acme-1', ['LicenseRef-Acme-1']],
    ['SPDX-License-Identifier is a tag that names a license.', []],
    ['either version 2 of the GNU General Public License, or any later version', ['GPL-2.0-or-later']],
    [
      'the GNU General Public License as published by the FSF; either version 3 of the License, or (at your option) any later version',
      ['GPL-3.0-or-later'],
    ],
    ['the GNU General Public License version 3 or (at your option) a later version', ['GPL-3.0-or-later']],
    ['under the GPL, either version 2 of the named License, or any later version', ['GPL-2.0-or-later']],
    [
      'the GNU General Public License; either version 2 of it, whose text lies in COPYING beside this file, or any later version',
      ['GPL-2.0-or-later'],
    ],
    ['under the GNU General Public License version 2, and not under any later version', ['GPL-2.0-only']],
    ['under the GPL version 2. Its library is under the terms of Acme, or any later version.', ['GPL-2.0-only']],
    [
      'the terms of version 2 of the GNU General Public License, version 1.3 of Acme or any later version',
      ['GPL-2.0-only'],
    ],
    ['either version 2 or version 3 of the GNU General Public License', ['GPL-2.0-only OR GPL-3.0-only']],
    ['version 2.1 or 3 of the GNU Lesser General Public License', ['LGPL-2.1-only OR LGPL-3.0-only']],
    ['under the GPL; version 2 dated June, 1991, or version 3 dated 29 June, 2007', ['GPL-2.0-only OR GPL-3.0-only']],
    ['<name>CDDL + GPLv2 with classpath exception</name>', ['CDDL-1.0', 'GPL-2.0-only WITH Classpath-exception-2.0']],
    [
      'Copying and distribution of this file, with or without modification, are permitted in any medium without royalty provided the copyright notice and this notice are preserved. This file is offered as-is, without warranty of any kind.',
      ['FSFAP'],
    ],
    [
      'Copying and distribution of this file, with or without modification, are permitted provided the copyright notice and this notice are preserved.',
      ['FSFAP-no-warranty-disclaimer'],
    ],
    ['Licensed under the CC0 Public Domain Dedication license.', ['CC0-1.0']],
    ['licensed under the terms of the MIT/X Consortium license', ['MIT']],
    ['GNU Lesser General Public License, version 2.1 only', ['LGPL-2.1-only']],
    ['License: GPLv2+', ['GPL-2.0-or-later']],
    ['License: GPL (>= 2)', ['GPL-2.0-or-later']],
    ['.\\" Freely distributable under the terms of the GPL\n.TH FREE 1 "2022-06-25"', ['GPL-1.0-or-later']],
    ['under (1) the GNU General Public License; or (2) the Less License.', ['GPL-1.0-or-later']],
    ['is distributed under the GPL license.\n\n3. WHO CREATED IT?', ['GPL-1.0-or-later']],
    ['/* NetHack may be freely redistributed.  See license for details. */', ['NGPL']],
    ['This file is distributed under the same license as the Linux-PAM package.', []],
    ['GPL version 2 or version 3', ['GPL-2.0-only OR GPL-3.0-only']],
    ['Licensed under the GPL.', ['GPL-1.0-or-later']],
    ['"license": "MIT"', ['MIT']],
    ['Dual licensed under the MIT and GPL licenses.', ['MIT OR GPL-1.0-or-later']],
    ['Released under the BSD license', ['BSD-3-Clause']],
    ['the Mozilla Public License Version 1.1', ['MPL-1.1']],
    ['Licensed under the Apache License, Version 2.0', ['Apache-2.0']],
    ['License :: OSI Approved :: MIT License', ['MIT']],
    ['http://creativecommons.org/licenses/by-nc-sa/3.0/', ['CC-BY-NC-SA-3.0']],
    ['MODULE_LICENSE("Dual BSD/GPL");', ['BSD-3-Clause OR GPL-2.0-only']],
    ['You may use it under the same terms as Perl itself.', ['Artistic-1.0-Perl OR GPL-1.0-or-later']],
    ['MIT published a paper on zlib, X11 and Python.', []],
    ['int gpl = bsd + mit; // apache server requests', []],
    ['copyright;\nfor (int cc = 0; cc < 3; cc++) person = message.cc[0] | 0x80cc0f8c;', []],
    ['copyright;\n#define psf2 0\n#define PSF2\t0', []],
    ['copyright;\nregister(mpl, &mpl_table, mpl, 1, 1); mpl[2] = 0;', []],
    ['Add package-lock.json licenses', []],
    ['Server: Apache/1.3.11 (Unix) PHP/3.0.14, all rights reserved', []],
    ['all rights reserved: test-getcwd-lgpl$(EXEEXT) test_getcwd_lgpl_SOURCES = test-getcwd-lgpl.c', []],
    ['all rights reserved: --avoid=canonicalize-lgpl', []],
    ['license: gnu-lgpl', ['LGPL-2.0-or-later']],
    ['under the JSON License', ['JSON']],
    ['see http://ann.mit-license.org', ['MIT']],
    ['https://acorn.org/oak/LICENSE.MIT', ['MIT']],
    ['GNU-LGPL, version 2.1', ['LGPL-2.1-only']],
    ['Released under CC0', ['CC0-1.0']],
    ['Available via Academic Free License >= 2.1', ['AFL-2.1']],
    ['It was previously distributed under the GNU General Public License (GPL).', []],
    ['The CeCILL-C license is close to the GNU LGPL.', ['CECILL-C']],
    ['If this is what you want, use the GNU Lesser General Public License instead of this License.', []],
    ['This is distributed under the GNU General Public License.', ['GPL-1.0-or-later']],
    [
      'under the GNU Affero GPL, either version 3 of the License, or any later version.\nGPL Oak is distributed as is.',
      ['AGPL-3.0-or-later'],
    ],
    ['It needs Python 2.0, PHP 3.0 and Unicode 3.0; get https://acorn.org/bzip2-1.0.6.tar.gz (with its license)', []],
    ['License: Python-2.0', ['Python-2.0']],
    ['INTEL_LICENSE_FILE=/opt/oak', []],
    ['%doc LICENSE README', []],
    ['#ifndef CPL_ZLIB_HEADER_H /* all rights reserved */', []],
    ['-----BEGIN PGP PUBLIC KEY BLOCK----- copyright\nD1osl1SB8rTBawIALifXmm7e9kj', []],
    ['"1 BSD" -> "2 BSD"; all rights reserved', []],
    ['All rights reserved. Unless you have a commercial license for Oak, use Acorn.', []],
    ['"EPL2 Label Printer" = "EPL2 Label Printer"; /* Copyright */', []],
    ['This is a heavily cut-down "BSD license".', []],
    [
      'As a special exception, when this file is copied by oak-make into an oak-make output file, you may use that output file without restriction.',
      [],
    ],
    ['Based on oak, (C) 1994, MPEG Software Simulation Group', []],
    ['# Author: Ann Oak\n# Public domain.\n\nset -e', ['LicenseRef-public-domain']],
    ['The list of public domain fonts grows.', []],
    ['dnl @license GPLWithACException', ['GPL-2.0-or-later WITH Autoconf-exception-macro']],
    ['<cc:license rdf:resource="http://web.resource.org/cc/PublicDomain" />', ['LicenseRef-public-domain']],
    [
      'under the GNU Lesser General Public License version 2.1, with the\n#*   special exception on linking described in the file LICENSE.',
      ['LGPL-2.1-only WITH OCaml-LGPL-linking-exception'],
    ],
    ['', []],
  ];
  it.each(cases)('%s', (text, expected) => {
    expect(detect(text)).toEqual(expected);
  });
});

describe('texts', () => {
  it.each([
    'MIT',
    'ISC',
    'BSD-2-Clause',
    'BSD-3-Clause',
    'Apache-2.0',
    'GPL-2.0-only',
    'GPL-3.0-only',
    'MPL-2.0',
    'Zlib',
  ])('%s unchanged', (id) => {
    expect(detect(textOf(id))).toEqual([id]);
  });

  it('of MIT, in a file that calls it the X11 license', () => {
    const title = 'You may use this file either under the GPL, version 2, or the X11 license:';
    expect(detect(`${title}\n${'int x;\n'.repeat(100)}${textOf('MIT')}`)).toEqual(['GPL-2.0-only', 'MIT']);
  });

  it('in comments, with other line breaks and other names', () => {
    const wrapped = textOf('BSD-3-Clause')
      .replace(/\bthe copyright holder nor\b/, 'Acme Incorporated of Springfield nor')
      .replace(/COPYRIGHT HOLDERS AND CONTRIBUTORS/, 'ACME INCORPORATED AND FRIENDS')
      .split(/\s+/)
      .map((word, i) => (i % 9 === 0 ? `\n * ${word}` : word))
      .join(' ');
    expect(detect(`/*${wrapped} */\nint main() {}`)).toEqual(['BSD-3-Clause']);
  });

  it('two in one file, with their lines', () => {
    const { matches } = detectLicenses(index, Buffer.from(`${textOf('MIT')}\n\n--------\n\n${textOf('ISC')}`));
    const texts = matches.filter((match) => match.kind === 'text');
    expect(texts.map((match) => match.expression)).toEqual(['MIT', 'ISC']);
    expect(texts[0]!.endLine).toBeLessThan(texts[1]!.startLine);
    expect(texts[0]!.score).toBeGreaterThan(95);
  });

  it('of many components in one file, each with a different word', () => {
    const licenses =
      'MPL-1.1 Apache-2.0 MIT BSD-3-Clause EPL-1.0 X11 CDDL-1.0 GPL-1.0-only BSL-1.0 ISC Zlib LPPL-1.3c MPL-2.0 EUPL-1.1 Artistic-2.0 OSL-3.0 QPL-1.0 W3C'.split(
        ' ',
      );
    const expected = Array.from({ length: 60 }, (_, number) => licenses[number % licenses.length]!);
    const notices = expected.map((id, number) => {
      const changed = textOf(id).replace(/\b(?:is|are|shall)\b/, 'zorp');
      return `Component number ${number} of qwop${number} by frob${number}\n\n${changed}`;
    });
    const { matches } = detectLicenses(index, Buffer.from(notices.join('\n\n')));
    expect(matches.filter(({ kind }) => kind === 'text').map(({ expression }) => expression)).toEqual(expected);
  });

  it('an exception is joined to its license', () => {
    const notice =
      'under the GNU General Public License version 2 or later. As a special exception, you may create a larger work that contains part or all of ' +
      "the Bison parser skeleton and distribute that work under terms of your choice, so long as that work isn't itself a parser generator using " +
      'the skeleton or a modified version thereof as a parser skeleton.  Alternatively, if you modify or redistribute the parser skeleton itself, ' +
      'you may (at your option) remove this special exception, which will cause the skeleton and the resulting Bison output files to be licensed ' +
      'under the GNU General Public License without this special exception.';
    expect(detect(notice)).toEqual(['GPL-2.0-or-later WITH Bison-exception-2.2']);
  });

  it('a list of ids states no license', () => {
    const ids = licenseLibrary().map((license) => `  "${license.id}",`);
    expect(detect(`[\n${ids.join('\n')}\n]`)).toEqual([]);
  });
});

describe('the index', () => {
  it('is the same in every build', () => {
    expect(Buffer.from(new Uint8Array(buildIndex())).equals(Buffer.from(new Uint8Array(buildIndex())))).toBe(true);
  });

  it('can be loaded from its buffer, and refuses another one', () => {
    const shared = loadLicenseIndex(index.buffer);
    expect(detectLicenses(shared, Buffer.from('License: MIT')).spdx).toEqual(['MIT']);
    expect(() => loadLicenseIndex(new SharedArrayBuffer(16))).toThrow(/not a license index/);
    expect(() => loadLicenseIndex(new SharedArrayBuffer(20_000))).toThrow(/not a license index/);
  });

  it('finds a license with unusual words in a long file, and its name inside a license sentence', () => {
    const filler = 'int value = compute(first, second);\n'.repeat(100);
    const text =
      'Frobnicate gizmos, humming wistfully, and polish every sprocket before sundown, lest goblins nibble your toes, elbows, and whiskers.';
    const extras = [
      { expression: 'LicenseRef-Goblin', text, names: ['Goblin', 'Grand Goblin License', 'MIT License', ' '] },
      { expression: 'LicenseRef-Internal', text: '', names: ['Internal'] },
    ];
    const extended = extendLicenseIndex(index, extras);
    const found = (content: string) => detectLicenses(extended, Buffer.from(content)).spdx;
    expect(found(`${filler}/* ${text} */\n${filler}`)).toEqual(['LicenseRef-Goblin']);
    expect(found(`${filler}/* ${text.replace('gizmos, ', 'gadgets, ')} */\n${filler}`)).toEqual(['LicenseRef-Goblin']);
    expect(found('Released under the Grand Goblin License')).toEqual(['LicenseRef-Goblin']);
    expect(found('License: Goblin')).toEqual(['LicenseRef-Goblin']);
    expect(found('a goblin and its license')).toEqual([]);
    expect(found('internal data of the license manager; see the internal docs')).toEqual([]);
    expect(found('License: Internal')).toEqual(['LicenseRef-Internal']);
    expect(found('Licensed under the MIT License')).toEqual(['MIT']);
    expect(found(filler)).toEqual([]);
    // Extended a second time, like a server with imported rules.
    const twice = extendLicenseIndex(extended, [{ expression: 'LicenseRef-Other', text: '', names: ['Other Thing'] }]);
    expect(detectLicenses(twice, Buffer.from(`${filler}/* ${text} */\n${filler}`)).spdx).toEqual(['LicenseRef-Goblin']);
  });

  it('can be extended at run time without losing anything', () => {
    const text = Array.from(
      { length: 40 },
      (_, i) => `acmeword${String.fromCharCode(97 + (i % 26))}${String.fromCharCode(97 + ((i * 7) % 26))}`,
    ).join(' ');
    const extended = extendLicenseIndex(index, [
      { expression: 'LicenseRef-Acme', text, names: ['Acme Grand License'] },
    ]);
    const found = (content: string) => detectLicenses(extended, Buffer.from(content)).spdx;
    expect(found('Licensed under the Acme Grand License, see below.')).toEqual(['LicenseRef-Acme']);
    expect(found(`The license:\n${text.replace('acmewordah', 'another')}`)).toEqual(['LicenseRef-Acme']);
    expect(found(textOf('MIT'))).toEqual(['MIT']);
    expect(detect('Licensed under the Acme Grand License')).toEqual([]);
  });
});

it('explains what it accepted and what it refused', () => {
  const { explained } = explainFile(index, Buffer.from(textOf('BSD-2-Clause')))!;
  expect(explained.filter((match) => match.isAccepted).map((match) => match.expression)).toContain('BSD-2-Clause');
  expect(explained.some((match) => !match.isAccepted && match.why.length > 10)).toBe(true);
});

describe('explains', () => {
  const explain = (text: string) => explainFile(index, Buffer.from(text))!;
  const whys = (text: string) =>
    explain(text).explained.map(({ expression, isAccepted, why }) => [expression, isAccepted, why]);

  it('a weak name without a frame, and a name with its version', () => {
    expect(whys('Made at the MIT in Boston')).toEqual([
      ['MIT', false, expect.stringContaining('no word beside it is about licensing')],
    ]);
    expect(whys('Licensed under the GNU GPL version 3')).toContainEqual(['GPL-3.0-only', true, expect.stringContaining('version')]); // biome-ignore format: one case
  });

  it('a choice and an exception by their parts', () => {
    const choice = 'Licensed under the MIT license or the Apache License, Version 2.0';
    expect(whys(choice)).toContainEqual(['MIT OR Apache-2.0', true, expect.stringContaining('MIT or Apache-2.0')]);
  });

  it('the accepted match by its name and place, and the missing words of a refused one', () => {
    const refused = whys(textOf('BSD-2-Clause')).filter(([, isAccepted]) => !isAccepted);
    expect(refused).toContainEqual([
      'BSD-2-Clause',
      false,
      expect.stringMatching(/^it says the same as BSD-2-Clause in lines \d+-\d+, which was accepted$/),
    ]);
    const all = refused.map(([, , why]) => why).join('\n');
    expect(all).toMatch(/^the words here are closer to BSD-2-Clause in lines /m);
    expect(all).toMatch(/^\d+ % of its words are here; this license needs at least 98 %$/m);
    expect(all).toMatch(/^the words ".*" identify this license, and they are not here$/m);
    // People who ask for an explanation do not know the matcher's own terms.
    expect(all).not.toMatch(/rule's words|word for word|explains more|closer to the text|says nothing by itself/);
  });

  it('an unreadable tag, a file without legal words, a reference', () => {
    expect(explain('x\nSPDX-License-Identifier: <your license here>\n').notes).toEqual([
      expect.stringContaining('Line 2'),
    ]);
    expect(explain('int value;\n'.repeat(200)).notes).toEqual([expect.stringContaining('none of the words')]);
    expect(explain('See the file COPYING.').references).toEqual([{ target: 'COPYING', line: 1, rule: '' }]);
  });
});

it('explains a large file in the same chunks as a scan, with the lines of the whole file', () => {
  const filler = 'int value = compute(first, second);\n';
  const lines = Math.ceil(WINDOW_BYTES / filler.length) + 10;
  const text = `${filler.repeat(lines)}\n// Licensed under the MIT license\n// SPDX-License-Identifier: <none>\n`;
  const { explained, matches, notes } = explainFile(index, Buffer.from(text))!;
  expect(matches).toMatchObject([{ expression: 'MIT', startLine: lines + 2, endLine: lines + 2 }]);
  expect(explained.find(({ isAccepted }) => isAccepted)!.text).toBe('// Licensed under the MIT license');
  expect(notes).toContainEqual(expect.stringContaining('analysed in 2 parts'));
  expect(notes).toContainEqual(expect.stringContaining(`Line ${lines + 3} has an SPDX-License-Identifier`));
});

describe('hostile bytes', () => {
  const random = (seed: number) => () => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return seed / 2 ** 32;
  };
  it('mutated texts end in time and never throw', () => {
    const next = random(42);
    const sources = ['MIT', 'GPL-2.0-only', 'BSD-3-Clause', 'Apache-2.0', 'MPL-1.1'].map((id) =>
      Buffer.from(textOf(id)),
    );
    for (let round = 0; round < 150; round++) {
      const bytes = Buffer.concat(sources.filter(() => next() < 0.6));
      for (let i = 0; i < bytes.length / (1 + next() * 400); i++)
        bytes[Math.floor(next() * bytes.length)] = Math.floor(next() * 256);
      const began = performance.now();
      const { matches } = detectLicenses(index, bytes.subarray(Math.floor(next() * 50)));
      expect(performance.now() - began).toBeLessThan(5000);
      for (const match of matches) expect(match.startLine).toBeLessThanOrEqual(match.endLine);
    }
  });

  it('one line of 6 MB, half of it tags', () => {
    const bytes = Buffer.from(
      'SPDX-License-Identifier: ((((MIT OR '.repeat(80_000) + 'redistribution and use in source '.repeat(90_000),
    );
    const began = performance.now();
    detectLicenses(index, bytes, { timeLimitMs: 1500 });
    expect(performance.now() - began).toBeLessThan(8000);
  });

  it('a choice repeated 50,000 times is one expression', () => {
    const text = `${textOf('BSD-3-Clause')}\n${'either the BSD license or the GPL (2) '.repeat(50_000)}`;
    expect(detect(text)).toEqual(['BSD-3-Clause', 'BSD-3-Clause OR GPL-2.0-only']);
  });

  it('a list of 200,000 names is one expression', () => {
    const text = `under the terms of either of the following licenses: Apache License 2.0\n - ${'MIT license '.repeat(200_000)}`;
    expect(detect(text)).toEqual(['Apache-2.0 OR MIT']);
  });

  it('stops at its time limit and says so', () => {
    const bytes = Buffer.from(`${textOf('BSD-4-Clause')}\n`.repeat(3000));
    expect(detectLicenses(index, bytes, { timeLimitMs: 1 }).isTruncated).toBe(true);
  });
});
