import { describe, expect, it } from 'vitest';
import {
  expressionKey,
  isCompound,
  isSameExpression,
  licensesOf,
  parseExpression,
  requirementsOf,
} from './expression.ts';

/** The tree with all brackets. */
function written(text: string): string {
  const write = (tree: NonNullable<ReturnType<typeof parseExpression>>): string => {
    if ('operator' in tree) return `(${tree.parts.map(write).join(` ${tree.operator} `)})`;
    return tree.exception === undefined ? tree.license : `${tree.license}+${tree.exception}`;
  };
  const tree = parseExpression(text);
  return tree === undefined ? 'none' : write(tree);
}

describe('parsing', () => {
  it.each([
    ['MIT', 'MIT'],
    [' MIT ', 'MIT'],
    ['GPL-2.0+', 'GPL-2.0+'],
    ['LicenseRef-our-own', 'LicenseRef-our-own'],
    ['MIT OR Apache-2.0', '(MIT OR Apache-2.0)'],
    ['MIT or Apache-2.0', '(MIT OR Apache-2.0)'],
    ['MIT AND ISC OR Zlib', '((MIT AND ISC) OR Zlib)'],
    ['MIT AND (ISC OR Zlib)', '(MIT AND (ISC OR Zlib))'],
    ['((MIT))', 'MIT'],
    ['(MIT OR ISC) AND(Zlib)', '((MIT OR ISC) AND Zlib)'],
    ['GPL-2.0-only WITH Classpath-exception-2.0 OR MIT', '(GPL-2.0-only+Classpath-exception-2.0 OR MIT)'],
    ['', 'none'],
    ['MIT AND', 'none'],
    ['AND MIT', 'none'],
    ['MIT ISC', 'none'],
    ['(MIT', 'none'],
    ['MIT)', 'none'],
    ['()', 'none'],
    ['MIT WITH', 'none'],
    ['MIT WITH (x)', 'none'],
    ['MIT OR OR ISC', 'none'],
    ['('.repeat(100_000), 'none'],
  ])('%.60s', (text, tree) => {
    expect(written(text)).toBe(tree);
  });
});

it.each([
  ['', []],
  ['MIT', ['MIT']],
  ['MIT OR Apache-2.0 OR MIT', ['MIT', 'Apache-2.0']],
  ['GPL-2.0-only WITH Classpath-exception-2.0 AND MIT', ['GPL-2.0-only WITH Classpath-exception-2.0', 'MIT']],
  ['see file', ['see file']],
])('the licenses of "%s"', (text, licenses) => {
  expect(licensesOf(text)).toEqual(licenses);
});

it.each([
  ['MIT', 'mit', true],
  ['MIT  OR ISC', ' MIT OR ISC', true],
  ['( MIT OR ISC )', '(MIT OR ISC)', true],
  ['MIT OR ISC', 'ISC OR MIT', false],
  ['MIT', 'MIT-0', false],
])('"%s" and "%s" are written in the same way: %s', (a, b, same) => {
  expect(isSameExpression(a, b)).toBe(same);
  expect(expressionKey(a) === expressionKey(b)).toBe(same);
});

it.each([
  ['MIT', ['MIT']],
  ['', []],
  ['MIT AND Zlib', ['MIT', 'Zlib']],
  ['MIT OR Zlib', ['MIT OR Zlib']],
  ['(MIT AND Zlib) AND (ISC OR (MIT AND X11))', ['MIT', 'Zlib', 'ISC OR MIT AND X11']],
  ['MIT AND MIT', ['MIT']],
  ['not ( an expression', ['not ( an expression']],
])('%s requires %j', (expression, requirements) => expect(requirementsOf(expression)).toEqual(requirements));

it.each([
  ['MIT', false],
  ['GPL-2.0-only WITH Classpath-exception-2.0', false],
  ['MIT OR Zlib', true],
  ['MIT AND Zlib', true],
  ['Our License', false],
  ['', false],
])('%s is of several licenses: %s', (expression, compound) => expect(isCompound(expression)).toBe(compound));
