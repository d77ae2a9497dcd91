// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type Stage, startStage } from '../testing/stage.tsx';
import { Shell } from './shell.tsx';

let stage: Stage;

beforeEach(async () => {
  // The window of the tests has no events of a server.
  vi.stubGlobal(
    'EventSource',
    class extends EventTarget {
      close() {}
    },
  );
  stage = await startStage({ 'DELETE /session': { body: null } });
});
afterEach(async () => {
  vi.unstubAllGlobals();
  await stage.close();
});

it('asks for no user between signing out and the sign-in page', async () => {
  stage.show(<Shell />);
  await stage.user.click(await screen.findByRole('button', { name: /^User menu/ }));
  await stage.user.click(await screen.findByRole('menuitem', { name: 'Sign out' }));
  await waitFor(() => expect(screen.queryByRole('banner')).toBeNull());
  expect(stage.changes().map(({ what }) => what)).toEqual(['DELETE /session']);
  expect(document.body.textContent).not.toContain('not signed in');
});
