// Administration: the sources of advisories, how old their data is, and how to update them.
import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { modals } from '@mantine/modals';
import { IconDownload, IconPlayerPause, IconPlayerPlay, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { AdvisorySource } from '../../api/models.ts';
import { Label } from '../../elements/badges.tsx';
import { required } from '../../elements/form-faults.ts';
import { ConfirmDelete, Refused } from '../../elements/form-parts.tsx';
import { notifyDone, notifyRefused } from '../../elements/notify.ts';
import classes from '../../elements/page.module.css';
import { PageHead } from '../../elements/page-head.tsx';
import { Waiting } from '../../elements/page-state.tsx';
import { Panel } from '../../elements/panel.tsx';
import { countOf, momentText } from '../../elements/quantities.ts';
import { RowAction } from '../../elements/row-action.tsx';
import { StartedJob } from '../../jobs/started-job.tsx';
import { Freshness } from '../../vulnerabilities/labels.tsx';
import { advisoryStatusQuery, VULNERABILITIES_KEY } from '../../vulnerabilities/queries.ts';
import { ImportForm } from '../import-form.tsx';
import { OwnAdvisory } from './own-advisory.tsx';
import { useImportAdvisories, useRemoveSource, useSetSource, useUpdateAdvisories } from './queries.ts';
import { VexSources } from './vex-sources.tsx';

/** What an import or update of advisories changes. */
const CHANGED = [advisoryStatusQuery.queryKey, VULNERABILITIES_KEY];

export function AdvisoriesPanel() {
  const status = useQuery(advisoryStatusQuery);
  if (!status.isSuccess) return <Waiting query={status} title="The sources of advisories could not be loaded" />;
  const { sources, vulnerabilities, waitingVersions } = status.data;
  return (
    <div className={classes.column}>
      <PageHead
        title="Advisories"
        intro={`${countOf(vulnerabilities, 'vulnerability', 'vulnerabilities')} are known.${waitingVersions > 0 ? ` ${countOf(waitingVersions, 'version')} of components are still to be matched.` : ''}`}
      >
        <Freshness of={status.data} />
      </PageHead>
      <Sources sources={sources} />
      <Panel title="Add a source">
        <AddSource />
      </Panel>
      <Panel title="Import a file">
        <ImportFile />
      </Panel>
      <OwnAdvisory />
      <VexSources />
    </div>
  );
}

function Sources({ sources }: { sources: AdvisorySource[] }) {
  const update = useUpdateAdvisories();
  const hasAddress = sources.some(({ location, isEnabled }) => location !== '' && isEnabled);
  return (
    <Panel
      title="Sources"
      actions={
        <Button
          size="compact-sm"
          leftSection={<IconDownload size={15} />}
          loading={update.isPending}
          disabled={!hasAddress}
          onClick={() => update.mutate(undefined)}
        >
          Update all
        </Button>
      }
    >
      <Stack gap="md">
        {sources.length === 0 && <Text size="sm">No source yet. Add an address below, or import a file.</Text>}
        <Refused error={update.error} />
        {update.data && <StartedJob key={update.data.id} id={update.data.id} unit="records" changes={CHANGED} />}
        {sources.map((source) => (
          <Source key={source.name} source={source} update={update} />
        ))}
      </Stack>
    </Panel>
  );
}

const MODAL = 'advisory-source';
const close = () => modals.close(MODAL);

function openRemove(source: AdvisorySource): void {
  modals.open({ modalId: MODAL, title: `Remove ${source.name}?`, children: <Remove source={source} /> });
}

function Remove({ source: { name, records } }: { source: AdvisorySource }) {
  return (
    <ConfirmDelete
      text={`Its ${countOf(records, 'record')} are deleted. Vulnerabilities that only this source reports disappear from all projects.`}
      action="Remove source"
      done={`The source ${name} was removed with its advisories.`}
      remove={useRemoveSource(name)}
      onClose={close}
    />
  );
}

interface SourceProps {
  source: AdvisorySource;
  update: ReturnType<typeof useUpdateAdvisories>;
}

function Source({ source, update }: SourceProps) {
  const set = useSetSource();
  return (
    <section aria-label={`Source ${source.name}`}>
      <Group justify="space-between">
        <b>{source.name}</b>
        <Group gap={6}>
          {!source.isEnabled && <Label tone="wait">Updates paused</Label>}
          {source.lastError !== '' && <Label tone="bad">The last update failed</Label>}
          {source.location !== '' && (
            <>
              <RowAction
                label="Update now"
                name={`Update ${source.name} now`}
                loading={update.isPending}
                onClick={() => update.mutate(source.name)}
              >
                <IconDownload size={15} />
              </RowAction>
              <RowAction
                label={source.isEnabled ? 'Pause updates' : 'Resume updates'}
                name={source.isEnabled ? `Pause updates of ${source.name}` : `Resume updates of ${source.name}`}
                loading={set.isPending}
                onClick={() =>
                  set.mutate(
                    { sourceName: source.name, location: source.location, isEnabled: !source.isEnabled },
                    { onError: (error) => notifyRefused('The source was not changed', error) },
                  )
                }
              >
                {source.isEnabled ? <IconPlayerPause size={15} /> : <IconPlayerPlay size={15} />}
              </RowAction>
            </>
          )}
          <RowAction label="Remove" name={`Remove ${source.name}`} isDangerous onClick={() => openRemove(source)}>
            <IconTrash size={15} />
          </RowAction>
        </Group>
      </Group>
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {source.location || 'Imported from files only'}
      </Text>
      <Text size="sm" c="dimmed">
        {countOf(source.records, 'record')} · data of {source.dataAsOf ? momentText(source.dataAsOf) : 'unknown date'} ·
        updated {source.updatedOn ? momentText(source.updatedOn) : 'never'}
      </Text>
      {source.signatures !== '' && (
        <Text size="sm" c="dimmed">
          Signatures of its documents: {source.signatures}
        </Text>
      )}
      {source.lastError !== '' && (
        <Text size="sm" c="red">
          {momentText(source.failedOn)}: {source.lastError} The data of the last successful update stays in use.
        </Text>
      )}
    </section>
  );
}

function AddSource() {
  const set = useSetSource();
  const form = useForm({
    initialValues: { sourceName: '', location: '' },
    validate: { sourceName: required, location: required },
  });
  const submit = form.onSubmit(({ sourceName, location }) =>
    set.mutate(
      { sourceName: sourceName.trim(), location: location.trim() },
      {
        onSuccess: () => {
          notifyDone(`The source ${sourceName.trim()} was added.`);
          form.reset();
        },
      },
    ),
  );
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <TextInput label="Name" placeholder="osv-npm" required {...form.getInputProps('sourceName')} />
        <TextInput
          label="Address"
          placeholder="https://mirror.example.org/npm/all.zip"
          description="For example the all.zip of OSV, a catalogue such as KEV, the table of EPSS, the provider-metadata.json of a CSAF provider, or the search address of EUVD."
          required
          {...form.getInputProps('location')}
        />
        <Refused error={set.error} />
        <Group>
          <Button type="submit" loading={set.isPending}>
            Add
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

export function ImportFile() {
  const upload = useImportAdvisories();
  return (
    <ImportForm
      example="osv-npm"
      fileWords="OSV, CVE, NVD, CSAF, EPSS, KEV, or an archive of such files"
      upload={upload}
    >
      {upload.data && <StartedJob key={upload.data.id} id={upload.data.id} unit="records" changes={CHANGED} />}
    </ImportForm>
  );
}
