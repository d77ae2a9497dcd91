// The source control instances of a project, with what the last synchronisation brought of each.
import { Button, Menu, Text } from '@mantine/core';
import { IconChevronDown, IconGitBranch, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ScmInstance } from '../api/models.ts';
import { Empty, Waiting } from '../elements/page-state.tsx';
import { openDeleteInstance, openEditInstance, openNewInstance } from './instance-forms.tsx';
import { instancesQuery, useTestInstance } from './queries.ts';
import { SourceActions } from './source-actions.tsx';
import { SourcePanel, SourceTable } from './source-panel.tsx';
import { SCM_SYSTEMS, type ScmType } from './systems.ts';

export function SourceControlPanel({ projectId, mayEdit }: { projectId: number; mayEdit: boolean }) {
  const instances = useQuery(instancesQuery(projectId));
  const { instances: all = [], removedFolders = [] } = instances.data ?? {};
  return (
    <SourcePanel
      projectId={projectId}
      title="Source control"
      fetchLabel="Synchronise now"
      hasSources={all.length + removedFolders.length > 0}
      refusal="The synchronisation was not started"
      add={mayEdit && <AddMenu projectId={projectId} />}
    >
      {!instances.isSuccess ? (
        <Waiting query={instances} rows={2} title="The source control instances could not be loaded" />
      ) : all.length === 0 ? (
        <Empty icon={<IconGitBranch />} title="No source control yet">
          Name the project’s repositories once, and every scan fetches what changed in them.
        </Empty>
      ) : (
        <SourceTable
          what="Repositories"
          sources={all}
          contentsOf={(instance) => (
            <>
              {instance.url.split(',').map((url) => (
                <div key={url}>{url}</div>
              ))}
              {askedOf(instance)}
            </>
          )}
          actionsOf={(instance) => mayEdit && <Actions projectId={projectId} instance={instance} />}
        />
      )}
      {removedFolders.length > 0 && (
        <Text size="sm" p="md">
          The code in {removedFolders.join(', ')} belongs to deleted instances. The next synchronisation or scan removes
          it.
        </Text>
      )}
    </SourcePanel>
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
