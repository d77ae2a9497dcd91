import { expect, it } from 'vitest';
import { isRefusal } from '../refusal.ts';
import { versionsToSuppress } from './suppression.ts';

it.each([
  ['SPECIFIC_VERSIONS', [2, 1, 2], [1, 2, 3], [2, 1]],
  ['ALL_CURRENT_VERSIONS', [], [1, 2], [1, 2]],
  ['ALL_CURRENT_VERSIONS', [9], [1, 2], [1, 2]],
] as const)('%s of %j among %j', (scope, named, current, expected) =>
  expect(versionsToSuppress(scope, named, current)).toEqual(expected),
);

it.each([
  ['SPECIFIC_VERSIONS', [], [1]],
  ['SPECIFIC_VERSIONS', [1, 4], [1]],
  ['ALL_CURRENT_VERSIONS', [], []],
] as const)('%s of %j among %j is refused', (scope, named, current) =>
  expect(isRefusal(versionsToSuppress(scope, named, current))).toBe(true),
);
