// The reviewed files of a project on which a decision counts that was made on other contents or in another place.
import { IconFileSymlink } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { CarriedFile } from '../api/models.ts';
import { Empty, Waiting } from '../elements/page-state.tsx';
import { momentText } from '../elements/quantities.ts';
import type { Column } from '../table/data-table.tsx';
import { ExportedTable } from '../table/export/exported-table.tsx';
import type { PagedRows } from '../table/paged-rows.ts';

const WAYS: Record<CarriedFile['way'], string> = {
  bytes: 'Same contents',
  text: 'Same text',
  evidence: 'Same evidence',
  component: 'New, same component',
  version: 'Other version',
  bump: 'Small step of the version',
};

export function CarriedFilesTable({ projectId, rows }: { projectId: number; rows: PagedRows<CarriedFile> }) {
  const columns = useMemo(() => columnsOf(projectId), [projectId]);
  if (rows.error || rows.total === undefined)
    return <Waiting query={rows} rows={12} title="The files could not be loaded" />;
  return (
    <ExportedTable
      rows={rows}
      name="carried-files"
      label="Files with carried decisions"
      columns={columns}
      idOf={({ fileId }) => fileId}
      empty={
        <Empty icon={<IconFileSymlink />} title="No decision was carried to a file">
          A review of a file counts on when the file is moved, or when it changes in no way that its review depends on.
        </Empty>
      }
    />
  );
}

function columnsOf(projectId: number): Column<CarriedFile>[] {
  return [
    {
      id: 'path',
      header: 'File',
      size: 300,
      isGrowing: true,
      cell: ({ fileId, filePath }) => (
        <Link to="/projects/$projectId/files" params={{ projectId }} search={{ file: fileId }} title={filePath}>
          {filePath}
        </Link>
      ),
    },
    { id: 'way', header: 'Carried by', size: 150, cell: ({ way }) => WAYS[way] },
    { id: 'why', header: 'Why', size: 320, isGrowing: true, cell: ({ why }) => <span title={why}>{why}</span> },
    { id: 'by', header: 'Decided by', size: 120, cell: ({ decidedBy }) => decidedBy },
    { id: 'on', header: 'Decided', size: 170, cell: ({ decidedOn }) => momentText(decidedOn) },
  ];
}
