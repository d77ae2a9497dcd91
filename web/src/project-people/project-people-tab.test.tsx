// @vitest-environment happy-dom
// The people of a project: giving and removing roles, choosing contacts, and the read-only view.
import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { type Answers, refusal, type Stage, startStage } from '../testing/stage.tsx';
import { ProjectPeople } from './project-people-tab.tsx';

let stage: Stage;
afterEach(() => stage.close());

const PROJECT = {
  id: 9,
  owner: 'ada',
  legalContactName: 'ada',
  securityContactName: 'ada',
  devContactName: 'ada',
};
const GRACE = { id: 2, login: 'grace', firstName: 'Grace', lastName: 'Hopper' };
const answers = (more: Answers = {}): Answers => ({
  'GET /users/lookup': { body: { data: [{ id: 1, login: 'ada', firstName: '', lastName: '' }, GRACE] } },
  'GET /projects/9/users': ({ what }) => ({
    body: { data: { users: what.includes('ANALYST') ? ['ada'] : what.includes('OBSERVER') ? [] : ['ada'] } },
  }),
  ...more,
});
const everything = () => true;
const nothing = () => false;

it('gives a role to the chosen users', async () => {
  stage = await startStage(answers({ 'POST /projects/9/users': { body: { message: 'Assigned' } } }));
  stage.show(<ProjectPeople project={PROJECT} may={everything} />);
  await stage.user.click(await screen.findByRole('combobox', { name: 'Add to reviewers' }));
  await stage.user.click(await screen.findByRole('option', { name: 'grace · Grace Hopper' }));
  const add = screen.getAllByRole('button', { name: 'Add' }).find((button) => !button.hasAttribute('disabled'));
  await stage.user.click(add!);
  await waitFor(() => expect(stage.changes()).toHaveLength(1));
  expect(stage.changes()[0]!.body).toEqual({ userRoles: { roleId: 'REVIEWER', users: ['grace'] } });
});

it('removes a role, and says why one cannot be removed', async () => {
  const message = 'The last Project Administrator of a project cannot be removed; assign another one first.';
  stage = await startStage(answers({ 'DELETE /projects/9/users': refusal(message) }));
  stage.show(<ProjectPeople project={PROJECT} may={everything} />);
  await stage.user.click(await screen.findByRole('button', { name: 'Remove ada from Project administrators' }));
  await waitFor(() => expect(stage.changes()).toHaveLength(1));
  expect(stage.changes()[0]!.body).toEqual({ roleId: 'PROJECT_ADMIN', users: ['ada'] });
});

it('changes the contact', async () => {
  stage = await startStage(answers({ 'POST /projects/9/users': { body: { message: 'Assigned' } } }));
  stage.show(<ProjectPeople project={PROJECT} may={everything} />);
  await stage.user.click(await screen.findByRole('combobox', { name: 'Legal contact' }));
  await stage.user.click(await screen.findByRole('option', { name: 'grace · Grace Hopper' }));
  await waitFor(() => expect(stage.changes()).toHaveLength(1));
  expect(stage.changes()[0]!.body).toEqual({ legalContactId: 'grace' });
});

it('is read-only without the right to change it', async () => {
  stage = await startStage(answers());
  stage.show(<ProjectPeople project={PROJECT} may={nothing} />);
  expect(await screen.findByText('No users have this role.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Add' })).toBeNull();
  expect(screen.queryByRole('button', { name: /^Remove/ })).toBeNull();
  expect(screen.getByRole('combobox', { name: 'Project contact' })).toHaveProperty('disabled', true);
});
