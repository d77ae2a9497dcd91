// Dialogs that create and edit users, set passwords and permissions, and deactivate or activate users.
import { Button, Checkbox, Group, PasswordInput, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { modals } from '@mantine/modals';
import { useState } from 'react';
import type { User } from '../../api/models.ts';
import { changesOf } from '../../editing/draft-store.ts';
import { atLeastThree, emailFault, PASSWORD_HELP, passwordFault, required } from '../../elements/form-faults.ts';
import { Buttons, Refused } from '../../elements/form-parts.tsx';
import { notifyDone } from '../../elements/notify.ts';
import { useRefusal } from '../../elements/refused-field.ts';
import {
  PERMISSIONS,
  type Permission,
  useChangeUser,
  useCreateUser,
  useGivePassword,
  useSetActive,
  useSetPermissions,
} from './queries.ts';

const MODAL = 'user';
const close = () => modals.close(MODAL);

export function openNewUser(): void {
  modals.open({ modalId: MODAL, title: 'New user', size: 'lg', closeOnClickOutside: false, children: <NewUserForm /> });
}

export function openEditUser(user: User): void {
  modals.open({ modalId: MODAL, title: `User ${user.login}`, size: 'lg', children: <EditUserForm user={user} /> });
}

export function openGivePassword(user: User): void {
  modals.open({ modalId: MODAL, title: `New password for ${user.login}`, children: <PasswordForm user={user} /> });
}

export function openPermissions(user: User): void {
  modals.open({ modalId: MODAL, title: `Permissions of ${user.login}`, children: <PermissionsForm user={user} /> });
}

export function openSetActive(user: User): void {
  const title = user.active ? `Deactivate ${user.login}?` : `Activate ${user.login}?`;
  modals.open({ modalId: MODAL, title, children: <ActiveForm user={user} /> });
}

function NewUserForm() {
  const create = useCreateUser();
  const form = useForm({
    initialValues: {
      login: '',
      firstName: '',
      lastName: '',
      email: '',
      password: '',
      question: '',
      answer: '',
      permissions: [] as Permission[],
    },
    validate: {
      login: (login) => required(login) ?? (/\s/.test(login) ? 'A login must not contain blanks.' : null),
      firstName: required,
      lastName: required,
      email: emailFault,
      password: passwordFault,
      question: atLeastThree,
      answer: atLeastThree,
    },
  });
  const submit = form.onSubmit((user) =>
    create.mutate(user, {
      onSuccess: () => {
        modals.close(MODAL);
        notifyDone(`User ${user.login} was created.`);
      },
    }),
  );
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
          <TextInput label="Login" data-autofocus autoComplete="off" {...form.getInputProps('login')} />
          <TextInput label="E-mail" type="email" autoComplete="off" {...form.getInputProps('email')} />
          <TextInput label="First name" autoComplete="off" {...form.getInputProps('firstName')} />
          <TextInput label="Last name" autoComplete="off" {...form.getInputProps('lastName')} />
        </SimpleGrid>
        <PasswordInput
          label="Password"
          description={PASSWORD_HELP}
          autoComplete="new-password"
          {...form.getInputProps('password')}
        />
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
          <TextInput label="Security question" autoComplete="off" {...form.getInputProps('question')} />
          <TextInput label="Answer" autoComplete="off" {...form.getInputProps('answer')} />
        </SimpleGrid>
        <PermissionChoice
          value={form.values.permissions}
          onChange={(permissions) => form.setFieldValue('permissions', permissions)}
        />
        <Refused error={create.error} />
        <Buttons action="Create user" isPending={create.isPending} onCancel={close} />
      </Stack>
    </form>
  );
}

function EditUserForm({ user }: { user: User }) {
  const change = useChangeUser(user);
  const { firstName, lastName, email } = user;
  const form = useForm({
    initialValues: { firstName, lastName, email },
    validate: { firstName: required, lastName: required, email: emailFault },
  });
  const unplaced = useRefusal(form, change.error);
  const submit = form.onSubmit((values) =>
    change.mutate(
      { login: user.login, ...changesOf(form.getInitialValues(), values) },
      {
        onSuccess: () => {
          close();
          notifyDone(`User ${user.login} was changed.`);
        },
      },
    ),
  );
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        {user.source === 'LDAP' && (
          <Text size="sm">This user comes from the LDAP directory. Change name and e-mail address there.</Text>
        )}
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
          <TextInput label="First name" data-autofocus autoComplete="off" {...form.getInputProps('firstName')} />
          <TextInput label="Last name" autoComplete="off" {...form.getInputProps('lastName')} />
        </SimpleGrid>
        <TextInput label="E-mail" type="email" autoComplete="off" {...form.getInputProps('email')} />
        <Refused error={unplaced} />
        <Buttons
          action="Save"
          isPending={change.isPending}
          isReady={form.isDirty() && user.source !== 'LDAP'}
          onCancel={close}
        />
      </Stack>
    </form>
  );
}

function PasswordForm({ user }: { user: User }) {
  const give = useGivePassword();
  const form = useForm({
    initialValues: { password: '', keepTokens: false },
    validate: { password: passwordFault },
  });
  const unplaced = useRefusal(form, give.error);
  const submit = form.onSubmit(({ password, keepTokens }) =>
    give.mutate(
      { login: user.login, password, ...(keepTokens ? { keepTokens } : {}) },
      {
        onSuccess: () => {
          close();
          notifyDone(
            `The password of ${user.login} was set and all sessions were ended. Tell the user the new password.`,
          );
        },
      },
    ),
  );
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <Text size="sm">All sessions and API tokens of the user end at once.</Text>
        <PasswordInput
          label="New password"
          description={PASSWORD_HELP}
          data-autofocus
          autoComplete="new-password"
          {...form.getInputProps('password')}
        />
        <Checkbox
          label="Keep the API tokens"
          description="Only if nobody else can have made one."
          {...form.getInputProps('keepTokens', { type: 'checkbox' })}
        />
        <Refused error={unplaced} />
        <Buttons action="Set password" isPending={give.isPending} onCancel={close} />
      </Stack>
    </form>
  );
}

function PermissionsForm({ user }: { user: User }) {
  const save = useSetPermissions(user);
  const [permissions, setPermissions] = useState(user.permissions as Permission[]);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate({ login: user.login, permissions }, { onSuccess: () => modals.close(MODAL) });
      }}
    >
      <Stack gap="sm">
        <PermissionChoice value={permissions} onChange={setPermissions} />
        <Refused error={save.error} />
        <Buttons action="Save" isPending={save.isPending} onCancel={close} />
      </Stack>
    </form>
  );
}

function PermissionChoice({ value, onChange }: { value: Permission[]; onChange: (value: Permission[]) => void }) {
  return (
    <Checkbox.Group
      label="System permissions"
      description="Rights in a project come from its roles."
      value={value}
      onChange={(chosen) => onChange(chosen as Permission[])}
    >
      <Stack gap={8} mt={8}>
        {PERMISSIONS.map(({ name, label, help }) => (
          <Checkbox key={name} value={name} label={label} description={help} size="sm" />
        ))}
      </Stack>
    </Checkbox.Group>
  );
}

function ActiveForm({ user }: { user: User }) {
  const change = useSetActive();
  const confirm = () =>
    change.mutate(
      { login: user.login, active: !user.active },
      {
        onSuccess: () => {
          modals.close(MODAL);
          notifyDone(`User ${user.login} was ${user.active ? 'deactivated' : 'activated'}.`);
        },
      },
    );
  return (
    <Stack gap="sm">
      <Text size="sm">
        {user.active
          ? 'The user can no longer sign in. Sessions and API tokens end at once. Roles in projects are kept.'
          : 'The user can sign in again. Revoked API tokens stay revoked.'}
      </Text>
      <Refused error={change.error} />
      <Group justify="flex-end" gap={8}>
        <Button variant="default" onClick={() => modals.close(MODAL)} data-autofocus>
          Cancel
        </Button>
        <Button color={user.active ? 'red' : undefined} loading={change.isPending} onClick={confirm}>
          {user.active ? 'Deactivate' : 'Activate'}
        </Button>
      </Group>
    </Stack>
  );
}
