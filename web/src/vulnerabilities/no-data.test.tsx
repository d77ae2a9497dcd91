// @vitest-environment happy-dom
// Without advisories, an empty list does not look safe.
import { screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { type Stage, startStage } from '../testing/stage.tsx';
import { AffectedItems } from './affected-items.tsx';
import { ProjectRemedies } from './project-remedies.tsx';

let stage: Stage;
afterEach(() => stage.close());

const withDataOf = (dataAsOf: string | null) =>
  startStage({
    'GET /advisories/status': { body: { data: { dataAsOf, dataIsStale: dataAsOf === null, sources: [] } } },
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
