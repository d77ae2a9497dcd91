// The dialog in which a project is tied to an issue tracker.
import { Button, Group, Select, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { modals } from '@mantine/modals';
import { useQuery } from '@tanstack/react-query';
import { Refused } from '../elements/form-parts.tsx';
import { tellDone } from '../elements/notify.ts';
import { Failed, LoadingRows } from '../elements/page-state.tsx';
import { type LinkInput, trackerQuery, useTieTracker } from './tracker.ts';

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
  if (tracker.isPending) return <LoadingRows rows={3} />;
  if (tracker.isError) return <Failed error={tracker.error} onRetry={() => tracker.refetch()} />;
  const { link, instances } = tracker.data;
  if (instances.length === 0) return <Text size="sm">A system administrator has to add a tracker first.</Text>;
  return <Fields projectId={projectId} link={link} instances={instances} />;
}

interface FieldsProps {
  projectId: number;
  link: LinkInput | null;
  instances: { id: number; name: string }[];
}

function Fields({ projectId, link, instances }: FieldsProps) {
  const tie = useTieTracker(projectId);
  const form = useForm({
    initialValues: {
      instanceId: String(link?.instanceId ?? instances[0]!.id),
      projectKey: link?.projectKey ?? '',
      issueType: link?.issueType ?? '',
      priority: link?.priority ?? '',
    },
  });
  const done = (text: string) => () => {
    close();
    tellDone(text);
  };
  const submit = form.onSubmit(({ instanceId, ...rest }) =>
    tie.mutate({ ...rest, instanceId: Number(instanceId) }, { onSuccess: done('The project is tied to the tracker.') }),
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
        <SimpleGrid cols={3} spacing="sm">
          <TextInput label="Project key" placeholder="the tracker's" {...form.getInputProps('projectKey')} />
          <TextInput label="Issue type" placeholder="the tracker's" {...form.getInputProps('issueType')} />
          <TextInput label="Priority" placeholder="the tracker's" {...form.getInputProps('priority')} />
        </SimpleGrid>
        <Refused error={tie.error} />
        <Group justify="flex-end" gap={8}>
          {link && (
            <Button
              variant="default"
              loading={tie.isPending}
              onClick={() => tie.mutate(null, { onSuccess: done('The project is tied to no tracker any more.') })}
            >
              Cut loose
            </Button>
          )}
          <Button type="submit" loading={tie.isPending}>
            {link ? 'Save' : 'Tie the project'}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
