import { expect, it } from 'vitest';
import { forgeIdOfPurl, forgeOf, searchForges } from './forges.ts';

const NO_FORGE = forgeIdOfPurl('pkg:generic/x@1');

it.each([
  ['pkg:npm/left-pad@1.0.0', 2037],
  ['pkg:golang/github.com/a/b@v1', 696],
  ['pkg:golang/example.org/a@v1', NO_FORGE],
  ['pkg:sourceforge/x@1', 2],
  ['pkg:googlecode/x@1', 419],
  ['pkg:rpm/centos/bash@1', 2040],
  ['pkg:rpm/fedora/bash@1', NO_FORGE],
  ['pkg:npm/%40a/b@1', 2037],
  ['pkg:constructor/x@1', NO_FORGE],
  ['pkg:__proto__/x@1', NO_FORGE],
  ['no purl', NO_FORGE],
])('%s has the forge %d', (purl, id) => expect(forgeIdOfPurl(purl)).toBe(id));

it('a component of each forge of the search form that clients know has the id and the name of that forge', () => {
  const known = searchForges.filter(({ forgeId, purlType }) => forgeId !== undefined && purlType !== undefined);
  expect(known.length).toBeGreaterThan(10);
  for (const { forgeId, purlType } of known) {
    expect(forgeIdOfPurl(`pkg:${purlType}/a/b@1`)).toBe(forgeId);
    expect(forgeOf(forgeId!).id).toBe(forgeId);
  }
});
