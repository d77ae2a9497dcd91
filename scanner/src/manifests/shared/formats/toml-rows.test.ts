import { describe, expect, it } from 'vitest';
import { createProblems } from '../problems.ts';
import { readTomlRows } from './toml-rows.ts';

/** Title, text, the names and lines of the rows, the other keys, the problems. */
type Case = [title: string, text: string, rows: string[], rest: string[], problems: string[]];

const cases: Case[] = [
  [
    'a line for each table',
    'rows = [\n  { name = "a" },\r\n\n  # none\n  { name = "b" }\n]\n[other]\nx = 1\n',
    ['2 a', '5 b'],
    ['other'],
    [],
  ],
  [
    'another list with such lines',
    'other = [\n  { name = "no" },\n]\nrows = [\n  { name = "a" },\n]\n',
    ['5 a'],
    ['other'],
    [],
  ],
  [
    'two tables in a line',
    'rows = [\n  { name = "a" }, { name = "b" },\n  { name = "c" },\n]\n',
    ['2 a', '2 b', '3 c'],
    [],
    [],
  ],
  ['one line', 'rows = [{ name = "a" }]\n', ['1 a'], [], []],
  ['no list', 'x = 1\n', [], ['x'], []],
  [
    'a broken line',
    'rows = [\n  { name = "a" },\n  { name = },\n  { name = "c" },\n]\n',
    ['2 a', '4 c'],
    [],
    ['Line 3 breaks the TOML: invalid value; the package was left out.'],
  ],
];

describe('readTomlRows', () => {
  it.each(cases)('%s', (_, text, rows, rest, expected) => {
    const problems = createProblems();
    const read = readTomlRows(text, 'rows', problems);
    expect(read.rows.map(({ fields, line }) => `${line} ${String((fields as { name: string }).name)}`)).toEqual(rows);
    expect(Object.keys(read.rest).filter((key) => key !== 'rows')).toEqual(rest);
    expect(problems.issues().map(({ message }) => message)).toEqual(expected);
  });

  it('reads a text above the length at which a whole one is parsed', () => {
    const problems = createProblems();
    const text = `rows = [\n${`  { name = "a", text = "${'x'.repeat(1000)}" },\n`.repeat(17_000)}  { name = },\n]\n`;
    expect(readTomlRows(text, 'rows', problems).rows).toHaveLength(17_000);
    expect(problems.issues()).toHaveLength(1);
  });
});
