// References to license files: which sentences are one, and which file they lead to.
import { describe, expect, it } from 'vitest';
import { findLicenseReferences, followReferences } from './references.ts';

const namesIn = (text: string) => findLicenseReferences(Buffer.from(text)).map((reference) => reference.fileName);

describe('findLicenseReferences', () => {
  it.each([
    ['See the file COPYING for details.', ['COPYING']],
    ['See COPYING.LIB', ['COPYING.LIB']],
    ['license that can be found in the LICENSE file.', ['LICENSE']],
    ['released under the terms contained in the file LICENSE.txt.', ['LICENSE.txt']],
    ['/* refer to\n * the accompanying LICENSE-MIT file */', ['LICENSE-MIT']],
    ['See "doc/COPYING" and see COPYING', ['COPYING']],
    ['see the license for details', []],
    ['under the license of your choice', []],
    ['COPYING files is fun', []],
    ['', []],
  ])('%s', (text, expected) => {
    expect(namesIn(text)).toEqual(expected);
  });

  it('says the line', () => {
    expect(findLicenseReferences(Buffer.from('a\nb\nsee COPYING\n'))).toEqual([{ fileName: 'COPYING', line: 3 }]);
  });

  it('ends in time on hostile text', () => {
    const began = performance.now();
    findLicenseReferences(Buffer.from(`see ${'the file named '.repeat(20_000)}`));
    findLicenseReferences(Buffer.from(`see ${'a/'.repeat(40_000)}`));
    expect(performance.now() - began).toBeLessThan(2000);
  });
});

describe('followReferences', () => {
  const licensed = [
    { path: 'COPYING', spdx: ['GPL-2.0-only'] },
    { path: 'lib/COPYING.txt', spdx: ['LGPL-2.1-only'] },
  ];
  it.each([
    ['src/a.c', ['COPYING'], ['GPL-2.0-only']],
    ['lib/deep/a.c', ['COPYING'], ['LGPL-2.1-only']],
    ['lib/a.c', ['LICENSE'], []],
    ['lib/a.c', [], []],
  ])('%s %j', (path, names, expected) => {
    const references = names.map((fileName) => ({ fileName, line: 1 }));
    expect(followReferences(path, references, licensed)).toEqual(expected);
  });
});
