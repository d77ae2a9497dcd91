// @vitest-environment happy-dom
// Without advisories, an empty list does not look safe.
import { screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { type Stage, startStage } from '../testing/stage.tsx';
import { AffectedItems } from './affected-items.tsx';
import { ProjectRemedies } from './project-remedies.tsx';

let stage: Stage;
afterEach(() => stage.close());

const age = (dataAsOf: string | null, words: string) => ({
  dataAsOf,
  dataIsStale: dataAsOf === null,
  dataByEcosystem: [],
  coverage: { items: 80, compared: words === '' ? 80 : 68, notCompared: words === '' ? 0 : 12, reasons: [], words },
});
const NOT_COMPARED = '12 of 80 not compared: no data for Maven';

const withDataOf = (dataAsOf: string | null, words = '') =>
  startStage({
    'GET /advisories/status': { body: { data: { ...age(dataAsOf, words), sources: [] } } },
    'GET /projects/3': { body: { data: { exposure: age(dataAsOf, words) } } },
    'GET /projects/3/remedies': { body: { data: [] }, total: 0 },
  });
const AFFECTED = <AffectedItems of="by CVE-2026-1" fetchPage={async () => ({ rows: [], total: 0 })} />;
const FILES = <AffectedItems of="by MAL-2026-1" fetchPage={async () => ({ rows: [], total: 0 })} files={2} />;
const REMEDIES = <ProjectRemedies projectId={3} />;

it.each([
  ['affected items', AFFECTED, null, /but not which of them are vulnerable/],
  [
    'affected items',
    AFFECTED,
    '2026-11-01 00:00:00',
    /^In the projects that you may see, no item has this vulnerability\.$/,
  ],
  ['affected files', FILES, '2026-11-01 00:00:00', /contain 2 files that this advisory names by digest/],
  ['remedies', REMEDIES, null, /cannot tell whether any item of this project has vulnerabilities/],
  ['remedies', REMEDIES, '2026-11-01 00:00:00', /No item has a known vulnerability, except suppressed ones/],
])('%s: %#', async (_title, screenOf, dataAsOf, words) => {
  stage = await withDataOf(dataAsOf);
  stage.show(screenOf);
  expect(await screen.findByText(words)).toBeTruthy();
});

it.each([
  ['affected items', AFFECTED, /no compared item has this vulnerability\. 12 of 80 not compared: no data for Maven/],
  ['remedies', REMEDIES, /12 of 80 not compared: no data for Maven\. No imported advisory names any of the others/],
])('%s, where some items were not compared', async (_title, screenOf, words) => {
  stage = await withDataOf('2026-11-01 00:00:00', NOT_COMPARED);
  stage.show(screenOf);
  expect(await screen.findByText(words)).toBeTruthy();
});

it.each([
  ['UNKNOWN', 'No advisory here names CVE-0000-0.', 'Unknown'],
  ['NOT_AFFECTED', 'CVE-2026-1 is known, and no item has it.', 'No item'],
])('the answer %s stands where no item does', async (answer, words, title) => {
  stage = await withDataOf('2026-11-01 00:00:00');
  const props = { of: 'by X', fetchPage: async () => ({ rows: [], total: 0 }), answer: { answer, words } };
  stage.show(<AffectedItems {...props} />);
  expect(await screen.findByText(words)).toBeTruthy();
  expect(screen.getByText(title)).toBeTruthy();
});
