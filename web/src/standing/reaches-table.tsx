// Reviews that people let reach further, of all projects that the user may see: where they count by themselves, and how to withdraw that.
import { Button } from '@mantine/core';
import { modals } from '@mantine/modals';
import { IconArrowsMaximize } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { WidenedReview } from '../api/models.ts';
import { Label, ReviewLabel } from '../elements/badges.tsx';
import { notifyDone, notifyRefused } from '../elements/notify.ts';
import { Empty, Waiting } from '../elements/page-state.tsx';
import { countText, momentText } from '../elements/quantities.ts';
import { useSystemPermission } from '../session/session.ts';
import type { Column } from '../table/data-table.tsx';
import { ExportedTable } from '../table/export/exported-table.tsx';
import { usePagedRows } from '../table/paged-rows.ts';
import { STANDING_KEY } from './queries.ts';
import { fetchReaches, useWithdrawReach } from './reach-queries.ts';

const WHERE: Record<WidenedReview['scope'], string> = {
  ITEM: 'Nowhere else by itself',
  PROJECT: 'In its project',
  FAMILY: 'Also above and below its project',
  FOLDER: 'In a folder of projects',
  SITE: 'In all projects',
};

export function ReachesTable() {
  const rows = usePagedRows([...STANDING_KEY, 'reaches'], fetchReaches);
  const mayDecide = useSystemPermission('edit_policy');
  const { mutate: withdraw } = useWithdrawReach();
  const columns = useMemo(
    () => [
      ...COLUMNS,
      ...(mayDecide ? [withdrawColumn((review) => askToWithdraw(review, () => send(review, withdraw)))] : []),
    ],
    [mayDecide, withdraw],
  );
  if (rows.error || rows.total === undefined)
    return <Waiting query={rows} rows={12} title="The reviews could not be loaded" />;
  return (
    <ExportedTable
      rows={rows}
      name="review-reaches"
      label="Reviews that reach further"
      columns={columns}
      idOf={({ decisionId }) => String(decisionId)}
      empty={
        <Empty icon={<IconArrowsMaximize />} title="No review reaches further">
          A review reaches further if somebody let it count for other versions or projects, in the details of its item.
        </Empty>
      }
    />
  );
}

type Withdraw = ReturnType<typeof useWithdrawReach>['mutate'];

function send(review: WidenedReview, withdraw: Withdraw): void {
  withdraw(review.inventoryId, {
    onSuccess: () => notifyDone(`The review of ${review.inventoryName} reaches nothing else any more.`),
    onError: (error) => notifyRefused('The reach was not withdrawn', error),
  });
}

function askToWithdraw({ inventoryName, followers }: WidenedReview, onConfirm: () => void): void {
  const follow =
    followers === 0
      ? 'Nothing counts because of it yet.'
      : `What counts because of it (${countText(followers)}) stays. To end that too, take back the review itself.`;
  modals.openConfirmModal({
    title: 'Withdraw the reach',
    children: `The review of ${inventoryName} stays, and no longer counts elsewhere by itself. ${follow}`,
    labels: { confirm: 'Withdraw', cancel: 'Cancel' },
    onConfirm,
  });
}

const COLUMNS: Column<WidenedReview>[] = [
  {
    id: 'item',
    header: 'Item',
    size: 220,
    cell: ({ projectId, inventoryId, inventoryName }) => (
      <Link
        to="/projects/$projectId/inventory"
        params={{ projectId }}
        search={{ item: inventoryId }}
        title={inventoryName}
      >
        {inventoryName}
      </Link>
    ),
  },
  {
    id: 'project',
    header: 'Project',
    size: 150,
    cell: ({ projectId, projectName }) => (
      <Link to="/projects/$projectId/decide" params={{ projectId }} title={projectName}>
        {projectName}
      </Link>
    ),
  },
  { id: 'review', header: 'Review', size: 120, cell: ({ status }) => <ReviewLabel status={status} /> },
  {
    id: 'where',
    header: 'Counts',
    size: 260,
    cell: ({ scope, folderPath, isHeldBack }) => (
      <span title={folderPath}>
        {WHERE[scope]}
        {folderPath && `: ${folderPath}`} {isHeldBack && <Label tone="wait">not while its project is private</Label>}
      </span>
    ),
  },
  {
    id: 'versions',
    header: 'Versions',
    size: 220,
    isGrowing: true,
    cell: ({ versions, decidedFor }) => (
      <span title={versions}>{[decidedFor, versions].filter(Boolean).join(', ')}</span>
    ),
  },
  { id: 'followers', header: 'Followed by', size: 100, align: 'right', cell: ({ followers }) => countText(followers) },
  { id: 'by', header: 'Set by', size: 110, cell: ({ setBy }) => <span>{setBy}</span> },
  { id: 'on', header: 'Set on', size: 185, cell: ({ setOn }) => <span>{momentText(setOn)}</span> },
];

const withdrawColumn = (onWithdraw: (review: WidenedReview) => void): Column<WidenedReview> => ({
  id: 'withdraw',
  header: 'Reach',
  size: 110,
  cell: (review) => (
    <Button size="compact-xs" variant="default" onClick={() => onWithdraw(review)}>
      Withdraw…
    </Button>
  ),
});
