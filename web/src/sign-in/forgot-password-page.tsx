// Requests a mail with a link that sets a new password. The answer is the same whether the login exists or not.
import { Alert, Button, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconAlertCircle, IconMailForward } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { wordsOf } from '../api/client.ts';
import { Door } from './door.tsx';
import { useForgotPassword } from './passwords.ts';

export function ForgotPasswordPage() {
  const ask = useForgotPassword();
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { login: '' },
    validate: { login: (login) => (login.trim() === '' ? 'Enter your login name.' : null) },
  });
  return (
    <Door>
      {ask.isSuccess ? (
        <Alert icon={<IconMailForward size={18} />} variant="light" mb="md" role="status">
          {ask.data.message} The link works once, within one hour.
        </Alert>
      ) : (
        <form onSubmit={form.onSubmit(({ login }) => ask.mutate(login.trim()))} noValidate>
          <Text size="sm" mb="md">
            You get a mail with a link to set a new password.
          </Text>
          {ask.isError && (
            <Alert icon={<IconAlertCircle size={18} />} color="red" variant="light" mb="md" role="alert">
              {wordsOf(ask.error)}
            </Alert>
          )}
          <TextInput
            label="Login name"
            autoComplete="username"
            autoFocus
            mb="lg"
            key={form.key('login')}
            {...form.getInputProps('login')}
          />
          <Button type="submit" fullWidth loading={ask.isPending} mb="md">
            Send link
          </Button>
        </form>
      )}
      <Link to="/login">Back to the login page</Link>
    </Door>
  );
}
