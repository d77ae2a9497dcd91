// @vitest-environment happy-dom
// Project defaults: only changed fields are sent.
import { focusManager } from '@tanstack/react-query';
import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import type { ProjectDefaults } from '../../api/models.ts';
import { descriptionOf } from '../../testing/fields.ts';
import { refusal, type Stage, startStage } from '../../testing/stage.tsx';
import { DefaultsForm, ProjectDefaultsPanel } from './project-defaults-panel.tsx';
import { changedDefaults } from './queries.ts';

let stage: Stage | undefined;
afterEach(() => stage?.close());

const DEFAULTS: ProjectDefaults = {
  privateProject: false,
  risk: 'MEDIUM',
  scanProfileName: 'A profile that has gone',
  policyProfileName: 'House policy',
  autoPublish: true,
  minimumConfidence: 'LOW',
  markAssociatedFilesAsReviewed: false,
  doNotPublishInventoryUnknownLicense: false,
  deleteEmptyInventory: false,
  reviewSettings: { createReviewTaskWhenUndecided: false, reviewTaskOwner: 'PROJECT_CONTACT' },
  projectAdministrators: [],
  analysts: ['ada'],
  reviewers: [],
  observers: [],
  legalContact: '',
  securityContact: '',
  developerContact: '',
};
const user = (id: number, login: string) => ({
  id,
  login,
  firstName: login === 'grace' ? 'Grace' : '',
  lastName: '',
});
const LISTS = {
  'GET /scanProfiles': { body: { data: [{ name: 'Standard Scan Profile' }] } },
  'GET /policies': { body: { data: [{ name: 'House policy' }] } },
  'GET /users/lookup': { body: { data: [user(1, 'ada'), user(2, 'grace')] } },
};

it('sends the changed fields, also those of the review settings', async () => {
  stage = await startStage({ ...LISTS, 'PUT /projectDefaults': { body: { message: 'Updated' } } });
  stage.show(<DefaultsForm defaults={DEFAULTS} />);
  const save = await screen.findByRole('button', { name: 'Save' });
  expect(save).toHaveProperty('disabled', true);
  await stage.user.click(screen.getByLabelText('Private: only users with a role in it see it'));
  await stage.user.click(
    screen.getByLabelText('Create a review task for each item that a scan publishes without a decision'),
  );
  await stage.user.click(screen.getByRole('combobox', { name: 'Reviewers' }));
  await stage.user.click(await screen.findByRole('option', { name: 'grace · Grace' }));
  await stage.user.click(save);
  await waitFor(() => expect(stage!.changes()).toHaveLength(1));
  expect(stage.changes()[0]!.body).toEqual({
    privateProject: true,
    reviewers: ['grace'],
    reviewSettings: { createReviewTaskWhenUndecided: true },
  });
});

it('keeps the input when the user visits another page', async () => {
  stage = await startStage({
    ...LISTS,
    'GET /projectDefaults': { body: { data: DEFAULTS } },
    'PUT /projectDefaults': { body: { message: 'Updated' } },
  });
  stage.show(<ProjectDefaultsPanel />);
  await stage.user.click(await screen.findByLabelText('Publish automatically'));
  focusManager.setFocused(false);
  focusManager.setFocused(true);
  await stage.user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(stage!.changes()).toHaveLength(1));
  const before = stage.calls.slice(0, stage.calls.indexOf(stage.changes()[0]!));
  expect(before.filter(({ what }) => what === 'GET /projectDefaults')).toHaveLength(1);
  expect(stage.changes()[0]!.body).toEqual({ autoPublish: false });
});

it('shows a deleted profile as the selected value, and a refusal at its field', async () => {
  const message = 'The field "policyProfileName" names "House policy", which is no policy profile.';
  stage = await startStage({ ...LISTS, 'PUT /projectDefaults': refusal(message) });
  stage.show(<DefaultsForm defaults={DEFAULTS} />);
  expect(await screen.findByRole('combobox', { name: 'Scan profile' })).toHaveProperty(
    'value',
    'A profile that has gone',
  );
  await stage.user.click(screen.getByLabelText('Publish automatically'));
  expect(screen.getByLabelText('Except items without a known license')).toHaveProperty('disabled', true);
  await stage.user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(descriptionOf(screen.getByRole('combobox', { name: 'Policy' }))).toContain(
      'This field names "House policy", which is no policy profile.',
    ),
  );
  expect(stage.changes()[0]!.body).toEqual({ autoPublish: false });
  await stage.user.click(screen.getByRole('button', { name: 'Discard' }));
  expect(screen.getByLabelText('Publish automatically')).toHaveProperty('checked', true);
});

it('sends no unchanged fields', () => {
  stage = undefined;
  expect(changedDefaults(DEFAULTS, { ...DEFAULTS, analysts: ['ada'] })).toEqual({});
  expect(changedDefaults(DEFAULTS, { ...DEFAULTS, analysts: [], legalContact: 'ada' })).toEqual({
    analysts: [],
    legalContact: 'ada',
  });
});
