// @vitest-environment happy-dom
// Sources of curated facts: their order, their removal, and an import whose result appears without reloading the page.
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { type Stage, startStage } from '../../testing/stage.tsx';
import { CurationsPanel } from './curations-panel.tsx';

let stage: Stage;
afterEach(() => stage.close());

const source = (name: string, position: number) => ({
  name,
  position,
  isEnabled: position === 1,
  facts: 3,
  packages: 2,
  files: 1,
  issues: 0,
  importedOn: '2026-01-02 03:04:05',
  importedBy: 'ada',
});
const job = { id: 9, jobType: 'Library Refresh', status: 'Completed', error: '', jobDetails: 'ours: 3 curated facts.' };

it('moves a source above another one', async () => {
  stage = await startStage({
    'GET /curations': { body: { data: [source('clearlydefined', 1), source('ours', 2)] } },
    'PUT /curations/ours': { body: { message: 'ok' } },
    'PUT /curations/clearlydefined': { body: { message: 'ok' } },
  });
  stage.show(<CurationsPanel />);
  await stage.user.click(await screen.findByRole('button', { name: 'Move ours up' }));
  await waitFor(() => expect(stage.changes()).toHaveLength(2));
  expect(stage.changes().map(({ what, body }) => [what, body])).toEqual([
    ['PUT /curations/ours', { position: 1 }],
    ['PUT /curations/clearlydefined', { position: 2 }],
  ]);
  expect(screen.queryByRole('button', { name: 'Move clearlydefined up' })).toBeNull();
});

it('removes a source only after a confirmation', async () => {
  stage = await startStage({
    'GET /curations': { body: { data: [source('ours', 1)] } },
    'DELETE /curations/ours': { body: { message: 'ok' } },
  });
  stage.show(<CurationsPanel />);
  await stage.user.click(await screen.findByRole('button', { name: 'Remove ours' }));
  const dialog = await screen.findByRole('dialog');
  within(dialog).getByText(/Its 3 facts are deleted/);
  expect(stage.changes()).toEqual([]);
  await stage.user.click(within(dialog).getByRole('button', { name: 'Remove source' }));
  await waitFor(() => expect(stage.changes().map(({ what }) => what)).toEqual(['DELETE /curations/ours']));
});

it('shows an imported source and the outcome of the job without reloading', async () => {
  let isImported = false;
  stage = await startStage({
    'GET /curations': () => ({ body: { data: isImported ? [source('ours', 1)] : [] } }),
    'POST /curations/import': { status: 202, body: { id: 9 } },
    'GET /jobs/9': () => {
      isImported = true;
      return { body: job };
    },
  });
  const { container } = stage.show(<CurationsPanel />);
  await screen.findByText('No source yet. Import a file below.');
  await stage.user.type(screen.getByRole('textbox', { name: 'Name of the source' }), 'ours');
  const input = container.ownerDocument.querySelector<HTMLInputElement>('input[type=file]')!;
  await stage.user.upload(input, new File(['{}'], 'facts.yml'));
  await stage.user.click(screen.getByRole('button', { name: 'Import' }));
  await screen.findByText('ours: 3 curated facts.');
  await screen.findByRole('switch', { name: /^ours/ });
});
