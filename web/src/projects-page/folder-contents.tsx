// The contents of one folder: a table of its folders and projects, and the actions for the folder.
import { ActionIcon, Menu } from '@mantine/core';
import { IconBox, IconDots, IconFolder, IconFolderOff, IconLock, IconPencil, IconTrash } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { ProjectStatusLabel } from '../elements/badges.tsx';
import { Empty } from '../elements/page-state.tsx';
import { countOf } from '../elements/quantities.ts';
import { type Folder, type ProjectRow, ROOT_FOLDER_ID } from '../folders/queries.ts';
import { type Column, DataTable } from '../table/data-table.tsx';
import { openDeleteFolder, openRenameFolder } from './folder-forms.tsx';
import classes from './projects-page.module.css';

type Row = { kind: 'folder'; id: number; name: string } | ({ kind: 'project' } & ProjectRow);

const columns: Column<Row>[] = [
  { id: 'name', header: 'Name', size: 280, isGrowing: true, cell: (row) => <Name row={row} /> },
  {
    id: 'status',
    header: 'Status',
    size: 190,
    cell: (row) => row.kind === 'project' && <ProjectStatusLabel status={row.status} />,
  },
  { id: 'owner', header: 'Contact', size: 140, cell: (row) => row.kind === 'project' && <span>{row.owner}</span> },
  {
    id: 'visibility',
    header: 'Visibility',
    size: 110,
    cell: (row) => row.kind === 'project' && (row.isPrivate ? 'Private' : 'Public'),
  },
  {
    id: 'id',
    header: 'Id',
    size: 80,
    align: 'right',
    cell: (row) => row.kind === 'project' && <span className="mono">{row.id}</span>,
  },
];

export function ProjectTable({ label, rows }: { label: string; rows: Row[] }) {
  return (
    <div className={classes.table}>
      <DataTable
        name="projects"
        label={label}
        columns={columns}
        count={rows.length}
        rowAt={(index) => rows[index]}
        idOf={(row) => `${row.kind}-${row.id}`}
      />
    </div>
  );
}

export function FolderContents({ folder, mayArrange }: { folder: Folder; mayArrange: boolean }) {
  const rows = useMemo(
    () => [
      ...folder.subFolders.map((child) => ({ kind: 'folder' as const, ...child })),
      ...folder.projects.map((project) => ({ kind: 'project' as const, ...project })),
    ],
    [folder],
  );
  return (
    <>
      <div className={classes.folderHead}>
        <h1>{folder.name}</h1>
        <span className={classes.path}>
          {countOf(folder.projects.length, 'project')}, {countOf(folder.subFolders.length, 'folder')}
        </span>
        {mayArrange && folder.id !== ROOT_FOLDER_ID && <FolderMenu folder={folder} />}
      </div>
      {rows.length === 0 ? (
        <Empty icon={<IconFolderOff />} title="Nothing in this folder yet">
          {mayArrange
            ? 'Create a project, then upload its code to see what it is made of.'
            : 'Projects that you may see are listed here.'}
        </Empty>
      ) : (
        <ProjectTable label={`Contents of ${folder.name}`} rows={rows} />
      )}
    </>
  );
}

function Name({ row }: { row: Row }) {
  if (row.kind === 'folder') {
    return (
      <Link to="/projects" search={{ folder: row.id }} className={classes.nameCell}>
        <IconFolder size={16} color="var(--mantine-color-brass-5)" aria-hidden />
        <span className="ellipsis">{row.name}</span>
      </Link>
    );
  }
  return (
    <Link to="/projects/$projectId" params={{ projectId: row.id }} className={classes.nameCell}>
      <IconBox size={16} color="var(--mantine-color-ink-5)" aria-hidden />
      <span className="ellipsis">{row.name}</span>
      {row.isPrivate && <IconLock size={13} aria-hidden />}
    </Link>
  );
}

function FolderMenu({ folder }: { folder: Folder }) {
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={`Actions for folder ${folder.name}`}>
          <IconDots size={17} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconPencil size={15} />} onClick={() => openRenameFolder(folder)}>
          Rename folder
        </Menu.Item>
        <Menu.Item color="red" leftSection={<IconTrash size={15} />} onClick={() => openDeleteFolder(folder)}>
          Delete folder
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
