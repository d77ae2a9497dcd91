// Administration: the sources of VEX. What a supplier says about its products decides in all projects, at once and later.
import { Button, Group, Stack, Switch, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { modals } from '@mantine/modals';
import { IconDownload, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { VexDocumentImported, VexSource } from '../../api/models.ts';
import { Label } from '../../elements/badges.tsx';
import { required } from '../../elements/form-faults.ts';
import { ConfirmDelete, Refused } from '../../elements/form-parts.tsx';
import { notifyDone, notifyRefused } from '../../elements/notify.ts';
import { Waiting } from '../../elements/page-state.tsx';
import { Panel } from '../../elements/panel.tsx';
import { countOf, momentText } from '../../elements/quantities.ts';
import { RowAction } from '../../elements/row-action.tsx';
import { StartedJob } from '../../jobs/started-job.tsx';
import { VULNERABILITIES_KEY } from '../../vulnerabilities/queries.ts';
import { ImportForm } from '../import-form.tsx';
import { VexSourceDetails } from './vex-details.tsx';
import {
  useRemoveVexSource,
  useSendVexDocument,
  useSetVexSource,
  useUpdateVexSource,
  vexSourcesQuery,
} from './vex-queries.ts';

export function VexSources() {
  const sources = useQuery(vexSourcesQuery);
  return (
    <>
      <Panel title="VEX of suppliers">
        <Stack gap="md">
          <Text size="sm" c="dimmed">
            What a supplier says about vulnerabilities of its products decides in all projects that have them, also in
            later scans. What people of a project have decided counts instead.
          </Text>
          {sources.isSuccess ? (
            <List sources={sources.data} />
          ) : (
            <Waiting query={sources} rows={2} title="The sources of VEX could not be loaded" />
          )}
        </Stack>
      </Panel>
      <Panel title="Add VEX">
        <Stack gap="lg">
          <SendDocument />
          <AddAddress />
        </Stack>
      </Panel>
    </>
  );
}

function List({ sources }: { sources: VexSource[] }) {
  const update = useUpdateVexSource();
  if (sources.length === 0) return <Text size="sm">No source yet. Import a document below, or add an address.</Text>;
  return (
    <>
      <Refused error={update.error} />
      {update.data && (
        <StartedJob key={update.data.id} id={update.data.id} unit="documents" changes={[VULNERABILITIES_KEY]} />
      )}
      {sources.map((source) => (
        <Source key={source.name} source={source} update={update} />
      ))}
    </>
  );
}

const MODAL = 'vex-source';
const close = () => modals.close(MODAL);

function openRemove(source: VexSource): void {
  modals.open({ modalId: MODAL, title: `Remove ${source.name}?`, children: <Remove source={source} /> });
}

function Remove({ source: { name, documents } }: { source: VexSource }) {
  return (
    <ConfirmDelete
      text={`Its ${countOf(documents, 'document')} are deleted. Everything that it decided is open again in all projects.`}
      action="Remove source"
      done={`The source ${name} was removed with its documents.`}
      remove={useRemoveVexSource(name)}
      onClose={close}
    />
  );
}

function Source({ source, update }: { source: VexSource; update: ReturnType<typeof useUpdateVexSource> }) {
  const { name, location, isEnabled, suppresses, documents, statements, decidedVersions } = source;
  const set = useSetVexSource();
  const [isOpen, setOpen] = useState(false);
  const change = (body: { isEnabled?: boolean; suppresses?: boolean }) =>
    set.mutate({ source: name, ...body }, { onError: (error) => notifyRefused('The source was not changed', error) });
  return (
    <section aria-label={`VEX source ${name}`}>
      <Group justify="space-between" align="flex-start">
        <Switch
          label={name}
          description={isEnabled ? 'Decides' : 'Switched off: decides nothing'}
          checked={isEnabled}
          disabled={set.isPending}
          onChange={({ currentTarget: { checked } }) => change({ isEnabled: checked })}
        />
        <Group gap={6}>
          {source.lastError !== '' && <Label tone="bad">The last update failed</Label>}
          <Button size="compact-sm" variant="default" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? 'Hide details' : 'Details'}
          </Button>
          {location !== '' && (
            <RowAction
              label="Update now"
              name={`Update ${name} now`}
              loading={update.isPending}
              onClick={() => update.mutate(name)}
            >
              <IconDownload size={15} />
            </RowAction>
          )}
          <RowAction label="Remove" name={`Remove ${name}`} isDangerous onClick={() => openRemove(source)}>
            <IconTrash size={15} />
          </RowAction>
        </Group>
      </Group>
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {location || 'Imported from files only'}
      </Text>
      <Text size="sm" c="dimmed">
        {countOf(documents, 'document')} · {countOf(statements, 'statement')} · decides about{' '}
        {countOf(decidedVersions, 'vulnerability', 'vulnerabilities')} of component versions
        {location !== '' && ` · updated ${source.updatedOn ? momentText(source.updatedOn) : 'never'}`}
      </Text>
      {source.signatures !== '' && (
        <Text size="sm" c="dimmed">
          Signatures of its documents: {source.signatures}
        </Text>
      )}
      {source.lastError !== '' && (
        <Text size="sm" c="red">
          {momentText(source.failedOn)}: {source.lastError} Its documents stay in use.
        </Text>
      )}
      {isOpen && (
        <Stack gap="sm" mt="xs">
          <Switch
            label="What it calls not affected or fixed no longer counts"
            description="Otherwise it is only shown"
            checked={suppresses}
            disabled={set.isPending}
            onChange={({ currentTarget: { checked } }) => change({ suppresses: checked })}
          />
          <VexSourceDetails source={name} />
        </Stack>
      )}
    </section>
  );
}

function SendDocument() {
  const send = useSendVexDocument();
  return (
    <ImportForm
      example="example-house"
      sourceWords="A new name makes a new source. A later revision of a document replaces it."
      fileWords="OpenVEX, CSAF or CycloneDX, as JSON"
      upload={send}
    >
      {send.data && <Outcome imported={send.data.data} />}
    </ImportForm>
  );
}

const CHANGES: Record<VexDocumentImported['change'], string> = {
  ADDED: 'was added',
  REPLACED: 'replaces its earlier revision',
  SAME: 'is there already',
  OLDER: 'is older than the revision in use, which stays',
};

function Outcome({ imported }: { imported: VexDocumentImported }) {
  const { document, change, supplier, statements, leftOut, decided, ended, issues, issueCount } = imported;
  return (
    <div role="status">
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {document} of {supplier || 'an author that it does not name'} {CHANGES[change]}:{' '}
        {countOf(statements, 'statement')}, {countOf(decided, 'new decision')}, {ended} ended.
      </Text>
      {leftOut > 0 && (
        <Text size="sm">
          {countOf(leftOut, 'statement')} cannot decide: they name no package, or only parts of a product.
        </Text>
      )}
      {issues.map(({ path, message }) => (
        <Text key={`${path} ${message}`} size="sm" c="dimmed">
          {message}
        </Text>
      ))}
      {issueCount > issues.length && (
        <Text size="sm" c="dimmed">
          {issueCount - issues.length} more issues are not listed.
        </Text>
      )}
    </div>
  );
}

function AddAddress() {
  const set = useSetVexSource();
  const form = useForm({
    initialValues: { source: '', location: '' },
    validate: { source: required, location: required },
  });
  const submit = form.onSubmit(({ source, location }) =>
    set.mutate(
      { source: source.trim(), location: location.trim() },
      {
        onSuccess: () => {
          notifyDone(`The source ${source.trim()} was added. Update it to fetch its documents.`);
          form.reset();
        },
      },
    ),
  );
  return (
    <form onSubmit={submit} noValidate aria-label="Add an address">
      <Stack gap="sm">
        <TextInput
          label="Name of the supplier"
          placeholder="example-house"
          required
          {...form.getInputProps('source')}
        />
        <TextInput
          label="Address"
          placeholder="https://example.org/shop.vex.json"
          description="A VEX document, an archive of such, or the provider-metadata.json of a CSAF provider. Updates of advisories read it too."
          required
          {...form.getInputProps('location')}
        />
        <Refused error={set.error} />
        <Group>
          <Button type="submit" loading={set.isPending}>
            Add address
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
