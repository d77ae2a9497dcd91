import { describe, expect, it } from 'vitest';
import { expressionFault } from './faults.ts';

describe('a broken expression', () => {
  it.each([
    ['MIT OR BSD AND', 'is not complete: nothing follows "AND"'],
    ['GPL-2.0-only WITH', 'is not complete: nothing follows "WITH"'],
    ['mit or', 'is not complete: nothing follows "or"'],
    ['AND MIT', 'is not complete: nothing is before "AND"'],
    ['MIT OR AND ISC', 'has no license between "OR" and "AND"'],
    ['(MIT OR ISC', 'has a parenthesis that is not closed'],
    ['MIT) OR ISC', 'has a parenthesis that is not opened'],
  ])('%s', (text, fault) => expect(expressionFault(text)).toBe(fault));
});

it.each([
  '',
  'MIT',
  'MIT OR ISC',
  '(MIT AND ISC) OR Zlib',
  'Apache License 2.0',
  'or',
  'and/or',
  'GPL (>= 2)',
  'See the file "LICENSE" and',
])('a text that is no broken expression: %j', (text) => expect(expressionFault(text)).toBeUndefined());
