// @vitest-environment happy-dom
// The custom fields of a project: shown, saved, and refused.
import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { customField, descriptionOf } from '../testing/fields.ts';
import { type Answers, refusal, type Stage, startStage } from '../testing/stage.tsx';
import { ProjectFields } from './project-fields.tsx';

let stage: Stage;
afterEach(() => stage.close());

const DEFINITIONS = [
  customField(1, 'Application', { helpText: 'As customers know it' }),
  customField(2, 'Stage', { type: 'DROP_DOWN', choices: ['dev', 'live'] }),
  customField(3, 'API only', { visible: false }),
  customField(4, 'Supplier', { scope: 'INVENTORY', type: 'TEXT_AREA' }),
];
const project = {
  id: 9,
  customFields: [
    { id: 1, fieldLabel: 'Application', value: 'Shop' },
    { id: 2, fieldLabel: 'Stage', value: null },
    { id: 3, fieldLabel: 'API only', value: 'x' },
  ],
};
const answers = (more: Answers = {}, actions = ['EDIT_PROJECT']): Answers => ({
  'GET /customFields': { body: { data: DEFINITIONS } },
  'GET /projects/9/permissions': { body: { data: actions } },
  ...more,
});
const isEditable = (input: HTMLElement) => !(input as HTMLInputElement).readOnly;

it('shows nothing if no fields are defined', async () => {
  stage = await startStage({ 'GET /customFields': { body: { data: [DEFINITIONS[3]] } } });
  stage.show(<ProjectFields project={project} />);
  await waitFor(() => expect(stage.calls).toHaveLength(1));
  expect(screen.queryByText('Custom fields')).toBeNull();
});

it('saves only what was changed', async () => {
  stage = await startStage(answers({ 'PUT /projects/9': { body: { message: 'Updated' } } }));
  stage.show(<ProjectFields project={project} />);
  const application = await screen.findByLabelText('Application');
  await waitFor(() => expect(isEditable(application)).toBe(true));
  expect(application).toHaveProperty('value', 'Shop');
  expect(descriptionOf(application)).toContain('As customers know it');
  expect(screen.queryByLabelText('API only')).toBeNull();
  expect(screen.queryByLabelText('Supplier')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
  await stage.user.click(screen.getByRole('combobox', { name: 'Stage' }));
  await stage.user.click(await screen.findByRole('option', { name: 'live' }));
  await stage.user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Save' })).toBeNull());
  expect(stage.changes()).toEqual([{ what: 'PUT /projects/9', body: { customFields: [{ id: 2, value: 'live' }] } }]);
});

it('shows a refusal at its field and keeps the input', async () => {
  const message = 'The custom field "Application" can have at most 128 characters.';
  stage = await startStage(answers({ 'PUT /projects/9': refusal(message) }));
  stage.show(<ProjectFields project={project} />);
  const application = await screen.findByLabelText('Application');
  await waitFor(() => expect(isEditable(application)).toBe(true));
  await stage.user.type(application, ' of tomorrow');
  await stage.user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(descriptionOf(application)).toContain(message));
  expect(application).toHaveProperty('value', 'Shop of tomorrow');
  await stage.user.click(screen.getByRole('button', { name: 'Discard' }));
  expect(application).toHaveProperty('value', 'Shop');
});

it('is read-only without the right to edit the project', async () => {
  stage = await startStage(answers({}, ['VIEW_PROJECT']));
  stage.show(<ProjectFields project={project} />);
  expect(isEditable(await screen.findByLabelText('Application'))).toBe(false);
  expect(isEditable(screen.getByRole('combobox', { name: 'Stage' }))).toBe(false);
});
