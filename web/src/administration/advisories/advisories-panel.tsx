// Administration: where advisories come from, how old their data is, and bringing newer ones.
import { Button, FileInput, Group, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconDownload, IconTrash, IconUpload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { AdvisorySource } from '../../api/models.ts';
import { Label } from '../../elements/badges.tsx';
import { required } from '../../elements/form-faults.ts';
import { Refused } from '../../elements/form-parts.tsx';
import { tellDone, tellRefused } from '../../elements/notify.ts';
import classes from '../../elements/page.module.css';
import { PageHead } from '../../elements/page-head.tsx';
import { Waiting } from '../../elements/page-state.tsx';
import { Panel } from '../../elements/panel.tsx';
import { countOf, momentText } from '../../elements/quantities.ts';
import { RowAction } from '../../elements/row-action.tsx';
import { Freshness } from '../../vulnerabilities/labels.tsx';
import { advisoryStatusQuery } from '../../vulnerabilities/queries.ts';
import { useImportAdvisories, useRemoveSource, useSetSource, useUpdateAdvisories } from './queries.ts';

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
      <Panel title="Sources" actions={<UpdateButton />}>
        {sources.length === 0 && <Text size="sm">There is none yet. Add an address below, or import a file.</Text>}
        <Stack gap="md">
          {sources.map((source) => (
            <Source key={source.name} source={source} />
          ))}
        </Stack>
      </Panel>
      <Panel title="Add a source">
        <AddSource />
      </Panel>
      <Panel title="Import a file">
        <ImportFile />
      </Panel>
    </div>
  );
}

function Source({ source }: { source: AdvisorySource }) {
  const remove = useRemoveSource();
  return (
    <section aria-label={`Source ${source.name}`}>
      <Group justify="space-between">
        <b>{source.name}</b>
        <Group gap={6}>
          {!source.isEnabled && <Label tone="wait">Not updated</Label>}
          {source.lastError !== '' && <Label tone="bad">The last update failed</Label>}
          <RowAction
            label="Remove"
            name={source.name}
            isDangerous
            loading={remove.isPending}
            onClick={() =>
              remove.mutate(source.name, {
                onSuccess: () => tellDone(`The source ${source.name} was removed with its advisories.`),
                onError: (error) => tellRefused('The source was not removed', error),
              })
            }
          >
            <IconTrash size={15} />
          </RowAction>
        </Group>
      </Group>
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {source.location || 'Imported from files only'}
      </Text>
      <Text size="sm" c="dimmed">
        {countOf(source.records, 'record')} · data of {source.dataAsOf ? momentText(source.dataAsOf) : 'no known day'} ·
        updated {source.updatedOn ? momentText(source.updatedOn) : 'never'}
      </Text>
      {source.lastError !== '' && (
        <Text size="sm" c="red">
          {momentText(source.failedOn)}: {source.lastError} The data before it stays in use.
        </Text>
      )}
    </section>
  );
}

function UpdateButton() {
  const update = useUpdateAdvisories();
  if (update.data) return <Started id={update.data.id} />;
  return (
    <>
      <Button
        size="compact-sm"
        leftSection={<IconDownload size={15} />}
        loading={update.isPending}
        onClick={() => update.mutate(undefined)}
      >
        Update all
      </Button>
      <Refused error={update.error} />
    </>
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
          tellDone(`The source ${sourceName.trim()} was added.`);
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
          description="An all.zip of OSV, a catalogue, a table, or an archive of such files."
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
  const form = useForm({
    initialValues: { source: '', file: null as File | null },
    validate: { source: required, file: (file) => (file === null ? 'Choose a file.' : null) },
  });
  const submit = form.onSubmit(({ source, file }) => {
    if (file) upload.mutate({ source: source.trim(), file });
  });
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <TextInput label="Name of the source" placeholder="osv-npm" required {...form.getInputProps('source')} />
        <FileInput
          label="File"
          description="OSV, CVE, NVD, CSAF, EPSS, KEV, or an archive of such files"
          required
          {...form.getInputProps('file')}
        />
        <Refused error={upload.error} />
        {upload.data ? (
          <Started id={upload.data.id} />
        ) : (
          <Group>
            <Button type="submit" leftSection={<IconUpload size={15} />} loading={upload.isPending}>
              Import
            </Button>
          </Group>
        )}
      </Stack>
    </form>
  );
}

function Started({ id }: { id: number }) {
  return (
    <Text size="sm" role="status">
      Works in the background:{' '}
      <Link to="/jobs" search={{ job: id }}>
        job {id}
      </Link>
    </Text>
  );
}
