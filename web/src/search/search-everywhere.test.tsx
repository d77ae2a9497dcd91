// @vitest-environment happy-dom
// The search everywhere, by keys: nothing that is typed is lost, and Escape closes it.
import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { type Stage, startStage } from '../testing/stage.tsx';
import { SearchEverywhere } from './search-everywhere.tsx';

let stage: Stage;
afterEach(() => stage.close());

it('keeps what is typed before the dialog is loaded, closes by Escape, and opens empty the next time', async () => {
  stage = await startStage({ 'GET /search': { body: { data: { groups: [], late: [] } } } });
  stage.show(<SearchEverywhere />);
  await screen.findByRole('button', { name: /Search everywhere/ });
  await stage.user.keyboard('{Control>}k{/Control}GPL');
  const field = await screen.findByRole<HTMLInputElement>('combobox', { name: 'Search everywhere' });
  expect(field.value).toBe('GPL');
  await stage.user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await stage.user.keyboard('{Control>}k{/Control}');
  expect((await screen.findByRole<HTMLInputElement>('combobox', { name: 'Search everywhere' })).value).toBe('');
});
