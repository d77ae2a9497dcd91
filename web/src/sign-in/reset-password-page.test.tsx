// @vitest-environment happy-dom
// Links that are not whole get a sentence, not the complaint of a field.
import { screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { refusal, type Stage, startStage } from '../testing/stage.tsx';
import { ResetPasswordPage } from './reset-password-page.tsx';

let stage: Stage;
afterEach(() => stage.close());

it.each([
  ['without its end', ''],
  ['with more than the link', 'a'.repeat(101)],
])('an address %s is told as such, and asks the server nothing', async (_, token) => {
  stage = await startStage({ 'POST /users/resetQuestion': refusal('The field "token" must not be empty') });
  stage.show(<ResetPasswordPage token={token} />);
  expect((await screen.findByRole('alert')).textContent).toMatch(/not the whole link of the mail/);
  expect(screen.getByRole('link', { name: 'Request a new link' })).toBeTruthy();
  expect(stage.changes()).toEqual([]);
});

it('a link that was used shows the words of the server', async () => {
  stage = await startStage({ 'POST /users/resetQuestion': refusal('This link is not valid.') });
  stage.show(<ResetPasswordPage token="abc" />);
  expect((await screen.findByRole('alert')).textContent).toBe('This link is not valid.');
});
