// The results of signs in a text: versions in each form, and the line and words that prove them.
import { describe, expect, it } from 'vitest';
import { cpuMs } from '../../test/manifests/manifest-check.ts';
import { createLibraryFinder } from './finder.ts';
import type { LibraryRule, LibrarySign } from './rule.ts';

function rule(signs: LibrarySign[], others: Partial<LibraryRule> = {}): LibraryRule {
  return { name: 'a', purl: 'pkg:generic/a', language: 'c', signs, ...others };
}

/** `version@line "proof" confidence` */
function told(signs: LibrarySign[], text: string, language = 'C'): string[] {
  return createLibraryFinder([rule(signs)])
    .find(Buffer.from(text), language)
    .packages.map(({ version, line, proof, confidence }) => `${version}@${line} "${proof}" ${confidence}`);
}

const DEFINE = [{ define: 'ALIB_VERSION' }];
const NUMBERS = [{ numbers: ['ALIB_MAJOR', 'ALIB_MINOR', 'ALIB_PATCH'] }];

describe('signs', () => {
  const cases: [string, LibrarySign[], string, string[]][] = [
    ['a macro', DEFINE, '\n#define ALIB_VERSION "1.2.3"\n', ['1.2.3@2 "#define ALIB_VERSION "1.2.3"" HIGH']],
    ['a macro that is indented', DEFINE, '#  define\tALIB_VERSION   1.2', ['1.2@1 "# define ALIB_VERSION 1.2" HIGH']],
    [
      'a version with a v and letters',
      DEFINE,
      '#define ALIB_VERSION "v1.2.3-rc.1+x"',
      ['1.2.3-rc.1+x@1 "#define ALIB_VERSION "v1.2.3-rc.1+x"" HIGH'],
    ],
    ['a macro that is only tested', DEFINE, '#if ALIB_VERSION > 3\n#ifdef ALIB_VERSION\n', []],
    ['another macro with the same ending', DEFINE, '#define MY_ALIB_VERSION "1"', []],
    ['another macro with the same beginning', DEFINE, '#define ALIB_VERSION_NUMBER 7', []],
    ['a macro without a version', DEFINE, '#define ALIB_VERSION VERSION_OF_BUILD', []],
    [
      'a comment that names the macro first',
      DEFINE,
      '/* see ALIB_VERSION */\n#define ALIB_VERSION "2"',
      ['2@2 "#define ALIB_VERSION "2"" HIGH'],
    ],
    [
      'numbers',
      NUMBERS,
      '#define ALIB_MAJOR 1\n#define ALIB_MINOR (2)\n#define ALIB_PATCH "3"',
      ['1.2.3@1 "#define ALIB_MAJOR 1" HIGH'],
    ],
    [
      'numbers without the last',
      NUMBERS,
      '#define ALIB_MINOR 2\n#define ALIB_MAJOR 1',
      ['1.2@2 "#define ALIB_MAJOR 1" HIGH'],
    ],
    ['numbers without the second', NUMBERS, '#define ALIB_MAJOR 1\n#define ALIB_PATCH 3', []],
    [
      'a packed number',
      [{ packed: 'ALIB_NUMBER', divisors: [10000, 100, 1] }],
      '#define ALIB_NUMBER 100201L',
      ['10.2.1@1 "#define ALIB_NUMBER 100201L" HIGH'],
    ],
    [
      'a packed number in hexadecimal',
      [{ packed: 'ALIB_NUMBER', divisors: [0x1000000, 0x1000, 1] }],
      '#define ALIB_NUMBER 0x1000009',
      ['1.0.9@1 "#define ALIB_NUMBER 0x1000009" HIGH'],
    ],
    [
      'a text with a version',
      [{ text: 'the a library v{version} by' }],
      '// the a library v1.0 by me',
      ['1.0@1 "// the a library v1.0 by me" HIGH'],
    ],
    [
      'a text over comment marks',
      [{ text: 'a library{gap}version {version}' }],
      '/* a library\n *\n * version 1.0.2. */',
      ['1.0.2@1 "/* a library" HIGH'],
    ],
    [
      'a text in parts',
      [{ text: 'LIB_MAKE_VERSION({major}, {minor}, {patch})' }],
      'LIB_MAKE_VERSION(1, 0, 34)',
      ['1.0.34@1 "LIB_MAKE_VERSION(1, 0, 34)" HIGH'],
    ],
    [
      'a text without a version',
      [{ text: 'part of the a library' }],
      'x\n// part of the a library',
      ['@2 "// part of the a library" MEDIUM'],
    ],
    [
      'a sign with a version has priority',
      [{ text: 'part of the a library' }, ...DEFINE],
      '// part of the a library\n#define ALIB_VERSION "1"',
      ['1@2 "#define ALIB_VERSION "1"" HIGH'],
    ],
    [
      'of two versions, the one of the first sign',
      [...DEFINE, { text: 'the a library v{version}' }],
      '// the a library v1.0\n#define ALIB_VERSION "1.1"',
      ['1.1@2 "#define ALIB_VERSION "1.1"" HIGH'],
    ],
    [
      'underscores',
      [{ text: '#define A_LIB_VERSION "{version}"' }],
      '#define A_LIB_VERSION "1_83"',
      ['1.83@1 "#define A_LIB_VERSION "1_83"" HIGH'],
    ],
  ];
  it.each(cases)('%s', (_, signs, text, expected) => expect(told(signs, text)).toEqual(expected));
});

describe('texts', () => {
  it('of other languages are not read', () => {
    expect(told(DEFINE, '#define ALIB_VERSION "1"', 'Python')).toEqual([]);
    expect(told(DEFINE, '#define ALIB_VERSION "1"', 'JavaScript')).toEqual([]);
    expect(told(DEFINE, '#define ALIB_VERSION "1"', 'constructor')).toEqual([]);
  });

  it('of one minified line give the words around the match as evidence', () => {
    const [proof] = told(
      [{ text: 'the a library v{version}' }],
      `${'x'.repeat(5000)} the a library v1.0 ${'y'.repeat(5000)}`,
    );
    expect(proof).toMatch(/^1\.0@1 "the a library v1\.0 y+" HIGH$/);
    expect(proof!.length).toBeLessThan(250);
  });

  it('may contain several libraries', () => {
    const { find } = createLibraryFinder([
      rule(DEFINE),
      rule([{ text: 'part of the b library' }], { name: 'b', purl: 'pkg:generic/b' }),
    ]);
    const text = '// part of the b library\n#define ALIB_VERSION "1"';
    expect(find(Buffer.from(text), 'C++').packages.map(({ purl }) => purl)).toEqual([
      'pkg:generic/b',
      'pkg:generic/a@1',
    ]);
    expect(find(Buffer.from('nothing'), 'C').packages).toEqual([]);
    expect(find(Buffer.from(text), 'C').packages.length).toBe(2);
  });

  it('that repeat anchors or consist of blanks are still read fast', () => {
    const start = cpuMs();
    const signs = [...DEFINE, { text: 'the a library{gap}{any}version {version} of{gap}' }];
    for (const text of [
      'ALIB_VERSION ',
      '#define ALIB_VERSION ',
      'the a library * ',
      'the a library \n * version 1.1.1.1.1 ',
    ])
      told(signs, text.repeat(100_000));
    told(signs, `the a library${' '.repeat(1_000_000)}`);
    expect(cpuMs() - start).toBeLessThan(3000);
  });
});
