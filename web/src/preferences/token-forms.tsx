// Dialogs that create, rename and revoke a token. A new token is shown once, to copy it.
import { Alert, Button, Checkbox, Group, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { modals } from '@mantine/modals';
import { IconAlertTriangle } from '@tabler/icons-react';
import { wordsOf } from '../api/client.ts';
import { ProjectChoice } from '../choices/project-choice.tsx';
import { CopyButton } from '../elements/copy.tsx';
import { notifyDone } from '../elements/notify.ts';
import classes from './preferences-page.module.css';
import { type Token, useCreateToken, useRenameToken, useRevokeToken } from './queries.ts';

const MODAL = 'token';

export function openNewToken(): void {
  modals.open({
    modalId: MODAL,
    size: 'lg',
    title: 'New API token',
    closeOnClickOutside: false,
    children: <NewToken />,
  });
}

export function openRenameToken(token: Token): void {
  modals.open({ modalId: MODAL, title: `Rename token ${token.name}`, children: <RenameToken token={token} /> });
}

export function openRevokeToken(token: Token): void {
  modals.open({ modalId: MODAL, title: `Revoke token ${token.name}?`, children: <RevokeToken token={token} /> });
}

function validName(name: string): string | null {
  if (name.trim() === '') return 'Enter a name that describes the use of the token.';
  return name.length > 100 ? 'A name has at most 100 characters.' : null;
}

/** Tokens that nobody remembers should end by themselves. */
function inOneYear(): string {
  const day = new Date();
  day.setUTCFullYear(day.getUTCFullYear() + 1);
  return day.toISOString().slice(0, 10);
}

function NewToken() {
  const create = useCreateToken();
  const today = new Date().toISOString().slice(0, 10);
  const form = useForm({
    initialValues: { name: '', expiresOn: inOneYear(), isReadOnly: false, projectId: null as string | null },
    validate: {
      name: validName,
      expiresOn: (day) => (day !== '' && day < today ? 'Choose today or a later day.' : null),
    },
  });
  if (create.isSuccess) return <CopyOnce token={create.data.token} />;
  const submit = form.onSubmit(({ name, expiresOn, isReadOnly, projectId }) =>
    create.mutate({
      name: name.trim(),
      ...(expiresOn ? { expiresOn } : {}),
      ...(isReadOnly ? { access: 'READ' as const } : {}),
      ...(projectId === null ? {} : { projectIds: [Number(projectId)] }),
    }),
  );
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <TextInput label="Name" placeholder="build server" data-autofocus {...form.getInputProps('name')} />
        <TextInput
          label="Last day (optional)"
          description="After this day (UTC) the token stops working. If blank, it works until it is revoked."
          type="date"
          min={today}
          w={260}
          {...form.getInputProps('expiresOn')}
        />
        <Checkbox
          label="Read only"
          description="Without it, the token may change what you may change, except tokens and passwords."
          {...form.getInputProps('isReadOnly', { type: 'checkbox' })}
        />
        <ProjectChoice
          label="Only in this project (optional)"
          value={form.values.projectId}
          onChange={(value) => form.setFieldValue('projectId', value)}
        />
        {create.isError && (
          <Text size="sm" c="red" role="alert">
            {wordsOf(create.error)}
          </Text>
        )}
        <Group justify="flex-end" gap={8}>
          <Button variant="default" onClick={() => modals.close(MODAL)}>
            Cancel
          </Button>
          <Button type="submit" loading={create.isPending}>
            Create token
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function CopyOnce({ token }: { token: string }) {
  const curl = `curl -H "Authorization: Bearer ${token}" ${location.origin}/api/projects`;
  return (
    <Stack gap="sm">
      <Alert color="brass" variant="light" icon={<IconAlertTriangle size={18} />}>
        Copy the token now. It is not shown again.
      </Alert>
      <div>
        <Group justify="space-between" mb={4}>
          <Text size="sm" fw={600}>
            Token
          </Text>
          <CopyButton text={token} label="Copy token" />
        </Group>
        <code className={classes.secret} data-testid="token">
          {token}
        </code>
      </div>
      <div>
        <Group justify="space-between" mb={4}>
          <Text size="sm" fw={600}>
            Example
          </Text>
          <CopyButton text={curl} label="Copy command" />
        </Group>
        <code className={classes.secret}>{curl}</code>
      </div>
      <Group justify="flex-end">
        <Button onClick={() => modals.close(MODAL)}>Done</Button>
      </Group>
    </Stack>
  );
}

function RenameToken({ token }: { token: Token }) {
  const rename = useRenameToken(token);
  const form = useForm({ initialValues: { name: token.name }, validate: { name: validName } });
  const submit = form.onSubmit(({ name }) =>
    rename.mutate({ name: name.trim() }, { onSuccess: () => modals.close(MODAL) }),
  );
  return (
    <form onSubmit={submit} noValidate>
      <TextInput
        label="Name"
        data-autofocus
        mb="md"
        {...form.getInputProps('name')}
        error={form.errors.name ?? (rename.error && wordsOf(rename.error))}
      />
      <Group justify="flex-end" gap={8}>
        <Button variant="default" onClick={() => modals.close(MODAL)}>
          Cancel
        </Button>
        <Button type="submit" loading={rename.isPending}>
          Rename
        </Button>
      </Group>
    </form>
  );
}

function RevokeToken({ token }: { token: Token }) {
  const revoke = useRevokeToken();
  const confirm = () =>
    revoke.mutate(token.id, {
      onSuccess: () => {
        modals.close(MODAL);
        notifyDone(`Token ${token.name} was revoked.`);
      },
    });
  return (
    <>
      <Text size="sm" mb="md">
        Programs that use this token stop working at once. A revoked token cannot be restored.
      </Text>
      {revoke.isError && (
        <Text size="sm" c="red" mb="sm" role="alert">
          {wordsOf(revoke.error)}
        </Text>
      )}
      <Group justify="flex-end" gap={8}>
        <Button variant="default" onClick={() => modals.close(MODAL)} data-autofocus>
          Cancel
        </Button>
        <Button color="red" loading={revoke.isPending} onClick={confirm}>
          Revoke token
        </Button>
      </Group>
    </>
  );
}
