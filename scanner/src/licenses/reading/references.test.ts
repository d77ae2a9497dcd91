// Sentences that refer to another file for the license, and which of them remain open when the file names a license itself.
import { describe, expect, it } from 'vitest';
import type { LicenseMatch } from '../../findings.ts';
import { findLicenseReferences, openReferences } from './references.ts';

const targetsIn = (text: string) => findLicenseReferences(Buffer.from(text)).map((reference) => reference.target);

describe('findLicenseReferences', () => {
  it.each([
    ['See the file COPYING for details.', ['COPYING']],
    ['See COPYING.LIB', ['COPYING.LIB']],
    ['license that can be found in the LICENSE file.', ['LICENSE']],
    ['released under the terms contained in the file LICENSE.txt.', ['LICENSE.txt']],
    ['/* refer to\n * the accompanying LICENSE-MIT file */', ['LICENSE-MIT']],
    ['See "doc/COPYING" and see COPYING', ['doc/COPYING', 'COPYING']],
    ['see ../LICENSE.md', ['../LICENSE.md']],
    ['see [LICENSE](LICENSE) for more', ['LICENSE']],
    ['see License.txt', ['License.txt']],
    ['See the file "license.terms" for information on usage and redistribution', ['license.terms']],
    ['see the license for details', []],
    ['under the license of your choice', []],
    ['COPYING files is fun', []],
    ['under the same license as the package', ['']],
    ['# distributed under the\n# same license as the\n# rest of the FooBar project.', ['']],
    ['under the same terms and conditions as the library', ['']],
    ['under the same license as parser.c', ['parser.c']],
    ['the same license as the file `src/main.cpp`', ['src/main.cpp']],
    ['licensed under the same terms as Perl itself', []],
    ['the same length as the other', []],
    ['', []],
  ])('%s', (text, expected) => {
    expect(targetsIn(text)).toEqual(expected);
  });

  it('gives the line', () => {
    expect(findLicenseReferences(Buffer.from('a\nb\nsee COPYING\n'))).toEqual([
      { target: 'COPYING', line: 3, rule: '' },
    ]);
  });

  it('finds the sentence at the end of a long text too, and each target once', () => {
    const text = `${'int x;\n'.repeat(100_000)}see COPYING\n${'see COPYING\n'.repeat(10_000)}`;
    expect(findLicenseReferences(Buffer.from(text))).toEqual([{ target: 'COPYING', line: 100_001, rule: '' }]);
  });

  it('takes time in proportion to the text', () => {
    // Each of these once caused quadratic backtracking; now they end without a match.
    expect(targetsIn(`see ${'the file named '.repeat(200_000)}`)).toEqual([]);
    expect(targetsIn(`see ${'a/'.repeat(400_000)}LICENSE`)).toEqual([]);
    expect(targetsIn(`same ${'license as the '.repeat(200_000)}`)).toEqual([]);
    expect(targetsIn('LICENSE'.repeat(400_000))).toEqual([]);
  });
});

describe('openReferences', () => {
  const at = (startLine: number, expression = 'MIT') =>
    ({ expression, startLine, endLine: startLine + 2 }) as LicenseMatch;
  const reference = { target: 'COPYING', line: 10, rule: '' };
  it.each([
    ['no match', [], true],
    ['a match beside it', [at(5)], false],
    ['a match far above', [at(1)], true],
    ['a match far below', [at(30)], true],
    ['the head of a GNU notice', [at(1, 'GPL-2.0-or-later')], false],
    ['only the statement that there is a license', [at(10, 'LicenseRef-scancode-unknown-license-reference')], true],
  ])('%s', (_, matches, isOpen) => {
    expect(openReferences([reference], matches)).toEqual(isOpen ? [reference] : []);
  });
});
