// @vitest-environment happy-dom
// A vulnerability is decided about in several projects after a preview, which names the projects that stay.
import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { type Stage, startStage } from '../testing/stage.tsx';
import { PortfolioAnalysisForm, type PortfolioSubject } from './portfolio-analysis.tsx';

let stage: Stage;
afterEach(() => stage.close());

const outcome = (inventoryId: number, projectName: string, change: string, stateBefore = '') => ({
  projectId: inventoryId,
  projectName,
  inventoryId,
  inventoryName: 'left-pad 1.2.0',
  vulnerabilityName: 'CVE-2026-1',
  severity: 'HIGH',
  wasSuppressed: false,
  stateBefore,
  change,
});
const answer = (decided: number, first: string) => ({
  body: {
    data: {
      total: 2,
      decided,
      projects: decided,
      missing: 0,
      notAllowed: 1,
      notAllowedProjects: [{ projectId: 2, projectName: 'Bank', total: 1 }],
      leftOff: 0,
      changes: [outcome(1, 'Shop', first, 'EXPLOITABLE'), outcome(2, 'Bank', 'NOT_ALLOWED')],
    },
  },
});

async function chooseState(name: string): Promise<void> {
  await stage.user.click(await screen.findByRole('combobox', { name: 'State' }));
  await stage.user.click(await screen.findByRole('option', { name, hidden: true }));
}

let isDone: boolean;
function show(subject: PortfolioSubject) {
  isDone = false;
  stage.show(
    <PortfolioAnalysisForm
      subject={subject}
      onDone={() => {
        isDone = true;
      }}
    />,
  );
}

it('previews the changes by project, and decides on confirmation', async () => {
  stage = await startStage({ 'POST /vulnerabilityAnalyses': answer(1, 'CHANGED') });
  show({ vulnerabilityNames: ['CVE-2026-1'] });
  await chooseState('Not affected');
  await stage.user.type(await screen.findByLabelText(/Explanation/), 'Nothing calls it');
  await stage.user.click(screen.getByRole('button', { name: 'Show what changes' }));
  expect(await screen.findByText('1 vulnerability of an item in 1 project')).toBeTruthy();
  expect(screen.getByText(/Nothing changes in Bank: you may not decide there/)).toBeTruthy();
  expect(screen.getByText(/left-pad 1\.2\.0 of Shop: changed, was exploitable/)).toBeTruthy();
  expect(isDone).toBe(false);
  await waitFor(() => expect(stage.isQuiet()).toBe(true));
  await stage.user.click(screen.getByRole('button', { name: 'Decide about 1' }));
  await waitFor(() => expect(isDone).toBe(true));
  const sent = {
    vulnerabilityNames: ['CVE-2026-1'],
    state: 'NOT_AFFECTED',
    detail: 'Nothing calls it',
    suppress: true,
  };
  expect(stage.changes().map(({ body }) => body)).toEqual([
    { ...sent, previewOnly: true },
    { ...sent, previewOnly: false },
  ]);
});

it('withdraws the decisions of marked items', async () => {
  stage = await startStage({ 'POST /vulnerabilityAnalyses/lift': answer(1, 'LIFTED') });
  show({ vulnerabilityNames: ['CVE-2026-1'], inventoryIds: [1, 2] });
  await stage.user.click(await screen.findByText('Withdraw decisions'));
  await stage.user.type(screen.getByLabelText(/Explanation/), 'It is called');
  await stage.user.click(screen.getByRole('button', { name: 'Show what changes' }));
  await stage.user.click(await screen.findByRole('button', { name: 'Withdraw 1' }));
  await waitFor(() => expect(isDone).toBe(true));
  expect(stage.changes().at(-1)?.body).toEqual({
    vulnerabilityNames: ['CVE-2026-1'],
    inventoryIds: [1, 2],
    remarks: 'It is called',
    previewOnly: false,
  });
});

it('offers no decision without the right in any project', async () => {
  stage = await startStage({ 'POST /vulnerabilityAnalyses': answer(0, 'NOT_ALLOWED') });
  show({ vulnerabilityNames: ['CVE-2026-1'] });
  await chooseState('Not affected');
  await stage.user.type(await screen.findByLabelText(/Explanation/), 'No');
  await stage.user.click(screen.getByRole('button', { name: 'Show what changes' }));
  expect((await screen.findByRole<HTMLButtonElement>('button', { name: 'Decide about 0' })).disabled).toBe(true);
});

it('suggests no decision: the user has to choose one', async () => {
  stage = await startStage({ 'POST /vulnerabilityAnalyses': answer(1, 'CHANGED') });
  show({ vulnerabilityNames: ['CVE-2026-1'] });
  await stage.user.type(await screen.findByLabelText(/Explanation/), 'Nothing calls it');
  await stage.user.click(screen.getByRole('button', { name: 'Show what changes' }));
  expect(await screen.findByText('Choose what you decide.')).toBeTruthy();
  expect(stage.changes()).toEqual([]);
});
