// Dialogs that create, change and delete custom licenses.
import { Alert, Select, SimpleGrid, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { modals } from '@mantine/modals';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { FoundLicense, License, NewLicense } from '../../api/models.ts';
import { licensesQuery } from '../../choices/library-queries.ts';
import { Buttons, ConfirmDelete, Refused } from '../../elements/form-parts.tsx';
import { notifyDone } from '../../elements/notify.ts';
import { Waiting } from '../../elements/page-state.tsx';
import { licenseQuery, useChangeLicense, useCreateLicense, useDeleteLicense } from './queries.ts';

const MODAL = 'license';
const close = () => modals.close(MODAL);
const PRIORITIES = [
  { value: 'P1', label: 'P1 · strong copyleft' },
  { value: 'P2', label: 'P2 · weak copyleft or commercial' },
  { value: 'P3', label: 'P3 · permissive' },
];
const EMPTY: Values = {
  name: '',
  shortName: '',
  licenseText: '',
  priority: 'P3',
  familyName: '',
  url: '',
  description: '',
};

type Values = Required<Omit<NewLicense, 'externalId'>>;

export function openNewLicense(): void {
  modals.open({ modalId: MODAL, title: 'New license', size: 'xl', closeOnClickOutside: false, children: <New /> });
}

export function openChangeLicense(shortName: string): void {
  modals.open({
    modalId: MODAL,
    title: shortName,
    size: 'xl',
    closeOnClickOutside: false,
    children: <Stored shortName={shortName} />,
  });
}

export function openDeleteLicense(license: Deletable): void {
  modals.open({ modalId: MODAL, title: `Delete ${license.shortName}?`, children: <Delete license={license} /> });
}

function New() {
  const create = useCreateLicense();
  const onSuccess = () => {
    close();
    notifyDone('The license was created. New scans look for it.');
  };
  return (
    <Fields
      values={EMPTY}
      action="Create license"
      isPending={create.isPending}
      error={create.error}
      onSubmit={(input) => create.mutate(input, { onSuccess })}
    />
  );
}

function Stored({ shortName }: { shortName: string }) {
  const license = useQuery({ ...licenseQuery(shortName), refetchOnWindowFocus: false });
  if (!license.isSuccess) return <Waiting query={license} rows={5} />;
  return <Edit license={license.data} />;
}

function Edit({ license }: { license: License }) {
  const change = useChangeLicense(license.id, license);
  const onSuccess = () => {
    close();
    notifyDone(`${license.shortName} was saved. New scans use it.`);
  };
  return (
    <>
      <Text size="sm" c="dimmed" mb="sm">
        Name in scan results: <span className="mono">{license.licenseRef}</span>. It cannot be changed.
      </Text>
      {license.detectionNote && (
        <Alert color="brass" variant="light" icon={<IconAlertTriangle size={16} />} mb="sm">
          {license.detectionNote}
        </Alert>
      )}
      <Fields
        values={{
          name: license.name,
          shortName: license.shortName,
          licenseText: license.text,
          priority: `P${license.priority}` as Values['priority'],
          familyName: license.familyName as Values['familyName'],
          url: license.url,
          description: license.description,
        }}
        action="Save"
        isPending={change.isPending}
        error={change.error}
        onSubmit={(input) => change.mutate(input, { onSuccess })}
      />
    </>
  );
}

const monospace = {
  spellCheck: false,
  styles: { input: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: '12.5px' } },
};

interface FieldsProps {
  values: Values;
  action: string;
  isPending: boolean;
  error: unknown;
  onSubmit: (input: NewLicense) => void;
}

function Fields({ values, action, isPending, error, onSubmit }: FieldsProps) {
  const { data: licenses } = useQuery(licensesQuery);
  const families = [...new Set((licenses ?? []).map(({ familyName }) => familyName))].filter(Boolean).sort();
  const form = useForm<Values>({
    initialValues: values,
    validate: {
      name: (name) => (name.trim() === '' ? 'Enter its full name.' : null),
      shortName: (name) => (name.trim() === '' ? 'Enter the short name that the inventory shows.' : null),
    },
  });
  return (
    <form onSubmit={form.onSubmit(onSubmit)} noValidate>
      <Stack gap="sm">
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <TextInput label="Name" maxLength={127} data-autofocus {...form.getInputProps('name')} />
          <TextInput label="Short name" maxLength={255} {...form.getInputProps('shortName')} />
          <Select label="Priority" data={PRIORITIES} allowDeselect={false} {...form.getInputProps('priority')} />
          <Select
            label="Family"
            placeholder="none"
            data={families}
            searchable
            clearable
            {...form.getInputProps('familyName')}
            value={form.values.familyName || null}
            onChange={(family) => form.setFieldValue('familyName', (family ?? '') as Values['familyName'])}
          />
        </SimpleGrid>
        <TextInput label="Web address" placeholder="https://…" {...form.getInputProps('url')} />
        <Textarea label="Description" autosize minRows={1} maxRows={4} {...form.getInputProps('description')} />
        <Textarea
          label="Text"
          description="Scans search for this text (8 words to 300,000 characters) and for both names"
          rows={12}
          {...monospace}
          {...form.getInputProps('licenseText')}
        />
        <Refused error={error} />
        <Buttons action={action} isPending={isPending} onCancel={close} />
      </Stack>
    </form>
  );
}

type Deletable = Pick<FoundLicense, 'id' | 'shortName'>;

function Delete({ license }: { license: Deletable }) {
  const remove = useDeleteLicense(license.id);
  return (
    <ConfirmDelete
      text="Items that use it get license Unknown. Detection rules for it are deleted. It cannot be deleted while items of locked projects use it."
      action="Delete license"
      done={`${license.shortName} was deleted.`}
      remove={remove}
      onClose={close}
    />
  );
}
