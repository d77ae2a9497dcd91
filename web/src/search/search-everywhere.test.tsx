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

it('gives the focus back to where it was, the first time and later', async () => {
  stage = await startStage({ 'GET /search': { body: { data: { groups: [], late: [] } } } });
  stage.show(
    <>
      <button type="button">A row</button>
      <SearchEverywhere />
    </>,
  );
  const row = await screen.findByRole('button', { name: 'A row' });
  row.focus();
  for (const _time of ['first', 'second']) {
    await stage.user.keyboard('{Control>}k{/Control}');
    const field = await screen.findByRole('combobox', { name: 'Search everywhere' });
    await waitFor(() => expect(document.activeElement).toBe(field));
    await stage.user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(document.activeElement).toBe(row));
  }
});
