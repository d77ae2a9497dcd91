// @vitest-environment happy-dom
// The settings of a project: only changed fields are sent.
import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { descriptionOf } from '../testing/fields.ts';
import { type Answers, refusal, type Stage, startStage } from '../testing/stage.tsx';
import { ProjectSettings } from './project-settings-tab.tsx';
import { RelatedProjects } from './related-projects.tsx';

let stage: Stage;
afterEach(() => stage.close());

const PROJECT = {
  id: 9,
  name: 'shop',
  description: '',
  folderId: 1,
  risk: 'MEDIUM',
  projectVisibiity: 'Public',
  scanProfileName: 'Standard Scan Profile',
  policyProfileName: 'House policy',
  autoPublish: true,
  minimumConfidence: 'LOW',
  markAssociatedFilesAsReviewed: false,
  doNotPublishInventoryUnknownLicense: false,
  deleteEmptyInventory: false,
  reviewSettings: { createReviewTaskWhenUndecided: false, reviewTaskOwner: 'PROJECT_CONTACT' },
};
const folder = (id: number, path: string) => ({
  id,
  name: path,
  path,
  parentFolderId: null,
  subFolders: [],
  projects: [],
});
const answers = (more: Answers = {}): Answers => ({
  'GET /scanProfiles': { body: { data: [{ name: 'Standard Scan Profile' }] } },
  'GET /policies': { body: { data: [{ name: 'House policy' }] } },
  'GET /folders/1': { body: { data: folder(1, 'Projects') } },
  'GET /folders/4': { body: { data: folder(4, 'Projects/Web') } },
  'GET /folders/search': { body: { data: [folder(4, 'Projects/Web')] } },
  ...more,
});

it('sends the changed fields, also review settings and the new folder', async () => {
  stage = await startStage(answers({ 'PUT /projects/9': { body: { message: 'Updated' } } }));
  stage.show(<ProjectSettings project={PROJECT} mayEdit />);
  const save = await screen.findByRole('button', { name: 'Save' });
  expect(save).toHaveProperty('disabled', true);
  await stage.user.type(screen.getByLabelText('Name'), ' of all ');
  await stage.user.click(screen.getByRole('combobox', { name: 'Folder' }));
  await stage.user.click(await screen.findByRole('option', { name: 'Projects/Web' }));
  await stage.user.click(
    screen.getByLabelText('Create a review task for each item that a scan publishes without a decision'),
  );
  await stage.user.click(save);
  await waitFor(() => expect(stage.changes()).toHaveLength(1));
  expect(stage.changes()[0]!.body).toEqual({
    name: 'shop of all',
    folderId: 4,
    reviewSettings: { createReviewTaskWhenUndecided: true },
  });
});

it('shows a refusal at its field', async () => {
  const message = 'A project with the name shops already exists.';
  stage = await startStage(answers({ 'PUT /projects/9': refusal(message) }));
  stage.show(<ProjectSettings project={PROJECT} mayEdit />);
  await stage.user.type(await screen.findByLabelText('Name'), 's');
  await stage.user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(descriptionOf(screen.getByLabelText('Name'))).toContain(message));
  await stage.user.click(screen.getByRole('button', { name: 'Discard' }));
  expect(screen.getByLabelText('Name')).toHaveProperty('value', 'shop');
});

it('is read-only without the right to edit the project', async () => {
  stage = await startStage(answers());
  stage.show(<ProjectSettings project={PROJECT} mayEdit={false} />);
  const name = await screen.findByLabelText('Name');
  expect(name.closest('fieldset')).toHaveProperty('disabled', true);
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
});

it('shows children and parents, removes a child and adds one', async () => {
  const child = { id: 12, name: 'search', childProject: [{ id: 13, name: 'index', childProject: [] }] };
  stage = await startStage({
    'GET /projects/9/childProjects': { body: { data: { id: 9, name: 'shop', childProject: [child] } } },
    'GET /projects/9/parentProjects': { body: { data: { id: 9, name: 'shop', parentProject: [] } } },
    'GET /projects': {
      body: {
        data: [
          { id: 9, name: 'shop' },
          { id: 12, name: 'search' },
          { id: 20, name: 'stock' },
        ],
      },
    },
    'POST /projects/9/children': { body: { message: 'Added' } },
    'DELETE /projects/9/children': { body: { message: 'Removed' } },
  });
  stage.show(<RelatedProjects project={PROJECT} mayEdit />);
  expect(await screen.findByText('This project is not part of another project.')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'index' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Remove child index' })).toBeNull();
  await stage.user.click(screen.getByRole('button', { name: 'Remove child search' }));
  await waitFor(() => expect(stage.changes().at(-1)!.what).toBe('DELETE /projects/9/children?childProjectIds=12'));
  await stage.user.click(screen.getByRole('combobox', { name: 'Add children' }));
  await stage.user.click(await screen.findByRole('option', { name: 'stock' }));
  expect(screen.queryByRole('option', { name: 'search' })).toBeNull();
  await stage.user.click(screen.getByRole('button', { name: 'Add' }));
  await waitFor(() => expect(stage.changes().at(-1)!.what).toBe('POST /projects/9/children?childProjectIds=20'));
});
