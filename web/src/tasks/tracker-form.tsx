// The dialog that connects a project to an issue tracker.
import { Button, Group, Select, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { modals } from '@mantine/modals';
import { useQuery } from '@tanstack/react-query';
import { Refused } from '../elements/form-parts.tsx';
import { notifyDone } from '../elements/notify.ts';
import { Waiting } from '../elements/page-state.tsx';
import { type ShownTie, trackerQuery, useTieTracker } from './tracker.ts';

const MODAL = 'project-tracker';
const close = () => modals.close(MODAL);

export function openProjectTracker(projectId: number): void {
  modals.open({
    modalId: MODAL,
    title: 'Issue tracker of the project',
    children: <ProjectTracker projectId={projectId} />,
  });
}

function ProjectTracker({ projectId }: { projectId: number }) {
  const tracker = useQuery(trackerQuery(projectId));
  if (!tracker.isSuccess) return <Waiting query={tracker} rows={3} />;
  if (tracker.data.instances.length === 0)
    return <Text size="sm">A system administrator has to add a tracker first.</Text>;
  return <Fields projectId={projectId} shown={tracker.data} />;
}

function Fields({ projectId, shown }: { projectId: number; shown: ShownTie }) {
  const { link, instances } = shown;
  const tie = useTieTracker(projectId, shown);
  const form = useForm({
    initialValues: {
      instanceId: String(link?.instanceId ?? instances[0]?.id ?? ''),
      projectKey: link?.projectKey ?? '',
      issueType: link?.issueType ?? '',
      priority: link?.priority ?? '',
    },
  });
  const done = (text: string) => () => {
    close();
    notifyDone(text);
  };
  const submit = form.onSubmit(({ instanceId, ...rest }) =>
    tie.mutate(
      { ...rest, instanceId: Number(instanceId) },
      { onSuccess: done('The project is connected to the tracker.') },
    ),
  );
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <Select
          label="Tracker"
          data={instances.map(({ id, name }) => ({ value: String(id), label: name }))}
          allowDeselect={false}
          {...form.getInputProps('instanceId')}
        />
        <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="sm">
          <TextInput label="Project key" placeholder="Default of the tracker" {...form.getInputProps('projectKey')} />
          <TextInput label="Issue type" placeholder="Default of the tracker" {...form.getInputProps('issueType')} />
          <TextInput label="Priority" placeholder="Default of the tracker" {...form.getInputProps('priority')} />
        </SimpleGrid>
        <Refused error={tie.error} />
        <Group justify="flex-end" gap={8}>
          {link && (
            <Button
              variant="default"
              loading={tie.isPending}
              onClick={() => tie.mutate(null, { onSuccess: done('The project is no longer connected to a tracker.') })}
            >
              Disconnect
            </Button>
          )}
          <Button type="submit" loading={tie.isPending}>
            {link ? 'Save' : 'Connect the project'}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
