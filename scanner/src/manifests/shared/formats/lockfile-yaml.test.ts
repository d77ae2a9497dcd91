import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { createProblems } from '../problems.ts';
import { parseLockfileYaml } from './lockfile-yaml.ts';

/** The result that `yaml` would give, with empty texts for empty values, and the problems. */
function read(text: string) {
  const problems = createProblems();
  const value: unknown = JSON.parse(JSON.stringify(parseLockfileYaml(text, problems)).replaceAll('null', '""'));
  return { value, problems: problems.issues().map(({ message }) => message) };
}

describe('gives the same as a YAML parser', () => {
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
    ['texts over lines', 'a: |-\n  use b: c\n  please\nd: >\n  e\n  f\n'],
    ['a list item over lines', 'a:\n  - b\n    c\n'],
    ['signs of anchors within texts', `a: see *this* & that\nb: '&c'\nd: "*"\n`],
    ['an empty value', 'a:\nb: c\n'],
    ['equal keys: the last one counts', 'a: b\na: c\n'],
    ['a document of JSON', '{"a": {"b": ["c", 1, true]}}'],
    ['nothing', ''],
    ['a comment only', '# nothing\n'],
  ];
  it.each(cases)('%s', (_, text) => {
    const expected: unknown = parse(text, { schema: 'failsafe', uniqueKeys: false });
    expect(read(text)).toEqual({ value: expected ?? {}, problems: [] });
  });
});

it('lets later documents replace fields of earlier ones', () => {
  expect(read('---\na: b\nc: d\n---\nc: e\n__proto__: f\n')).toEqual({
    value: JSON.parse('{"a":"b","c":"e","__proto__":"f"}'),
    problems: [],
  });
});

describe('reports a problem, and keeps the fields before it', () => {
  const cases: [string, string, unknown, RegExp][] = [
    ['a line without a colon', 'a: b\nwhat\nc: d\n', { a: 'b' }, /^Line 3 breaks the YAML: .*left out\.$/],
    ['lines below a wrong one', 'what\n  a: b\nc: d\n', {}, /^Line 2 breaks/],
    ['a text', 'what', {}, /should be lines of "name: value"/],
    ['a list', '- a\n', {}, /should be lines of "name: value"/],
    ['a line indented less than the first', '  a: b\nc: d\n', { a: 'b' }, /^Line 2 breaks/],
    ['a list item with both a text and a field', 'x: y\na:\n  - b\n    d: e\n', { x: 'y' }, /^Line 4 breaks/],
    ['a text that never ends', 'a: b\nc: "d\ne: f\n', { a: 'b' }, /^Line 4 breaks/],
    ['a tab as indent', 'a: b\nc:\n\td: e\n', { a: 'b' }, /^Line 3 breaks/],
    ['a wrong later document', 'a: b\n---\nc: d\ne: [\n', { a: 'b', c: 'd' }, /^Line 5 breaks/],
    ['broken JSON', '{\n  "a": "b",\n  "c": [\n', {}, /^Line 4 breaks/],
    ['an unknown tag', 'a: b\nc: !!js/function x\n', { a: 'b' }, /^Line 2 breaks .*unknown tag/],
    ['an anchor', 'a: b\nc: &x [1]\nd: [*x, *x]\n', { a: 'b' }, /^Line 2 .*no anchors such as "&x"/],
    ['an anchor of a key', 'a: b\n&x c: d\n', { a: 'b' }, /^Line 2 .*no anchors/],
    ['an anchor within itself', 'a: &x\n  b: *x\n', {}, /^Line 2 .*no anchors/],
    ['an alias of nothing', 'a: b\nc: *x\n', { a: 'b' }, /^Line 2 breaks the YAML: unidentified alias/],
    ['lists nested too deep', `a: b\nc: ${'['.repeat(100_000)}`, { a: 'b' }, /^Line 2 .*nested too deep/],
    ['list items nested too deep', '- '.repeat(100_000), {}, /^Line 1 .*nested too deep/],
    ['mappings nested too deep', nested('a:'), {}, /^Line 64 .*nested too deep/],
    ['long keys nested too deep', nested('?'), {}, /^Line 64 .*nested too deep/],
    ['millions of lines', '\n'.repeat(4_000_001), {}, /^The YAML has more than 4000000 lines; nothing/],
    ['millions of zeros', '\0'.repeat(4_000_001), {}, /^The YAML has more than 4000000 lines; nothing/],
    ['a name of a megabyte', `a: *${'.'.repeat(1_000_000)}`, {}, /^.{200,400}$/],
  ];
  it.each(cases)('%s', (_, text, value, problem) => {
    const result = read(text);
    expect(result.value).toEqual(value);
    expect(result.problems).toEqual([expect.stringMatching(problem)]);
  });
});

it('stores foreign names as own fields', () => {
  const value = parseLockfileYaml('__proto__:\n  x: y\nconstructor: z\n', createProblems());
  expect(Object.keys(value)).toEqual(['__proto__', 'constructor']);
  expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
});

function nested(line: string): string {
  return Array.from({ length: 1000 }, (_, i) => ' '.repeat(i) + line).join('\n');
}
