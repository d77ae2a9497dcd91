import { expect, it } from 'vitest';
import { latestTag } from './tag-pattern.ts';

it.each([
  ['v*', ['v1.9', 'v1.10', 'v1.2', 'x9'], 'v1.10'],
  ['v1.*', ['v1.9', 'v2.0'], 'v1.9'],
  ['release-?.0', ['release-1.0', 'release-10.0', 'release-2.0'], 'release-2.0'],
  ['v*', ['v2.0-rc1', 'v1.9'], 'v2.0-rc1'],
  ['v*', ['nightly'], undefined],
  ['v*', [], undefined],
])('the latest of %s among %j is %s', (pattern, tags, latest) => {
  expect(latestTag(pattern, tags)).toBe(latest);
  expect(latestTag(pattern, tags.toReversed())).toBe(latest);
});
