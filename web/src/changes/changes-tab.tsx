// The items that the last scan added, changed or removed.
import { IconGitCompare } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { InventoryDelta } from '../api/models.ts';
import { Label, ReviewLabel } from '../elements/badges.tsx';
import { Empty, Failed, LoadingRows } from '../elements/page-state.tsx';
import { countOf, momentText } from '../elements/quantities.ts';
import { jobQuery } from '../jobs/queries.ts';
import { projectQuery, useProjectId } from '../project/queries.ts';
import { type Column, DataTable } from '../table/data-table.tsx';
import { ExportMenu } from '../table/export/export-menu.tsx';
import { usePagedRows } from '../table/paged-rows.ts';
import classes from './changes-tab.module.css';
import { fetchChanges } from './queries.ts';

const KINDS = {
  ADDED: { tone: 'good', text: 'Added' },
  UPDATED: { tone: 'notice', text: 'Changed' },
  REMOVED: { tone: 'bad', text: 'Removed' },
} as const;

export function ChangesTab() {
  const projectId = useProjectId();
  const project = useQuery(projectQuery(projectId));
  const changes = usePagedRows(['project', projectId, 'changes'], (page) => fetchChanges(projectId, page));
  const scanId = project.data?.lastScanTaskId ?? undefined;
  const scan = useQuery({ ...jobQuery(scanId ?? 0), enabled: scanId !== undefined });
  const columns = useMemo(() => columnsOf(projectId), [projectId]);
  if (changes.error)
    return <Failed error={changes.error} onRetry={changes.refetch} title="The changes could not be loaded" />;
  if (changes.total === undefined || !project.data) return <LoadingRows rows={12} />;
  if (scanId === undefined) {
    return (
      <Empty icon={<IconGitCompare />} title="Not scanned yet">
        After a scan, this list shows the items that it added, changed or removed.
      </Empty>
    );
  }
  return (
    <div className={classes.page}>
      <p className={classes.head}>
        The last scan{scan.data && `, of ${momentText(scan.data.completedOn)},`} changed{' '}
        {countOf(changes.total, 'item')}. Removed items can no longer be opened.{' '}
        <ExportMenu rows={changes} name="changes-of-the-last-scan" />
      </p>
      <DataTable
        name="changes"
        label="Changes of the last scan"
        columns={columns}
        count={changes.total}
        rowAt={changes.rowAt}
        idOf={(row) => row.id}
        onRange={changes.onRange}
        empty={
          <Empty icon={<IconGitCompare />} title="Nothing changed">
            The last scan did not change the inventory.
          </Empty>
        }
      />
    </div>
  );
}

function columnsOf(projectId: number): Column<InventoryDelta>[] {
  return [
    {
      id: 'change',
      header: 'Change',
      size: 110,
      cell: ({ change }) => <Label tone={KINDS[change].tone}>{KINDS[change].text}</Label>,
    },
    {
      id: 'name',
      header: 'Item',
      size: 240,
      isGrowing: true,
      cell: ({ id, name, change }) =>
        change === 'REMOVED' ? (
          <span title={name}>{name}</span>
        ) : (
          <Link to="/projects/$projectId/inventory" params={{ projectId }} search={{ item: id }} title={name}>
            {name}
          </Link>
        ),
    },
    { id: 'version', header: 'Version', size: 120, cell: (row) => <span>{known(row.componentVersionName)}</span> },
    {
      id: 'license',
      header: 'License',
      size: 200,
      // An expression of several licenses has no license name. Without this the column would show "I don't know".
      cell: ({ selectedLicenseName, licenseExpression }) => (
        <span title={selectedLicenseName}>{known(licenseExpression)}</span>
      ),
    },
    {
      id: 'review',
      header: 'Review',
      size: 128,
      cell: ({ inventoryReviewStatus }) => inventoryReviewStatus && <ReviewLabel status={inventoryReviewStatus} />,
    },
  ];
}

function known(value: string | undefined): string {
  return value === undefined || value === 'N/A' ? '' : value;
}
