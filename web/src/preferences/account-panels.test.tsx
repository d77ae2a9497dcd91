// @vitest-environment happy-dom
// The account of the signed-in user: changed here, or read-only because it comes from the directory.
import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { descriptionOf } from '../testing/fields.ts';
import { refusal, type Stage, startStage } from '../testing/stage.tsx';
import { AccountPanels } from './account-panels.tsx';

let stage: Stage;
afterEach(() => stage.close());

const ACCOUNT = {
  id: 1,
  login: 'ada',
  firstName: 'Ada',
  lastName: 'King',
  email: 'ada@example.org',
  active: true,
  source: 'LOCAL',
  permissions: [],
  question: 'First program?',
};
const mine = { 'GET /account': { body: { data: ACCOUNT } } };

it('saves the changed profile', async () => {
  stage = await startStage({ ...mine, 'PUT /account': { body: { message: 'Updated' } } });
  stage.show(<AccountPanels />);
  const name = await screen.findByLabelText('Last name');
  await stage.user.clear(name);
  await stage.user.type(name, 'Lovelace');
  await stage.user.click(screen.getByRole('button', { name: 'Save profile' }));
  await waitFor(() => expect(stage.changes()).toHaveLength(1));
  expect(stage.changes()[0]).toEqual({ what: 'PUT /account', body: { lastName: 'Lovelace' } });
});

it('changes the password, and shows a wrong one at its field', async () => {
  const message = 'The field "currentPassword" is not your password.';
  stage = await startStage({ ...mine, 'PUT /account/password': refusal(message) });
  stage.show(<AccountPanels />);
  await stage.user.type(await screen.findByLabelText('Current password'), 'Guess0000');
  await stage.user.type(screen.getByLabelText('New password'), 'Difference1822');
  await stage.user.type(screen.getByLabelText('Repeat new password'), 'Difference1823');
  const change = screen.getByRole('button', { name: 'Change password' });
  await stage.user.click(change);
  expect(descriptionOf(screen.getByLabelText('Repeat new password'))).toContain('The two passwords are not the same.');
  expect(stage.changes()).toEqual([]);
  await stage.user.type(screen.getByLabelText('Repeat new password'), '{Backspace}2');
  await stage.user.click(change);
  await waitFor(() =>
    expect(descriptionOf(screen.getByLabelText('Current password'))).toBe('This field is not your password.'),
  );
  expect(stage.changes()[0]!.body).toEqual({ currentPassword: 'Guess0000', password: 'Difference1822' });
});

it('offers no forms for fields that the LDAP directory manages', async () => {
  stage = await startStage({ 'GET /account': { body: { data: { ...ACCOUNT, source: 'LDAP' } } } });
  stage.show(<AccountPanels />);
  expect(await screen.findByText(/come from the LDAP directory/)).toBeTruthy();
  expect(screen.queryByLabelText('Current password')).toBeNull();
});
