// The target of a mailed link: the security question, if the user has one, and a new password. The token is after the #
// of the address, because browsers never send that part to a server.
import { Alert, Button, Checkbox, PasswordInput, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconAlertCircle, IconCircleCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { wordsOf } from '../api/client.ts';
import { PASSWORD_HELP, passwordFault } from '../elements/form-faults.ts';
import { LoadingRows } from '../elements/page-state.tsx';
import { useRefusal } from '../elements/refused-field.ts';
import { Door } from './door.tsx';
import { resetQuestionQuery, useResetPassword } from './passwords.ts';

/** Mail programs cut long addresses, and people copy them without their end, or more than one. */
const LONGEST_TOKEN = 100;
const NO_LINK =
  'This address is not the whole link of the mail, or more than it. Open the link in the mail itself, or ask for a new one.';

export function ResetPasswordPage({ token }: { token: string }) {
  return (
    <Door>
      {token === '' || token.length > LONGEST_TOKEN ? <NoLink words={NO_LINK} /> : <LinkedPassword token={token} />}
    </Door>
  );
}

function LinkedPassword({ token }: { token: string }) {
  const question = useQuery(resetQuestionQuery(token));
  if (question.isPending) return <LoadingRows rows={3} />;
  if (question.isError) return <NoLink words={wordsOf(question.error)} />;
  return <NewPassword token={token} {...question.data} />;
}

function NoLink({ words }: { words: string }) {
  return (
    <>
      <Refusal words={words} />
      <Link to="/forgot-password">Request a new link</Link>
    </>
  );
}

function NewPassword({ token, login, question }: { token: string; login: string; question: string }) {
  const reset = useResetPassword();
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { answer: '', password: '', again: '', keepTokens: false },
    validate: {
      answer: (answer) => (question !== '' && answer.trim() === '' ? 'Enter the answer to your question.' : null),
      password: passwordFault,
      again: (again, { password }) => (again === password ? null : 'The two passwords are not the same.'),
    },
  });
  const unplaced = useRefusal(form, reset.error);
  if (reset.isSuccess) {
    return (
      <>
        <Alert icon={<IconCircleCheck size={18} />} color="green" variant="light" mb="md" role="status">
          Your new password is set. All your sessions have ended
          {form.getValues().keepTokens ? '' : ', and so have your API tokens'}.
        </Alert>
        <Link to="/login">Sign in</Link>
      </>
    );
  }
  const submit = form.onSubmit(({ answer, password, keepTokens }) =>
    reset.mutate({ token, password, ...(question === '' ? {} : { answer }), ...(keepTokens ? { keepTokens } : {}) }),
  );
  return (
    <form onSubmit={submit} noValidate>
      <Text size="sm" mb="md">
        New password for <b>{login}</b>
      </Text>
      {unplaced !== null && unplaced !== undefined && <Refusal words={wordsOf(unplaced)} />}
      {question !== '' && (
        <TextInput label={question} autoFocus mb="sm" key={form.key('answer')} {...form.getInputProps('answer')} />
      )}
      <PasswordInput
        label="New password"
        description={PASSWORD_HELP}
        autoComplete="new-password"
        mb="sm"
        key={form.key('password')}
        {...form.getInputProps('password')}
      />
      <PasswordInput
        label="Repeat new password"
        autoComplete="new-password"
        mb="lg"
        key={form.key('again')}
        {...form.getInputProps('again')}
      />
      <Checkbox
        label="Keep my API tokens"
        description="Only if nobody else can have made one. Otherwise they end with all sessions."
        mb="lg"
        key={form.key('keepTokens')}
        {...form.getInputProps('keepTokens', { type: 'checkbox' })}
      />
      <Button type="submit" fullWidth loading={reset.isPending}>
        Set password
      </Button>
    </form>
  );
}

function Refusal({ words }: { words: string }) {
  return (
    <Alert icon={<IconAlertCircle size={18} />} color="red" variant="light" mb="md" role="alert">
      {words}
    </Alert>
  );
}
