// The files tied to an item, as links into the code base.
import { IconFileOff } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { Empty, Failed, LoadingRows } from '../elements/page-state.tsx';
import { useProjectId } from '../project/queries.ts';
import { type Column, DataTable } from '../table/data-table.tsx';
import { usePagedRows } from '../table/paged-rows.ts';
import { fetchItemFiles } from './queries.ts';

interface AssociatedFile {
  fileId: number;
  filePath: string;
}

export function ItemFiles({ inventoryId }: { inventoryId: number }) {
  const projectId = useProjectId();
  const files = usePagedRows(['inventories', inventoryId, 'files'], (page) => fetchItemFiles(inventoryId, page));
  const columns = useMemo<Column<AssociatedFile>[]>(
    () => [
      {
        id: 'path',
        header: 'File',
        size: 240,
        isGrowing: true,
        cell: ({ fileId, filePath }) => (
          <Link to="/projects/$projectId/files" params={{ projectId }} search={{ file: fileId }} title={filePath}>
            {filePath}
          </Link>
        ),
      },
    ],
    [projectId],
  );
  if (files.error) return <Failed error={files.error} onRetry={files.retry} />;
  if (files.total === undefined) return <LoadingRows rows={4} />;
  return (
    <DataTable
      name="item-files"
      label="Associated files"
      columns={columns}
      count={files.total}
      rowAt={files.rowAt}
      idOf={(file) => file.fileId}
      onRange={files.onRange}
      empty={
        <Empty icon={<IconFileOff />} title="No files">
          No file of the code base is tied to this item.
        </Empty>
      }
    />
  );
}
