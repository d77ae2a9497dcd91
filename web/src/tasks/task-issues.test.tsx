// @vitest-environment happy-dom
// The issues of a task, and an issue that could not be created; and marked tasks.
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import type { Task } from '../api/models.ts';
import { type Stage, startStage } from '../testing/stage.tsx';
import { MarkedTasksBar, useMarkedTasks } from './marked-tasks.tsx';
import { TaskIssueList } from './task-issues.tsx';

let stage: Stage;
afterEach(() => stage.close());

it('shows the issues as the tracker last did, and why the one that was asked for does not exist', async () => {
  const issue = { id: 7, externalKey: 'OSS-7', externalUrl: 'https://jira.example/OSS-7', instance: 'Jira' };
  const shown = { summary: 'Upgrade zlib', status: 'In Progress', done: false, gone: false, synchronizedOn: '' };
  const request = { state: 'FAILED', attempts: 3, error: 'The field "fixVersion" is required.', nextTryOn: '' };
  stage = await startStage({
    'GET /tasks/5/issues': { body: { data: { issues: [{ ...issue, ...shown }], request } } },
  });
  stage.show(<TaskIssueList taskId={5} />);
  expect(await screen.findByRole('link', { name: 'OSS-7' })).toBeTruthy();
  expect(screen.getByText('In Progress')).toBeTruthy();
  expect(screen.getByText('The issue that was asked for could not be created, 3 attempts.')).toBeTruthy();
  expect(screen.getByText('The tracker said: The field "fixVersion" is required.')).toBeTruthy();
});

const task = (id: number, inventoryId: number) =>
  ({
    ...{ id, inventoryId, projectId: 9, summary: `task ${id}`, taskName: 'Manual Review', priority: 'HIGH' },
    ...{ inventoryName: `item ${inventoryId}`, ownerLogin: 'anna', closed: false, resolution: '', details: '' },
    ...{
      workflowTaskType: 'MANUAL_INVENTORY_REVIEW',
      createdDate: '2026-11-29 04:00:00',
      closedDate: '',
      almIssues: [],
    },
  }) as unknown as Task;
const TASKS = [task(1, 31), task(2, 31), task(3, 32)];

const FILTER = { projectId: 9 };

function Marked() {
  const marked = useMarkedTasks(TASKS, TASKS.length, FILTER);
  return (
    <>
      <button type="button" onClick={() => marked.toggle(1)}>
        First
      </button>
      <button type="button" onClick={() => void marked.markUpTo(3, true)}>
        Up to the third
      </button>
      <MarkedTasksBar projectId={9} filter={FILTER} tasks={TASKS} total={TASKS.length} marked={marked} />
    </>
  );
}

it('decides about the items of marked tasks at once, each item once', async () => {
  const ITEMS = 'POST /projects/9/bulkDecisions/items';
  const outcome = {
    dryRun: true,
    matched: 2,
    changed: 2,
    skipped: [],
    summary: '2 items would be approved',
    outcomes: [],
  };
  const more = { moreOutcomes: 0, examples: [], skippedExamples: [], setVersion: 'v1' };
  stage = await startStage({
    'GET /projects/9/permissions': { body: { data: ['REVIEW_INVENTORY', 'HANDLE_TASK'] } },
    'GET /projects/9': { body: { data: { projectStatus: 'In Progress' } } },
    [ITEMS]: { body: { data: { ...outcome, ...more } } },
  });
  stage.show(<Marked />);
  fireEvent.click(await screen.findByRole('button', { name: 'First' }));
  fireEvent.click(screen.getByRole('button', { name: 'Up to the third' }));
  expect(await screen.findByText('3 tasks marked')).toBeTruthy();
  fireEvent.click(await screen.findByRole('button', { name: 'More for the marked rows' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Approve the items of marked' }));
  await waitFor(() => expect(stage.calls.some(({ what }) => what === ITEMS)).toBe(true));
  expect(stage.calls.find(({ what }) => what === ITEMS)?.body).toMatchObject({
    action: 'APPROVE',
    inventoryIds: [31, 32],
  });
});

it('closes the marked tasks themselves', async () => {
  const CLOSING = 'POST /projects/9/bulkDecisions/tasks';
  const outcome = {
    dryRun: true,
    matched: 3,
    changed: 3,
    skipped: [],
    summary: '3 tasks would be closed',
    outcomes: [],
  };
  const more = { moreOutcomes: 0, examples: [], skippedExamples: [], setVersion: 'v1' };
  stage = await startStage({
    'GET /projects/9/permissions': { body: { data: ['HANDLE_TASK'] } },
    'GET /projects/9': { body: { data: { projectStatus: 'In Progress' } } },
    [CLOSING]: { body: { data: { ...outcome, ...more } } },
  });
  stage.show(<Marked />);
  fireEvent.click(await screen.findByRole('button', { name: 'First' }));
  fireEvent.click(screen.getByRole('button', { name: 'Up to the third' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Close marked' }));
  await screen.findByText('3 tasks would be closed.');
  expect(stage.calls.find(({ what }) => what === CLOSING)?.body).toMatchObject({
    action: 'CLOSE_TASKS',
    taskIds: TASKS.map(({ id }) => id),
    dryRun: true,
  });
});
