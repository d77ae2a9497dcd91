// Dialogs that make and delete a release.
import { Checkbox, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { modals } from '@mantine/modals';
import { useQuery } from '@tanstack/react-query';
import type { Release, ReleaseProposal } from '../api/models.ts';
import { Buttons, ConfirmDelete, Refused } from '../elements/form-parts.tsx';
import { Waiting } from '../elements/page-state.tsx';
import { useRefusal } from '../elements/refused-field.ts';
import { releaseProposalQuery, useDeleteRelease, useMakeRelease } from './queries.ts';

const MODAL = 'release';
const LONGEST_NAME = 100;
const close = () => modals.close(MODAL);

export function openNewRelease(projectId: number): void {
  const children = <NewRelease projectId={projectId} />;
  modals.open({ modalId: MODAL, title: 'New release', size: 'lg', closeOnClickOutside: false, children });
}

export function openDeleteRelease(projectId: number, release: Release, onGone: () => void): void {
  const children = <Delete projectId={projectId} release={release} onGone={onGone} />;
  modals.open({ modalId: MODAL, title: `Delete the release ${release.name}?`, children });
}

export function NewRelease({ projectId }: { projectId: number }) {
  const proposal = useQuery(releaseProposalQuery(projectId));
  if (!proposal.isSuccess) return <Waiting query={proposal} rows={3} title="The code base could not be looked up" />;
  return <Fields projectId={projectId} proposal={proposal.data} />;
}

interface FieldsProps {
  projectId: number;
  proposal: ReleaseProposal;
}

function Fields({ projectId, proposal: { name, why, revisions } }: FieldsProps) {
  const make = useMakeRelease(projectId);
  const form = useForm({
    initialValues: { name, description: '', offerContact: '', isSigned: false },
    validate: { name: (given) => (given.trim() === '' ? 'Name the release, such as 1.2.0.' : null) },
  });
  const refusal = useRefusal(form, make.error);
  return (
    <form onSubmit={form.onSubmit((input) => make.mutate(input, { onSuccess: close }))} noValidate>
      <Stack gap="sm">
        <Text size="sm">
          The inventory, all decisions, vulnerabilities and files are kept as they are now, with the documents made of
          them. Nothing changes a release afterwards.
        </Text>
        <TextInput
          label="Name"
          description={revisions.length > 0 ? why : 'Unique in the project, such as 1.2.0.'}
          maxLength={LONGEST_NAME}
          required
          data-autofocus
          {...form.getInputProps('name')}
        />
        <Textarea label="Description" autosize minRows={2} maxLength={2000} {...form.getInputProps('description')} />
        <TextInput
          label="Address for written offers of source"
          description="Where people can ask for source; if it is blank, the offer has a place to fill in."
          maxLength={500}
          {...form.getInputProps('offerContact')}
        />
        <Checkbox
          label="Sign the dossier with the key of this site"
          {...form.getInputProps('isSigned', { type: 'checkbox' })}
        />
        <Refused error={refusal} />
        <Buttons action="Make release" isPending={make.isPending} onCancel={close} />
      </Stack>
    </form>
  );
}

interface DeleteProps {
  projectId: number;
  release: Release;
  onGone: () => void;
}

function Delete({ projectId, release, onGone }: DeleteProps) {
  const remove = useDeleteRelease(projectId, release.id);
  return (
    <ConfirmDelete
      text="Its data, documents and dossier are deleted. Nobody can make them again. This cannot be undone."
      action="Delete release"
      done={`The release ${release.name} was deleted.`}
      remove={remove}
      onClose={close}
      onGone={onGone}
    />
  );
}
