// @vitest-environment happy-dom
// The dialog for a new project sends its custom fields too, and shows a refusal at the field that it names.
import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { customField, descriptionOf } from '../testing/fields.ts';
import { type Answers, refusal, type Stage, startStage } from '../testing/stage.tsx';
import { NewProjectForm } from './project-form.tsx';

let stage: Stage;
afterEach(() => stage.close());

const ANSWERS: Answers = {
  'GET /customFields': {
    body: { data: [customField(1, 'Application'), customField(2, 'Supplier', { scope: 'INVENTORY' })] },
  },
  'GET /policies': { body: { data: [] } },
  'GET /scanProfiles': { body: { data: [] } },
};

async function fillIn(answer: Answers['POST /projects']): Promise<void> {
  stage = await startStage({ ...ANSWERS, 'POST /projects': answer! });
  stage.show(<NewProjectForm folderId={3} />);
  await stage.user.type(await screen.findByLabelText('Application'), 'Shop');
  await stage.user.type(screen.getByLabelText('Name'), ' web-shop ');
  await stage.user.click(screen.getByRole('button', { name: 'Create project' }));
}

it('sends the completed custom fields', async () => {
  await fillIn(refusal('The disk is full.', 507));
  expect((await screen.findByRole('alert')).textContent).toContain('The disk is full.');
  expect(screen.queryByLabelText('Supplier')).toBeNull();
  const sent = stage.changes().at(-1)!;
  expect(sent.body).toMatchObject({ name: 'web-shop', folderId: 3, customFields: [{ id: 1, value: 'Shop' }] });
});

it.each([
  ['A project with the name web-shop already exists.', 'Name'],
  ['The custom field "Application" can have at most 128 characters.', 'Application'],
])('shows "%s" at its field', async (message, label) => {
  await fillIn(refusal(message));
  await waitFor(() => expect(descriptionOf(screen.getByLabelText(label))).toContain(message));
  expect(screen.queryByRole('alert')).toBeNull();
});
