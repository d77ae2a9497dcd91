// The inventory items that use a component, in projects that the user may see.
import { IconLock, IconPackages } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ComponentUse } from '../../api/models.ts';
import { Label, ReviewLabel } from '../../elements/badges.tsx';
import { Empty, Failed, LoadingRows } from '../../elements/page-state.tsx';
import { Panel } from '../../elements/panel.tsx';
import { countOf } from '../../elements/quantities.ts';
import { type Column, DataTable } from '../../table/data-table.tsx';
import { usePagedRows } from '../../table/paged-rows.ts';
import classes from './component-page.module.css';
import { fetchUses, usesKey } from './queries.ts';

const LOCKING_STATUS = 'Project Completed';

const columns: Column<ComponentUse>[] = [
  {
    id: 'project',
    header: 'Project',
    size: 200,
    cell: ({ projectId, projectName, projectStatus }) => (
      <>
        <Link to="/projects/$projectId" params={{ projectId }} title={projectName}>
          {projectName}
        </Link>
        {projectStatus === LOCKING_STATUS && <IconLock size={14} aria-label="locked" />}
      </>
    ),
  },
  {
    id: 'item',
    header: 'Inventory item',
    size: 240,
    isGrowing: true,
    cell: ({ id, name, projectId }) => (
      <Link to="/projects/$projectId/inventory" params={{ projectId }} search={{ item: id }} title={name}>
        {name}
      </Link>
    ),
  },
  { id: 'version', header: 'Version', size: 110, cell: ({ versionName }) => <span>{versionName}</span> },
  {
    id: 'review',
    header: 'Review',
    size: 128,
    cell: ({ reviewStatus, goneSinceScan }) =>
      goneSinceScan === undefined ? (
        <ReviewLabel status={reviewStatus} />
      ) : (
        <Label tone="wait">Gone, scan {goneSinceScan}</Label>
      ),
  },
  {
    id: 'published',
    header: 'Published',
    size: 90,
    cell: ({ isPublished }) => <span>{isPublished ? 'Yes' : 'No'}</span>,
  },
];

export function ComponentUses({ componentId }: { componentId: number }) {
  const uses = usePagedRows(usesKey(componentId), (page) => fetchUses(componentId, page));
  const { total } = uses;
  return (
    <Panel isFlush title={total ? `Used by ${countOf(total, 'inventory item')}` : 'Where it is used'}>
      {uses.error ? (
        <Failed error={uses.error} onRetry={uses.refetch} title="Where it is used could not be loaded" />
      ) : total === undefined ? (
        <LoadingRows rows={3} />
      ) : total === 0 ? (
        <Empty icon={<IconPackages />} title="Not used">
          No inventory item uses it in the projects that you may see.
        </Empty>
      ) : (
        <div className={classes.uses} style={{ maxHeight: 32 * (total + 2) }}>
          <DataTable
            name="component-uses"
            label="Where it is used"
            columns={columns}
            count={total}
            rowAt={uses.rowAt}
            idOf={({ id }) => id}
            onRange={uses.onRange}
          />
        </div>
      )}
    </Panel>
  );
}
