import { expect, it } from 'vitest';
import { specifierTest } from './specifier-test.ts';

it.each([
  ['', '1.0', true],
  ['==1.0', '1', true],
  ['==1.0', '1.0+local', true],
  ['==1.0+local', '1.0', false],
  ['==1.*', '1.9.post1', true],
  ['!=1.*', '1.9', false],
  ['!=1.9', '1.9.1', true],
  ['===1.0', '1', false],
  ['~=1.4.2', '1.4.9', true],
  ['~=1.4.2', '1.5', false],
  ['~=2.2', '2.9', true],
  ['~=2.2', '3.0a1', false],
  ['>=1.0,<2', '1.5', true],
  ['<2', '2.0rc1', false],
  ['<2.0rc2', '2.0rc1', true],
  ['<=2.0', '2.0+cpu', true],
  ['>2', '2.0.post1', false],
  ['>2.0.post1', '2.0.post2', true],
  ['>2', '2.0+local', false],
  ['>=1!0', '9', false],
  ['>1', 'a legacy one', false],
])('%s has %s: %s', (range, version, isIn) => {
  expect(specifierTest(range)?.holds(version)).toBe(isIn);
});

it.each(['1.0', '~=1', '>=1.*', '>= 1 <2', '>', '=>1', '>=x'])('"%s" is no specifier', (range) => {
  expect(specifierTest(range)).toBeUndefined();
});
