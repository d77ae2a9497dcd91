import { expect, it } from 'vitest';
import { type CoverageSummary, coverageSummary } from './coverage.ts';
import { type DataAge, dataAgeInWords } from './data-age.ts';

const AT = '2026-11-01 00:00:00';
const age = (dataAsOf: string | null, dataIsStale: boolean, more: Partial<DataAge> = {}): DataAge => ({
  dataAsOf,
  dataIsStale,
  dataByEcosystem: [],
  coverage: ALL,
  ...more,
});
const ALL: CoverageSummary = coverageSummary([{ reason: '', inShort: '', count: 80 }]);
const SOME = coverageSummary([
  { reason: '', inShort: '', count: 68 },
  { reason: 'ecosystem', inShort: 'no data for Maven', count: 12 },
]);

it.each([
  [null, true, /^A source of advisories in use has no data yet\. More vulnerabilities may exist/],
  [AT, true, /of 2026-11-01 00:00:00 UTC, which is older than this site allows\. More vulnerabilities may exist/],
  [AT, false, /^The advisories are of 2026-11-01 00:00:00 UTC\.$/],
])('data of %s, stale: %s', (dataAsOf, dataIsStale, words) => {
  expect(dataAgeInWords(age(dataAsOf, dataIsStale))).toMatch(words);
});

it('names the ecosystems with old data', () => {
  const one = (ecosystem: string, dataIsStale: boolean) => ({ ecosystem, dataAsOf: AT, dataIsStale });
  const dataByEcosystem = [one('Debian 12', true), one('Go', false), one('npm', true)];
  expect(dataAgeInWords(age(AT, true, { dataByEcosystem }))).toMatch(
    /^The advisories for Debian 12 and npm are of 2026/,
  );
});

it('names what was not compared', () => {
  expect(dataAgeInWords(age(AT, false, { coverage: SOME }))).toMatch(
    /UTC\. 12 of 80 not compared: no data for Maven\.$/,
  );
});
