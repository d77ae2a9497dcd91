// @vitest-environment happy-dom
// The API tokens of a user: an administrator sees their scope and last use, and revokes one or all.
import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { type Stage, startStage } from '../../testing/stage.tsx';
import { TokensOf } from './user-tokens.tsx';

let stage: Stage;
afterEach(() => stage.close());

const token = { id: 7, name: 'build', createdOn: '2026-01-02 03:04:05', expiresOn: null, lastUsedOn: null };

const answers = {
  'GET /users/ada/tokens': { body: { data: [{ ...token, access: 'READ', projectIds: [3, 4] }] } },
  'DELETE /users/ada/tokens/7': { body: { message: 'Token revoked.' } },
  'DELETE /users/ada/tokens': { body: { message: '1 token of ada revoked; all sessions ended.' } },
};

it.each([
  ['Revoke token build', 'DELETE /users/ada/tokens/7'],
  ['Revoke all and end all sessions', 'DELETE /users/ada/tokens'],
])('shows what a token may do; %s', async (name, what) => {
  stage = await startStage(answers);
  stage.show(<TokensOf login="ada" />);
  await screen.findByText('read only, in projects 3, 4');
  await stage.user.click(screen.getByRole('button', { name }));
  await waitFor(() => expect(stage.changes()).toEqual([{ what, body: undefined }]));
});
