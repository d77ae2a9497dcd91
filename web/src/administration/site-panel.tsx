// Administration: the few settings that concern the whole installation.
import { Button, Checkbox, NumberInput, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { api, bodyOf } from '../api/client.ts';
import { ASKED_ONCE } from '../api/query-client.ts';
import { Refused, SaveOrDiscard } from '../elements/form-parts.tsx';
import { tellDone } from '../elements/notify.ts';
import { Failed, LoadingRows } from '../elements/page-state.tsx';
import { Panel } from '../elements/panel.tsx';
import { useSaveOver } from '../elements/save-over.ts';
import classes from './administration-page.module.css';

const siteQuery = queryOptions({
  queryKey: ['site-settings'],
  queryFn: async () => (await bodyOf(api.GET('/siteSettings'))).data,
  ...ASKED_ONCE,
});
type SiteSettings = Awaited<ReturnType<NonNullable<typeof siteQuery.queryFn>>>;

export function SitePanel() {
  const settings = useQuery(siteQuery);
  if (settings.isPending) return <LoadingRows />;
  if (settings.isError)
    return <Failed error={settings.error} onRetry={() => settings.refetch()} title="The settings could not be shown" />;
  return (
    <div className={classes.column}>
      <div className={classes.bar}>
        <h1 className={classes.title}>Installation</h1>
      </div>
      <SettingsForm key={settings.dataUpdatedAt} settings={settings.data} />
      <Panel title="Stored files">
        <VerifyStore />
      </Panel>
    </div>
  );
}

export function VerifyStore() {
  const verify = useMutation({ mutationFn: () => bodyOf(api.POST('/store/verify')) });
  return (
    <Stack gap="sm" align="flex-start">
      <Text size="sm" c="dimmed">
        Reads everything that is stored and names each damaged file in the log of the job. Uploading a code base again
        repairs its damaged files.
      </Text>
      <Refused error={verify.error} />
      {verify.data ? (
        <Text size="sm" role="status">
          The stored files are read in the background:{' '}
          <Link to="/jobs" search={{ job: verify.data.id }}>
            job {verify.data.id}
          </Link>
        </Text>
      ) : (
        <Button variant="default" loading={verify.isPending} onClick={() => verify.mutate()}>
          Verify stored files
        </Button>
      )}
    </Stack>
  );
}

function SettingsForm({ settings }: { settings: SiteSettings }) {
  const queryClient = useQueryClient();
  const saveOver = useSaveOver(settings);
  const save = useMutation({
    mutationFn: (change: SiteSettings) => saveOver(change, (body) => bodyOf(api.PUT('/siteSettings', { body }))),
    onSuccess: () => {
      tellDone('The settings were saved.');
      return queryClient.invalidateQueries(siteQuery);
    },
  });
  const form = useForm({ initialValues: settings });
  return (
    <form onSubmit={form.onSubmit((values) => save.mutate(values))}>
      <Panel>
        <Stack gap="md">
          <NumberInput
            label="Days that ended jobs stay in the list"
            description="0: for ever. The last scan of each project stays, and jobs whose report can be downloaded."
            min={0}
            max={36_500}
            maw={420}
            allowDecimal={false}
            {...form.getInputProps('jobRetentionDays')}
          />
          <Checkbox
            label="Scans search the texts inside PDF and office files too"
            description="When this changes, what it concerns is analysed anew by the next scans."
            {...form.getInputProps('documentTexts', { type: 'checkbox' })}
          />
          <Refused error={save.error} />
          <SaveOrDiscard isPending={save.isPending} isDirty={form.isDirty()} onDiscard={form.reset} />
        </Stack>
      </Panel>
    </form>
  );
}
