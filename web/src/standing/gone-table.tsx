// The table of items whose evidence is no longer in the code. A person may keep one, and says why.
import { Button } from '@mantine/core';
import { IconGhost2 } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { GoneInventory } from '../api/models.ts';
import { Label, ReviewLabel } from '../elements/badges.tsx';
import { notifyDone, notifyRefused } from '../elements/notify.ts';
import { Empty, Waiting } from '../elements/page-state.tsx';
import { momentText } from '../elements/quantities.ts';
import type { Column } from '../table/data-table.tsx';
import { ExportedTable } from '../table/export/exported-table.tsx';
import type { PagedRows } from '../table/paged-rows.ts';
import { openKeep } from './keep-item.tsx';
import { useRelease } from './queries.ts';

interface GoneTableProps {
  projectId: number;
  may: (action: string) => boolean;
  rows: PagedRows<GoneInventory>;
}

export function GoneTable({ projectId, may, rows }: GoneTableProps) {
  const mayKeep = may('REVIEW_INVENTORY');
  const { mutate: release } = useRelease();
  const columns = useMemo(
    () =>
      columnsOf(projectId, mayKeep, (item) =>
        release(item.id, {
          onSuccess: () => notifyDone(`${item.name} is no longer kept.`),
          onError: (error) => notifyRefused('The decision was not withdrawn', error),
        }),
      ),
    [projectId, mayKeep, release],
  );
  if (rows.error || rows.total === undefined)
    return <Waiting query={rows} rows={12} title="The items could not be loaded" />;
  return (
    <ExportedTable
      rows={rows}
      name="gone-items"
      label="Items whose evidence is gone"
      columns={columns}
      idOf={({ id }) => id}
      empty={
        <Empty icon={<IconGhost2 />} title="Nothing is gone">
          An item is gone if a scan no longer finds its evidence in the code. Items that never had evidence, for example
          those made by hand, are never gone.
        </Empty>
      }
    />
  );
}

function columnsOf(
  projectId: number,
  mayKeep: boolean,
  onRelease: (item: GoneInventory) => void,
): Column<GoneInventory>[] {
  return [
    {
      id: 'name',
      header: 'Name',
      size: 220,
      cell: ({ id, name }) => (
        <Link to="/projects/$projectId/inventory" params={{ projectId }} search={{ item: id }} title={name}>
          {name}
        </Link>
      ),
    },
    { id: 'status', header: 'Review', size: 135, cell: ({ decided }) => <ReviewLabel status={decided} /> },
    {
      id: 'since',
      header: 'Gone since',
      size: 235,
      cell: ({ goneSinceScan, goneOn }) => (
        <span>
          scan {goneSinceScan}
          {goneOn && `, ${momentText(goneOn)}`}
        </span>
      ),
    },
    { id: 'why', header: 'Why', size: 240, isGrowing: true, cell: ({ why }) => <span title={why}>{why}</span> },
    {
      id: 'kept',
      header: 'Kept',
      size: 180,
      cell: ({ isKept, keptBy, keptWhy }) =>
        isKept ? (
          <span title={keptWhy}>
            <Label tone="notice">by {keptBy}</Label> {keptWhy}
          </span>
        ) : (
          <span>no, counts nowhere</span>
        ),
    },
    { id: 'tasks', header: 'Open tasks', size: 100, align: 'right', cell: ({ openTasks }) => openTasks },
    ...(mayKeep
      ? [
          {
            id: 'keep',
            header: 'Decide',
            size: 100,
            cell: (item: GoneInventory) =>
              item.isKept ? (
                <Button size="compact-xs" variant="default" onClick={() => onRelease(item)}>
                  Withdraw
                </Button>
              ) : (
                <Button size="compact-xs" variant="default" onClick={() => openKeep(item)}>
                  Keep…
                </Button>
              ),
          },
        ]
      : []),
  ];
}
