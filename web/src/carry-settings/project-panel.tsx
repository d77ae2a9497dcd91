// Which decisions count by themselves in a project. What it does not say, the installation says.
import { Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import type { ProjectCarrySettings } from '../api/models.ts';
import { changesOf } from '../editing/draft-store.ts';
import { Refused, SaveOrDiscard } from '../elements/form-parts.tsx';
import { notifyDone } from '../elements/notify.ts';
import { Waiting } from '../elements/page-state.tsx';
import { Panel } from '../elements/panel.tsx';
import { CarryFields } from './carry-fields.tsx';
import { projectCarryQuery, useSaveProjectCarry } from './queries.ts';

interface PanelProps {
  projectId: number;
  mayEdit: boolean;
}

export function ProjectCarryPanel({ projectId, mayEdit }: PanelProps) {
  const settings = useQuery(projectCarryQuery(projectId));
  return (
    <Panel title="Decisions that carry">
      {!settings.isSuccess ? (
        <Waiting query={settings} title="The settings could not be loaded" />
      ) : (
        <ProjectCarryForm key={settings.dataUpdatedAt} settings={settings.data} {...{ projectId, mayEdit }} />
      )}
    </Panel>
  );
}

function ProjectCarryForm({ settings, projectId, mayEdit }: PanelProps & { settings: ProjectCarrySettings }) {
  const save = useSaveProjectCarry(projectId, settings);
  const { unchangedBytes, sameEvidence, newFiles, versionBump } = settings;
  const form = useForm({ initialValues: { unchangedBytes, sameEvidence, newFiles, versionBump } });
  const submit = form.onSubmit((values) =>
    save.mutate(changesOf(form.getInitialValues(), values) ?? {}, {
      onSuccess: () => notifyDone('The settings were saved. The next scan follows them.'),
    }),
  );
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          What a person has decided can count for the next release, too. The next scan follows these settings; what
          already counts stays.
        </Text>
        <CarryFields
          inputProps={(subject) => form.getInputProps(subject)}
          ofSite={settings.ofSite}
          isDisabled={!mayEdit}
        />
        <Refused error={save.error} />
        {mayEdit && (
          <SaveOrDiscard
            label="Save what carries"
            isPending={save.isPending}
            isDirty={form.isDirty()}
            onDiscard={form.reset}
          />
        )}
      </Stack>
    </form>
  );
}
