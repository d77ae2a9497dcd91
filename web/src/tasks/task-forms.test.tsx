// @vitest-environment happy-dom
// A task is created for an item that the user finds by name, and reassigned to any login that the user types.
import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import type { Task } from '../api/models.ts';
import { refusal, type Stage, startStage } from '../testing/stage.tsx';
import { openNewTask, openReassignTask } from './task-forms.tsx';

let stage: Stage;
afterEach(() => stage.close());

function Opener({ open }: { open: () => void }) {
  return (
    <button type="button" onClick={open}>
      Open
    </button>
  );
}

async function show(open: () => void, answers: Parameters<typeof startStage>[0]) {
  stage = await startStage({
    'GET /projects/3/users': ({ what }) => ({
      body: { data: { users: what.endsWith('ANALYST') ? ['grace', 'ada'] : ['ada'] } },
    }),
    'GET /projects/3/inventoryItems': { body: { data: [{ id: 8, name: 'zlib 1.3' }] }, total: 120 },
    ...answers,
  });
  stage.show(<Opener open={open} />);
  await stage.user.click(await screen.findByRole('button', { name: 'Open' }));
}

it("creates a task for the chosen item, with the project's contact as default owner", async () => {
  await show(() => openNewTask(3), { 'POST /tasks': { status: 201, body: { data: { id: 1 } } } });
  const create = await screen.findByRole('button', { name: 'Create task' });
  expect((create as HTMLButtonElement).disabled).toBe(true);
  await screen.findByText('119 more items match. Type more of the name.');
  await stage.user.click(screen.getByRole('combobox', { name: 'Item' }));
  await stage.user.click(await screen.findByRole('option', { name: 'zlib 1.3' }));
  await stage.user.type(screen.getByRole('textbox', { name: 'Summary' }), ' Ask them ');
  await stage.user.click(create);
  await waitFor(() =>
    expect(stage.changes()).toEqual([
      {
        what: 'POST /tasks?inventoryId=8',
        body: { type: 'MISCELLANEOUS', summary: 'Ask them', priority: 'MEDIUM', details: '' },
      },
    ]),
  );
});

const task = {
  id: 5,
  projectId: 3,
  summary: 'Ask them',
  taskName: 'Miscellaneous',
  ownerLogin: 'ada',
} as unknown as Task;

it('offers users with a role, and shows at the field why a login was refused', async () => {
  await show(() => openReassignTask(task), {
    'PUT /tasks/5/reassign': refusal('The field "ownerId" names the user "bob", who does not exist or is not active.'),
  });
  const owner = await screen.findByRole('combobox', { name: 'Owner' });
  await stage.user.click(owner);
  await screen.findByRole('option', { name: 'grace' });
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['ada', 'grace']);
  await stage.user.type(owner, 'bob');
  await stage.user.click(screen.getByRole('button', { name: 'Reassign' }));
  await screen.findByText(/"bob", who does not exist/);
  expect(owner.getAttribute('aria-invalid')).toBe('true');
  expect(stage.changes().map(({ what }) => what)).toEqual(['PUT /tasks/5/reassign?ownerId=bob']);
});
