// @vitest-environment happy-dom
// A list of more tasks than a page has: the next page is loaded on demand, and all tasks that match are marked, shown or not.
import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { type Stage, startStage } from '../testing/stage.tsx';
import { TaskList } from './task-list.tsx';

const TOTAL = 230;
const BULK = 'POST /projects/9/bulkDecisions/tasks';
const ITEMS = 'POST /projects/9/bulkDecisions/items';

let stage: Stage;
afterEach(() => stage.close());

const task = (id: number) => ({
  ...{ id, inventoryId: id, projectId: 9, summary: `task ${id}`, taskName: 'Manual Review', priority: 'HIGH' },
  ...{ inventoryName: `item ${id}`, ownerLogin: 'anna', closed: false, resolution: '', details: '' },
  ...{ workflowTaskType: 'MANUAL_INVENTORY_REVIEW', createdDate: '2026-11-29 04:00:00', closedDate: '', almIssues: [] },
});

async function show() {
  const outcome = { dryRun: true, matched: 1, changed: 1, skipped: [], summary: 'some would be', outcomes: [] };
  const decided = { data: { ...outcome, moreOutcomes: 0, examples: [], skippedExamples: [], setVersion: 'v1' } };
  stage = await startStage({
    'GET /projects/9/permissions': { body: { data: ['REVIEW_INVENTORY', 'HANDLE_TASK'] } },
    'GET /projects/9': { body: { data: { projectStatus: 'In Progress' } } },
    'GET /tasks/search': ({ what }) => {
      const sent = new URLSearchParams(what.split('?')[1]);
      const [page, limit] = [Number(sent.get('offset')), Number(sent.get('limit'))];
      const rows = Array.from({ length: Math.min(limit, TOTAL - (page - 1) * limit) }, (_, at) => task((page - 1) * limit + at + 1)); // biome-ignore format: one page
      return { body: { data: rows }, total: TOTAL };
    },
    [BULK]: { body: decided },
    [ITEMS]: { body: decided },
  });
  stage.show(<TaskList filter={{ projectId: 9, status: 'OPEN', search: 'task' }} mayMark />);
  await screen.findByText('task 1');
}

it('loads the next tasks on demand', async () => {
  await show();
  await stage.user.click(screen.getByRole('button', { name: 'Show 100 more' }));
  await stage.user.click(await screen.findByRole('button', { name: 'Show 30 more' }));
  expect(await screen.findByText('task 230')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Show/ })).toBeNull();
});

it('decides about all that match, by their filter, without those that were left out', async () => {
  await show();
  await stage.user.click(screen.getByRole('checkbox', { name: 'Mark task 1' }));
  await stage.user.click(await screen.findByRole('button', { name: 'Mark all 230 that match' }));
  await stage.user.click(screen.getByRole('checkbox', { name: 'Mark task 2' }));
  await stage.user.click(screen.getByRole('button', { name: 'Close marked' }));
  await waitFor(() => expect(stage.calls.some(({ what }) => what === BULK)).toBe(true));
  const { body } = stage.calls.find(({ what }) => what === BULK)!;
  expect(body).toMatchObject({ filter: { search: 'task', status: 'OPEN' }, exceptIds: [2] });
});

it('decides about the items of all that match, also of those that are not shown', async () => {
  await show();
  await stage.user.click(screen.getByRole('checkbox', { name: 'Mark task 1' }));
  await stage.user.click(await screen.findByRole('button', { name: 'Mark all 230 that match' }));
  await stage.user.click(screen.getByRole('button', { name: 'More for the marked rows' }));
  await stage.user.click(await screen.findByRole('menuitem', { name: 'Approve the items of marked' }));
  await waitFor(() => expect(stage.calls.some(({ what }) => what === ITEMS)).toBe(true));
  const { body } = stage.calls.find(({ what }) => what === ITEMS)!;
  expect((body as { inventoryIds: number[] }).inventoryIds).toHaveLength(TOTAL);
});
