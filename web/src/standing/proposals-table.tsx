// The table of groups of proposals: decisions on other versions and in other projects that could count here.
import { Button } from '@mantine/core';
import { IconChecks } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { ProposalGroup } from '../api/models.ts';
import { Label } from '../elements/badges.tsx';
import { Empty, Waiting } from '../elements/page-state.tsx';
import { countText } from '../elements/quantities.ts';
import type { Column } from '../table/data-table.tsx';
import { ExportedTable } from '../table/export/exported-table.tsx';
import type { PagedRows } from '../table/paged-rows.ts';
import { openProposals } from './proposals.tsx';

interface ProposalsTableProps {
  projectId: number;
  may: (action: string) => boolean;
  rows: PagedRows<ProposalGroup>;
}

const mayAnswer = (may: (action: string) => boolean, { subject }: ProposalGroup) =>
  may(subject === 'ITEM' ? 'REVIEW_INVENTORY' : 'REVIEW_FILES');

export function ProposalsTable({ projectId, may, rows }: ProposalsTableProps) {
  const columns = useMemo(() => columnsOf(projectId, may), [projectId, may]);
  if (rows.error || rows.total === undefined)
    return <Waiting query={rows} rows={12} title="The proposals could not be loaded" />;
  return (
    <ExportedTable
      rows={rows}
      name="carried-proposals"
      label="Decided before"
      columns={columns}
      idOf={({ group }) => group}
      empty={
        <Empty icon={<IconChecks />} title="Nothing was decided before">
          A decision on another version of a component, or in another project that you may see, is proposed here if
          nothing is different on which it rests.
        </Empty>
      }
    />
  );
}

function columnsOf(projectId: number, may: (action: string) => boolean): Column<ProposalGroup>[] {
  return [
    {
      id: 'title',
      header: 'Ground',
      size: 420,
      isGrowing: true,
      cell: ({ title }) => <span title={title}>{title}</span>,
    },
    { id: 'count', header: 'Number', size: 80, cell: ({ count }) => <span>{countText(count)}</span> },
    {
      id: 'from',
      header: 'Decided in',
      size: 180,
      cell: ({ fromProjectId, fromProjectName }) =>
        fromProjectId === projectId ? (
          <span>This project</span>
        ) : (
          <Link to="/projects/$projectId" params={{ projectId: fromProjectId }} title={fromProjectName}>
            {fromProjectName}
          </Link>
        ),
    },
    {
      id: 'conflict',
      header: 'Contradicted',
      size: 120,
      cell: ({ isConflicting }) => (isConflicting ? <Label tone="notice">Yes</Label> : <span>·</span>),
    },
    {
      id: 'act',
      header: 'Decide',
      size: 110,
      cell: (row) => (
        <Button size="compact-xs" variant="default" onClick={() => openProposals(projectId, row, mayAnswer(may, row))}>
          {mayAnswer(may, row) ? 'Decide…' : 'Show…'}
        </Button>
      ),
    },
  ];
}
