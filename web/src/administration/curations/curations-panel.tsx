// Administration: curated facts, by source. A new source has no effect until it is switched on.
import { Group, Stack, Switch, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { IconArrowUp, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { CurationSource } from '../../api/models.ts';
import { ConfirmDelete } from '../../elements/form-parts.tsx';
import { notifyRefused } from '../../elements/notify.ts';
import classes from '../../elements/page.module.css';
import { PageHead } from '../../elements/page-head.tsx';
import { Waiting } from '../../elements/page-state.tsx';
import { Panel } from '../../elements/panel.tsx';
import { countOf, momentText } from '../../elements/quantities.ts';
import { RowAction } from '../../elements/row-action.tsx';
import { StartedJob } from '../../jobs/started-job.tsx';
import { ImportForm } from '../import-form.tsx';
import {
  curationSourcesQuery,
  useImportCurations,
  useOrderSources,
  useRemoveCurations,
  useSwitchSource,
} from './queries.ts';

export function CurationsPanel() {
  const sources = useQuery(curationSourcesQuery);
  return (
    <div className={classes.column}>
      <PageHead
        title="Curated facts"
        intro="License facts that other people have researched. They override what manifests and license texts say. Decisions of people override them. Each item shows which fact was used. Changes take effect with the next scan of each project."
      />
      <Panel title="Sources">
        {sources.isSuccess ? (
          <Sources sources={sources.data} />
        ) : (
          <Waiting query={sources} rows={3} title="The sources could not be loaded" />
        )}
      </Panel>
      <Panel title="Import a file">
        <ImportFile />
      </Panel>
    </div>
  );
}

function Sources({ sources }: { sources: CurationSource[] }) {
  if (sources.length === 0) return <Text size="sm">No source yet. Import a file below.</Text>;
  return (
    <Stack gap="md">
      {sources.length > 1 && (
        <Text size="sm" c="dimmed">
          If two sources contradict each other about a package, the upper one wins. The item names both.
        </Text>
      )}
      {sources.map((source, at) => (
        <Source key={source.name} source={source} sources={sources} at={at} />
      ))}
    </Stack>
  );
}

const MODAL = 'curation-source';
const close = () => modals.close(MODAL);

function openRemove(source: CurationSource): void {
  modals.open({ modalId: MODAL, title: `Remove ${source.name}?`, children: <Remove source={source} /> });
}

function Remove({ source: { name, facts } }: { source: CurationSource }) {
  return (
    <ConfirmDelete
      text={`Its ${countOf(facts, 'fact')} are deleted. The next scan of each project concludes licenses without them.`}
      action="Remove source"
      done={`The source ${name} was removed with its facts.`}
      remove={useRemoveCurations(name)}
      onClose={close}
    />
  );
}

function Source({ source, sources, at }: { source: CurationSource; sources: CurationSource[]; at: number }) {
  const { name, isEnabled, facts, packages, issues, importedOn } = source;
  const change = useSwitchSource();
  const order = useOrderSources();
  return (
    <section aria-label={`Source ${name}`}>
      <Group justify="space-between">
        <Switch
          label={name}
          description={isEnabled ? 'Scans use its facts' : 'Switched off: scans do not use its facts'}
          checked={isEnabled}
          disabled={change.isPending}
          onChange={({ currentTarget: { checked } }) =>
            change.mutate(
              { source: name, isEnabled: checked },
              { onError: (error) => notifyRefused('The source could not be switched on or off', error) },
            )
          }
        />
        <Group gap={6}>
          {at > 0 && (
            <RowAction
              label="Move up"
              name={`Move ${name} up`}
              loading={order.isPending}
              onClick={() =>
                order.mutate(movedUp(sources, at), {
                  onError: (error) => notifyRefused('The order was not changed', error),
                })
              }
            >
              <IconArrowUp size={15} />
            </RowAction>
          )}
          <RowAction label="Remove" name={`Remove ${name}`} isDangerous onClick={() => openRemove(source)}>
            <IconTrash size={15} />
          </RowAction>
        </Group>
      </Group>
      <Text size="sm" c="dimmed">
        {countOf(facts, 'fact')} on {countOf(packages, 'package')} · read{' '}
        {importedOn === '' ? 'never' : momentText(importedOn)}
        {issues > 0 && (
          <>
            {' · '}
            {countOf(issues, 'issue')}, listed in the log of the import among the <Link to="/jobs">jobs</Link>
          </>
        )}
      </Text>
    </section>
  );
}

function movedUp(sources: readonly CurationSource[], at: number): CurationSource[] {
  const [before, moved] = [sources[at - 1], sources[at]];
  if (before === undefined || moved === undefined) return [...sources];
  return [...sources.slice(0, at - 1), moved, before, ...sources.slice(at + 1)];
}

/** What an import changes. */
const CHANGED = [curationSourcesQuery.queryKey];

function ImportFile() {
  const upload = useImportCurations();
  return (
    <ImportForm
      example="clearlydefined"
      sourceWords="Replaces all facts of a source with this name. A new source starts switched off."
      fileWords="YAML in the form of ClearlyDefined or of ORT's package curations, or an archive of such files"
      upload={upload}
    >
      {upload.data && <StartedJob key={upload.data.id} id={upload.data.id} unit="files" changes={CHANGED} />}
    </ImportForm>
  );
}
