import { describe, expect, it } from 'vitest';
import { createProblems } from '../problems.ts';
import { readToml, readTomlLists, readTomlTables } from './toml-tables.ts';

/** Title, text, the names and lines of the tables, the other keys, the problems. */
type Case = [title: string, text: string, tables: string[], rest: string[], problems: string[]];

const LEFT = 'the table "[[package]]" of line';

const cases: Case[] = [
  [
    'sound tables',
    '[[package]]\nname = "a"\n\n[[package]]\nname = "b"\n[metadata]\nx = 1\n',
    ['2 a', '5 b'],
    ['metadata'],
    [],
  ],
  [
    'a broken table between others',
    'version = 3\n\n[[package]]\nname = "a"\n\n[[package]]\nname = "b\n\n[package.inner]\nx = 1\n\n[[package]]\nname = "c"\n\n[metadata]\n',
    ['4 a', '13 c'],
    ['metadata', 'version'],
    [`Line 7 breaks the TOML: control characters are not allowed in strings; ${LEFT} 6 was left out.`],
  ],
  [
    'a file that ends in a list',
    '[[package]]\nname = "a"\n\n[[package]]\nname = "b"\ndependencies = [\n "c",\n',
    ['2 a'],
    [],
    [`Line 7 breaks the TOML: invalid value; ${LEFT} 4 was left out.`],
  ],
  [
    'a list that does not end',
    '[[package]]\nname = "a"\nneeds = [\n "c",\n\n[[package]]\nname = "b"\n',
    ['7 b'],
    [],
    [`Line 4 breaks the TOML: invalid value; ${LEFT} 1 was left out.`],
  ],
  [
    'a key and a table that are written twice',
    '[[package]]\nname = "a"\nname = "b"\n[[package]]\nname = "c"\n[package.inner]\n[package.inner]\n[[package]]\nname = "d"\n',
    ['9 d'],
    [],
    [
      `Line 3 breaks the TOML: trying to redefine an already defined table or value; ${LEFT} 1 was left out.`,
      `Line 7 breaks the TOML: trying to redefine an already defined table or value; ${LEFT} 4 was left out.`,
    ],
  ],
  [
    'a merge conflict between tables',
    '[[package]]\nname = "a"\n\n<<<<<<< HEAD\n[[package]]\nname = "b"\n||||||| base\n=======\r\n[[package]]\nname = "c"\n\n>>>>>>> other\n[[package]]\nname = "d"\n',
    ['2 a', '6 b', '10 c', '14 d'],
    [],
    [4, 7, 8, 12].map((line) => `Line ${line} should be TOML but is an unresolved merge conflict; it was left out.`),
  ],
  [
    'a merge conflict inside a table',
    '[[package]]\nname = "a"\n<<<<<<< HEAD\nversion = "1"\n=======\nversion = "2"\n>>>>>>> other\n\n[[package]]\nname = "b"\n',
    ['10 b'],
    [],
    [
      'Line 3 should be TOML but is an unresolved merge conflict; it was left out.',
      'Line 5 should be TOML but is an unresolved merge conflict; it was left out.',
      `Line 6 breaks the TOML: trying to redefine an already defined table or value; ${LEFT} 1 was left out.`,
      'Line 7 should be TOML but is an unresolved merge conflict; it was left out.',
    ],
  ],
  [
    'headings inside a text, and a broken table',
    '[[package]]\nname = "a"\ntext = """\n[[package]]\nname = "none"\n"""\n\n[[package]]\nname = \n\n[about]\ntext = \'\'\'\n[[package]]\nname = "none"\n\'\'\'\n[[package]]\nname = "b"\n',
    ['2 a', '17 b'],
    ['about'],
    [`Line 9 breaks the TOML: invalid value; ${LEFT} 8 was left out.`],
  ],
  [
    'a text that does not end',
    '[[package]]\nname = "a"\ntext = """\n\n[[package]]\nname = "b"\n\n[[package]]\nname = "c"\ntext = """c"""\n',
    ['6 b', '9 c'],
    [],
    [`Line 3 breaks the TOML: unfinished string; ${LEFT} 1 was left out.`],
  ],
  [
    'broken fields and tables besides the list',
    'version 3\n[[package]]\nname = "a"\n[metadata]\nx = 1\n[extras]\ny =\n[more]\n',
    ['3 a'],
    ['metadata', 'more'],
    [
      'Line 1 breaks the TOML: illegal character in key; what stands before the first table was left out.',
      'Line 7 breaks the TOML: invalid value; the table "[extras]" of line 6 was left out.',
    ],
  ],
  [
    'tables besides the list that contradict each other',
    '[metadata]\nx = 1\n[[package]]\nname = "a"\n\n[metadata]\n',
    ['4 a'],
    [],
    [
      'Line 6 breaks the TOML: trying to redefine an already defined table or value; what stands besides "[[package]]" was left out.',
    ],
  ],
  [
    'blanks in a heading',
    '[[ package ]]\nname = "a"\n[[package]]\nname = "b"\n[ package.inner ]\n',
    ['2 a', '4 b'],
    [],
    [],
  ],
  ['a list in brackets', 'package = [{ name = "a" }]\n', ['1 a'], [], []],
  ['a table instead of a list', '[package]\nname = "a"\n', [], ['package'], []],
  [
    'names of inherited members',
    '[[package]]\nname = "__proto__"\n__proto__ = 1\nconstructor.x = 2\n[[package]]\nname = 1 2\n',
    ['2 __proto__'],
    [],
    [`Line 6 breaks the TOML: each key-value declaration must be followed by an end-of-line; ${LEFT} 5 was left out.`],
  ],
];

describe('readTomlTables', () => {
  it.each(cases)('%s', (_, text, tables, rest, expected) => {
    const problems = createProblems();
    const read = readTomlTables(text, 'package', problems);
    expect(read.tables.map(({ fields, line }) => `${line} ${String(fields.name)}`)).toEqual(tables);
    expect(Object.keys(read.rest).sort()).toEqual(rest);
    expect(problems.issues().map(({ message }) => message)).toEqual(expected);
  });

  it('throws the error of the parser if nothing can be read', () => {
    for (const text of ['{ "name": "a" }', '[[package]', '[[package]]\nname\n'])
      expect(() => readTomlTables(text, 'package', createProblems())).toThrow('Invalid TOML document');
  });

  it('gives up a text with thousands of broken tables, and keeps what comes before', () => {
    const problems = createProblems();
    const text = `[[package]]\nname = "a"\n${'[[package]]\nname\n'.repeat(3000)}[[package]]\nname = "b"\n`;
    expect(readTomlTables(text, 'package', problems).tables).toEqual([
      { list: 'package', fields: { name: 'a' }, line: 2 },
    ]);
    expect(problems.issues().at(-1)?.message).toMatch(/^981 more fields/);
  });

  it('reads a long text in pieces, with the right lines', () => {
    const problems = createProblems();
    const long = `[[package]]\nname = "a"\ntext = """\n[[package]]\n${'x'.repeat(1 << 24)}"""\n[[package]]\nname = "b"\n[[package]]\nname =\n`;
    const { tables } = readTomlTables(long, 'package', problems);
    expect(tables.map(({ fields, line }) => `${line} ${String(fields.name)}`)).toEqual(['2 a', '7 b']);
    expect(problems.issues()).toMatchObject([{ message: expect.stringContaining('Line 9 breaks the TOML') }]);
  });
});

describe('readTomlLists', () => {
  it('reads the tables of all wanted lists, and those that headings with blanks hide', () => {
    const text =
      'a = 1\n[[deps.X]]\nv = 1\n  [deps.X.inner]\n  y = 1\n[[deps.X]]\nv = 2\n[[ deps.Y ]]\nv = 3\n[[other.Z]]\nv = 4\n';
    const { rest, tables } = readTomlLists(text, (list) => list.startsWith('deps.'), createProblems());
    expect(tables.map(({ list, fields, line }) => `${line} ${list} ${String(fields.v)}`)).toEqual([
      '2 deps.X 1',
      '6 deps.X 2',
      '8 deps.Y 3',
    ]);
    expect(rest).toEqual({ a: 1, deps: {}, other: { Z: [{ v: 4 }] } });
  });

  it('names the broken table of a list', () => {
    const problems = createProblems();
    const text = '[[deps.X]]\nv = 1\n[[deps.Y]]\nv =\n[[deps.Z]]\nv = 3\n';
    const { tables } = readTomlLists(text, () => true, problems);
    expect(tables.map(({ list }) => list)).toEqual(['deps.X', 'deps.Z']);
    expect(problems.issues().map(({ message }) => message)).toEqual([
      'Line 4 breaks the TOML: invalid value; the table "[[deps.Y]]" of line 3 was left out.',
    ]);
  });
});

describe('readToml', () => {
  it('leaves out a broken table, and the inner tables of a broken one in a list', () => {
    const problems = createProblems();
    const text =
      'a = 1\n[[b]]\nx = 1\n[[b]]\nx =\n[b.c]\ny = 1\n[[b]]\nx = 3\n[d]\nz = \n[d.e]\n[f]\ng = [\n  [1],\n]\n';
    expect(readToml(text, problems)).toEqual({ a: 1, b: [{ x: 1 }, { x: 3 }], d: { e: {} }, f: { g: [[1]] } });
    expect(problems.issues().map(({ message }) => message)).toEqual([
      'Line 5 breaks the TOML: invalid value; the table "[[b]]" of line 4 was left out.',
      'Line 11 breaks the TOML: invalid value; the table "[d]" of line 10 was left out.',
    ]);
  });

  it('throws the error of the parser if nothing can be read', () => {
    expect(() => readToml('this is not TOML!', createProblems())).toThrow('Invalid TOML document');
  });
});
