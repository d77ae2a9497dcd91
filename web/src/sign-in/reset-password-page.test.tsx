// @vitest-environment happy-dom
// The page of a mailed link: refusals stand at the field that they are about, in words that name no member.
import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { descriptionOf } from '../testing/fields.ts';
import { refusal, type Stage, startStage } from '../testing/stage.tsx';
import { ResetPasswordPage } from './reset-password-page.tsx';

const QUESTION = 'Your first pet?';
const ASKED = { 'POST /users/resetQuestion': { body: { data: { login: 'ada', question: QUESTION } } } };
const PASSWORD = 'Much-Better-1';

let stage: Stage;
afterEach(() => stage.close());

async function answer() {
  stage.show(<ResetPasswordPage token="t" />);
  await stage.user.type(await screen.findByLabelText(QUESTION), 'Rex');
  await stage.user.type(screen.getByLabelText('New password'), PASSWORD);
  await stage.user.type(screen.getByLabelText('Repeat new password'), PASSWORD);
  await stage.user.click(screen.getByRole('button', { name: 'Set password' }));
}

it('shows a wrong answer at the question, and keeps what was typed', async () => {
  const message = 'The field "answer" is not the answer to the security question.';
  stage = await startStage({ ...ASKED, 'POST /users/resetPassword': refusal(message) });
  await answer();
  const field = screen.getByLabelText<HTMLInputElement>(QUESTION);
  await waitFor(() => expect(descriptionOf(field)).toBe('This field is not the answer to the security question.'));
  expect(document.activeElement).toBe(field);
  expect(field.value).toBe('Rex');
  expect(screen.queryByRole('alert')).toBeNull();
});

it('shows above the form what concerns no field', async () => {
  stage = await startStage({ ...ASKED, 'POST /users/resetPassword': refusal('The link has expired.') });
  await answer();
  expect((await screen.findByRole('alert')).textContent).toBe('The link has expired.');
});

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
