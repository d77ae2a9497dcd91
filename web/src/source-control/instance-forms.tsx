// Dialogs for adding, changing and deleting an instance of source control.
import { Checkbox, PasswordInput, Select, SimpleGrid, Stack, Textarea, TextInput } from '@mantine/core';
import { type UseFormReturnType, useForm } from '@mantine/form';
import { modals } from '@mantine/modals';
import type { ScmInstance } from '../api/models.ts';
import { Buttons, ConfirmDelete, Refused } from '../elements/form-parts.tsx';
import { useRefusal } from '../elements/refused-field.ts';
import { useDeleteInstance, useSaveInstance } from './queries.ts';
import { type InstanceValues, SCM_SYSTEMS, type ScmType, valuesOf } from './systems.ts';

const MODAL = 'scm';
const close = () => modals.close(MODAL);

const LEVELS = [
  { value: '1', label: 'Keep archives as files' },
  { value: '2', label: 'Expand archives' },
  { value: '3', label: 'Expand archives, also those inside archives' },
];

export function openNewInstance(projectId: number, type: ScmType): void {
  modals.open({
    modalId: MODAL,
    title: `Add ${SCM_SYSTEMS[type].name}`,
    size: 'lg',
    closeOnClickOutside: false,
    children: <Fields projectId={projectId} type={type} />,
  });
}

export function openEditInstance(projectId: number, instance: ScmInstance): void {
  modals.open({
    modalId: MODAL,
    title: `Source of ${instance.folder}`,
    size: 'lg',
    closeOnClickOutside: false,
    children: <Fields projectId={projectId} type={instance.scmType} instance={instance} />,
  });
}

export function openDeleteInstance(projectId: number, instance: ScmInstance): void {
  const children = <Delete projectId={projectId} instance={instance} />;
  modals.open({ modalId: MODAL, title: `Delete ${instance.folder}?`, children });
}

interface FieldsProps {
  projectId: number;
  type: ScmType;
  /** The one to change; a new one without it. */
  instance?: ScmInstance;
}

/** The names that refusals use for the user. */
const NAMED = { userName: 'user', username: 'user' };

function Fields({ projectId, type, instance }: FieldsProps) {
  const system = SCM_SYSTEMS[type];
  const save = useSaveInstance(projectId, type, instance?.instanceId);
  const form = useForm<InstanceValues>({
    initialValues: valuesOf(instance),
    validate: {
      url: (url) => (system.url.isNeeded && url.trim() === '' ? 'Enter an address.' : null),
      user: (user) => (system.user.isNeeded && user.trim() === '' ? 'Enter a user.' : null),
      password: (password) => (system.user.isNeeded && password === '' ? 'Enter a password or a token.' : null),
    },
  });
  const unplaced = useRefusal(form, save.error, { named: NAMED });
  const submit = form.onSubmit((values) => save.mutate(values, { onSuccess: close }));
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <Textarea
          label={system.url.label}
          description={system.url.description}
          placeholder={system.url.placeholder}
          autosize
          minRows={1}
          maxRows={8}
          data-autofocus
          {...form.getInputProps('url')}
        />
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
          <TextInput label="User" description={system.user.description} {...form.getInputProps('user')} />
          <PasswordInput
            label="Password or token"
            description="Stored encrypted; never shown again"
            autoComplete="new-password"
            {...form.getInputProps('password')}
          />
        </SimpleGrid>
        <SimpleGrid cols={{ base: 1, sm: system.wanted.length }} spacing="sm">
          {system.wanted.map(({ field, label, placeholder }) => (
            <TextInput key={field} label={label} placeholder={placeholder} {...form.getInputProps(field)} />
          ))}
        </SimpleGrid>
        {system.expands && <Archives form={form} />}
        {system.hasLfs && (
          <Checkbox
            label="Fetch the files that pointers of Git LFS stand for"
            {...form.getInputProps('fetchLfs', { type: 'checkbox' })}
          />
        )}
        <Refused error={unplaced} />
        <Buttons action={instance === undefined ? 'Add' : 'Save'} isPending={save.isPending} onCancel={close} />
      </Stack>
    </form>
  );
}

function Archives({ form }: { form: UseFormReturnType<InstanceValues> }) {
  const expands = form.values.expansionLevel !== '1';
  return (
    <>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
        <Select label="Archives" data={LEVELS} allowDeselect={false} {...form.getInputProps('expansionLevel')} />
        <TextInput label="Suffix of expanded folders" disabled={!expands} {...form.getInputProps('archiveDirSuffix')} />
      </SimpleGrid>
      <Checkbox
        label="Leave out archives that were expanded"
        disabled={!expands}
        {...form.getInputProps('deleteArchiveAfterExpand', { type: 'checkbox' })}
      />
    </>
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
