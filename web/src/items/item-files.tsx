// The files of an item, as links into the code base. Users who may edit the item can add and remove files.
import { Button } from '@mantine/core';
import { IconFileOff, IconPlus, IconUnlink } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { InventoryItem } from '../api/models.ts';
import { notifyDone, notifyRefused } from '../elements/notify.ts';
import { Empty, Waiting } from '../elements/page-state.tsx';
import { RowAction } from '../elements/row-action.tsx';
import { useMay, useProjectId } from '../project/queries.ts';
import { type Column, DataTable } from '../table/data-table.tsx';
import { usePagedRows } from '../table/paged-rows.ts';
import { useUntieFiles } from './file-ties.ts';
import classes from './inventory-tab.module.css';
import { fetchItemFiles } from './queries.ts';
import { openTieFiles } from './tie-forms.tsx';

interface AssociatedFile {
  fileId: number;
  filePath: string;
  remote: boolean;
}

export function ItemFiles({ item }: { item: InventoryItem }) {
  const projectId = useProjectId();
  const may = useMay();
  const files = usePagedRows(['inventories', item.id, 'files'], (page) => fetchItemFiles(item.id, page));
  const mayTie = may('EDIT_INVENTORY');
  const columns = useMemo<Column<AssociatedFile>[]>(
    () => [pathColumn(projectId), ...(mayTie ? [untieColumn(item)] : [])],
    [projectId, item, mayTie],
  );
  if (files.error || files.total === undefined) return <Waiting query={files} rows={4} />;
  return (
    <>
      {mayTie && (
        <div className={classes.panelBar}>
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconPlus size={15} />}
            onClick={() => openTieFiles(projectId, item)}
          >
            Add files
          </Button>
        </div>
      )}
      <DataTable
        name="item-files"
        label="Associated files"
        columns={columns}
        count={files.total}
        rowAt={files.rowAt}
        // Files of scan agents have ids of their own.
        idOf={(file) => (file.remote ? -file.fileId : file.fileId)}
        onRange={files.onRange}
        empty={
          <Empty icon={<IconFileOff />} title="No files">
            This item has no files of the code base.
          </Empty>
        }
      />
    </>
  );
}

function pathColumn(projectId: number): Column<AssociatedFile> {
  return {
    id: 'path',
    header: 'File',
    size: 240,
    isGrowing: true,
    cell: ({ fileId, filePath, remote }) => (
      <Link
        to="/projects/$projectId/files"
        params={{ projectId }}
        search={{ file: fileId, ...(remote && { remote }) }}
        title={filePath}
      >
        {filePath}
      </Link>
    ),
  };
}

function untieColumn(item: InventoryItem): Column<AssociatedFile> {
  return {
    id: 'untie',
    header: 'Remove',
    size: 60,
    // Only scans tie files of agents.
    cell: ({ filePath, remote }) => !remote && <Untie inventoryId={item.id} itemName={item.name} filePath={filePath} />,
  };
}

export function Untie({
  inventoryId,
  itemName,
  filePath,
}: {
  inventoryId: number;
  itemName: string;
  filePath: string;
}) {
  const untie = useUntieFiles();
  return (
    <RowAction
      label="Remove"
      name={`Remove ${filePath} from ${itemName}`}
      loading={untie.isPending}
      onClick={() =>
        untie.mutate(
          { inventoryId, paths: { filePaths: [filePath], folderPaths: [] } },
          {
            onSuccess: () => notifyDone(`${filePath} was removed from ${itemName}. Scans will not add it again.`),
            onError: (error) => notifyRefused('The file was not removed', error),
          },
        )
      }
    >
      <IconUnlink size={15} />
    </RowAction>
  );
}
