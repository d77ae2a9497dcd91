// Administration: curated facts, by source. A new source has no effect until it is switched on.
import { Group, Stack, Switch, Text } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { CurationSource } from '../../api/models.ts';
import { notifyDone, notifyRefused } from '../../elements/notify.ts';
import classes from '../../elements/page.module.css';
import { PageHead } from '../../elements/page-head.tsx';
import { Waiting } from '../../elements/page-state.tsx';
import { Panel } from '../../elements/panel.tsx';
import { countOf, momentText } from '../../elements/quantities.ts';
import { RowAction } from '../../elements/row-action.tsx';
import { ImportForm } from '../import-form.tsx';
import { curationSourcesQuery, useImportCurations, useRemoveCurations, useSwitchSource } from './queries.ts';

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
      {sources.map((source) => (
        <Source key={source.name} source={source} />
      ))}
    </Stack>
  );
}

function Source({ source: { name, isEnabled, facts, packages, issues, importedOn } }: { source: CurationSource }) {
  const change = useSwitchSource();
  const remove = useRemoveCurations();
  return (
    <section aria-label={`Source ${name}`}>
      <Group justify="space-between">
        <Switch
          label={name}
          checked={isEnabled}
          disabled={change.isPending}
          onChange={({ currentTarget: { checked } }) =>
            change.mutate(
              { source: name, isEnabled: checked },
              { onError: (error) => notifyRefused('The source could not be switched on or off', error) },
            )
          }
        />
        <RowAction
          label="Remove"
          name={name}
          isDangerous
          loading={remove.isPending}
          onClick={() =>
            remove.mutate(name, {
              onSuccess: () => notifyDone(`The source ${name} was removed with its facts.`),
              onError: (error) => notifyRefused('The source was not removed', error),
            })
          }
        >
          <IconTrash size={15} />
        </RowAction>
      </Group>
      <Text size="sm" c="dimmed">
        {countOf(facts, 'fact')} on {countOf(packages, 'package')} · read{' '}
        {importedOn === '' ? 'never' : momentText(importedOn)}
        {issues > 0 && ` · ${countOf(issues, 'issue')}, listed in the log of the job`}
      </Text>
    </section>
  );
}

function ImportFile() {
  const upload = useImportCurations();
  return (
    <ImportForm
      example="clearlydefined"
      sourceWords="Replaces all facts of a source with this name. A new source starts switched off."
      fileWords="YAML in the form of ClearlyDefined or of ORT's package curations, or an archive of such files"
      upload={upload}
    >
      {upload.data && (
        <Text size="sm" role="status">
          The import runs in the background:{' '}
          <Link to="/jobs" search={{ job: upload.data.id }}>
            job {upload.data.id}
          </Link>
        </Text>
      )}
    </ImportForm>
  );
}
