// @vitest-environment happy-dom
// Who checks the password of a user: the directory or this server.
import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import type { User } from '../../api/models.ts';
import { type Stage, startStage } from '../../testing/stage.tsx';
import { UserSourceForm } from './user-source.tsx';

let stage: Stage;
afterEach(() => stage.close());

const user = (source: 'LOCAL' | 'LDAP') => ({ login: 'anna', source }) as User;
const CHANGE = 'PUT /users/anna/source';

it('makes a user of the directory local, with a password', async () => {
  stage = await startStage({ [CHANGE]: { body: { message: 'User updated successfully.' } } });
  stage.show(<UserSourceForm user={user('LDAP')} />);
  await stage.user.click(await screen.findByRole('button', { name: 'Make local' }));
  expect(stage.changes()).toEqual([]);
  await stage.user.type(screen.getByLabelText('New password'), 'Quite-a-long-1-word');
  await stage.user.click(screen.getByRole('button', { name: 'Make local' }));
  await waitFor(() =>
    expect(stage.changes()).toMatchObject([
      { what: CHANGE, body: { source: 'LOCAL', password: 'Quite-a-long-1-word' } },
    ]),
  );
});

it('hands a local user over to the directory, and shows a refusal', async () => {
  stage = await startStage({
    [CHANGE]: { status: 400, body: { errors: [{ message: 'This would leave no administrator.' }] } },
  });
  stage.show(<UserSourceForm user={user('LOCAL')} />);
  expect(screen.queryByLabelText('New password')).toBeNull();
  await stage.user.click(await screen.findByRole('button', { name: 'Hand over' }));
  expect(await screen.findByText('This would leave no administrator.')).toBeTruthy();
  expect(stage.changes()).toMatchObject([{ what: CHANGE, body: { source: 'LDAP' } }]);
});
