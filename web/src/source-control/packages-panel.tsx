// The packages of registries whose sources are part of a project.
import { Button } from '@mantine/core';
import { IconPackages, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { PackageSource } from '../api/models.ts';
import { Empty, Waiting } from '../elements/page-state.tsx';
import { openDeletePackages, openEditPackages, openNewPackages } from './package-forms.tsx';
import { packagesQuery, useTestPackages } from './package-queries.ts';
import { SourceActions } from './source-actions.tsx';
import { SourcePanel, SourceTable } from './source-panel.tsx';

export function PackagesPanel({ projectId, mayEdit }: { projectId: number; mayEdit: boolean }) {
  const query = useQuery(packagesQuery(projectId));
  const sources = query.data ?? [];
  return (
    <SourcePanel
      projectId={projectId}
      title="Packages of registries"
      fetchLabel="Fetch packages now"
      hasSources={sources.length > 0}
      refusal="The packages were not fetched"
      add={
        mayEdit && (
          <Button size="xs" leftSection={<IconPlus size={15} />} onClick={() => openNewPackages(projectId)}>
            Add packages
          </Button>
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
        <SourceTable
          what="Packages"
          sources={sources}
          contentsOf={({ purls }) => purls.map((purl) => <div key={purl}>{purl}</div>)}
          actionsOf={(source) => mayEdit && <Actions projectId={projectId} source={source} />}
        />
      )}
    </SourcePanel>
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
