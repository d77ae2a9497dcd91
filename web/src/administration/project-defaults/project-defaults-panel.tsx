// Administration: the settings of a new project, unless its creator chooses others. Existing projects do not change.

import { SimpleGrid, Stack } from '@mantine/core';
import { type UseFormReturnType, useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import type { ProjectDefaults } from '../../api/models.ts';
import { UserChoice, UsersChoice } from '../../choices/user-choice.tsx';
import { Refused, SaveOrDiscard } from '../../elements/form-parts.tsx';
import { notifyDone } from '../../elements/notify.ts';
import classes from '../../elements/page.module.css';
import { PageHead } from '../../elements/page-head.tsx';
import { Waiting } from '../../elements/page-state.tsx';
import { Panel } from '../../elements/panel.tsx';
import { useRefusal } from '../../elements/refused-field.ts';
import { InventoryFields, ProfileFields, ReviewFields } from '../../project-settings/setting-fields.tsx';
import { changedDefaults, projectDefaultsQuery, useSaveDefaults } from './queries.ts';

export function ProjectDefaultsPanel() {
  const defaults = useQuery(projectDefaultsQuery);
  return (
    <div className={classes.column}>
      <PageHead
        title="Project defaults"
        intro="New projects get these settings, unless the creator chooses others. Existing projects do not change."
      />
      {!defaults.isSuccess ? (
        <Waiting query={defaults} title="The defaults could not be loaded" />
      ) : (
        <DefaultsForm key={defaults.dataUpdatedAt} defaults={defaults.data} />
      )}
    </div>
  );
}

type Form = UseFormReturnType<ProjectDefaults>;

export function DefaultsForm({ defaults }: { defaults: ProjectDefaults }) {
  const save = useSaveDefaults(defaults);
  const form = useForm<ProjectDefaults>({ initialValues: defaults });
  const unplaced = useRefusal(form, save.error);
  const submit = form.onSubmit((values) =>
    save.mutate(changedDefaults(defaults, values), {
      onSuccess: () => notifyDone('The defaults were saved. New projects use them.'),
    }),
  );
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Panel title="Project">
          <ProfileFields form={form} />
        </Panel>
        <Panel title="Items created by scans">
          <InventoryFields form={form} />
        </Panel>
        <Panel title="Review and remediation">
          <ReviewFields form={form} />
        </Panel>
        <Panel title="People">
          <PeoplePart form={form} />
        </Panel>
        <Refused error={unplaced} />
        <SaveOrDiscard isPending={save.isPending} isDirty={form.isDirty()} onDiscard={form.reset} />
      </Stack>
    </form>
  );
}

function PeoplePart({ form }: { form: Form }) {
  return (
    <Stack gap="sm">
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
        <UsersChoice
          label="Project administrators"
          description="In addition to the creator"
          {...form.getInputProps('projectAdministrators')}
        />
        <UsersChoice label="Analysts" description="The creator when empty" {...form.getInputProps('analysts')} />
        <UsersChoice label="Reviewers" description="The creator when empty" {...form.getInputProps('reviewers')} />
        <UsersChoice
          label="Observers"
          description="They may also read private projects"
          {...form.getInputProps('observers')}
        />
      </SimpleGrid>
      <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="sm">
        <UserChoice label="Legal contact" placeholder="The project contact" {...form.getInputProps('legalContact')} />
        <UserChoice
          label="Security contact"
          placeholder="The project contact"
          {...form.getInputProps('securityContact')}
        />
        <UserChoice
          label="Developer contact"
          placeholder="The project contact"
          {...form.getInputProps('developerContact')}
        />
      </SimpleGrid>
    </Stack>
  );
}
