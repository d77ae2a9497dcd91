// @vitest-environment happy-dom
// Verification of stored files, and removal of deleted ones: a button queues it; if it cannot be queued, the page says why.
import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { refusal, type Stage, startStage } from '../../testing/stage.tsx';
import { CollectContents, CollectionState, StoreState, VerifyStore } from './site-panel.tsx';

let stage: Stage;
afterEach(() => stage.close());

it('says when the store was verified, and which files are damaged', async () => {
  const uses = [{ project: 'app', path: 'src/a.c' }];
  const damage = [
    { id: 1, sha256: 'x', finding: 'wrong bytes', uses, moreUses: 0, foundOn: '2026-01-02 03:04:05', repairedOn: '' },
  ];
  const data = { lastVerificationOn: '2026-01-02 03:04:05', nextVerificationOn: '', openDamage: 1, damage };
  stage = await startStage({ 'GET /store': { body: { data } } });
  stage.show(<StoreState />);
  await screen.findByText(/app: src\/a.c — wrong bytes/);
  screen.getByText(/next: not scheduled/);
  screen.getByRole('alert');
});

it('links to the job that verifies the stored files', async () => {
  stage = await startStage({ 'POST /store/verify': { status: 202, body: { message: 'Queued', id: 41 } } });
  stage.show(<VerifyStore />);
  await stage.user.click(await screen.findByRole('button', { name: 'Verify stored files' }));
  expect((await screen.findByRole('link', { name: 'job 41' })).getAttribute('href')).toContain('/jobs?job=41');
  expect(stage.changes()).toEqual([{ what: 'POST /store/verify', body: undefined }]);
});

it('says why it could not be queued', async () => {
  const message = 'A verification of the store is queued or running already. task ID: 40';
  stage = await startStage({ 'POST /store/verify': refusal(message, 409) });
  stage.show(<VerifyStore />);
  await stage.user.click(await screen.findByRole('button', { name: 'Verify stored files' }));
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe(message));
});

it('says what the last removal of deleted files did, and whether more waits', async () => {
  const lastCollection = '3 contents (70 bytes) that nothing needed were deleted; 90 bytes of the store were freed.';
  const data = { lastCollectionOn: '2026-01-02 03:04:05', lastCollection, isCollectionWaiting: true };
  stage = await startStage({ 'GET /store': { body: { data } } });
  stage.show(<CollectionState />);
  await screen.findByText(lastCollection);
  screen.getByText(/something was deleted since/);
});

it('removes deleted files on request, and says why it could not', async () => {
  const message = 'A collection of deleted contents is queued or running already. task ID: 40';
  stage = await startStage({ 'POST /store/collect': refusal(message, 409) });
  stage.show(<CollectContents />);
  await stage.user.click(await screen.findByRole('button', { name: 'Remove deleted files now' }));
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe(message));
});
