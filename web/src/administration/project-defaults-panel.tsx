// Administration: what a new project takes where its creator says nothing. Projects that exist are not changed.
import { SimpleGrid, Stack } from '@mantine/core';
import { type UseFormReturnType, useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { Refused, SaveOrDiscard } from '../elements/form-parts.tsx';
import { tellDone } from '../elements/notify.ts';
import { Failed, LoadingRows } from '../elements/page-state.tsx';
import { Panel } from '../elements/panel.tsx';
import { useRefusal } from '../elements/refused-field.ts';
import { UserChoice, UsersChoice } from '../people/user-choice.tsx';
import { InventoryFields, ProfileFields, ReviewFields } from '../projects/setting-fields.tsx';
import classes from './administration-page.module.css';
import {
  changedDefaults,
  type ProjectDefaults,
  projectDefaultsQuery,
  useSaveDefaults,
} from './project-defaults-queries.ts';

export function ProjectDefaultsPanel() {
  const defaults = useQuery(projectDefaultsQuery);
  return (
    <div className={classes.column}>
      <div className={classes.bar}>
        <h1 className={classes.title}>Project defaults</h1>
      </div>
      <p className={classes.intro}>
        What a new project takes where its creator says nothing. Projects that exist stay as they are.
      </p>
      {defaults.isPending ? (
        <LoadingRows />
      ) : defaults.isError ? (
        <Failed error={defaults.error} onRetry={() => defaults.refetch()} title="The defaults could not be shown" />
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
      onSuccess: () => tellDone('The defaults were saved. Projects made from now on take them.'),
    }),
  );
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Panel title="Project">
          <ProfileFields form={form} />
        </Panel>
        <Panel title="Inventory that a scan makes">
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
          description="Beside the creator"
          {...form.getInputProps('projectAdministrators')}
        />
        <UsersChoice label="Analysts" description="The creator when empty" {...form.getInputProps('analysts')} />
        <UsersChoice label="Reviewers" description="The creator when empty" {...form.getInputProps('reviewers')} />
        <UsersChoice
          label="Observers"
          description="May read private projects, too"
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
