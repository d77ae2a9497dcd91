// Dialogs for adding, changing and deleting packages of registries as sources of a project.
import { Stack, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { modals } from '@mantine/modals';
import type { PackageSource } from '../api/models.ts';
import { Buttons, ConfirmDelete, Refused } from '../elements/form-parts.tsx';
import { useRefusal } from '../elements/refused-field.ts';
import { useDeletePackages, useSavePackages } from './package-queries.ts';

const MODAL = 'packages';
const close = () => modals.close(MODAL);

export function openNewPackages(projectId: number): void {
  open('Add packages', <Fields projectId={projectId} />);
}

export function openEditPackages(projectId: number, source: PackageSource): void {
  open(`Packages of ${source.folder}`, <Fields projectId={projectId} source={source} />);
}

export function openDeletePackages(projectId: number, source: PackageSource): void {
  open(`Delete ${source.folder}?`, <Delete projectId={projectId} source={source} />);
}

function open(title: string, children: React.ReactNode): void {
  modals.open({ modalId: MODAL, title, size: 'lg', closeOnClickOutside: false, children });
}

const purlsIn = (text: string) => text.split(/[\s,]+/).filter((one) => one !== '');

function Fields({ projectId, source }: { projectId: number; source?: PackageSource }) {
  const save = useSavePackages(projectId, source?.instanceId);
  const form = useForm({
    initialValues: { purls: source?.purls.join('\n') ?? '' },
    validate: { purls: (purls) => (purlsIn(purls).length === 0 ? 'Enter a package URL.' : null) },
  });
  const unplaced = useRefusal(form, save.error);
  const submit = form.onSubmit(({ purls }) => save.mutate({ purls: purlsIn(purls) }, { onSuccess: close }));
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <Textarea
          label="Package URLs"
          description="One on each line, with a version. Types: npm, pypi, maven, cargo, gem. Their registries must be switched on under Administration, Package registries."
          placeholder="pkg:npm/lodash@4.17.21"
          autosize
          minRows={4}
          maxRows={14}
          data-autofocus
          {...form.getInputProps('purls')}
        />
        <Refused error={unplaced} />
        <Buttons action={source === undefined ? 'Add' : 'Save'} isPending={save.isPending} onCancel={close} />
      </Stack>
    </form>
  );
}

function Delete({ projectId, source }: { projectId: number; source: PackageSource }) {
  return (
    <ConfirmDelete
      text={`The next synchronisation or scan removes the files in ${source.folder} from the project.`}
      action="Delete packages"
      done={`The packages of ${source.folder} were deleted.`}
      remove={useDeletePackages(projectId, source.instanceId)}
      onClose={close}
    />
  );
}
