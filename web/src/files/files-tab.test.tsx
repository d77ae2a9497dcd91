// @vitest-environment happy-dom
// From the tree to the search for files.
import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { type Stage, startStage } from '../testing/stage.tsx';
import { FilesTab } from './files-tab.tsx';

let stage: Stage;
afterEach(() => stage.close());

it('has the focus in the search field after "Find files"', async () => {
  const file = { id: 1, name: 'LICENSE', path: 'LICENSE', kind: 'file', spdx: [], sizeBytes: 1, inventoryCount: 0 };
  stage = await startStage({
    'GET /projects/7/codebase': {
      body: { data: { path: '', folderId: 1, entries: [file], next: null, offset: 0, entryCount: 1 } },
    },
  });
  stage.showInProject('files', <FilesTab />);
  await stage.user.click(await screen.findByRole('button', { name: 'Find files' }));
  const field = await screen.findByRole('textbox', { name: 'Search the files' });
  await waitFor(() => expect(document.activeElement).toBe(field));
});
