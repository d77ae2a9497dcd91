// Administration: settings of the whole installation.

import {
  Checkbox,
  Fieldset,
  NumberInput,
  PasswordInput,
  Select,
  Stack,
  TagsInput,
  Text,
  TextInput,
} from '@mantine/core';
import { useForm } from '@mantine/form';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { api, bodyOf } from '../../api/client.ts';
import type { SiteSettings } from '../../api/models.ts';
import { ASKED_ONCE } from '../../api/query-client.ts';
import { useSaveOver } from '../../editing/save-over.ts';
import { Refused, SaveOrDiscard } from '../../elements/form-parts.tsx';
import { notifyDone } from '../../elements/notify.ts';
import classes from '../../elements/page.module.css';
import { PageHead } from '../../elements/page-head.tsx';
import { Waiting } from '../../elements/page-state.tsx';
import { Panel } from '../../elements/panel.tsx';
import { LogoField } from './logo-field.tsx';

const PAPER_SIZES: SiteSettings['reportPaper'][] = ['A4', 'Letter'];

const SBOM_FORMS: { value: SiteSettings['sbomExportForm']; label: string }[] = [
  { value: 'DOCUMENT', label: 'The document itself' },
  { value: 'DEPENDENCY_TRACK', label: 'As an upload to Dependency-Track' },
];

const siteQuery = queryOptions({
  queryKey: ['site-settings'],
  queryFn: async () => (await bodyOf(api.GET('/siteSettings'))).data,
  ...ASKED_ONCE,
});

export function SitePanel() {
  const settings = useQuery(siteQuery);
  if (!settings.isSuccess) return <Waiting query={settings} title="The settings could not be loaded" />;
  return (
    <div className={classes.column}>
      <PageHead title="Installation" />
      <SettingsForm key={settings.dataUpdatedAt} settings={settings.data} />
      <Text size="sm" c="dimmed">
        Verification of stored files and removal of deleted ones are on the page{' '}
        <Link to="/administration/operations">Operations</Link>.
      </Text>
    </div>
  );
}

/** A rule names a folder, not a path. */
function faultOfFolders(folders: readonly string[]): string | null {
  const path = folders.find((folder) => folder.includes('/'));
  return path === undefined ? null : `“${path}” contains a slash. Enter the name of one folder.`;
}

function SettingsForm({ settings }: { settings: SiteSettings }) {
  const queryClient = useQueryClient();
  const saveOver = useSaveOver(settings);
  const save = useMutation({
    mutationFn: (change: SiteSettings) => saveOver(change, (body) => bodyOf(api.PUT('/siteSettings', { body }))),
    onSuccess: ({ message }) => {
      notifyDone(message);
      return queryClient.invalidateQueries(siteQuery);
    },
  });
  const form = useForm({
    initialValues: settings,
    validate: { placesOutsideProduct: { folders: faultOfFolders } },
  });
  return (
    <form onSubmit={form.onSubmit((values) => save.mutate(values))}>
      <Panel>
        <Stack gap="md">
          <NumberInput
            label="Days to keep finished jobs"
            description="0: forever. The last scan of each project and jobs with a downloadable report are always kept."
            min={0}
            max={36_500}
            maw={420}
            allowDecimal={false}
            {...form.getInputProps('jobRetentionDays')}
          />
          <Checkbox
            label="Scan the text inside PDF and office files"
            description="After a change, the next scans analyse these files again."
            {...form.getInputProps('documentTexts', { type: 'checkbox' })}
          />
          <NumberInput
            label="Days between verifications of stored files"
            description="0: only on request."
            min={0}
            max={3650}
            maw={420}
            allowDecimal={false}
            {...form.getInputProps('storeVerificationDays')}
          />
          <Fieldset legend="Folders that are not part of the product">
            <Text size="sm" c="dimmed">
              Packages that are named only in such folders get the scope of the folder. A package that the product names
              too stays a runtime package. Upper and lower case do not matter; *.tests means all names that end with
              .tests. Changes take effect with the next scan of each project.
            </Text>
            {form.values.placesOutsideProduct.map((place, at) => (
              <TagsInput
                key={place.name}
                mt="sm"
                label={`${place.name} (scope ${place.scope})`}
                placeholder="Folder name"
                {...form.getInputProps(`placesOutsideProduct.${at}.folders`)}
              />
            ))}
          </Fieldset>
          <TagsInput
            label="Preferred licenses, best first"
            description="If a package offers a choice, such as “MIT OR GPL-3.0-or-later”, the first license of this list is selected, unless a person or the policy of the project decides otherwise. If the list is empty, no license is selected. After a change, all choices that no person has decided are decided again."
            placeholder="SPDX id"
            {...form.getInputProps('licensePreferences')}
          />
          <TextInput
            label="Name on reports"
            description="Printed at the top of every report. Blank: the name of this program."
            maxLength={200}
            maw={420}
            {...form.getInputProps('reportName')}
          />
          <LogoField value={form.values.reportLogo} onChange={(logo) => form.setFieldValue('reportLogo', logo)} />
          <TextInput
            label="Footer of reports"
            description="For example, a confidentiality class."
            maxLength={500}
            maw={420}
            {...form.getInputProps('reportFooter')}
          />
          <TextInput
            label="Address for exported SBOMs"
            description="Exports of projects are sent there by POST. Blank: they are only kept."
            placeholder="https://"
            maxLength={2000}
            maw={420}
            {...form.getInputProps('sbomExportUrl')}
          />
          <Select
            label="How exported SBOMs are sent"
            description="Dependency-Track: the address ends with /api/v1/bom; only CycloneDX in JSON and XML is sent."
            data={SBOM_FORMS}
            allowDeselect={false}
            maw={420}
            {...form.getInputProps('sbomExportForm')}
          />
          <PasswordInput
            label="Token of the service for exported SBOMs"
            description="Kept encrypted. Enter it again when the address or the form changes. Blank: none."
            autoComplete="new-password"
            maw={420}
            {...form.getInputProps('sbomExportToken')}
          />
          <Checkbox
            label="Accept uploads of programs for Dependency-Track"
            description="They send SBOMs to this server as to Dependency-Track, with an API token as their key."
            {...form.getInputProps('dependencyTrackUploads', { type: 'checkbox' })}
          />
          <Checkbox
            label="Searches of the library ask package registries"
            description="Those that are switched on: they learn the words that users search for."
            {...form.getInputProps('searchRegistries', { type: 'checkbox' })}
          />
          <NumberInput
            label="Longest lifetime of API tokens"
            description="Days for which a new token works at most. 0: no limit. Older tokens keep their dates."
            min={0}
            max={3650}
            maw={420}
            {...form.getInputProps('tokenMostDays')}
          />
          <Select
            label="Paper of reports"
            description="For PDF, Word and Excel, and for printing the page."
            data={PAPER_SIZES}
            allowDeselect={false}
            maw={420}
            {...form.getInputProps('reportPaper')}
          />
          <Refused error={save.error} />
          <SaveOrDiscard isPending={save.isPending} isDirty={form.isDirty()} onDiscard={form.reset} />
        </Stack>
      </Panel>
    </form>
  );
}
