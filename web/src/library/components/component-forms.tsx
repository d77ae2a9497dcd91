// Dialogs that create, change and delete a custom component or version.
import { Checkbox, Stack, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { modals } from '@mantine/modals';
import type { Component, ListedVersion } from '../../api/models.ts';
import { LicenseSelect, NO_LICENSE_ID } from '../../choices/component-choice.tsx';
import { Buttons, ConfirmDelete, Refused } from '../../elements/form-parts.tsx';
import { notifyDone } from '../../elements/notify.ts';
import { useRefusal } from '../../elements/refused-field.ts';
import {
  useChangeComponent,
  useCreateComponent,
  useCreateVersion,
  useDeleteComponent,
  useDeleteVersion,
} from './queries.ts';

const MODAL = 'component';
const close = () => modals.close(MODAL);
/** The value that the server stores for a component without a web address. */
const NO_ADDRESS = 'NA';
const LONGEST_NAME = 127;
const LONGEST_TITLE = 255;
const LONGEST_VERSION = 255;

const dialog = { modalId: MODAL, size: 'lg', closeOnClickOutside: false } as const;

/** `onMade` gets the id of the new component. */
export function openNewComponent(onMade: (id: number) => void): void {
  modals.open({ ...dialog, title: 'New component', children: <NewComponent onMade={onMade} /> });
}

export function openChangeComponent(component: Component): void {
  modals.open({ ...dialog, title: `Edit ${component.name}`, children: <ChangeComponent component={component} /> });
}

export function openDeleteComponent(component: Component, onGone: () => void): void {
  const children = <DeleteComponent component={component} onGone={onGone} />;
  modals.open({ modalId: MODAL, title: `Delete ${component.name}?`, children });
}

export function openNewVersion(component: Component): void {
  const title = `New version of ${component.title}`;
  modals.open({ ...dialog, size: 'md', title, children: <NewVersion component={component} /> });
}

export function openDeleteVersion(component: Component, version: ListedVersion): void {
  const children = <DeleteVersion component={component} version={version} />;
  modals.open({ modalId: MODAL, title: `Delete ${component.title} ${version.name}?`, children });
}

interface Values {
  name: string;
  title: string;
  url: string;
  description: string;
  isEncrypting: boolean;
}

export function NewComponent({ onMade }: { onMade: (id: number) => void }) {
  const create = useCreateComponent();
  const submit = ({ isEncrypting, ...values }: Values) =>
    create.mutate(
      { ...values, title: values.title || values.name, encryption: isEncrypting ? 'YES' : 'NO', forgeId: 1 },
      {
        onSuccess: ({ id }) => {
          close();
          onMade(id);
        },
      },
    );
  return (
    <Fields
      initial={{ name: '', title: '', url: '', description: '', isEncrypting: false }}
      action="Create component"
      isNew
      isPending={create.isPending}
      error={create.error}
      onSubmit={submit}
    />
  );
}

export function ChangeComponent({ component }: { component: Component }) {
  const change = useChangeComponent(component.id, component);
  const { name, title, description } = component;
  const onSuccess = () => {
    close();
    notifyDone(`${name} was saved.`);
  };
  return (
    <Fields
      initial={{
        name,
        title,
        description,
        url: component.url === NO_ADDRESS ? '' : component.url,
        isEncrypting: component.encryption === 'YES',
      }}
      action="Save"
      isPending={change.isPending}
      error={change.error}
      onSubmit={({ title, url, description, isEncrypting }) =>
        change.mutate({ title, url, description, encryption: isEncrypting ? 'YES' : 'NO' }, { onSuccess })
      }
    />
  );
}

interface FieldsProps {
  initial: Values;
  action: string;
  isNew?: boolean;
  isPending: boolean;
  error: unknown;
  /** The address as the server stores it, which is never blank. */
  onSubmit: (values: Values) => void;
}

function Fields({ initial, action, isNew = false, isPending, error, onSubmit }: FieldsProps) {
  const form = useForm({
    initialValues: initial,
    validate: {
      name: (name) =>
        name === ''
          ? 'Enter a name.'
          : /^[a-zA-Z0-9._-]+$/.test(name)
            ? null
            : 'Use only letters, digits, dots, hyphens and underscores.',
      title: (title) => (isNew || title.trim() !== '' ? null : 'Enter a title.'),
      url: (url) =>
        url.trim() === '' || /^https?:\/\/\S+$/i.test(url.trim())
          ? null
          : 'Enter an address that begins with http:// or https://, or leave it blank.',
    },
  });
  const unplaced = useRefusal(form, error, { duplicate: 'name' });
  const submit = form.onSubmit((values) =>
    onSubmit({ ...values, title: values.title.trim(), url: values.url.trim() || NO_ADDRESS }),
  );
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <TextInput
          label="Name"
          description={
            isNew
              ? 'Must be unique among custom components. It cannot be changed later.'
              : 'Cannot be changed, because names of items contain it'
          }
          maxLength={LONGEST_NAME}
          readOnly={!isNew}
          data-autofocus={isNew || undefined}
          {...form.getInputProps('name')}
        />
        <TextInput
          label="Title"
          description={isNew ? 'Searches also find the title. Blank: same as the name.' : undefined}
          maxLength={LONGEST_TITLE}
          data-autofocus={!isNew || undefined}
          {...form.getInputProps('title')}
        />
        <TextInput label="Web address" placeholder="https://…" {...form.getInputProps('url')} />
        <Textarea label="Description" autosize minRows={2} maxRows={8} {...form.getInputProps('description')} />
        <Checkbox label="Contains cryptography" {...form.getInputProps('isEncrypting', { type: 'checkbox' })} />
        <Refused error={unplaced} />
        <Buttons action={action} isPending={isPending} onCancel={close} />
      </Stack>
    </form>
  );
}

export function NewVersion({ component }: { component: Component }) {
  const create = useCreateVersion(component.id);
  const form = useForm({
    initialValues: { name: '', licenseId: NO_LICENSE_ID },
    validate: {
      name: (name) =>
        name.trim() === ''
          ? 'Enter the version.'
          : component.versionList.some((version) => version.name === name.trim())
            ? `${component.title} already has this version.`
            : null,
    },
  });
  const unplaced = useRefusal(form, create.error, { duplicate: 'name' });
  const submit = form.onSubmit(({ name, licenseId }) =>
    create.mutate(
      { name: name.trim(), ...(licenseId !== NO_LICENSE_ID && { licenseId }) },
      {
        onSuccess: () => {
          close();
          notifyDone(`Version ${name.trim()} was created.`);
        },
      },
    ),
  );
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <TextInput label="Version" maxLength={LONGEST_VERSION} data-autofocus {...form.getInputProps('name')} />
        <LicenseSelect value={form.values.licenseId} onChange={(id) => form.setFieldValue('licenseId', id)} />
        {form.errors.licenseId && <Refused error={new Error(String(form.errors.licenseId))} />}
        <Refused error={unplaced} />
        <Buttons action="Create version" isPending={create.isPending} onCancel={close} />
      </Stack>
    </form>
  );
}

function DeleteComponent({ component, onGone }: { component: Component; onGone: () => void }) {
  const remove = useDeleteComponent(component.id);
  return (
    <ConfirmDelete
      text="Its versions and their detection rules are deleted too. Items that use it become Work in Progress. It cannot be deleted while items of locked projects use it."
      action="Delete component"
      done={`${component.name} was deleted.`}
      remove={remove}
      onClose={close}
      onGone={onGone}
    />
  );
}

function DeleteVersion({ component, version }: { component: Component; version: ListedVersion }) {
  const remove = useDeleteVersion(component.id, version.id);
  return (
    <ConfirmDelete
      text="Items that use it get version Unknown. Detection rules for it are deleted. It cannot be deleted while items of locked projects use it."
      action="Delete version"
      done={`Version ${version.name} was deleted.`}
      remove={remove}
      onClose={close}
    />
  );
}
