// Where something is used: the projects, and the items and files of all of them or of one.
import { Button, CloseButton, Group, SegmentedControl } from '@mantine/core';
import { IconPackages } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { UsingFile, UsingInventory, UsingProject } from '../api/models.ts';
import { ReviewLabel } from '../elements/badges.tsx';
import { Empty, Failed, LoadingRows } from '../elements/page-state.tsx';
import { Panel } from '../elements/panel.tsx';
import { countOf, countText } from '../elements/quantities.ts';
import type { Column } from '../table/data-table.tsx';
import { ExportedTable } from '../table/export/exported-table.tsx';
import { type PagedRows, usePagedRows } from '../table/paged-rows.ts';
import {
  areFilesComplete,
  fetchUsingFiles,
  fetchUsingItems,
  fetchUsingProjects,
  type Subject,
  usesKey,
} from './queries.ts';
import classes from './uses.module.css';

type View = 'projects' | 'inventories' | 'files';
interface Chosen {
  id: number;
  name: string;
}

const VIEWS: readonly { value: View; label: string }[] = [
  { value: 'projects', label: 'Projects' },
  { value: 'inventories', label: 'Items' },
  { value: 'files', label: 'Files' },
];
const WAYS = { SELECTED: 'selected', CONCLUDED: 'concluded', DECLARED: 'declared' } as const;

interface UsesPanelProps {
  subject: Subject;
  /** Holders and digests have files only. */
  hasItems?: boolean;
}

export function UsesPanel({ subject, hasItems = true }: UsesPanelProps) {
  const [view, setView] = useState<View>('projects');
  const [project, setProject] = useState<Chosen>();
  const show = (next: View, of?: Chosen) => {
    setView(next);
    setProject(of);
  };
  return (
    <Panel
      isFlush
      title="Where it is used"
      actions={
        <Group gap="xs">
          {project && (
            <span className={classes.chosen}>
              Only {project.name}
              <CloseButton size="xs" aria-label="Show all projects" onClick={() => setProject(undefined)} />
            </span>
          )}
          <SegmentedControl
            size="xs"
            aria-label="What to list"
            data={VIEWS.filter(({ value }) => hasItems || value !== 'inventories')}
            value={view}
            onChange={(value) => show(value, value === 'projects' ? undefined : project)}
          />
        </Group>
      }
    >
      {view === 'projects' && <Projects subject={subject} hasItems={hasItems} onShow={show} />}
      {view === 'inventories' && <Items subject={subject} project={project} />}
      {view === 'files' && <Files subject={subject} project={project} />}
    </Panel>
  );
}

interface ProjectsProps {
  subject: Subject;
  hasItems: boolean;
  onShow: (view: View, project: Chosen) => void;
}

function Projects({ subject, hasItems, onShow }: ProjectsProps) {
  const rows = usePagedRows(usesKey('projects', subject), (page) => fetchUsingProjects(subject, page));
  const complete = useQuery({ queryKey: ['uses', 'complete', subject], queryFn: () => areFilesComplete(subject) });
  const atLeast = complete.data === false ? 'at least ' : '';
  const count = (project: UsingProject, view: View, number: number, word: string) =>
    number === 0 ? (
      <span className={classes.none}>none</span>
    ) : (
      <Button
        variant="subtle"
        size="compact-xs"
        aria-label={`${countOf(number, word)} of ${project.projectName}`}
        onClick={() => onShow(view, { id: project.projectId, name: project.projectName })}
      >
        {view === 'files' && atLeast}
        {countText(number)}
      </Button>
    );
  const columns: Column<UsingProject>[] = [
    {
      id: 'project',
      header: 'Project',
      size: 260,
      isGrowing: true,
      cell: ({ projectId, projectName }) => (
        <Link to="/projects/$projectId" params={{ projectId }} title={projectName}>
          {projectName}
        </Link>
      ),
    },
    { id: 'status', header: 'Status', size: 170, cell: ({ projectStatus }) => projectStatus },
    ...(hasItems
      ? [
          {
            id: 'items',
            header: 'Items',
            size: 110,
            align: 'right' as const,
            cell: (row: UsingProject) => count(row, 'inventories', row.items, 'item'),
          },
        ]
      : []),
    { id: 'files', header: 'Files', size: 150, align: 'right', cell: (row) => count(row, 'files', row.files, 'file') },
  ];
  return <Rows label="Projects" rows={rows} columns={columns} idOf={({ projectId }) => projectId} />;
}

function Items({ subject, project }: { subject: Subject; project: Chosen | undefined }) {
  const rows = usePagedRows(usesKey('inventories', subject, project?.id), (page) =>
    fetchUsingItems(subject, project?.id, page),
  );
  const columns: Column<UsingInventory>[] = [
    {
      id: 'item',
      header: 'Inventory item',
      size: 260,
      isGrowing: true,
      cell: ({ inventoryId, inventoryName, projectId }) => (
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
    { id: 'project', header: 'Project', size: 180, cell: ({ projectName }) => projectName },
    { id: 'license', header: 'License', size: 170, cell: ({ licenseExpression }) => licenseExpression },
    {
      id: 'ways',
      header: 'How',
      size: 180,
      cell: ({ ways }) => ways.map((way) => WAYS[way]).join(', '),
    },
    { id: 'review', header: 'Review', size: 120, cell: ({ reviewStatus }) => <ReviewLabel status={reviewStatus} /> },
  ];
  return <Rows label="Inventory items" rows={rows} columns={columns} idOf={({ inventoryId }) => inventoryId} />;
}

function Files({ subject, project }: { subject: Subject; project: Chosen | undefined }) {
  const rows = usePagedRows(usesKey('files', subject, project?.id), (page) =>
    fetchUsingFiles(subject, project?.id, page),
  );
  const columns: Column<UsingFile>[] = [
    {
      id: 'path',
      header: 'File',
      size: 380,
      isGrowing: true,
      cell: ({ fileId, path, projectId }) => (
        <Link to="/projects/$projectId/files" params={{ projectId }} search={{ file: fileId }} title={path}>
          {path}
        </Link>
      ),
    },
    { id: 'project', header: 'Project', size: 180, cell: ({ projectName }) => projectName },
    {
      id: 'items',
      header: 'In items',
      size: 90,
      align: 'right',
      cell: ({ inventoryCount }) => countText(inventoryCount),
    },
    { id: 'reviewed', header: 'Reviewed', size: 90, cell: ({ isReviewed }) => (isReviewed ? 'Yes' : 'No') },
  ];
  return <Rows label="Files" rows={rows} columns={columns} idOf={({ fileId }) => fileId} />;
}

/** The bar with the menu above the rows. */
const EXPORT_PX = 36;

interface RowsProps<Row> {
  label: string;
  rows: PagedRows<Row>;
  columns: Column<Row>[];
  idOf: (row: Row) => number;
}

function Rows<Row extends object>({ label, rows, columns, idOf }: RowsProps<Row>) {
  if (rows.error)
    return <Failed error={rows.error} onRetry={rows.refetch} title="Where it is used could not be loaded" />;
  if (rows.total === undefined) return <LoadingRows rows={3} />;
  if (rows.total === 0)
    return (
      <Empty icon={<IconPackages />} title="Not used">
        It is used in no project that you may see.
      </Empty>
    );
  return (
    <div className={classes.rows} style={{ maxHeight: 32 * (rows.total + 2) + EXPORT_PX }}>
      <ExportedTable rows={rows} name={`uses-${label}`} label={label} columns={columns} idOf={idOf} />
    </div>
  );
}
