// Dialogs for adding, changing and deleting an instance of Git.
import { Checkbox, PasswordInput, Select, SimpleGrid, Stack, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { modals } from '@mantine/modals';
import type { GitInstance, ScmInstance } from '../api/models.ts';
import { Buttons, ConfirmDelete, Refused } from '../elements/form-parts.tsx';
import { useRefusal } from '../elements/refused-field.ts';
import { useChangeInstance, useCreateInstance, useDeleteInstance } from './queries.ts';

const MODAL = 'scm';
const close = () => modals.close(MODAL);

const LEVELS = [
  { value: '1', label: 'Keep archives as files' },
  { value: '2', label: 'Expand archives' },
  { value: '3', label: 'Expand archives, also those inside archives' },
];

export function openNewInstance(projectId: number): void {
  modals.open({
    modalId: MODAL,
    title: 'Add Git repositories',
    size: 'lg',
    closeOnClickOutside: false,
    children: <New projectId={projectId} />,
  });
}

export function openEditInstance(projectId: number, instance: ScmInstance): void {
  const children = <Edit projectId={projectId} instance={instance} />;
  modals.open({ modalId: MODAL, title: `Repositories of ${instance.folder}`, size: 'lg', children });
}

export function openDeleteInstance(projectId: number, instance: ScmInstance): void {
  const children = <Delete projectId={projectId} instance={instance} />;
  modals.open({ modalId: MODAL, title: `Delete ${instance.folder}?`, children });
}

interface Values {
  url: string;
  userName: string;
  password: string;
  branch: string;
  commitId: string;
  tag: string;
  expansionLevel: string;
  deleteArchiveAfterExpand: boolean;
  archiveDirSuffix: string;
}

function valuesOf(instance?: ScmInstance): Values {
  const { url = '', userName = '', password = '', branch = '', commitId = '', tag = '' } = instance ?? {};
  return {
    ...{ url, userName, password, branch, commitId, tag },
    expansionLevel: String(instance?.expansionLevel ?? 1),
    deleteArchiveAfterExpand: instance?.deleteArchiveAfterExpand ?? false,
    archiveDirSuffix: instance?.archiveDirSuffix ?? '',
  };
}

function New({ projectId }: { projectId: number }) {
  const create = useCreateInstance(projectId);
  return (
    <Fields
      action="Add"
      initial={valuesOf()}
      isPending={create.isPending}
      error={create.error}
      onSubmit={(input) => create.mutate(input, { onSuccess: close })}
    />
  );
}

function Edit({ projectId, instance }: { projectId: number; instance: ScmInstance }) {
  const change = useChangeInstance(projectId, instance.instanceId);
  return (
    <Fields
      action="Save"
      initial={valuesOf(instance)}
      isPending={change.isPending}
      error={change.error}
      onSubmit={(input) => change.mutate(input, { onSuccess: close })}
    />
  );
}

interface FieldsProps {
  action: string;
  initial: Values;
  isPending: boolean;
  error: unknown;
  onSubmit: (input: GitInstance) => void;
}

function Fields({ action, initial, isPending, error, onSubmit }: FieldsProps) {
  const form = useForm<Values>({
    initialValues: initial,
    validate: { url: (url) => (url.trim() === '' ? 'Enter the address of a repository.' : null) },
  });
  const unplaced = useRefusal(form, error, {});
  const submit = form.onSubmit((values) =>
    onSubmit({ ...values, expansionLevel: Number(values.expansionLevel) as GitInstance['expansionLevel'] }),
  );
  const expands = form.values.expansionLevel !== '1';
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <Textarea
          label="Repositories"
          description="An address, or up to 50 separated by commas. Behind an address: ~~branch, ^^tag or >>commit, and then **folder."
          placeholder="https://git.example.org/group/name.git~~main"
          autosize
          minRows={1}
          maxRows={8}
          data-autofocus
          {...form.getInputProps('url')}
        />
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
          <TextInput
            label="User"
            description="Blank for anonymous access and ssh"
            {...form.getInputProps('userName')}
          />
          <PasswordInput
            label="Password or token"
            description="Stored encrypted; never shown again"
            autoComplete="new-password"
            {...form.getInputProps('password')}
          />
        </SimpleGrid>
        <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="sm">
          <TextInput label="Branch" placeholder="master" {...form.getInputProps('branch')} />
          <TextInput label="Tag" {...form.getInputProps('tag')} />
          <TextInput label="Commit" {...form.getInputProps('commitId')} />
        </SimpleGrid>
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
          <Select label="Archives" data={LEVELS} allowDeselect={false} {...form.getInputProps('expansionLevel')} />
          <TextInput
            label="Suffix of expanded folders"
            disabled={!expands}
            {...form.getInputProps('archiveDirSuffix')}
          />
        </SimpleGrid>
        <Checkbox
          label="Leave out archives that were expanded"
          disabled={!expands}
          {...form.getInputProps('deleteArchiveAfterExpand', { type: 'checkbox' })}
        />
        <Refused error={unplaced} />
        <Buttons action={action} isPending={isPending} onCancel={close} />
      </Stack>
    </form>
  );
}

function Delete({ projectId, instance }: { projectId: number; instance: ScmInstance }) {
  const remove = useDeleteInstance(projectId, instance);
  return (
    <ConfirmDelete
      text={`The next synchronisation or scan removes the files in ${instance.folder} from the project.`}
      action="Delete instance"
      done={`The instance ${instance.folder} was deleted.`}
      remove={remove}
      onClose={close}
    />
  );
}
