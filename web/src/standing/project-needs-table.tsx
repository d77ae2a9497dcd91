// The projects that need a person, those with the most to decide first. Each figure leads to its list.
import { IconChecks } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ProjectNeeds } from '../api/models.ts';
import { Empty, Waiting } from '../elements/page-state.tsx';
import { countText } from '../elements/quantities.ts';
import type { Column } from '../table/data-table.tsx';
import { ExportedTable } from '../table/export/exported-table.tsx';
import { usePagedRows } from '../table/paged-rows.ts';
import { fetchProjectNeeds, needsQuery } from './needs-queries.ts';
import { STANDING_KEY } from './queries.ts';

const decide = '/projects/$projectId/decide' as const;

const columns: Column<ProjectNeeds>[] = [
  {
    id: 'project',
    header: 'Project',
    size: 260,
    isGrowing: true,
    cell: ({ projectId, projectName }) => (
      <Link to={decide} params={{ projectId }} title={projectName}>
        {projectName}
      </Link>
    ),
  },
  {
    id: 'undecided',
    header: 'Undecided',
    size: 110,
    align: 'right',
    cell: ({ projectId, undecided }) => (
      <Link to="/projects/$projectId/inventory" params={{ projectId }} search={{ review: 'Draft' }}>
        {countText(undecided)}
      </Link>
    ),
  },
  {
    id: 'added',
    header: 'New',
    size: 90,
    align: 'right',
    cell: ({ projectId, added }) => <ToCauses projectId={projectId} count={added} />,
  },
  {
    id: 'changed',
    header: 'Changed',
    size: 100,
    align: 'right',
    cell: ({ projectId, changed }) => <ToCauses projectId={projectId} count={changed} />,
  },
  {
    id: 'proposed',
    header: 'Proposed',
    size: 110,
    align: 'right',
    cell: ({ projectId }) => <Proposed projectId={projectId} />,
  },
  {
    id: 'lapsed',
    header: 'Lapsed',
    size: 100,
    align: 'right',
    cell: ({ projectId, lapsed }) => (
      <Link to={decide} params={{ projectId }} search={{ show: 'again' }}>
        {countText(lapsed)}
      </Link>
    ),
  },
  {
    id: 'gone',
    header: 'Gone',
    size: 100,
    align: 'right',
    cell: ({ projectId, gone }) => (
      <Link to={decide} params={{ projectId }} search={{ show: 'gone' }}>
        {countText(gone)}
      </Link>
    ),
  },
  {
    id: 'notCompared',
    header: 'Not compared',
    size: 130,
    align: 'right',
    cell: ({ projectId, notCompared }) =>
      notCompared === null ? (
        <span>Not recorded yet</span>
      ) : (
        <Link to="/projects/$projectId/inventory" params={{ projectId }} search={{ coverage: 'not-compared' }}>
          {countText(notCompared)}
        </Link>
      ),
  },
];

/** What the last scan added and changed stands there by its ground. */
const ToCauses = ({ projectId, count }: { projectId: number; count: number }) => (
  <Link to={decide} params={{ projectId }}>
    {countText(count)}
  </Link>
);

/** The server computes proposals for their reader, project by project, so only those of the rows that are seen are asked for. */
function Proposed({ projectId }: { projectId: number }) {
  const needs = useQuery(needsQuery(projectId));
  if (needs.isError) return <span>Not known</span>;
  if (needs.data === undefined) return <span>…</span>;
  return (
    <Link to={decide} params={{ projectId }} search={{ show: 'before' }}>
      {countText(needs.data.causes.find(({ cause }) => cause === 'PROPOSED')?.count ?? 0)}
    </Link>
  );
}

export function ProjectNeedsTable() {
  const rows = usePagedRows([...STANDING_KEY, 'by-project'], fetchProjectNeeds);
  if (rows.error || rows.total === undefined)
    return <Waiting query={rows} rows={12} title="The projects could not be loaded" />;
  return (
    <ExportedTable
      rows={rows}
      name="project-needs"
      label="Projects that need a person"
      columns={columns}
      idOf={({ projectId }) => projectId}
      empty={
        <Empty icon={<IconChecks />} title="Nothing needs a person">
          In the projects that you may see, every item is decided and was compared with advisories.
        </Empty>
      }
    />
  );
}
