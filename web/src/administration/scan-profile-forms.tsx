// Dialogs for making, changing and deleting a scan profile. A standard one is shown and can be copied.
import { Checkbox, Select, SimpleGrid, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { modals } from '@mantine/modals';
import { Buttons, ConfirmDelete, Refused } from '../elements/form-parts.tsx';
import { tellDone } from '../elements/notify.ts';
import {
  type ScanProfile,
  type ScanProfileInput,
  type ScanProfileSettings,
  useChangeScanProfile,
  useCreateScanProfile,
  useDeleteScanProfile,
} from './scan-profile-queries.ts';

const MODAL = 'scan-profile';
const close = () => modals.close(MODAL);

const DEPENDENCIES: { value: ScanProfileSettings['dependencySupport']; label: string }[] = [
  { value: 'NONE', label: 'None' },
  { value: 'FIRST_LEVEL', label: 'First level only' },
  { value: 'ALL_TRANSITIVE', label: 'All, transitive ones too' },
];

const SKIPS: { value: ScanProfileSettings['rescanSkips']; label: string }[] = [
  { value: 'NONE', label: 'None' },
  { value: 'ALL', label: 'All' },
  { value: 'REVIEWED', label: 'Reviewed ones' },
  { value: 'INVENTORY', label: 'Those in inventory' },
  { value: 'REVIEWED_AND_INVENTORY', label: 'Reviewed ones in inventory' },
];

/** A new profile begins as a copy: of the standard one unless another is asked for. */
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
    tellDone(`${profile.name} was saved. The next scan of each of its projects uses it.`);
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
      <Text size="sm">This profile came with the server and cannot be changed; a copy can.</Text>
      <Fields initial={profile} />
    </Stack>
  );
}

interface FieldsProps {
  initial: ScanProfileInput;
  /** None: the fields are shown only. */
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
    validate: { name: (name) => (name.trim() === '' ? 'Say what it is for.' : null) },
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
        <SimpleGrid cols={2}>
          <Select
            label="Dependencies that become inventory"
            data={DEPENDENCIES}
            allowDeselect={false}
            {...text('dependencySupport')}
          />
          <Select
            label="Unchanged files that a rescan skips"
            description="They keep evidence and inventory; a full rescan skips none"
            inputWrapperOrder={['label', 'input', 'description']}
            data={SKIPS}
            allowDeselect={false}
            {...text('rescanSkips')}
          />
        </SimpleGrid>
        <Checkbox label="Look into archives for packages and licenses" {...check('archiveDiscovery')} />
        <Checkbox label="Also dependencies of development and tests" {...check('reportNonRuntimeDependencies')} />
        <Checkbox
          label="Tie related files to inventory"
          description="All files of a component's folder that speak of licenses, not only manifests and license files"
          {...check('addRelatedFiles')}
        />
        <SimpleGrid cols={2}>
          <Textarea
            label="Exclusions"
            description="Not scanned: one pattern a line, as in a .gitignore file"
            autosize
            minRows={6}
            maxRows={12}
            spellCheck={false}
            styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
            {...text('exclusions')}
          />
          <Textarea
            label="Search terms"
            description="Texts counted in every file, whatever their case: one a line"
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
      text="A profile that projects are scanned by cannot be deleted."
      action="Delete profile"
      done={`Scan profile ${profile.name} was deleted.`}
      remove={remove}
      onClose={close}
    />
  );
}
