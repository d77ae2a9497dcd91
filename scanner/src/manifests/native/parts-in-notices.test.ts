// Folders that a license file names with the license of somebody else.
import { describe, expect, it } from 'vitest';
import type { LicenseMatch } from '../../findings.ts';
import { NOTICE_WORDS, partsInNotices } from './parts-in-notices.ts';

const match = (expression: string, startLine: number): LicenseMatch => ({
  ...{ expression, startLine, endLine: startLine, score: 100, coverage: 100, rule: 'x' },
  kind: 'text',
});

/** `name in folder: license` of each part; the license in each of these lines is told. */
const partsOf = (text: string, licenses: [expression: string, line: number][]): string[] =>
  partsInNotices(
    text,
    licenses.map(([expression, line]) => match(expression, line)),
  ).map(({ name, folder, declaredLicense, line }) => `${name} in ${folder}: ${declaredLicense} (${line})`);

describe('a license file', () => {
  it.each<[string, string, [string, number][], string[]]>([
    [
      'sentences with a name, each followed by its license',
      'Oak is under the MIT license.\n\n- Elm, located at deps/elm, is licensed as follows:\n  BSD\n\n- c-ash, located at deps/cash/, is licensed as follows:\n  ISC\n',
      [
        ['MIT', 1],
        ['BSD-3-Clause', 4],
        ['ISC', 7],
      ],
      ['Elm in deps/elm: BSD-3-Clause (3)', 'c-ash in deps/cash: ISC (6)'],
    ],
    [
      'a sentence about a folder',
      'The following license applies to the files in `src/yew/`:\nMIT\n',
      [['MIT', 2]],
      ['yew in src/yew: MIT (1)'],
    ],
    [
      'entries that begin with a path through a place for the code of others',
      'third_party/oak: MIT\nthird_party/elm/ - Zlib\nsrc/own: Apache-2.0\n',
      [
        ['MIT', 1],
        ['Zlib', 2],
        ['Apache-2.0', 3],
      ],
      ['oak in third_party/oak: MIT (1)', 'elm in third_party/elm: Zlib (2)'],
    ],
    [
      'two licenses of one part',
      'Oak, located at deps/oak:\nMIT\nISC OR Zlib\n',
      [
        ['MIT', 2],
        ['ISC OR Zlib', 3],
      ],
      ['Oak in deps/oak: MIT AND (ISC OR Zlib) (1)'],
    ],
    ['a part without a license', 'Oak, located at deps/oak, is great.\n', [], []],
    [
      'an address',
      'See http://example.org/deps/oak or https://oak.org/LICENSE for the MIT license.\n',
      [['MIT', 1]],
      [],
    ],
    ['prose with a slash', 'You may copy and/or sell it. TCP/IP: MIT\n', [['MIT', 1]], []],
  ])('%s', (_, text, licenses, expected) => expect(partsOf(text, licenses)).toEqual(expected));

  it.each(NOTICE_WORDS.located.words)('%s', (words) => {
    const sentence = NOTICE_WORDS.located.sentence.replace('{}', words);
    expect(partsOf(`${sentence}\nMIT\n`, [['MIT', 2]])).toEqual([expect.stringContaining(' in deps/oak: MIT (1)')]);
  });

  it.each<[string, string, string[], string[]]>([
    [
      'rows with the folder in a column, in a link or in the name',
      '| Library | Version | License | Path |\n|---|---|---|---|\n| Oak | 1.2.0 | MIT | `third_party/oak` |\n| [Elm](./deps/elm/) | ? | BSD-3-Clause | |\n| external/ash | 3 | Zlib | |\n| Own | 1 | MIT | src/own |\n| Yew | 1 | MIT | libs/yew |\n',
      [
        'Oak 1.2.0 in third_party/oak: MIT',
        'Elm  in deps/elm: BSD-3-Clause',
        'ash 3 in external/ash: Zlib',
        'Yew 1 in libs/yew: MIT',
      ],
      ['Oak 1.2.0 in third_party/oak: MIT', 'Elm  in deps/elm: BSD-3-Clause', 'ash 3 in external/ash: Zlib'],
    ],
    [
      'rows without folders',
      '| Name | License |\n|---|---|\n| oak | MIT |\n| see the file <x> | MIT |\n',
      ['oak  in undefined: MIT'],
      ['oak  in undefined: MIT'],
    ],
    ['a table of something else', '| Name | Size |\n|---|---|\n| third_party/oak | 3 |\n', [], []],
  ])('tables: %s', (_, text, inList, inReadme) => {
    const told = (list: 'list' | 'readme') =>
      partsInNotices(text, [], list).map(
        ({ name, version, folder, declaredLicense }) => `${name} ${version} in ${folder}: ${declaredLicense}`,
      );
    expect(told('list')).toEqual(inList);
    expect(told('readme')).toEqual(inReadme);
  });

  it('a README names only what lies in a place without code of the project', () => {
    const text = 'The code in src/parser is under the MIT license.\nthird_party/oak: MIT\n';
    const licenses = [match('MIT', 1), match('MIT', 2)];
    expect(partsInNotices(text, licenses, 'readme').map(({ folder }) => folder)).toEqual(['third_party/oak']);
  });

  it('a hundred thousand lines in linear time', () => {
    const text = Array.from({ length: 100_000 }, (_, i) => `Oak${i} located at deps/${'a/'.repeat(40)}oak${i} x`).join(
      '\n',
    );
    expect(partsOf(text, []).length).toBe(0);
  });
});
