// Administration: which decisions count by themselves, in projects that do not say otherwise.
import { Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import type { CarrySettings } from '../api/models.ts';
import { changesOf } from '../editing/draft-store.ts';
import { Refused, SaveOrDiscard } from '../elements/form-parts.tsx';
import { notifyDone } from '../elements/notify.ts';
import classes from '../elements/page.module.css';
import { PageHead } from '../elements/page-head.tsx';
import { Waiting } from '../elements/page-state.tsx';
import { Panel } from '../elements/panel.tsx';
import { CarryFields } from './carry-fields.tsx';
import { siteCarryQuery, useSaveSiteCarry } from './queries.ts';

export function SiteCarryPanel() {
  const settings = useQuery(siteCarryQuery);
  return (
    <div className={classes.column}>
      <PageHead
        title="Decisions that carry"
        intro="What a person has decided can count for the next release, too. Decisions of other projects, and contradictory ones, are only proposed. The next scan of each project follows these settings; what already counts stays."
      />
      {!settings.isSuccess ? (
        <Waiting query={settings} title="The settings could not be loaded" />
      ) : (
        <SiteCarryForm key={settings.dataUpdatedAt} settings={settings.data} />
      )}
    </div>
  );
}

function SiteCarryForm({ settings }: { settings: CarrySettings }) {
  const save = useSaveSiteCarry(settings);
  const { unchangedBytes, sameEvidence, newFiles, versionBump } = settings;
  const form = useForm({ initialValues: { unchangedBytes, sameEvidence, newFiles, versionBump } });
  const submit = form.onSubmit((values) =>
    save.mutate(changesOf(form.getInitialValues(), values) ?? {}, {
      onSuccess: () => notifyDone('The settings were saved. The next scans follow them.'),
    }),
  );
  return (
    <form onSubmit={submit} noValidate>
      <Panel title="What counts by itself">
        <Stack gap="md">
          <CarryFields inputProps={(subject) => form.getInputProps(subject)} />
          <Refused error={save.error} />
          <SaveOrDiscard isPending={save.isPending} isDirty={form.isDirty()} onDiscard={form.reset} />
        </Stack>
      </Panel>
    </form>
  );
}
