import { expect, it } from 'vitest';
import { forgeIdOfPurl } from './forges.ts';

const NO_FORGE = forgeIdOfPurl('pkg:generic/x@1');

it.each([
  ['pkg:npm/left-pad@1.0.0', 2037],
  ['pkg:golang/github.com/a/b@v1', 696],
  ['pkg:golang/example.org/a@v1', NO_FORGE],
  ['pkg:constructor/x@1', NO_FORGE],
  ['pkg:__proto__/x@1', NO_FORGE],
  ['no purl', NO_FORGE],
])('%s has the forge %d', (purl, id) => expect(forgeIdOfPurl(purl)).toBe(id));
