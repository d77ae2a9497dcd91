// @vitest-environment happy-dom
// The list of projects of the first page: what it says of projects of which nothing is known, and where its figures lead.
import { screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { ProjectFigures } from '../api/models.ts';
import { type Stage, startStage } from '../testing/stage.tsx';
import { ProjectRows } from './project-rows.tsx';

let stage: Stage;
beforeEach(async () => {
  stage = await startStage({});
});
afterEach(() => stage.close());

const NO_VULNERABILITY = { critical: 0, high: 0, medium: 0, low: 0, none: 0, unknown: 0, exploited: 0, malware: 0 };
const project = (projectName: string, more: Partial<ProjectFigures> = {}): ProjectFigures => ({
  ...{
    projectId: 1,
    projectName,
    isPrivate: false,
    projectStatus: 'Not Started',
    owner: 'ada',
    items: 80,
    notedOn: '2026-11-29 10:00:00',
  },
  review: { draft: 0, approved: 80, rejected: 0, lapsed: 0 },
  licenses: { P1: 0, P2: 0, P3: 80, unknown: 0 },
  open: NO_VULNERABILITY,
  compared: { compared: 80, notCompared: 0 },
  lastScan: null,
  days: [],
  ...{ direction: 'UNKNOWN', words: 'Too few days are recorded to tell a direction.' },
  ...more,
});
const rowOf = async (name: string) =>
  within((await screen.findByRole('rowheader', { name })).closest('tr') as HTMLElement);

it('says "none known" only where everything was compared with advisories that are not old', async () => {
  const rows = [
    project('all compared'),
    project('some not', { projectId: 2, compared: { compared: 68, notCompared: 12 } }),
    project('nothing', { projectId: 3, compared: { compared: 0, notCompared: 80 } }),
    project('never recorded', { projectId: 4, open: null, compared: null, notedOn: '' }),
  ];
  stage.show(<ProjectRows rows={rows} isStale={false} order="worst" />);
  (await rowOf('all compared')).getByText('None known');
  (await rowOf('some not')).getByText('None known in those that were compared');
  (await rowOf('some not')).getByRole('link', { name: '12 of 80 not compared' });
  (await rowOf('nothing')).getByText('Unknown: nothing was compared');
  (await rowOf('never recorded')).getByText('Not recorded yet');
});

it('says that old advisories prove nothing', async () => {
  stage.show(<ProjectRows rows={[project('old')]} isStale order="worst" />);
  (await rowOf('old')).getByText('None in old advisories, or some are missing');
});

it('each figure is a link to what it counts, and the line has words', async () => {
  const open = { ...NO_VULNERABILITY, critical: 2, exploited: 1 };
  const review = { draft: 30, approved: 50, rejected: 0, lapsed: 0 };
  const words = 'Worse: more critical vulnerabilities, 1 on 2026-11-01 and 2 on 2026-11-29.';
  stage.show(
    <ProjectRows rows={[project('shop', { open, review, direction: 'WORSE', words })]} isStale={false} order="worst" />,
  );
  const row = await rowOf('shop');
  const hrefs = row.getAllByRole('link').map((link) => link.getAttribute('href'));
  expect(hrefs).toEqual([
    '/projects/1',
    '/projects/1/vulnerabilities?severity=CRITICAL',
    '/projects/1/vulnerabilities?exploited=true',
    '/projects/1/decide',
  ]);
  row.getByText('Worse');
  row.getByTitle(`Critical and high vulnerabilities. ${words}`);
});
