// Dialogs that create, change and delete a scan profile. Built-in profiles can only be shown and copied.
import { Checkbox, Select, SimpleGrid, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { modals } from '@mantine/modals';
import type { ScanProfile, ScanSettings } from '../api/models.ts';
import { Buttons, ConfirmDelete, Refused } from '../elements/form-parts.tsx';
import { notifyDone } from '../elements/notify.ts';
import { type ScanProfileInput, useChangeScanProfile, useCreateScanProfile, useDeleteScanProfile } from './queries.ts';

const MODAL = 'scan-profile';
const close = () => modals.close(MODAL);

const DEPENDENCIES: { value: ScanSettings['dependencySupport']; label: string }[] = [
  { value: 'NONE', label: 'None' },
  { value: 'FIRST_LEVEL', label: 'First level only' },
  { value: 'ALL_TRANSITIVE', label: 'All, including transitive' },
];

const SKIPS: { value: ScanSettings['rescanSkips']; label: string }[] = [
  { value: 'NONE', label: 'None' },
  { value: 'ALL', label: 'All' },
  { value: 'REVIEWED', label: 'Reviewed files' },
  { value: 'INVENTORY', label: 'Files in inventory' },
  { value: 'REVIEWED_AND_INVENTORY', label: 'Reviewed files in inventory' },
];

/** A new profile starts as a copy: of the standard profile, unless another one is given. */
export function openNewScanProfile(from: ScanProfile, name = ''): void {
  modals.open({
    modalId: MODAL,
    title: 'New scan profile',
    size: 'xl',
    closeOnClickOutside: false,
    children: <New from={from} name={name} />,
  });
}

export function openScanProfile(profile: ScanProfile): void {
  modals.open({
    modalId: MODAL,
    title: profile.name,
    size: 'xl',
    closeOnClickOutside: profile.standard,
    children: profile.standard ? <Show profile={profile} /> : <Edit profile={profile} />,
  });
}

export function openDeleteScanProfile(profile: ScanProfile): void {
  modals.open({ modalId: MODAL, title: `Delete ${profile.name}?`, children: <Delete profile={profile} /> });
}

function New({ from, name }: { from: ScanProfile; name: string }) {
  const create = useCreateScanProfile();
  return (
    <Fields
      action="Create profile"
      initial={{ ...from, name }}
      isPending={create.isPending}
      error={create.error}
      onSubmit={(input) => create.mutate(input, { onSuccess: close })}
    />
  );
}

function Edit({ profile }: { profile: ScanProfile }) {
  const change = useChangeScanProfile(profile.id, profile);
  const onSuccess = () => {
    close();
    notifyDone(`${profile.name} was saved. It applies from the next scan of each project.`);
  };
  return (
    <Fields
      action="Save"
      initial={profile}
      isPending={change.isPending}
      error={change.error}
      onSubmit={(input) => change.mutate(input, { onSuccess })}
    />
  );
}

function Show({ profile }: { profile: ScanProfile }) {
  return (
    <Stack gap="sm">
      <Text size="sm">This profile is built in and cannot be changed. Create a copy and change the copy.</Text>
      <Fields initial={profile} />
    </Stack>
  );
}

interface FieldsProps {
  initial: ScanProfileInput;
  /** Undefined if the fields are read-only. */
  action?: string;
  isPending?: boolean;
  error?: unknown;
  onSubmit?: (input: ScanProfileInput) => void;
}

const linesOf = (text: string) => text.split('\n').filter((line) => line.trim() !== '');

function Fields({ initial, action, isPending = false, error, onSubmit }: FieldsProps) {
  const { settings } = initial;
  const form = useForm({
    initialValues: {
      ...settings,
      name: initial.name,
      description: initial.description,
      searchTerms: settings.searchTerms.join('\n'),
      exclusions: settings.exclusions.join('\n'),
    },
    validate: { name: (name) => (name.trim() === '' ? 'Enter a name.' : null) },
  });
  const submit = form.onSubmit(({ name, description, searchTerms, exclusions, ...rest }) =>
    onSubmit?.({
      name: name.trim(),
      description,
      settings: { ...rest, searchTerms: linesOf(searchTerms), exclusions: linesOf(exclusions) },
    }),
  );
  const isShown = action === undefined;
  const text = (field: string) => ({ ...form.getInputProps(field), readOnly: isShown });
  const check = (field: string) => ({ ...form.getInputProps(field, { type: 'checkbox' }), disabled: isShown });
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <TextInput label="Name" data-autofocus {...text('name')} />
        <Textarea label="Description" autosize minRows={1} maxRows={5} {...text('description')} />
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <Select
            label="Dependencies that become inventory"
            data={DEPENDENCIES}
            allowDeselect={false}
            {...text('dependencySupport')}
          />
          <Select
            label="Unchanged files that a rescan skips"
            description="Skipped files keep their evidence and inventory. A full rescan skips no files."
            inputWrapperOrder={['label', 'input', 'description']}
            data={SKIPS}
            allowDeselect={false}
            {...text('rescanSkips')}
          />
        </SimpleGrid>
        <Checkbox label="Find packages and licenses inside archives" {...check('archiveDiscovery')} />
        <Checkbox
          label="Find files of packages in the corpus"
          description="Files with the same bytes as files of packages that were added with “assay corpus add” become components"
          {...check('exactMatches')}
        />
        <Checkbox label="Include development and test dependencies" {...check('reportNonRuntimeDependencies')} />
        <Checkbox
          label="Add related files to inventory items"
          description="Adds all files in a component’s folder that mention licenses, not only manifests and license files"
          {...check('addRelatedFiles')}
        />
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <Textarea
            label="Exclusions"
            description="Files that scans skip. One pattern per line, as in a .gitignore file"
            autosize
            minRows={6}
            maxRows={12}
            spellCheck={false}
            styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
            {...text('exclusions')}
          />
          <Textarea
            label="Search terms"
            description="Texts that scans count in every file. Upper and lower case do not matter. One per line"
            autosize
            minRows={6}
            maxRows={12}
            spellCheck={false}
            {...text('searchTerms')}
          />
        </SimpleGrid>
        <Refused error={error} />
        {!isShown && <Buttons action={action} isPending={isPending} onCancel={close} />}
      </Stack>
    </form>
  );
}

function Delete({ profile }: { profile: ScanProfile }) {
  const remove = useDeleteScanProfile(profile.id);
  return (
    <ConfirmDelete
      text="A profile that projects use cannot be deleted."
      action="Delete profile"
      done={`Scan profile ${profile.name} was deleted.`}
      remove={remove}
      onClose={close}
    />
  );
}
