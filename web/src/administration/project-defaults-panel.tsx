// Administration: what a new project takes where its creator says nothing. Projects that exist are not changed.
import { Checkbox, Radio, Select, SimpleGrid, Stack } from '@mantine/core';
import { type UseFormReturnType, useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { Refused, SaveOrDiscard } from '../elements/form-parts.tsx';
import { tellDone } from '../elements/notify.ts';
import { withChosen } from '../elements/own-choices.ts';
import { Failed, LoadingRows } from '../elements/page-state.tsx';
import { Panel } from '../elements/panel.tsx';
import { useRefusal } from '../elements/refused-field.ts';
import { policiesQuery } from '../policies/queries.ts';
import classes from './administration-page.module.css';
import {
  changedDefaults,
  type ProjectDefaults,
  projectDefaultsQuery,
  useSaveDefaults,
} from './project-defaults-queries.ts';
import { scanProfilesQuery } from './scan-profile-queries.ts';
import { UserChoice, UsersChoice } from './user-choice.tsx';

const LEVELS = [
  { value: 'LOW', label: 'Low' },
  { value: 'MEDIUM', label: 'Medium' },
  { value: 'HIGH', label: 'High' },
];
const OWNERS = [
  { value: 'PROJECT_CONTACT', label: 'the project contact' },
  { value: 'LEGAL_CONTACT', label: 'the legal contact' },
  { value: 'SECURITY_CONTACT', label: 'the security contact' },
  { value: 'DEVELOPER_CONTACT', label: 'the developer contact' },
];

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
          <ProjectPart form={form} />
        </Panel>
        <Panel title="Inventory that a scan makes">
          <InventoryPart form={form} />
        </Panel>
        <Panel title="Review and remediation">
          <ReviewPart form={form} />
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

function ProjectPart({ form }: { form: Form }) {
  const scanProfiles = useQuery(scanProfilesQuery);
  const policies = useQuery(policiesQuery);
  const namesOf = (there: { name: string }[] | undefined, chosen: string) =>
    withChosen(there?.map(({ name }) => name) ?? [], [chosen]);
  return (
    <Stack gap="sm">
      <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="sm">
        <Select label="Risk" data={LEVELS} allowDeselect={false} {...form.getInputProps('risk')} />
        <Select
          label="Scan profile"
          data={namesOf(scanProfiles.data, form.values.scanProfileName)}
          allowDeselect={false}
          {...form.getInputProps('scanProfileName')}
        />
        <Select
          label="Policy"
          data={namesOf(policies.data, form.values.policyProfileName)}
          allowDeselect={false}
          {...form.getInputProps('policyProfileName')}
        />
      </SimpleGrid>
      <Radio.Group
        label="Visibility"
        value={form.values.privateProject ? 'private' : 'public'}
        onChange={(visibility) => form.setFieldValue('privateProject', visibility === 'private')}
        error={form.errors.privateProject}
      >
        <Stack gap={6} mt={6}>
          <Radio value="public" size="xs" label="Public: every signed-in user may read it" />
          <Radio value="private" size="xs" label="Private: seen only by those with a role in it" />
        </Stack>
      </Radio.Group>
    </Stack>
  );
}

function InventoryPart({ form }: { form: Form }) {
  const publishes = form.values.autoPublish;
  return (
    <Stack gap="sm">
      <Checkbox label="It is published" {...form.getInputProps('autoPublish', { type: 'checkbox' })} />
      <Stack gap="sm" pl={28}>
        <Select
          label="From this confidence on"
          data={LEVELS}
          allowDeselect={false}
          disabled={!publishes}
          maw={260}
          {...form.getInputProps('minimumConfidence')}
        />
        <Checkbox
          label="But not items without a known license"
          disabled={!publishes}
          {...form.getInputProps('doNotPublishInventoryUnknownLicense', { type: 'checkbox' })}
        />
        <Checkbox
          label="The files of what is published count as reviewed"
          disabled={!publishes}
          {...form.getInputProps('markAssociatedFilesAsReviewed', { type: 'checkbox' })}
        />
      </Stack>
      <Checkbox
        label="A rescan deletes items that scans made and that have no files left"
        {...form.getInputProps('deleteEmptyInventory', { type: 'checkbox' })}
      />
    </Stack>
  );
}

function ReviewPart({ form }: { form: Form }) {
  const check = (name: string, label: string) => (
    <Checkbox label={label} {...form.getInputProps(`reviewSettings.${name}`, { type: 'checkbox' })} />
  );
  const owner = (name: string, isOn: unknown) => (
    <Select
      label="The task is given to"
      data={OWNERS}
      allowDeselect={false}
      disabled={isOn !== true}
      maw={260}
      ml={28}
      {...form.getInputProps(`reviewSettings.${name}`)}
    />
  );
  const { createReviewTaskWhenUndecided, createRemediationTaskOnRejection } = form.values.reviewSettings;
  return (
    <Stack gap="sm">
      {check('createReviewTaskWhenUndecided', 'A review task is made of each item that a scan published undecided')}
      {owner('reviewTaskOwner', createReviewTaskWhenUndecided)}
      {check('createRemediationTaskOnRejection', 'A remediation task is made when an item is rejected')}
      {owner('remediationTaskOwner', createRemediationTaskOnRejection)}
      {check('createAlmIssueOnRejection', 'An issue is made in the tracker of the project, too')}
      {check('rejectOnNewVulnerabilities', 'Published items that new vulnerabilities hit are rejected')}
      {check('mailAboutRejectedOrUnreviewed', 'The project contact is mailed about rejected and unreviewed items')}
      {check('updateNoticesAutomatically', 'Empty notices texts are filled whenever a scan ends')}
    </Stack>
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
