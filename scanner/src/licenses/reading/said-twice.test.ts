// The same choice in words and as a tag is one choice.
import { describe, expect, it } from 'vitest';
import { expectLinear } from '../../../test/linear-check.ts';
import type { Candidate } from '../engine/select.ts';
import { detectLicenses, loadLicenseIndex } from '../index.ts';
import { saidByTags } from './said-twice.ts';

const index = loadLicenseIndex();
const idsIn = (text: string) => detectLicenses(index, Buffer.from(text)).spdx;

const ECLIPSE = `This program and the accompanying materials are made available under the
terms of the Eclipse Public License v. 2.0, which is available at
http://www.eclipse.org/legal/epl-2.0.

This Source Code may also be made available under the following Secondary
Licenses when the conditions for such availability set forth in the
Eclipse Public License v. 2.0 are satisfied: GNU General Public License,
version 2 with the GNU Classpath Exception, which is available at
https://www.gnu.org/software/classpath/license.html.`;
const OF_ECLIPSE = 'EPL-2.0 OR GPL-2.0-only WITH Classpath-exception-2.0';

describe.each([
  ['//', (text: string) => text.replace(/^/gm, '// ')],
  ['#', (text: string) => text.replace(/^/gm, '# ')],
  ['/*', (text: string) => `/*\n${text.replace(/^/gm, ' * ')}\n */`],
  ['<!--', (text: string) => `<!--\n${text}\n-->`],
])('in a comment with %s', (_, comment) => {
  it.each([
    ['words', ECLIPSE],
    ['words and a tag', `${ECLIPSE}\n\nSPDX-License-Identifier: EPL-2.0 OR GPL-2.0 WITH Classpath-exception-2.0`],
    ['a tag and words', `SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-only WITH Classpath-exception-2.0\n\n${ECLIPSE}`],
  ])('%s', (__, text) => expect(idsIn(comment(text))).toEqual([OF_ECLIPSE]));

  it('a part of the choice', () => {
    const words =
      'This file is provided under a dual BSD/GPLv2 license. When using or\nredistributing this file, you may do so under either license.';
    expect(idsIn(comment(`SPDX-License-Identifier: (GPL-2.0-only OR BSD-3-Clause)\n\n${words}`))).toEqual([
      'GPL-2.0-only OR BSD-3-Clause',
    ]);
  });

  it('in another order', () => {
    const words = 'Licensed under the MIT license or the Apache License, Version 2.0, at your option.';
    expect(idsIn(comment(`SPDX-License-Identifier: Apache-2.0 OR MIT\n\n${words}`))).toEqual(['Apache-2.0 OR MIT']);
  });
});

it('another license beside the tag stays', () => {
  const tag = '// SPDX-License-Identifier: MIT OR Apache-2.0\n';
  expect(idsIn(`${tag}// This file is licensed under the GPL version 2.\n`)).toEqual([
    'GPL-2.0-only',
    'MIT OR Apache-2.0',
  ]);
});

it('a part of the choice far from the tag is a statement of its own', () => {
  const filler = 'int value = compute(first, second);\n'.repeat(100);
  expect(
    idsIn(`// SPDX-License-Identifier: MIT OR Apache-2.0\n${filler}// This function is under the MIT license.\n`),
  ).toEqual(['MIT', 'MIT OR Apache-2.0']);
});

it('the text of a license that may also be chosen is one part of the choice', () => {
  const text = `Redistribution and use in source and binary forms, with or without modification, are permitted provided that the
following conditions are met: 1. Redistributions of source code must retain the above copyright notice, this list of conditions and the
following disclaimer. 2. Redistributions in binary form must reproduce the above copyright notice, this list of conditions and the
following disclaimer in the documentation and/or other materials provided with the distribution. THIS SOFTWARE IS PROVIDED BY AUTHOR AND
CONTRIBUTORS "AS IS" AND ANY EXPRESS OR IMPLIED WARRANTIES, INCLUDING, BUT NOT LIMITED TO, THE IMPLIED WARRANTIES OF MERCHANTABILITY AND
FITNESS FOR A PARTICULAR PURPOSE ARE DISCLAIMED. IN NO EVENT SHALL AUTHOR OR CONTRIBUTORS BE LIABLE FOR ANY DIRECT, INDIRECT, INCIDENTAL,
SPECIAL, EXEMPLARY, OR CONSEQUENTIAL DAMAGES (INCLUDING, BUT NOT LIMITED TO, PROCUREMENT OF SUBSTITUTE GOODS OR SERVICES; LOSS OF USE,
DATA, OR PROFITS; OR BUSINESS INTERRUPTION) HOWEVER CAUSED AND ON ANY THEORY OF LIABILITY, WHETHER IN CONTRACT, STRICT LIABILITY, OR TORT
(INCLUDING NEGLIGENCE OR OTHERWISE) ARISING IN ANY WAY OUT OF THE USE OF THIS SOFTWARE, EVEN IF ADVISED OF THE POSSIBILITY OF SUCH DAMAGE.`;
  const words =
    'This program can be distributed under the terms of the GNU GPL version 2.\n\nIt may also be distributed under the terms of the BSD Licence as follows:\n\n';
  expect(idsIn(words + text)).toEqual(['GPL-2.0-only OR BSD-2-Clause']);
});

it.each([
  'i.e. either the GNU General Public License version 1 or later, or the Artistic License 1.0.',
  'See the Artistic License for details.',
])('the terms of Perl name its own edition of the Artistic License: %s', (behind) => {
  const words = `You can redistribute it and/or modify it under the same terms as Perl itself. ${behind}\n`;
  expect(idsIn(words.replace('itself. i.e.', 'itself, i.e.'))).toEqual(['Artistic-1.0-Perl OR GPL-1.0-or-later']);
});

it('another edition of the Artistic License stays beside the terms of Perl', () => {
  const words =
    'The module is under the same terms as Perl itself. The icons are licensed under the Artistic License 2.0.\n';
  expect(idsIn(words)).toEqual(['Artistic-1.0-Perl OR GPL-1.0-or-later', 'Artistic-2.0']);
});

describe('many tags and words', () => {
  const ids = ['MIT', 'Apache-2.0', 'MIT OR Apache-2.0', 'GPL-2.0-only', 'MIT AND Apache-2.0'];
  const candidate = (kind: 'tag' | 'notice', expression: string, startByte: number, length: number) =>
    ({ kind, expression, startByte, endByte: startByte + length }) as unknown as Candidate;

  /** What the function is to find, said plainly. */
  function plainly(candidates: readonly Candidate[]): Set<Candidate> {
    const found = new Set<Candidate>();
    for (const tag of candidates.filter(({ kind, expression }) => kind === 'tag' && expression.includes(' OR '))) {
      let [from, to] = [tag.startByte, tag.endByte];
      const isNear = (one: Candidate) =>
        one.kind !== 'tag' && ['MIT', 'Apache-2.0', 'MIT OR Apache-2.0'].includes(one.expression) && !found.has(one)
        && one.startByte < to + 1500 && one.endByte > from - 1500; // biome-ignore format: one condition
      for (let part = candidates.find(isNear); part; part = candidates.find(isNear)) {
        found.add(part);
        [from, to] = [Math.min(from, part.startByte), Math.max(to, part.endByte)];
      }
    }
    return found;
  }

  it('are found as by comparing each with each', () => {
    const random = (below: number) => Math.floor(next() * below);
    let state = 7;
    const next = () => {
      state = (state * 48_271) % 2_147_483_647;
      return state / 2_147_483_647;
    };
    for (let round = 0; round < 200; round++) {
      const candidates = Array.from({ length: 1 + random(40) }, () =>
        candidate(
          random(4) === 0 ? 'tag' : 'notice',
          ids[random(ids.length)] as string,
          random(40_000),
          1 + random(3_000),
        ),
      );
      const found = saidByTags(candidates);
      expect([...found].map((one) => candidates.indexOf(one)).sort()).toEqual(
        [...plainly(candidates)].map((one) => candidates.indexOf(one)).sort(),
      );
    }
  });

  it('take time in proportion to their number', () => {
    const candidatesOf = (count: number) =>
      Array.from({ length: count }, (_, at) =>
        candidate(at % 2 === 0 ? 'tag' : 'notice', ids[at % 4] as string, at * 40, 30),
      );
    expectLinear(candidatesOf, saidByTags);
  });
});
