// Which paths are one place: versions do not count, nor what distributions add to them. The database and comparisons of files go by the same rule.
import { placeKey } from '@assay/scanner/sbom';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Harness, startHarness } from '../../../test/harness.ts';

let h: Harness;
beforeAll(async () => {
  h = await startHarness();
});
afterAll(() => h.close());

it.each([
  ['tool-1.2.3/lib/a.c', 'tool-#/lib/a.c'],
  ['tool-v1.2-rc.1/a.c', 'tool-#/a.c'],
  ['zlib-1.2.13.dfsg/a.c', 'zlib-#/a.c'],
  ['zlib-1.3.dfsg+really1.3.1/a.c', 'zlib-#/a.c'],
  ['tool-1.0.ds2-3/a.c', 'tool-#/a.c'],
  ['a-1.0/b-v2.3/c.c', 'a-#/b-#/c.c'],
  ['tool-1.2+git~20.a/ä1.5é.c', 'tool-#/ä#é.c'],
  ['jquery-3.7.1.min.js', 'jquery-#.min.js'],
  ['lib/a2.c', 'lib/a2.c'],
])('%s is at %s', async (path, place) => {
  const { rows } = await h.database.pool.query('select place_key($1) as place', [path]);
  expect(rows).toEqual([{ place }]);
  expect(placeKey(path)).toBe(place);
});
