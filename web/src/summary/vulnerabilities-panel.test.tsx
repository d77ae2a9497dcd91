// @vitest-environment happy-dom
// The counts of vulnerabilities on the summary, and what stands instead of a count without advisories.
import { screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { type Call, type Stage, startStage } from '../testing/stage.tsx';
import { VulnerabilitiesPanel } from './vulnerabilities-panel.tsx';

let stage: Stage;
afterEach(() => stage.close());

const TOTALS: Record<string, number> = { CRITICAL: 2, HIGH: 5, UNKNOWN: 9 };

const ALL = { items: 80, compared: 80, notCompared: 0, reasons: [], words: '' };

const withData = (
  status: { dataAsOf: string | null; dataIsStale: boolean; sources?: object[] },
  all: number,
  coverage: object = ALL,
) =>
  startStage({
    'GET /advisories/status': { body: { data: { sources: [], ...status } } },
    'GET /projects/3': { body: { data: { exposure: { dataByEcosystem: [], coverage, ...status } } } },
    'GET /projects/3/vulnerabilities': ({ what }: Call) => ({
      body: { data: [] },
      total: all === 0 ? 0 : (TOTALS[/severity=(\w+)/.exec(what)?.[1] ?? ''] ?? all),
    }),
  });

it('counts all vulnerabilities and the most severe ones, with links and the age of the data', async () => {
  stage = await withData({ dataAsOf: '2026-11-01 00:00:00', dataIsStale: true }, 40);
  stage.show(<VulnerabilitiesPanel projectId={3} />);
  const critical = await screen.findByRole('link', { name: /Critical\s*2/ });
  expect(critical.getAttribute('href')).toContain('severity=CRITICAL');
  expect(screen.getByRole('link', { name: /High\s*5/ })).toBeTruthy();
  expect(screen.getByRole('link', { name: /Severity unknown\s*9/ })).toBeTruthy();
  expect(screen.getByRole('link', { name: /All\s*40/ })).toBeTruthy();
  expect(await screen.findByText(/older than the limit of this site/)).toBeTruthy();
});

it('shows no count without advisories', async () => {
  stage = await withData({ dataAsOf: null, dataIsStale: true }, 0);
  stage.show(<VulnerabilitiesPanel projectId={3} />);
  expect(await screen.findByText(/cannot tell whether any item of this project has vulnerabilities/)).toBeTruthy();
  expect(screen.queryByText('0')).toBeNull();
});

it('says that one source has no data, beside the counts from others', async () => {
  const sources = [{ name: 'osv', isEnabled: true, dataAsOf: null }];
  stage = await withData({ dataAsOf: null, dataIsStale: true, sources }, 40);
  stage.show(<VulnerabilitiesPanel projectId={3} />);
  expect(await screen.findByText(/from some sources: vulnerabilities may be missing/)).toBeTruthy();
  expect(await screen.findByRole('link', { name: /All\s*40/ })).toBeTruthy();
});

it.each<[string, boolean, object, RegExp]>([
  ['all compared', false, ALL, /No known vulnerability/],
  [
    'some not compared',
    false,
    { ...ALL, compared: 68, notCompared: 12, words: '12 of 80 not compared: no data for Maven' },
    /12 of 80 not compared: no data for Maven\. No imported advisory names any of the others/,
  ],
  [
    'none compared',
    false,
    { ...ALL, compared: 0, notCompared: 80, words: '80 of 80 not compared: no data for Maven' },
    /Assay cannot tell whether any item .*: 80 of 80 not compared/,
  ],
  ['old data', true, ALL, /None in old advisories/],
  ['no items', false, { ...ALL, items: 0, compared: 0 }, /Nothing to compare/],
])('without vulnerabilities, %s', async (_, dataIsStale, coverage, words) => {
  stage = await withData({ dataAsOf: '2026-11-01 00:00:00', dataIsStale }, 0, coverage);
  stage.show(<VulnerabilitiesPanel projectId={3} />);
  expect(await screen.findByText(words)).toBeTruthy();
  expect(screen.queryAllByText('No known vulnerability')).toHaveLength(coverage === ALL && !dataIsStale ? 1 : 0);
});
