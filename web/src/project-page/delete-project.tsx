// The dialog that deletes a project after the user has typed its name.
import { Button, Group, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { modals } from '@mantine/modals';
import { useNavigate } from '@tanstack/react-router';
import { Refused } from '../elements/form-parts.tsx';
import { notifyDone } from '../elements/notify.ts';
import { useDeleteProject } from '../project/change-queries.ts';

const MODAL = 'delete-project';

export function openDeleteProject(project: { id: number; name: string }): void {
  modals.open({
    modalId: MODAL,
    title: `Delete project ${project.name}?`,
    children: <DeleteProject project={project} />,
  });
}

function DeleteProject({ project }: { project: { id: number; name: string } }) {
  const remove = useDeleteProject();
  const navigate = useNavigate();
  const form = useForm({
    initialValues: { name: '' },
    validate: { name: (name) => (name === project.name ? null : 'This is not the project’s name.') },
  });
  const submit = form.onSubmit(() =>
    remove.mutate(project.id, {
      onSuccess: () => {
        modals.close(MODAL);
        notifyDone(`Project ${project.name} is being deleted in the background.`);
        void navigate({ to: '/projects' });
      },
    }),
  );
  return (
    <form onSubmit={submit} noValidate>
      <Text size="sm" mb="sm">
        Its code base, inventory, review decisions, tasks and reports are deleted too. This cannot be undone.
      </Text>
      <TextInput label={`Enter “${project.name}” to confirm`} data-autofocus mb="md" {...form.getInputProps('name')} />
      <Refused error={remove.error} />
      <Group justify="flex-end" gap={8}>
        <Button variant="default" onClick={() => modals.close(MODAL)}>
          Cancel
        </Button>
        <Button type="submit" color="red" loading={remove.isPending}>
          Delete project
        </Button>
      </Group>
    </form>
  );
}
