// The packages of registries whose sources are part of a project.
import { Button, Group, Stack } from '@mantine/core';
import { IconPackages, IconPlus, IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { PackageSource } from '../api/models.ts';
import { notifyRefused } from '../elements/notify.ts';
import classes from '../elements/page.module.css';
import { Empty, Waiting } from '../elements/page-state.tsx';
import { Panel } from '../elements/panel.tsx';
import { StartedJob } from '../jobs/started-job.tsx';
import { openDeletePackages, openEditPackages, openNewPackages } from './package-forms.tsx';
import { packagesKey, packagesQuery, useTestPackages } from './package-queries.ts';
import { useSynchronise } from './queries.ts';
import { SourceActions } from './source-actions.tsx';
import { LastSync } from './source-control-panel.tsx';

export function PackagesPanel({ projectId, mayEdit }: { projectId: number; mayEdit: boolean }) {
  const query = useQuery(packagesQuery(projectId));
  const synchronise = useSynchronise(projectId);
  const [job, setJob] = useState<number>();
  const changes = useMemo(() => [packagesKey(projectId), ['scm', projectId], ['project'], ['codebase']], [projectId]);
  const start = () =>
    synchronise.mutate(undefined, {
      onSuccess: setJob,
      onError: (error) => notifyRefused('The packages were not fetched', error),
    });
  const sources = query.data ?? [];
  return (
    <Panel
      title="Packages of registries"
      isFlush
      actions={
        mayEdit && (
          <Group gap={8}>
            {sources.length > 0 && (
              <Button
                size="xs"
                variant="default"
                leftSection={<IconRefresh size={15} />}
                loading={synchronise.isPending}
                onClick={start}
              >
                Fetch packages now
              </Button>
            )}
            <Button size="xs" leftSection={<IconPlus size={15} />} onClick={() => openNewPackages(projectId)}>
              Add packages
            </Button>
          </Group>
        )
      }
    >
      {!query.isSuccess ? (
        <Waiting query={query} rows={2} title="The packages could not be loaded" />
      ) : sources.length === 0 ? (
        <Empty icon={<IconPackages />} title="No packages yet">
          Name packages by their URLs, such as pkg:npm/lodash@4.17.21, and every scan has their sources.
        </Empty>
      ) : (
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">Folder</th>
              <th scope="col">Packages</th>
              <th scope="col">Last synchronisation</th>
              <th scope="col" aria-label="Actions" />
            </tr>
          </thead>
          <tbody>
            {sources.map((source) => (
              <tr key={source.instanceId}>
                <td className="mono">{source.folder}</td>
                <td className="mono" style={{ overflowWrap: 'anywhere' }}>
                  {source.purls.map((purl) => (
                    <div key={purl}>{purl}</div>
                  ))}
                </td>
                <td>
                  <LastSync of={source} />
                </td>
                <td>{mayEdit && <Actions projectId={projectId} source={source} />}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {job !== undefined && (
        <Stack p="md">
          <StartedJob id={job} unit="files" changes={changes} />
        </Stack>
      )}
    </Panel>
  );
}

function Actions({ projectId, source }: { projectId: number; source: PackageSource }) {
  return (
    <SourceActions
      name={source.folder}
      test={useTestPackages(projectId, source.instanceId)}
      onEdit={() => openEditPackages(projectId, source)}
      onDelete={() => openDeletePackages(projectId, source)}
    />
  );
}
