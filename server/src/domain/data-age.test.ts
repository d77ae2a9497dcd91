import { expect, it } from 'vitest';
import { dataAgeInWords } from './data-age.ts';

const AT = '2026-11-01 00:00:00';

it.each([
  [null, true, /^A source of advisories in use has no data yet\. More vulnerabilities may exist/],
  [AT, true, /of 2026-11-01 00:00:00 UTC, which is older than this site allows\. More vulnerabilities may exist/],
  [AT, false, /^The advisories are of 2026-11-01 00:00:00 UTC\.$/],
])('data of %s, stale: %s', (dataAsOf, dataIsStale, words) => {
  expect(dataAgeInWords({ dataAsOf, dataIsStale })).toMatch(words);
});
