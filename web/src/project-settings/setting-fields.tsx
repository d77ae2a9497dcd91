// The fields for the settings of a project. The project settings and the project defaults use them.
import { Checkbox, Radio, Select, SimpleGrid, Stack, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { withChosen } from '../elements/own-choices.ts';
import { policiesQuery } from '../policies/queries.ts';
import { scanProfilesQuery } from '../scan-profiles/queries.ts';

export interface SettingValues {
  risk: string;
  privateProject: boolean;
  scanProfileName: string;
  policyProfileName: string;
  autoPublish: boolean;
  minimumConfidence: string;
  markAssociatedFilesAsReviewed: boolean;
  doNotPublishInventoryUnknownLicense: boolean;
  deleteEmptyInventory: boolean;
  reviewSettings: Record<string, boolean | string>;
}

/** A form that holds these settings, among others. */
// biome-ignore lint/suspicious/noExplicitAny: forms of other values hold these too, and their types know only their own paths
type SettingsForm = Pick<UseFormReturnType<any>, 'getInputProps' | 'setFieldValue' | 'errors'> & {
  values: SettingValues;
};

export const LEVELS = [
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

export function ProfileFields({ form }: { form: SettingsForm }) {
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
          <Radio value="private" size="xs" label="Private: only users with a role in it see it" />
        </Stack>
      </Radio.Group>
    </Stack>
  );
}

export function InventoryFields({ form }: { form: SettingsForm }) {
  const publishes = form.values.autoPublish;
  return (
    <Stack gap="sm">
      <Checkbox label="Publish automatically" {...form.getInputProps('autoPublish', { type: 'checkbox' })} />
      <Stack gap="sm" pl={28}>
        <Select
          label="Minimum confidence"
          data={LEVELS}
          allowDeselect={false}
          disabled={!publishes}
          maw={260}
          {...form.getInputProps('minimumConfidence')}
        />
        <Checkbox
          label="Except items without a known license"
          disabled={!publishes}
          {...form.getInputProps('doNotPublishInventoryUnknownLicense', { type: 'checkbox' })}
        />
        <Checkbox
          label="Mark the files of published items as reviewed"
          disabled={!publishes}
          {...form.getInputProps('markAssociatedFilesAsReviewed', { type: 'checkbox' })}
        />
      </Stack>
      <Checkbox
        label="On rescan, delete items that a scan created and that have no files left"
        {...form.getInputProps('deleteEmptyInventory', { type: 'checkbox' })}
      />
    </Stack>
  );
}

export function ReviewFields({ form }: { form: SettingsForm }) {
  const check = (name: string, label: string) => (
    <Checkbox label={label} {...form.getInputProps(`reviewSettings.${name}`, { type: 'checkbox' })} />
  );
  const owner = (name: string, isOn: unknown) => (
    <Select
      label="Assign the task to"
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
      {check(
        'createReviewTaskWhenUndecided',
        'Create a review task for each item that a scan publishes without a decision',
      )}
      {owner('reviewTaskOwner', createReviewTaskWhenUndecided)}
      {check('createRemediationTaskOnRejection', 'Create a remediation task when an item is rejected')}
      {owner('remediationTaskOwner', createRemediationTaskOnRejection)}
      {check('createAlmIssueOnRejection', 'Also create an issue in the project’s tracker')}
      {check('rejectOnNewVulnerabilities', 'Reject published items that get a new vulnerability')}
      {check('mailAboutRejectedOrUnreviewed', 'Send mails to the project contact about rejected and unreviewed items')}
      {check('updateNoticesAutomatically', 'Fill empty notices texts after each scan')}
      <TextInput
        label="Shipped scopes"
        description="Items of these scopes are in the notices: runtime, optional, peer, build, test, development, unknown. “Part of the product” of an item comes first."
        {...form.getInputProps('reviewSettings.shippedScopes')}
      />
    </Stack>
  );
}
