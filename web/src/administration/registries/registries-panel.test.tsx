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

const NO_IMPORTS = { 'GET /library/imports': { body: { data: [] } } };

it('shows each registry with its address and the counts of its answers', async () => {
  stage = await startStage({ ...NO_IMPORTS, 'GET /registries': { body: { data: [npm] } } });
  stage.show(<RegistriesPanel />);
  const row = await screen.findByRole('row', { name: /npm/ });
  const cells = within(row)
    .getAllByRole('cell')
    .map((cell) => cell.textContent);
  expect(cells.slice(0, 6)).toEqual(['npm', 'No', 'https://registry.npmjs.org', '1,200', '3', '0']);
});

it('tests a registry, and deletes its stored answers', async () => {
  stage = await startStage({
    ...NO_IMPORTS,
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

it('shows the receipts of imported bundles, and sends a bundle', async () => {
  const receipt = {
    id: 1,
    fileName: 'monthly.assay-library',
    sha256: '9f86d081884c7d65',
    publicKey: 'n7tA33O9h7Pb4Lol',
    installation: '5d41402abc4b2a76',
    madeOn: '2026-01-31 08:00:00',
    importedOn: '2026-02-01 09:30:00',
    importedBy: 'ada',
    components: 1200,
    newComponents: 1100,
    versions: 9400,
    newVersions: 9300,
    filledVersions: 2,
    refused: 0,
  };
  stage = await startStage({
    'GET /registries': { body: { data: [] } },
    'GET /library/imports': { body: { data: [receipt] } },
    'POST /library/imports': { status: 202, body: { id: 9 } },
    'GET /jobs/9': {
      body: { id: 9, jobType: 'Library Refresh', status: 'Completed', error: '', jobDetails: '5 components' },
    },
  });
  const { container } = stage.show(<RegistriesPanel />);
  const row = await screen.findByRole('row', { name: /monthly/ });
  within(row).getByText('1,200 (1,100)');
  const input = container.ownerDocument.querySelector<HTMLInputElement>('input[type=file]')!;
  await stage.user.upload(input, new File(['{}'], 'more.assay-library'));
  await stage.user.click(screen.getByRole('button', { name: 'Import' }));
  await screen.findByText('5 components');
});
