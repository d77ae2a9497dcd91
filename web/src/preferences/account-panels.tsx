// What users change in their own account: names, address, password, security question.
import { Checkbox, PasswordInput, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import type { Account } from '../api/models.ts';
import { changesOf } from '../editing/draft-store.ts';
import { atLeastThree, emailFault, PASSWORD_HELP, passwordFault, required } from '../elements/form-faults.ts';
import { Refused, SaveOrDiscard } from '../elements/form-parts.tsx';
import { notifyDone } from '../elements/notify.ts';
import { Waiting } from '../elements/page-state.tsx';
import { Panel } from '../elements/panel.tsx';
import { useRefusal } from '../elements/refused-field.ts';
import { accountQuery, useChangePassword, useChangeProfile, useChangeQuestion } from './account-queries.ts';

export function AccountPanels() {
  const account = useQuery(accountQuery);
  if (!account.isSuccess) return <Waiting query={account} title="Your account could not be loaded" />;
  const isOfDirectory = account.data.source === 'LDAP';
  return (
    <>
      <Panel title="Profile">
        {isOfDirectory ? (
          <Text size="sm">Your name, address and password come from the LDAP directory. Change them there.</Text>
        ) : (
          <ProfileForm account={account.data} />
        )}
      </Panel>
      {!isOfDirectory && (
        <>
          <Panel title="Password">
            <PasswordForm login={account.data.login} />
          </Panel>
          <Panel title="Security question">
            <QuestionForm key={account.data.question} question={account.data.question} />
          </Panel>
        </>
      )}
    </>
  );
}

function ProfileForm({ account }: { account: Account }) {
  const change = useChangeProfile(account);
  const { firstName, lastName, email } = account;
  const form = useForm({
    initialValues: { firstName, lastName, email },
    validate: { firstName: required, lastName: required, email: emailFault },
  });
  const unplaced = useRefusal(form, change.error);
  const submit = form.onSubmit((values) =>
    change.mutate(changesOf(form.getInitialValues(), values) ?? {}, {
      onSuccess: () => {
        form.setInitialValues(values);
        form.resetDirty(values);
        notifyDone('Your profile was saved.');
      },
    }),
  );
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="sm">
          <TextInput label="First name" autoComplete="given-name" {...form.getInputProps('firstName')} />
          <TextInput label="Last name" autoComplete="family-name" {...form.getInputProps('lastName')} />
          <TextInput label="E-mail" type="email" autoComplete="email" {...form.getInputProps('email')} />
        </SimpleGrid>
        <Refused error={unplaced} />
        <SaveOrDiscard
          label="Save profile"
          isPending={change.isPending}
          isDirty={form.isDirty()}
          onDiscard={form.reset}
        />
      </Stack>
    </form>
  );
}

function PasswordForm({ login }: { login: string }) {
  const change = useChangePassword();
  const form = useForm({
    initialValues: { currentPassword: '', password: '', again: '', keepTokens: false },
    validate: {
      currentPassword: required,
      password: passwordFault,
      again: (again, { password }) => (again === password ? null : 'The two passwords are not the same.'),
    },
  });
  const unplaced = useRefusal(form, change.error);
  const submit = form.onSubmit(({ currentPassword, password, keepTokens }) =>
    change.mutate(
      { currentPassword, password, ...(keepTokens ? { keepTokens } : {}) },
      {
        onSuccess: () => {
          form.reset();
          notifyDone('Your new password is set. Your other sessions have ended.');
        },
      },
    ),
  );
  return (
    <form onSubmit={submit} noValidate>
      {/* Password managers store the login if a field beside the password has it. */}
      <input type="text" name="username" autoComplete="username" value={login} readOnly hidden />
      <Stack gap="sm">
        <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="sm">
          <PasswordInput
            label="Current password"
            autoComplete="current-password"
            {...form.getInputProps('currentPassword')}
          />
          <PasswordInput label="New password" autoComplete="new-password" {...form.getInputProps('password')} />
          <PasswordInput label="Repeat new password" autoComplete="new-password" {...form.getInputProps('again')} />
        </SimpleGrid>
        <Text size="xs" c="dimmed">
          {PASSWORD_HELP}
        </Text>
        <Checkbox
          label="Keep my API tokens"
          description="Otherwise they end with your other sessions, because somebody who knew your password may have made some."
          {...form.getInputProps('keepTokens', { type: 'checkbox' })}
        />
        <Refused error={unplaced} />
        <SaveOrDiscard
          label="Change password"
          isPending={change.isPending}
          isDirty={form.isDirty()}
          onDiscard={form.reset}
        />
      </Stack>
    </form>
  );
}

function QuestionForm({ question }: { question: string }) {
  const change = useChangeQuestion();
  const form = useForm({
    initialValues: { question, answer: '', currentPassword: '' },
    validate: { question: atLeastThree, answer: atLeastThree, currentPassword: required },
  });
  const unplaced = useRefusal(form, change.error);
  const submit = form.onSubmit((values) =>
    change.mutate(values, {
      onSuccess: () => {
        form.reset();
        notifyDone('Your security question was saved.');
      },
    }),
  );
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          You must answer it when you reset a forgotten password with a link from a mail.
        </Text>
        <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="sm">
          <TextInput label="Question" autoComplete="off" {...form.getInputProps('question')} />
          <TextInput label="Answer" autoComplete="off" {...form.getInputProps('answer')} />
          <PasswordInput
            label="Your password"
            autoComplete="current-password"
            {...form.getInputProps('currentPassword')}
          />
        </SimpleGrid>
        <Refused error={unplaced} />
        <SaveOrDiscard
          label="Save question"
          isPending={change.isPending}
          isDirty={form.isDirty()}
          onDiscard={form.reset}
        />
      </Stack>
    </form>
  );
}
