// @vitest-environment happy-dom
// The dialog for a new component: errors are shown at their fields, and the input is kept after a refusal.
import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import type { Component } from '../../api/models.ts';
import { descriptionOf } from '../../testing/fields.ts';
import { refusal, type Stage, startStage } from '../../testing/stage.tsx';
import { ChangeComponent, NewComponent, NewVersion } from './component-forms.tsx';

const UNKNOWN = { expression: '', source: 'none', words: 'Nothing is known.' } as const;

let stage: Stage;
afterEach(() => stage.close());

const component: Component = {
  id: 1_000_000_007,
  name: 'house-widgets',
  title: 'House widgets',
  url: 'NA',
  description: 'Buttons',
  forge: 'other',
  encryption: 'YES',
  forgeId: 1,
  custom: true,
  purl: 'N/A',
  versionList: [
    {
      id: 5,
      name: '1.0',
      custom: true,
      purl: 'N/A',
      versionLicenses: [],
      licenseFacts: { declared: UNKNOWN, concluded: UNKNOWN, bundled: [] },
      releaseDate: '',
      withdrawn: false,
    },
  ],
  versions: [],
  licenseList: [],
  componentCPEList: [],
};

it('says what is wrong with a name before it calls the server', async () => {
  stage = await startStage({});
  stage.show(<NewComponent onMade={() => {}} />);
  const name = await screen.findByLabelText('Name');
  await stage.user.click(screen.getByRole('button', { name: 'Create component' }));
  expect(descriptionOf(name)).toContain('Enter a name.');
  await stage.user.type(name, 'house widgets');
  await stage.user.type(screen.getByLabelText('Web address'), 'ftp://x');
  await stage.user.click(screen.getByRole('button', { name: 'Create component' }));
  expect(descriptionOf(name)).toContain('only letters, digits, dots');
  expect(descriptionOf(screen.getByLabelText('Web address'))).toContain('http:// or https://');
  expect(stage.changes()).toEqual([]);
});

it('shows a refusal at its field, keeps the input, and sends it again after a correction', async () => {
  let tries = 0;
  stage = await startStage({
    'POST /components': () =>
      ++tries === 1
        ? refusal('A custom component with the name widgets already exists.')
        : { status: 201, body: { id: 1_000_000_009, data: { id: 1_000_000_009 }, message: 'Created' } },
  });
  const onMade = vi.fn();
  stage.show(<NewComponent onMade={onMade} />);
  const name = await screen.findByLabelText('Name');
  await stage.user.type(name, 'widgets');
  await stage.user.type(screen.getByLabelText('Description'), 'Ours');
  await stage.user.click(screen.getByRole('button', { name: 'Create component' }));
  await waitFor(() => expect(descriptionOf(name)).toContain('already exists'));
  expect(document.activeElement).toBe(name);
  expect(screen.getByLabelText('Description')).toHaveProperty('value', 'Ours');
  await stage.user.type(name, '2');
  await stage.user.click(screen.getByRole('button', { name: 'Create component' }));
  await waitFor(() => expect(onMade).toHaveBeenCalledWith(1_000_000_009));
  expect(stage.changes().at(-1)).toEqual({
    what: 'POST /components',
    body: { name: 'widgets2', title: 'widgets2', url: 'NA', description: 'Ours', encryption: 'NO', forgeId: 1 },
  });
});

it('changes everything but the name, and shows below the fields an error that belongs to no field', async () => {
  stage = await startStage({ 'PUT /components/1000000007': refusal('It takes the permission library_manager.', 403) });
  stage.show(<ChangeComponent component={component} />);
  expect(await screen.findByLabelText('Name')).toHaveProperty('readOnly', true);
  expect(screen.getByLabelText('Web address')).toHaveProperty('value', '');
  await stage.user.clear(screen.getByLabelText('Title'));
  await stage.user.type(screen.getByLabelText('Title'), 'Widgets');
  await stage.user.click(screen.getByLabelText('Contains cryptography'));
  await stage.user.click(screen.getByRole('button', { name: 'Save' }));
  expect((await screen.findByRole('alert')).textContent).toContain('library_manager');
  expect(stage.changes()).toEqual([
    {
      what: 'PUT /components/1000000007',
      body: { title: 'Widgets', url: 'NA', description: 'Buttons', encryption: 'NO' },
    },
  ]);
});

it('refuses a version that exists', async () => {
  stage = await startStage({ 'GET /licenses/listAll': { body: { data: [] } } });
  stage.show(<NewVersion component={component} />);
  await stage.user.type(await screen.findByLabelText('Version'), ' 1.0 ');
  await stage.user.click(screen.getByRole('button', { name: 'Create version' }));
  expect(descriptionOf(screen.getByLabelText('Version'))).toContain('House widgets already has this version.');
  expect(stage.changes()).toEqual([]);
});
