// @vitest-environment happy-dom
// Which users see a button that cancels a job.
import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { type Stage, startStage } from '../testing/stage.tsx';
import { JobsTable } from './jobs-table.tsx';

/** The user who is signed in on the stage. */
const MYSELF = 1;
const SOMEBODY = 2;

let stage: Stage;
afterEach(() => stage.close());

async function showJob(projectId: number | null, startedBy: number, actions: string[] = []) {
  const job = {
    id: 5,
    jobType: 'License Rules Import',
    project: { id: projectId, name: '' },
    status: 'Active',
    triggeredBy: { id: startedBy, user: 'somebody' },
    queuedOn: '',
    activatedOn: '',
    completedOn: '',
    jobDetails: '',
    error: '',
  };
  stage = await startStage({
    'GET /jobs': { body: { data: [job] }, total: 1 },
    'GET /jobs/5': { body: job },
    'GET /jobs/5/progress': {
      body: {
        data: {
          status: 'Active',
          phase: 'Reading',
          done: 1,
          total: 2,
          ratePerSecond: 0,
          secondsLeft: null,
          isOver: true,
        },
      },
    },
    'GET /jobs/5/log': { body: { data: [] }, total: 0 },
    [`GET /projects/${projectId}/permissions`]: { body: { data: actions } },
    'POST /jobs/5/cancel': { body: { message: 'Asked.' } },
  });
  stage.show(<JobsTable chosenJobId={5} onChoose={() => undefined} />);
  await screen.findByText('Reading');
}

it.each<[string, number | null, number, string[]]>([
  ['a job without a project', null, SOMEBODY, []],
  ["the user's own job in a project", 9, MYSELF, []],
  ["another user's job, with the right to stop jobs of its project", 9, SOMEBODY, ['STOP_JOB']],
])('cancels %s', async (_title, projectId, startedBy, actions) => {
  await showJob(projectId, startedBy, actions);
  await stage.user.click(await screen.findByRole('button', { name: 'Cancel' }));
  await screen.findByRole('button', { name: 'Stopping' });
  expect(stage.changes().map(({ what }) => what)).toEqual(['POST /jobs/5/cancel']);
});

it("offers no button for another user's job without the right", async () => {
  await showJob(9, SOMEBODY, ['SCAN']);
  await waitFor(() => expect(stage.calls.map(({ what }) => what)).toContain('GET /projects/9/permissions'));
  await waitFor(() => expect(stage.isQuiet()).toBe(true));
  expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull();
});
