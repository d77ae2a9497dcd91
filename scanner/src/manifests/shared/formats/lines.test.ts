import { describe, expect, it } from 'vitest';
import { cpuMs } from '../../../../test/manifests/manifest-check.ts';
import {
  createLineCounter,
  createLineCursor,
  newlinesBetween,
  type VisitLine,
  visitJsonLines,
  visitTomlLines,
  visitYamlLines,
} from './lines.ts';

type Case = [title: string, text: string, lines: string[]];

function lined(visitAll: (visit: VisitLine) => void): string[] {
  const lines: string[] = [];
  visitAll((path, line) => lines.push(`${line} ${path.join('/')}`));
  return lines;
}

const json: Case[] = [
  ['objects', '{\n "a": {\n  "b": 1,\n  "c": {"d": 2}},\n "e": 3}', ['2 a', '3 a/b', '4 a/c', '4 a/c/d', '5 e']],
  ['lists', '{"p": [\n {"n": 1},\n {"n": "2"}\n]}', ['1 p', '2 p/0', '2 p/0/n', '3 p/1', '3 p/1/n']],
  ['punctuation inside texts', '{"a": "}]{[\\",",\n"b\\u0041": ":"}', ['1 a', '2 bA']],
  ['comments and trailing commas', '{ // "x": 1\n "a": [1,], /* "y":\n 2 */\n "b": 2,}', ['2 a', '2 a/0', '4 b']],
  ['broken', '{"a": [[[', ['1 a', '1 a/0', '1 a/0/0']],
];

const toml: Case[] = [
  ['keys', 'a = 1\n\n[t]\nb = 2\n"c.d" = 3\ne.f = 4\n', ['1 a', '3 t', '4 t/b', '5 t/c.d', '6 t/e/f']],
  [
    'lists of tables',
    '[[p]]\nname = "a"\n[p.deps]\nx = 1\n[[p]]\nname = "b"\n',
    ['1 p/0', '2 p/0/name', '3 p/0/deps', '4 p/0/deps/x', '5 p/1', '6 p/1/name'],
  ],
  ['texts over several lines', 'a = """\nb = 1\n"""\nc = 2', ['1 a', '4 c']],
];

const yaml: Case[] = [
  ['mappings', 'a:\n  b: 1\n\n  "c:d":\n    e: 2\n# x: y\nf: 3\n', ['1 a', '2 a/b', '4 a/c:d', '5 a/c:d/e', '7 f']],
  ['lists', 'a:\n  - b: 1\n    c: 2\n  - d\n', ['1 a', '2 a/0', '2 a/0/b', '3 a/0/c', '4 a/1']],
  [
    'lists at the indentation of their key',
    'a:\n- b: 1\n- c: 2\nd: 3\n',
    ['1 a', '2 a/0', '2 a/0/b', '3 a/1', '3 a/1/c', '4 d'],
  ],
  ['lists in lists', '- - a: 1\n  - b: 2\n- c: 3\n', ['1 0', '1 0/0', '1 0/0/a', '2 0/1', '2 0/1/b', '3 1', '3 1/c']],
];

describe('lines of entries', () => {
  it.each(json)('JSON: %s', (_, text, lines) =>
    expect(lined((visit) => visitJsonLines(text, 3, visit))).toEqual(lines),
  );
  it.each(toml)('TOML: %s', (_, text, lines) => expect(lined((visit) => visitTomlLines(text, visit))).toEqual(lines));
  it.each(yaml)('YAML: %s', (_, text, lines) =>
    expect(lined((visit) => visitYamlLines(text, 4, visit))).toEqual(lines),
  );

  it('a cursor moves forward and stays if a text is missing', () => {
    const find = createLineCursor('a\nb\na\nc\n');
    expect(['b', 'x', 'a', 'a', 'b', 'c', ''].map(find)).toEqual([2, undefined, 3, 3, undefined, 4, undefined]);
  });

  it.each([
    ['brackets', '['.repeat(1 << 20)],
    ['objects', '{"a":'.repeat(1 << 18)],
    ['quotes', '"'.repeat(1 << 20)],
    ['opened comments', '/*'.repeat(1 << 19)],
    ['dots', `a${'.a'.repeat(1 << 19)} = 1`],
    ['hyphens', '- '.repeat(1 << 19)],
    ['tables', '[[a]]\n'.repeat(1 << 17)],
    ['deep blocks', Array.from({ length: 1500 }, (_, i) => `${' '.repeat(i)}a:`).join('\n')],
  ])('a megabyte of %s', (_, text) => {
    const start = cpuMs();
    visitJsonLines(text, 4, () => {});
    visitTomlLines(text, () => {});
    visitYamlLines(text, 4, () => {});
    const find = createLineCursor(text);
    for (let i = 0; i < 100_000; i++) find(`missing ${i}`);
    expect(cpuMs() - start).toBeLessThan(15_000);
  });
});

describe('texts of one line', () => {
  const long = 'x'.repeat(16_000_000);

  it('are not searched to their end for each line number', () => {
    const lineAt = createLineCounter(`${long}\nend`);
    for (let offset = 0; offset < long.length; offset += 64) lineAt(offset);
    expect([lineAt(long.length), lineAt(long.length + 2)]).toEqual([1, 2]);
  });

  it('are not searched to their end for each part whose line ends are counted', () => {
    let count = 0;
    for (let offset = 0; offset < long.length; offset += 64) count += newlinesBetween(long, offset, offset + 64);
    expect(count).toBe(0);
    expect(newlinesBetween('a\nb\nc\n', 1, 4)).toBe(2);
  });
});
