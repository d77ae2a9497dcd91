// @vitest-environment happy-dom
// Verification of stored files, and removal of deleted ones: a button queues it after a question; if it cannot be queued, the page says why.
import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import type { Installation } from '../../api/models.ts';
import { refusal, type Stage, startStage } from '../../testing/stage.tsx';
import { StoreState } from './store-state.tsx';
import { StoreWorks } from './store-works.tsx';

let stage: Stage;
afterEach(() => stage.close());

const store = (more: object = {}) => ({
  body: {
    data: {
      ...{ lastVerificationOn: '2026-01-02 03:04:05', nextVerificationOn: '', openDamage: 0, damage: [] },
      ...{ lastCollectionOn: '', lastCollection: '', isCollectionWaiting: false, ...more },
    },
  },
});
const never = { status: '', on: '', details: '', jobId: null };
const state = { backup: never, verification: never, collection: never } as unknown as Installation;
const confirm = async (name: string) => {
  await stage.user.click(await screen.findByRole('button', { name }));
  const dialog = await screen.findByRole('dialog');
  const buttons = [...dialog.querySelectorAll('button')].filter(({ textContent }) => textContent === name);
  await stage.user.click(buttons[0] as HTMLElement);
};

it('says when the store was verified, which files are damaged, and that something waits to be removed', async () => {
  const uses = [{ project: 'app', path: 'src/a.c' }];
  const damage = [
    { id: 1, sha256: 'x', finding: 'wrong bytes', uses, moreUses: 0, foundOn: '2026-01-02 03:04:05', repairedOn: '' },
  ];
  stage = await startStage({ 'GET /store': store({ openDamage: 1, damage, isCollectionWaiting: true }) });
  stage.show(<StoreState />);
  await screen.findByText(/app: src\/a.c — wrong bytes/);
  screen.getByText(/next: not scheduled/);
  screen.getByText(/Something was deleted since/);
  screen.getByRole('alert');
});

it('says why a verification could not be queued', async () => {
  const message = 'A verification of the store is queued or running already. task ID: 40';
  stage = await startStage({ 'GET /store': store(), 'POST /store/verify': refusal(message, 409) });
  stage.show(<StoreWorks state={state} />);
  await confirm('Start verification');
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe(message));
});

it('removes deleted files on request, and says why it could not', async () => {
  const message = 'A collection of deleted contents is queued or running already. task ID: 40';
  stage = await startStage({ 'GET /store': store(), 'POST /store/collect': refusal(message, 409) });
  stage.show(<StoreWorks state={state} />);
  await confirm('Remove deleted files');
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe(message));
  expect(stage.changes()).toEqual([{ what: 'POST /store/collect', body: undefined }]);
});
