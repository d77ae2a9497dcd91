// Dialogs for adding, changing and deleting an issue tracker.
import { PasswordInput, Select, SimpleGrid, Stack, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { modals } from '@mantine/modals';
import type { AlmInstance } from '../../api/models.ts';
import { Buttons, ConfirmDelete, Refused } from '../../elements/form-parts.tsx';
import { type TrackerInput, useChangeTracker, useCreateTracker, useDeleteTracker } from './queries.ts';

const MODAL = 'tracker';
const close = () => modals.close(MODAL);

const LOGINS = [
  { value: 'BASIC', label: 'User and API token' },
  { value: 'BEARER', label: 'Personal access token' },
];

const VARIABLES = ['TASK_SUMMARY', 'INVENTORY_NAME', 'PROJECT_NAME'].map((name) => `$\{${name}}`).join(', ');

const EMPTY: TrackerInput = {
  name: '',
  url: '',
  authentication: 'BASIC',
  userName: '',
  secret: '',
  projectKey: '',
  issueType: 'Task',
  priority: '',
  summaryTemplate: '',
  descriptionTemplate: '',
};

export function openNewTracker(): void {
  modals.open({
    modalId: MODAL,
    title: 'New issue tracker',
    size: 'lg',
    closeOnClickOutside: false,
    children: <New />,
  });
}

export function openEditTracker(tracker: AlmInstance): void {
  modals.open({
    modalId: MODAL,
    title: `Issue tracker ${tracker.name}`,
    size: 'lg',
    children: <Edit tracker={tracker} />,
  });
}

export function openDeleteTracker(tracker: AlmInstance): void {
  modals.open({ modalId: MODAL, title: `Delete ${tracker.name}?`, children: <Delete tracker={tracker} /> });
}

function New() {
  const create = useCreateTracker();
  return (
    <Fields
      action="Add tracker"
      initial={EMPTY}
      isPending={create.isPending}
      error={create.error}
      onSubmit={(input) => create.mutate(input, { onSuccess: close })}
    />
  );
}

function Edit({ tracker: { id, projects: _, ...initial } }: { tracker: AlmInstance }) {
  const change = useChangeTracker(id, initial);
  return (
    <Fields
      action="Save"
      initial={initial}
      isPending={change.isPending}
      error={change.error}
      onSubmit={(input) => change.mutate(input, { onSuccess: close })}
    />
  );
}

interface FieldsProps {
  action: string;
  initial: TrackerInput;
  isPending: boolean;
  error: unknown;
  onSubmit: (input: TrackerInput) => void;
}

function Fields({ action, initial, isPending, error, onSubmit }: FieldsProps) {
  const form = useForm({
    initialValues: initial,
    validate: {
      name: (name) => (name.trim() === '' ? 'Enter a name.' : null),
      url: (url) => (/^https?:\/\/\S+$/i.test(url) ? null : 'Enter an address that begins with http:// or https://.'),
      projectKey: (key) => (/^[A-Za-z][A-Za-z0-9_]*$/.test(key) ? null : 'Enter a key such as LEGAL.'),
      secret: (secret) => (secret === '' ? 'Enter the token.' : null),
    },
  });
  const submit = form.onSubmit(({ summaryTemplate, descriptionTemplate, ...input }) =>
    onSubmit({
      ...input,
      ...(summaryTemplate && { summaryTemplate }),
      ...(descriptionTemplate && { descriptionTemplate }),
    }),
  );
  const hasUser = form.values.authentication === 'BASIC';
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <TextInput label="Name" data-autofocus {...form.getInputProps('name')} />
        <TextInput label="Address of Jira" placeholder="https://name.atlassian.net" {...form.getInputProps('url')} />
        <SimpleGrid cols={hasUser ? 3 : 2} spacing="sm">
          <Select label="Sign in with" data={LOGINS} allowDeselect={false} {...form.getInputProps('authentication')} />
          {hasUser && <TextInput label="User" placeholder="robot@example.org" {...form.getInputProps('userName')} />}
          <PasswordInput label="Token" autoComplete="new-password" {...form.getInputProps('secret')} />
        </SimpleGrid>
        <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="sm">
          <TextInput label="Project key" placeholder="LEGAL" {...form.getInputProps('projectKey')} />
          <TextInput label="Issue type" {...form.getInputProps('issueType')} />
          <TextInput label="Priority" placeholder="Default of Jira" {...form.getInputProps('priority')} />
        </SimpleGrid>
        <TextInput
          label="Summary of issues"
          description={`${VARIABLES} and similar placeholders are filled in. Blank: the summary of the task.`}
          {...form.getInputProps('summaryTemplate')}
        />
        <Textarea
          label="Description of issues"
          description="Blank: the details of the task and its item."
          autosize
          minRows={2}
          maxRows={8}
          {...form.getInputProps('descriptionTemplate')}
        />
        <Refused error={error} />
        <Buttons action={action} isPending={isPending} onCancel={close} />
      </Stack>
    </form>
  );
}

function Delete({ tracker }: { tracker: AlmInstance }) {
  const remove = useDeleteTracker(tracker.id);
  return (
    <ConfirmDelete
      text="Its issues stay in the tracker. It cannot be deleted while projects use it."
      action="Delete tracker"
      done={`The tracker ${tracker.name} was deleted.`}
      remove={remove}
      onClose={close}
    />
  );
}
