import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { parseLockfileYaml } from './lockfile-yaml.ts';
import { createProblems } from './problems.ts';

/** Parsed by us, as plain objects, and what was said about it. */
function read(text: string) {
  const problems = createProblems();
  const value: unknown = JSON.parse(JSON.stringify(parseLockfileYaml(text, problems)));
  return { value, problems: problems.issues().map(({ message }) => message) };
}

describe('reads as a YAML parser does', () => {
  const cases: [string, string][] = [
    ['nested mappings', 'a:\n  b:\n    c: 1\n  d: 2\ne: x\n'],
    ['quoted keys and values', `'@s/a@1.0.0':\n  "b c": "d\\te"\n  'it''s': 'q''q'\n`],
    ['flow mappings', 'a: {integrity: sha512-x/y+z==, tarball: https://r/x.tgz}\nb: {}\nc: {d: {e: f}}\n'],
    ['flow lists', 'a: [x64, arm64]\nb: []\nc: [\'q, r\', "s"]\n'],
    ['block lists, indented or not', 'a:\n  - x\n  - "y z"\nb:\n- p\n- q\nc: d\n'],
    ['comments and empty lines', '# top\n\na: b # behind\n\n  # in between\nc: d\n'],
    ['a document start', '---\na: b\n'],
    ['values with colons and at signs', 'a: npm:b@^1.0.0\nb: link:../c\nc: 1.0.0(d@2.0.0(e@3.0.0))\n'],
    ['ranges that need no quotes', 'a: ^1.0.0\nb: ~2\nc: 1.x\n'],
    ['keys with several descriptors', '"a@npm:^1, a@npm:^2":\n  version: 1.0.0\n'],
    ['folded text over lines', 'a: this is\n  one text\nb: c\n'],
    ['line ends of Windows', 'a:\r\n  b: c\r\nd: e\r\n'],
    ['very long keys', "? 'a b'\n: c\n? d\n:\n  e: f\n"],
    ['a list of mappings', 'a:\n  - b: c\n    d:\n      e: f\n  - b: "x: y"\n    g:\n    - h\n    - i: j\nk: l\n'],
    ['a list of mappings at the indent of its key', 'a:\n- b: c\n  d: {e: f}\n-\n  g: h\n- plain\n'],
    ['nothing', ''],
  ];
  it.each(cases)('%s', (_, text) => {
    expect(read(text)).toEqual({ value: parse(text, { schema: 'failsafe' }) ?? {}, problems: [] });
  });
});

describe('reports', () => {
  const cases: [string, string, unknown, RegExp][] = [
    ['a line without a colon', 'a: b\nwhat\nc: d\n', { a: 'b', c: 'd' }, /Line 2 should be "name: value"/],
    ['what belongs to it', 'what\n  a: b\nc: d\n', { c: 'd' }, /Line 1 should be/],
    ['a line indented less than the first', '  a: b\nc: d\n', { a: 'b' }, /Line 2 is indented less/],
    ['a list item over lines', 'a:\n  - b\n    d: e\n', { a: ['b'] }, /list item at line 2 is more than a text/],
    ['half a long key', '? a\nc: d\n', { c: 'd' }, /Line 1 should be/],
  ];
  it.each(cases)('%s', (_, text, value, problem) => {
    const result = read(text);
    expect(result.value).toEqual(value);
    expect(result.problems[0]).toMatch(problem);
  });
});

it('keeps block texts without reading them as fields', () => {
  expect(read('a: |-\n  use b: c\n  please\nd: e\n')).toEqual({
    value: { a: 'use b: c please', d: 'e' },
    problems: [],
  });
});

it('supports no anchors, so nothing multiplies', () => {
  expect(read('a: &x [1]\nb: *x\n').value).toEqual({ a: '&x [1]', b: '*x' });
});

it('has no inherited fields', () => {
  const value = parseLockfileYaml('__proto__: x\n', createProblems());
  expect(Object.keys(value)).toEqual(['__proto__']);
  expect(value.constructor).toBeUndefined();
});
