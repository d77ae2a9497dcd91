// The sign-in page: login name and password. Refusals are shown as text.
import { Alert, Button, PasswordInput, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconAlertCircle, IconTerminal2 } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ApiError, wordsOf } from '../api/client.ts';
import { Door } from './door.tsx';
import classes from './login-page.module.css';
import { loginOptionsQuery } from './passwords.ts';
import { useSignIn } from './queries.ts';

export function LoginPage({ onSignedIn }: { onSignedIn: () => void }) {
  const signIn = useSignIn();
  const options = useQuery(loginOptionsQuery);
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { username: '', password: '' },
    validate: {
      username: (name) => (name.trim() === '' ? 'Enter your login name.' : null),
      password: (password) => (password === '' ? 'Enter your password.' : null),
    },
  });
  const submit = form.onSubmit((values) =>
    signIn.mutate({ ...values, username: values.username.trim() }, { onSuccess: onSignedIn }),
  );
  return (
    <Door>
      <form onSubmit={submit} noValidate>
        {signIn.isError && (
          <Alert icon={<IconAlertCircle size={18} />} color="red" variant="light" mb="md" role="alert">
            {refusalWords(signIn.error)}
          </Alert>
        )}
        <TextInput
          label="Login name"
          autoComplete="username"
          autoFocus
          mb="sm"
          key={form.key('username')}
          {...form.getInputProps('username')}
        />
        <PasswordInput
          label="Password"
          autoComplete="current-password"
          mb="lg"
          key={form.key('password')}
          {...form.getInputProps('password')}
        />
        <Button type="submit" fullWidth loading={signIn.isPending}>
          Sign in
        </Button>
      </form>
      {options.data?.forgotPassword && (
        <Text size="sm" mt="md">
          <Link to="/forgot-password">Forgot your password?</Link>
        </Text>
      )}
      <div className={classes.hint}>
        <IconTerminal2 size={16} aria-hidden />
        <Text size="xs" c="dimmed">
          First run? Sign in as <b>admin</b>. The server printed the password in its terminal.
        </Text>
      </div>
    </Door>
  );
}

function refusalWords(error: unknown): string {
  if (error instanceof ApiError && error.status === 401) return 'The login name or the password is wrong.';
  return wordsOf(error);
}
