// The table of decisions that no longer hold, of one project or of all.
import { IconChecks } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ToDecideAgain } from '../api/models.ts';
import { ReviewLabel } from '../elements/badges.tsx';
import { Empty, Waiting } from '../elements/page-state.tsx';
import { momentText } from '../elements/quantities.ts';
import { type Column, DataTable } from '../table/data-table.tsx';
import type { PagedRows } from '../table/paged-rows.ts';

const KINDS: Partial<Record<ToDecideAgain['kind'], string>> = {
  review: 'Review',
  'license-choice': 'Choice of license',
  'concluded-license': 'License',
  'notice-text': 'Notices text',
  'file-reviewed': 'File reviewed',
  'file-tied': 'File added',
};

const project: Column<ToDecideAgain> = {
  id: 'project',
  header: 'Project',
  size: 150,
  cell: ({ projectId, projectName }) => (
    <Link to="/projects/$projectId/decide" params={{ projectId }} title={projectName}>
      {projectName}
    </Link>
  ),
};

const columns: Column<ToDecideAgain>[] = [
  { id: 'subject', header: 'Item or file', size: 220, cell: subjectOf },
  { id: 'kind', header: 'Decision', size: 120, cell: ({ kind }) => <span>{KINDS[kind] ?? kind}</span> },
  {
    id: 'decided',
    header: 'Was',
    size: 120,
    cell: ({ decided }) => (decided === '' ? <span>·</span> : <ReviewLabel status={decided} />),
  },
  { id: 'why', header: 'What changed', size: 350, isGrowing: true, cell: ({ why }) => <span title={why}>{why}</span> },
  { id: 'by', header: 'Decided by', size: 110, cell: ({ decidedBy }) => <span>{decidedBy}</span> },
  { id: 'lapsed', header: 'Since', size: 185, cell: ({ lapsedOn }) => <span>{momentText(lapsedOn)}</span> },
];

function subjectOf({ projectId, inventoryId, inventoryName, filePath }: ToDecideAgain) {
  if (inventoryId === 0) return <span title={filePath}>{filePath}</span>;
  return (
    <Link
      to="/projects/$projectId/inventory"
      params={{ projectId }}
      search={{ item: inventoryId }}
      title={inventoryName}
    >
      {inventoryName}
    </Link>
  );
}

export function ToDecideTable({ rows, isOfAll }: { rows: PagedRows<ToDecideAgain>; isOfAll: boolean }) {
  if (rows.error || rows.total === undefined)
    return <Waiting query={rows} rows={12} title="The decisions could not be loaded" />;
  return (
    <DataTable
      name={isOfAll ? 'all-to-decide' : 'to-decide'}
      label="Decisions to take again"
      columns={isOfAll ? [project, ...columns] : columns}
      count={rows.total}
      rowAt={rows.rowAt}
      idOf={({ decisionId }) => decisionId}
      onRange={rows.onRange}
      empty={
        <Empty icon={<IconChecks />} title="Every decision holds">
          A decision is to be taken again if what it rests on has changed: the component, version or license of an item,
          its evidence, or the contents of a file.
        </Empty>
      }
    />
  );
}
