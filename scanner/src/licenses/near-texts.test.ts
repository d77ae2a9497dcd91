// Texts and notices as found in packages: with names of their own, without a clause, beside others. A file in brackets is the source of the
// wording; holders and surrounding words may differ.
import { describe, expect, it } from 'vitest';
import { explainFile } from '../cli/licenses/explain.ts';
import { detectLicenses, licenseLibrary, loadLicenseIndex } from './index.ts';

const index = loadLicenseIndex();
const detect = (text: string) => detectLicenses(index, Buffer.from(text));
const textOf = (id: string) => licenseLibrary().find((license) => license.id === id)!.text;

const MPL_NOTICE = `
 * The contents of this file are subject to the Mozilla Public License Version
 * 1.1 (the "License"); you may not use this file except in compliance with
 * the License. You may obtain a copy of the License at
 * http://www.mozilla.org/MPL/
 *
 * Software distributed under the License is distributed on an "AS IS" basis,
 * WITHOUT WARRANTY OF ANY KIND, either express or implied. See the License
 * for the specific language governing rights and limitations under the
 * License.
 *`;
const CONTRIBUTORS = `
 * Hunspell is based on MySpell which is Copyright (C) 2002 Kevin Hendricks.
 *
 * Contributor(s): David Einstein, Davide Prina, Giuseppe Modugno,
 * Gianluca Turconi, Simon Brouwer, Noll János, Bíró Árpád,
 * Goldman Eleonóra, Sarlós Tamás, Bencsáth Boldizsár, Halácsy Péter,
 *`;
const ALTERNATIVELY = `
 * Alternatively, the contents of this file may be used under the terms of
 * either the GNU General Public License Version 2 or later (the "GPL"), or
 * the GNU Lesser General Public License Version 2.1 or later (the "LGPL"),
 * in which case the provisions of the GPL or the LGPL are applicable instead
 * of those above. If you wish to allow use of your version of this file only
 * under the terms of either the GPL or the LGPL, and not to allow others to
 * use your version of this file under the terms of the MPL, indicate your
 * decision by deleting the provisions above and replace them with the notice
 * and other provisions required by the GPL or the LGPL. If you do not delete
 * the provisions above, a recipient may use your version of this file under
 * the terms of any one of the MPL, the GPL or the LGPL.
 *`;
const CHOICE = 'MPL-1.1 OR GPL-2.0-or-later OR LGPL-2.1-or-later';

describe('a notice of a choice', () => {
  const version = '/* ***** BEGIN LICENSE BLOCK *****\n * Version: MPL 1.1/GPL 2.0/LGPL 2.1\n *\n * Copyright (C) 2002-2022 Németh László\n *'; // biome-ignore format: the text of the file

  it('does not state its parts alone (Hunspell, affentry.cxx)', () => {
    expect(detect(`${version}${MPL_NOTICE}${CONTRIBUTORS}${ALTERNATIVELY}/`).spdx).toEqual([CHOICE]);
  });

  it('is joined with the notice before it that it completes', () => {
    const text = `/*${MPL_NOTICE}${CONTRIBUTORS}${ALTERNATIVELY}/`;
    const { matches } = detect(text);
    expect(matches).toMatchObject([{ expression: CHOICE, startLine: 2, endLine: 28 }]);
    const { explained } = explainFile(index, Buffer.from(text))!;
    expect(explained.filter(({ isAccepted }) => isAccepted)).toMatchObject([
      { why: `a notice, and a later one that turns its license into a choice: ${CHOICE}` },
    ]);
  });

  it('is not joined with a notice before it that is not part of the choice, or is far away', () => {
    const apache = 'Licensed under the Apache License, Version 2.0.\n';
    expect(detect(`${apache}/*${ALTERNATIVELY}/`).spdx).toEqual(['Apache-2.0', CHOICE]);
    const filler = 'int value = compute(first, second);\n'.repeat(200);
    expect(detect(`/*${MPL_NOTICE}/\n${filler}/*${ALTERNATIVELY}/`).spdx).toEqual(['MPL-1.1', CHOICE]);
  });
});

describe('a permission notice', () => {
  const granted = (act: string, end: string) =>
    `Permission to use, copy, modify, ${act} this software and its documentation for any purpose is hereby granted without fee, provided that the above copyright notice appear in all copies and that both that copyright notice and this permission notice appear in supporting documentation. ${end}`;
  const asIs = (holder: string) =>
    `${holder} makes no representations about the suitability of this software for any purpose. It is provided "as is" without express or implied warranty.`;

  it.each([
    ['Hewlett-Packard (libstdc++, algorithm)', 'distribute and sell', 'Hewlett-Packard Company'],
    ['Davor Matic (X.Org, COPYING)', 'distribute, and sell', 'Davor Matic'],
    ['IBM (libstdc++, pb_ds)', 'sell, and distribute', 'IBM Haifa Research Laboratories'],
  ])('with the right to sell and without a clause on advertising: %s', (_, act, holder) => {
    expect(detect(granted(act, asIs(holder))).spdx).toEqual(['HPND-sell-variant']);
  });

  it('without the right to sell is another license', () => {
    expect(detect(granted('and distribute', asIs('Cygnus Support'))).spdx).not.toContain('HPND-sell-variant');
  });

  it('that ends after the notices to keep (gsl-config.1)', () => {
    const text =
      'Permission to use, copy, modify, and distribute this software and its documentation for any purpose and without fee is hereby granted, provided that the above copyright notice appear in all copies and that both that copyright notice and this permission notice appear in supporting documentation.';
    expect(detect(text).spdx).toEqual(['HPND']);
  });

  it.each([
    ['ERIK CORRY', 'ERIK CORRY'],
    ['CORNELL UNIVERSITY', 'CORNELL\n * UNIVERSITY'],
    ['THE UNIVERSITY OF CALIFORNIA', 'THE UNIVERSITY OF\n * CALIFORNIA'],
  ])('with two paragraphs of %s is one license for all holders (Netpbm, dither.c)', (holder, again) => {
    const text = `/*
 * Permission to use, copy, modify, and distribute this software and its
 * documentation for any purpose, without fee, and without written agreement is
 * hereby granted, provided that the above copyright notice and the following
 * two paragraphs appear in all copies of this software.
 *
 * IN NO EVENT SHALL ${holder} BE LIABLE TO ANY PARTY FOR DIRECT, INDIRECT,
 * SPECIAL, INCIDENTAL, OR CONSEQUENTIAL DAMAGES ARISING OUT OF THE USE OF
 * THIS SOFTWARE AND ITS DOCUMENTATION, EVEN IF ${again} HAS BEEN ADVISED
 * OF THE POSSIBILITY OF SUCH DAMAGE.
 *
 * ${holder} SPECIFICALLY DISCLAIMS ANY WARRANTIES, INCLUDING, BUT NOT
 * LIMITED TO, THE IMPLIED WARRANTIES OF MERCHANTABILITY AND FITNESS FOR A
 * PARTICULAR PURPOSE.  THE SOFTWARE PROVIDED HEREUNDER IS ON AN "AS IS"
 * BASIS, AND ${again} HAS NO OBLIGATION TO PROVIDE MAINTENANCE, SUPPORT,
 * UPDATES, ENHANCEMENTS, OR MODIFICATIONS.
 */`;
    expect(detect(text).spdx).toEqual(['Cornell-Lossless-JPEG']);
  });

  it('of few words, with one word changed (Jetty, NOTICE.txt)', () => {
    const text = `Unix systems for simple password protection.  Copyright 1996 Aki Yoshida,
modified April 2001  by Iris Van den Broeke, Daniel Deville.
Permission to use, copy, modify and distribute UnixCrypt
for non-commercial or commercial purposes and without fee is
granted provided that the copyright notice appears in all copies.`;
    expect(detect(text).spdx).toEqual(['UnixCrypt']);
  });
});

describe('the X11 text', () => {
  const mit = textOf('MIT').replace(/^[\s\S]*?(?=Permission is hereby)/, '');
  const named = `${mit}\n\nExcept as contained in this notice, the name of Sebastien Marineau or Holger Veit shall not be used in advertising or otherwise to promote the sale, use or other dealings in this Software without prior written authorization from Holger Veit or Sebastien Marineau.`;

  it('is found with other names, and is distinguished from the variant that also permits distribution with modifications', () => {
    expect(detect(named).spdx).toEqual(['X11']);
    const variant = named.replace('distribute, sublicense', 'distribute, distribute with modifications, sublicense');
    expect(detect(variant).spdx).toEqual(['X11-distribute-modifications-variant']);
  });

  it('is found in a long file after texts with the same beginning (libX11, debian/copyright)', () => {
    const other = textOf('HPND-sell-variant');
    const few = [mit, other, mit, other, mit, other];
    const { matches } = detect([...few, mit, named, ...few].join('\n\n---\n\n'));
    expect(matches.filter(({ kind }) => kind === 'text').map(({ expression }) => expression)[7]).toBe('X11');
  });

  it('decides the meaning of "X11", which is also a name for MIT, in a file that also contains the MIT text', () => {
    const name = 'Some of this is under the X11 License, some under another.\n';
    const filler = 'int value = compute(first, second);\n'.repeat(100);
    const found = (text: string) => detect(text).matches.map(({ expression }) => expression);
    expect(found(`${name}${filler}${mit}`)).toEqual(['MIT']);
    expect(found(`${name}${filler}${mit}\n\n${filler}${named}`)).toEqual(['X11', 'MIT', 'X11']);
  });
});

it('a sentence of Creative Commons about its own texts does not license the file (netCDF, debian/copyright)', () => {
  const sentence =
    'The text of the Creative Commons public licenses is dedicated to the public domain under the CC0 Public Domain Dedication.';
  const text = textOf('CC-BY-4.0').replace('considered the “Licensor.”', (found) => `${found} ${sentence}`);
  expect(text).toContain(sentence);
  expect(detect(text).spdx).toEqual(['CC-BY-4.0']);
});

it('the SGI text without its last clause is not MIT (X.Org server, COPYING)', () => {
  const text = textOf('SGI-B-2.0');
  const short = text.slice(text.indexOf('Permission is hereby'), text.indexOf('Except as contained'));
  expect(detect(short).spdx).toEqual(['SGI-B-2.0']);
  expect(detect(text).spdx).toEqual(['SGI-B-2.0']);
  const mit = short.replace(/ including the dates[\s\S]*?reference to \S+/, ' and this permission notice');
  expect(mit).not.toBe(short);
  expect(detect(mit).spdx).toEqual(['MIT']);
});

describe('the Sleepycat license', () => {
  const clause = (name: string) =>
    textOf('Sleepycat')
      .slice(
        textOf('Sleepycat').indexOf('Redistribution and use'),
        textOf('Sleepycat').indexOf('Copyright (c) 1990, 1993'),
      )
      .replaceAll(/(?<=the )DB\s+software/g, `${name} software`);

  it.each(['Berkeley DB', 'Oracle Berkeley DB Java Edition'])('may name %s (je, LICENSE)', (name) => {
    expect(clause(name)).toContain(`the ${name} software`);
    expect(detect(clause(name)).spdx).toEqual(['Sleepycat']);
  });

  it('may not name other software', () => {
    expect(detect(clause('SVNKit')).spdx).not.toContain('Sleepycat');
  });
});

it('the notice that AutoOpts writes into programs is a choice, and not the GPL (AutoGen 5.18, autoopts)', () => {
  const text = ` *  AutoOpts is available under any one of two licenses.  The license
 *  in use must be one of these two and the choice is under the control
 *  of the user of the license.
 *
 *   The GNU Lesser General Public License, version 3 or later
 *      See the files "COPYING.lgplv3" and "COPYING.gplv3"
 *
 *   The Modified Berkeley Software Distribution License
 *      See the file "COPYING.mbsd"
 *
 *  These files have the following md5sums:
 *
 *  43b91e8ca915626ed3818ffb1b71248b pkg/libopts/COPYING.gplv3
 *  06a1a2e4760c90ea5e1dad8dfaac4d39 pkg/libopts/COPYING.lgplv3
 *  66a5cedaf62c4b2637025f049f9b826f pkg/libopts/COPYING.mbsd
 */`;
  expect(detect(text).spdx).toEqual(['LGPL-3.0-or-later OR BSD-3-Clause']);
});

it('the texts of Python identify its licenses, and those of its documentation are a choice (CPython, LICENSE)', () => {
  const text = textOf('Python-2.0.1');
  const choice = 'Examples are dual licensed under the PSF License Version 2 and the Zero-Clause BSD license.';
  // Adds one word at each place in turn, so that some places hit every counted sequence of words.
  const places = [...text.matchAll(/\. (?=[A-Z])/g)].map(({ index: at }) => at + 1);
  expect(places.length).toBeGreaterThan(10);
  for (const at of places)
    expect(detect(`${text.slice(0, at)} Indeed${text.slice(at)}`).spdx).toEqual(['Python-2.0.1']);
  expect(detect(`${choice}\n\n\n${text}`).spdx).toEqual(['PSF-2.0 OR 0BSD', 'Python-2.0.1']);
});

it.each([
  ['Under the GPL-compatible Apache License, version 2.0.', ['Apache-2.0']],
  ['Licensed under GPL-incompatible terms.', []],
  ['Note that the FTL is incompatible with GPLv2 due to its advertisement clause.', []],
  ['For compatibility with the LGPLv2.1 license, add an option.', []],
  ['It needs to be available under a license compatible with LGPLv3+ or GPLv2+.', []],
  ['Some parts are under different licenses, compatible with the GPL version 2.', []],
  ['These files are NOT covered by the GNU General Public License.', []],
  ['This file is covered by the GNU General Public License version 2.', ['GPL-2.0-only']],
])('a license that is only compatible, or explicitly not valid, is not stated: %s', (text, expected) => {
  expect(detect(text).spdx).toEqual(expected);
});
