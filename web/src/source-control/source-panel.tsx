// Sources of code of one kind (repositories, images, packages): a panel that fetches them now, and the table of them.
import { Button, Group, Stack, Text } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { type ReactNode, useMemo, useState } from 'react';
import type { ScmInstance } from '../api/models.ts';
import { Label } from '../elements/badges.tsx';
import { notifyRefused } from '../elements/notify.ts';
import classes from '../elements/page.module.css';
import { Panel } from '../elements/panel.tsx';
import { momentText } from '../elements/quantities.ts';
import { StartedJob } from '../jobs/started-job.tsx';
import { imagesKey } from './image-queries.ts';
import { packagesKey } from './package-queries.ts';
import { instancesKey, useSynchronise } from './queries.ts';

interface SourcePanelProps {
  projectId: number;
  title: string;
  /** Starts a synchronisation of all sources; without sources there is nothing to fetch. */
  fetchLabel: string;
  hasSources: boolean;
  /** Why nothing was started. */
  refusal: string;
  /** The button that adds a source; undefined if the user may change nothing. */
  add: ReactNode;
  children: ReactNode;
}

export function SourcePanel({ projectId, refusal, ...panel }: SourcePanelProps) {
  const synchronise = useSynchronise(projectId);
  const [job, setJob] = useState<number>();
  // A synchronisation fetches the sources of all kinds.
  const changes = useMemo(
    () => [instancesKey(projectId), imagesKey(projectId), packagesKey(projectId), ['project'], ['codebase']],
    [projectId],
  );
  const start = () =>
    synchronise.mutate(undefined, { onSuccess: setJob, onError: (error) => notifyRefused(refusal, error) });
  return (
    <Panel
      title={panel.title}
      isFlush
      actions={
        panel.add && (
          <Group gap={8}>
            {panel.hasSources && (
              <Button
                size="xs"
                variant="default"
                leftSection={<IconRefresh size={15} />}
                loading={synchronise.isPending}
                onClick={start}
              >
                {panel.fetchLabel}
              </Button>
            )}
            {panel.add}
          </Group>
        )
      }
    >
      {panel.children}
      {job !== undefined && (
        <Stack p="md">
          <StartedJob id={job} unit="files" changes={changes} />
        </Stack>
      )}
    </Panel>
  );
}

interface SourceTableProps<Source> {
  /** The head of the column of what is fetched. */
  what: string;
  sources: readonly Source[];
  contentsOf: (source: Source) => ReactNode;
  actionsOf: (source: Source) => ReactNode;
}

/** The folder of a source names it: no two have the same. */
export function SourceTable<Source extends { folder: string } & Pick<ScmInstance, 'lastSync'>>({
  what,
  sources,
  contentsOf,
  actionsOf,
}: SourceTableProps<Source>) {
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">Folder</th>
          <th scope="col">{what}</th>
          <th scope="col">Last synchronisation</th>
          <th scope="col" aria-label="Actions" />
        </tr>
      </thead>
      <tbody>
        {sources.map((source) => (
          <tr key={source.folder}>
            <td className="mono">{source.folder}</td>
            <td className="mono" style={{ overflowWrap: 'anywhere' }}>
              {contentsOf(source)}
            </td>
            <td>
              <LastSync of={source} />
            </td>
            <td>{actionsOf(source)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const SHOWN_DIGITS = 12;

/** Digests begin with the name of their algorithm. */
const shortRevision = (revision: string): string =>
  revision.slice(0, revision.startsWith('sha256:') ? 'sha256:'.length + SHOWN_DIGITS : SHOWN_DIGITS);

function LastSync({ of: { lastSync } }: { of: Pick<ScmInstance, 'lastSync'> }) {
  if (!lastSync) return <Text size="sm">Not yet. A scan does it first.</Text>;
  return (
    <Stack gap={4}>
      <Group gap={8}>
        <Label tone={lastSync.isGood ? 'good' : 'bad'}>{lastSync.isGood ? 'Good' : 'Failed'}</Label>
        <Text size="sm">{momentText(lastSync.attemptedOn)}</Text>
      </Group>
      {lastSync.error !== '' && (
        <Text size="sm" className={classes.warning}>
          {lastSync.error}
          {lastSync.synchronisedOn !== '' && ` The code is that of ${momentText(lastSync.synchronisedOn)}.`}
        </Text>
      )}
      {lastSync.sources.map(({ folder, asked, revision, part }) => (
        <Text key={folder} size="sm">
          {folder}:{' '}
          <span className="mono" title={revision}>
            {shortRevision(revision)}
          </span>{' '}
          ({asked}
          {part ? `, only ${part}` : ''})
        </Text>
      ))}
    </Stack>
  );
}
