// The source control instances of a project, with what the last synchronisation brought of each.
import { Button, Group, Menu, Stack, Text } from '@mantine/core';
import { IconChevronDown, IconGitBranch, IconPlus, IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { ScmInstance } from '../api/models.ts';
import { Label } from '../elements/badges.tsx';
import { notifyRefused } from '../elements/notify.ts';
import classes from '../elements/page.module.css';
import { Empty, Waiting } from '../elements/page-state.tsx';
import { Panel } from '../elements/panel.tsx';
import { StartedJob } from '../jobs/started-job.tsx';
import { openDeleteInstance, openEditInstance, openNewInstance } from './instance-forms.tsx';
import { instancesKey, instancesQuery, useSynchronise, useTestInstance } from './queries.ts';
import { SourceActions } from './source-actions.tsx';
import { SCM_SYSTEMS, type ScmType } from './systems.ts';

const SHOWN_DIGITS = 12;

export function SourceControlPanel({ projectId, mayEdit }: { projectId: number; mayEdit: boolean }) {
  const instances = useQuery(instancesQuery(projectId));
  const synchronise = useSynchronise(projectId);
  const [job, setJob] = useState<number>();
  const changes = useMemo(() => [instancesKey(projectId), ['project'], ['codebase']], [projectId]);
  const start = () =>
    synchronise.mutate(undefined, {
      onSuccess: setJob,
      onError: (error) => notifyRefused('The synchronisation was not started', error),
    });
  const { instances: all = [], removedFolders = [] } = instances.data ?? {};
  return (
    <Panel
      title="Source control"
      isFlush
      actions={
        mayEdit && (
          <Group gap={8}>
            {all.length + removedFolders.length > 0 && (
              <Button
                size="xs"
                variant="default"
                leftSection={<IconRefresh size={15} />}
                loading={synchronise.isPending}
                onClick={start}
              >
                Synchronise now
              </Button>
            )}
            <AddMenu projectId={projectId} />
          </Group>
        )
      }
    >
      {!instances.isSuccess ? (
        <Waiting query={instances} rows={2} title="The source control instances could not be loaded" />
      ) : all.length === 0 ? (
        <Empty icon={<IconGitBranch />} title="No source control yet">
          Name the project’s repositories once, and every scan fetches what changed in them.
        </Empty>
      ) : (
        <Instances projectId={projectId} instances={all} mayEdit={mayEdit} />
      )}
      {removedFolders.length > 0 && (
        <Text size="sm" p="md">
          The code in {removedFolders.join(', ')} belongs to deleted instances. The next synchronisation or scan removes
          it.
        </Text>
      )}
      {job !== undefined && (
        <Stack p="md">
          <StartedJob id={job} unit="files" changes={changes} />
        </Stack>
      )}
    </Panel>
  );
}

const TYPES = ['GIT', 'SUBVERSION', 'PERFORCE', 'TFS'] as const satisfies readonly ScmType[];

function AddMenu({ projectId }: { projectId: number }) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button size="xs" leftSection={<IconPlus size={15} />} rightSection={<IconChevronDown size={15} />}>
          Add source
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {TYPES.map((type) => (
          <Menu.Item key={type} onClick={() => openNewInstance(projectId, type)}>
            {SCM_SYSTEMS[type].name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

interface InstancesProps {
  projectId: number;
  instances: ScmInstance[];
  mayEdit: boolean;
}

function Instances({ projectId, instances, mayEdit }: InstancesProps) {
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">Folder</th>
          <th scope="col">Repositories</th>
          <th scope="col">Last synchronisation</th>
          <th scope="col" aria-label="Actions" />
        </tr>
      </thead>
      <tbody>
        {instances.map((instance) => (
          <tr key={`${instance.scmType} ${instance.instanceId}`}>
            <td className="mono">{instance.folder}</td>
            <td className="mono" style={{ overflowWrap: 'anywhere' }}>
              {instance.url.split(',').map((url) => (
                <div key={url}>{url}</div>
              ))}
              {askedOf(instance)}
            </td>
            <td>
              <LastSync of={instance} />
            </td>
            <td>{mayEdit && <Actions projectId={projectId} instance={instance} />}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function askedOf({ branch, tag, commitId, branchSpec, ...other }: ScmInstance): string {
  const { changeListNum, revisionNumber, changeSet, label } = other;
  if (branchSpec || changeListNum || label || changeSet || revisionNumber)
    return [
      branchSpec,
      changeListNum && `change list ${changeListNum}`,
      changeSet && `changeset ${changeSet}`,
      revisionNumber && `revision ${revisionNumber}`,
      label && `label ${label}`,
    ]
      .filter(Boolean)
      .join(', ');
  if (branch) return `branch ${branch}`;
  if (tag) return `tag ${tag}`;
  return commitId ? `commit ${commitId}` : '';
}

/** Digests begin with the name of their algorithm. */
const shortRevision = (revision: string): string =>
  revision.slice(0, revision.startsWith('sha256:') ? 'sha256:'.length + SHOWN_DIGITS : SHOWN_DIGITS);

export function LastSync({ of: { lastSync } }: { of: Pick<ScmInstance, 'lastSync'> }) {
  if (!lastSync) return <Text size="sm">Not yet. A scan does it first.</Text>;
  return (
    <Stack gap={4}>
      <Group gap={8}>
        <Label tone={lastSync.isGood ? 'good' : 'bad'}>{lastSync.isGood ? 'Good' : 'Failed'}</Label>
        <Text size="sm">{lastSync.attemptedOn}</Text>
      </Group>
      {lastSync.error !== '' && (
        <Text size="sm" className={classes.warning}>
          {lastSync.error}
          {lastSync.synchronisedOn !== '' && ` The code is that of ${lastSync.synchronisedOn}.`}
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

function Actions({ projectId, instance }: { projectId: number; instance: ScmInstance }) {
  return (
    <SourceActions
      name={instance.folder}
      test={useTestInstance(projectId, instance)}
      onEdit={() => openEditInstance(projectId, instance)}
      onDelete={() => openDeleteInstance(projectId, instance)}
    />
  );
}
