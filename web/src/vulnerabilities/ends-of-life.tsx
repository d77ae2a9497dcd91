// Components of a project whose release cycle has ended or will end. After the end nobody fixes new vulnerabilities in
// them.
import { IconCalendarOff } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { EndOfLife } from '../api/models.ts';
import { Label } from '../elements/badges.tsx';
import { Empty, Waiting } from '../elements/page-state.tsx';
import { type Column, DataTable } from '../table/data-table.tsx';
import { usePagedRows } from '../table/paged-rows.ts';
import { fetchEndsOfLife, VULNERABILITIES_KEY } from './queries.ts';

const columnsFor = (projectId: number): Column<EndOfLife>[] => [
  {
    id: 'item',
    header: 'Item',
    size: 240,
    isGrowing: true,
    cell: ({ inventoryId, inventoryName }) => (
      <Link to="/projects/$projectId/inventory" params={{ projectId }} search={{ item: inventoryId }}>
        {inventoryName}
      </Link>
    ),
  },
  { id: 'product', header: 'Product', size: 150, cell: ({ product }) => <span>{product}</span> },
  { id: 'cycle', header: 'Cycle', size: 90, cell: ({ cycle }) => <span>{cycle}</span> },
  { id: 'ends', header: 'Ends on', size: 120, cell: ({ endsOn }) => <span>{endsOn || 'no date'}</span> },
  {
    id: 'state',
    header: 'Status',
    size: 130,
    cell: ({ hasEnded }) => <Label tone={hasEnded ? 'bad' : 'good'}>{hasEnded ? 'Has ended' : 'Maintained'}</Label>,
  },
  { id: 'source', header: 'Source', size: 120, cell: ({ source }) => <span>{source}</span> },
];

export function EndsOfLife({ projectId }: { projectId: number }) {
  const list = usePagedRows([...VULNERABILITIES_KEY, 'ends-of-life', projectId], (page) =>
    fetchEndsOfLife(projectId, page),
  );
  if (list.error || list.total === undefined)
    return <Waiting query={list} rows={8} title="The ends of life could not be loaded" />;
  return (
    <DataTable
      name="ends-of-life"
      label="Ends of life"
      columns={columnsFor(projectId)}
      count={list.total}
      rowAt={list.rowAt}
      idOf={({ inventoryId }) => inventoryId}
      onRange={list.onRange}
      empty={
        <Empty icon={<IconCalendarOff />} title="No end of life is known">
          No source has end-of-life dates for these components. Some of them may be unmaintained all the same.
        </Empty>
      }
    />
  );
}
