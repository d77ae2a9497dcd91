// @vitest-environment happy-dom
// Package registries: what the table shows, the connection test, and what the form saves.
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import type { Registry } from '../../api/models.ts';
import { refusal, type Stage, startStage } from '../../testing/stage.tsx';
import { RegistriesPanel } from './registries-panel.tsx';
import { RegistryForm } from './registry-form.tsx';

let stage: Stage;
afterEach(() => stage.close());

const npm: Registry = {
  name: 'npm',
  title: 'npm',
  publicAddress: 'https://registry.npmjs.org',
  documentation: 'https://example.org',
  isAsked: false,
  baseAddress: '',
  userName: '',
  secret: '',
  found: 1200,
  notFound: 3,
  failed: 0,
};

it('shows each registry with its address and the counts of its answers', async () => {
  stage = await startStage({ 'GET /registries': { body: { data: [npm] } } });
  stage.show(<RegistriesPanel />);
  const row = await screen.findByRole('row', { name: /npm/ });
  const cells = within(row)
    .getAllByRole('cell')
    .map((cell) => cell.textContent);
  expect(cells.slice(0, 6)).toEqual(['npm', 'No', 'https://registry.npmjs.org', '1,200', '3', '0']);
});

it('tests a registry, and deletes its stored answers', async () => {
  stage = await startStage({
    'GET /registries': { body: { data: [npm] } },
    'POST /registries/npm/test': { body: { data: { package: 'semver', versions: 7, description: '' } } },
    'DELETE /registries/npm/lookups': { body: { message: 'Forgotten' } },
  });
  stage.show(<RegistriesPanel />);
  await stage.user.click(await screen.findByRole('button', { name: 'Test connection to npm' }));
  await stage.user.click(await screen.findByRole('button', { name: 'Delete stored answers of npm' }));
  await waitFor(() =>
    expect(stage.changes().map(({ what }) => what)).toEqual([
      'POST /registries/npm/test',
      'DELETE /registries/npm/lookups',
    ]),
  );
});

it('saves the values of the form', async () => {
  const onClose = vi.fn();
  stage = await startStage({ 'PUT /registries/npm': { body: { message: 'Saved' } } });
  stage.show(<RegistryForm registry={npm} onClose={onClose} />);
  await stage.user.click(await screen.findByRole('checkbox', { name: 'Scans use this registry' }));
  await stage.user.type(screen.getByRole('textbox', { name: 'Address' }), 'https://mirror.example/npm');
  await stage.user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(stage.changes()).toEqual([
    {
      what: 'PUT /registries/npm',
      body: { isAsked: true, baseAddress: 'https://mirror.example/npm', userName: '', secret: '' },
    },
  ]);
});

it('says why it could not be saved', async () => {
  const message = 'The field "secret" must be given again when the address or the user changes.';
  stage = await startStage({ 'PUT /registries/npm': refusal(message) });
  stage.show(<RegistryForm registry={npm} onClose={vi.fn()} />);
  await stage.user.click(await screen.findByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe(message));
});
