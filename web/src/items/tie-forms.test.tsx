// @vitest-environment happy-dom
// Files can be added to an item that the user finds by name, or to a new item. Errors are shown.
import { Notifications } from '@mantine/notifications';
import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { refusal, type Stage, startStage } from '../testing/stage.tsx';
import { openNewItem } from './item-forms.tsx';
import { openTieToItem } from './tie-forms.tsx';

let stage: Stage;
let created: number[];
afterEach(() => stage.close());

const paths = { filePaths: ['src/a.c', 'src/b.c'], folderPaths: ['vendor'] };

async function show(open: () => void, answers: Parameters<typeof startStage>[0]) {
  created = [];
  stage = await startStage(answers);
  stage.show(
    <>
      <Notifications />
      <button type="button" onClick={open}>
        Open
      </button>
    </>,
  );
  await stage.user.click(await screen.findByRole('button', { name: 'Open' }));
}

it('adds all selected files, and stays open with the message of a refusal', async () => {
  let isRefused = true;
  await show(() => openTieToItem(3, paths), {
    'GET /projects/3/inventoryItems': { body: { data: [{ id: 8, name: 'zlib 1.3' }] }, total: 1 },
    'PUT /inventories/8/files': () =>
      isRefused ? refusal('The code base has no src/b.c; nothing was changed.') : { body: { message: 'done' } },
  });
  await screen.findByText('Add 2 files and 1 folder to an item');
  await stage.user.click(screen.getByRole('combobox', { name: 'Item' }));
  await stage.user.click(await screen.findByRole('option', { name: 'zlib 1.3' }));
  await stage.user.click(screen.getByRole('button', { name: 'Add' }));
  await screen.findByText('The code base has no src/b.c; nothing was changed.');
  isRefused = false;
  await stage.user.click(screen.getByRole('button', { name: 'Add' }));
  await screen.findByText('2 files and 1 folder: added to zlib 1.3.');
  expect(stage.changes().at(-1)).toEqual({ what: 'PUT /inventories/8/files', body: paths });
});

it('creates an item of files, and keeps it if its files are refused', async () => {
  await show(() => openNewItem(3, (id) => created.push(id), paths), {
    'POST /inventories': { status: 201, body: { id: 9 } },
    'PUT /inventories/9/files': refusal('The code base has no vendor; nothing was changed.'),
  });
  await stage.user.click(await screen.findByLabelText('Work in progress'));
  await stage.user.type(screen.getByRole('textbox', { name: 'Name' }), 'Vendored');
  await stage.user.click(screen.getByRole('button', { name: 'Create item' }));
  await screen.findByText('Vendored was created, but its files were not added');
  await screen.findByText('The code base has no vendor; nothing was changed.');
  await waitFor(() => expect(created).toEqual([9]));
});
