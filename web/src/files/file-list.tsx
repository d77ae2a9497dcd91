// The files of the code base as a list: searched, filtered, marked, and decided about many at once. Beside the tree, not in place of it.
import { Button } from '@mantine/core';
import { IconListTree } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo, useRef } from 'react';
import type { ListedFile } from '../api/models.ts';
import type { BulkAction } from '../bulk/actions.ts';
import { BulkBar } from '../bulk/bulk-bar.tsx';
import { openBulkDecision } from '../bulk/bulk-dialog.tsx';
import { markedColumn } from '../bulk/mark-column.tsx';
import { useMarkedRows } from '../bulk/marked-rows.ts';
import { openRecentDecisions } from '../bulk/recent-decisions.tsx';
import { visible } from '../elements/hidden-characters.ts';
import { Empty, Waiting } from '../elements/page-state.tsx';
import { countOf, countText, sizeText } from '../elements/quantities.ts';
import { useProjectId } from '../project/queries.ts';
import { type Column, DataTable, type TableHandle } from '../table/data-table.tsx';
import { ExportMenu } from '../table/export/export-menu.tsx';
import { useRowKeys } from '../table/marks.tsx';
import { FileFilters } from './file-filters.tsx';
import { FileGroups } from './file-groups.tsx';
import { fetchAllFiles, fetchFileList, fileFilterOf } from './file-list-queries.ts';
import classes from './files-tab.module.css';
import { NewItemOfMarked } from './new-item-of-marked.tsx';
import type { FilesSearch } from './search.ts';

const ROWS_AHEAD = 40;

const columns: Column<ListedFile>[] = [
  { id: 'path', header: 'Path', size: 260, isGrowing: true, cell: ({ path }) => <ShortPath path={path} /> },
  { id: 'spdx', header: 'License', size: 140, cell: ({ spdx }) => spdx.join(', ') },
  { id: 'reviewed', header: 'Reviewed', size: 86, cell: ({ isReviewed }) => (isReviewed ? 'Yes' : '') },
  {
    id: 'items',
    header: 'Items',
    size: 64,
    align: 'right',
    cell: ({ inventoryCount }) => (inventoryCount === 0 ? '' : countText(inventoryCount)),
  },
  { id: 'size', header: 'Size', size: 80, align: 'right', cell: ({ sizeBytes }) => sizeText(sizeBytes) },
];

/** Where a path is too long, its folders are cut and not the name of the file, by which people know it. */
function ShortPath({ path }: { path: string }) {
  const at = path.lastIndexOf('/') + 1;
  return (
    <span className={classes.path} title={path}>
      <span className={classes.folders}>{visible(path.slice(0, at))}</span>
      <span className={classes.name}>{visible(path.slice(at))}</span>
    </span>
  );
}

interface FilesProps {
  search: FilesSearch;
  onSearch: (part: Partial<FilesSearch>) => void;
  /** A key has moved to this file, and may move on. */
  onMoved: (fileId: number) => void;
}

interface FileListProps extends FilesProps {
  /** Somebody asked for the search, so that its field has the focus. */
  isFinding: boolean;
}

/** The files that match, or their groups while none of these is chosen. */
export function FileList({ search, isFinding, onSearch, onMoved }: FileListProps) {
  const { groups, group } = search;
  return (
    <>
      <FileFilters search={search} isFinding={isFinding} onSearch={onSearch} />
      {groups !== undefined && group === undefined ? (
        <FileGroups key={groups} by={groups} search={search} onSearch={onSearch} />
      ) : (
        <Files search={search} onSearch={onSearch} onMoved={onMoved} />
      )}
    </>
  );
}

function Files({ search, onSearch, onMoved }: FilesProps) {
  const projectId = useProjectId();
  const filter = fileFilterOf(search);
  const list = useInfiniteQuery({
    queryKey: ['files', 'list', projectId, filter],
    queryFn: ({ pageParam }) => fetchFileList(projectId, filter, pageParam),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next ?? undefined,
  });
  const rows = useMemo(() => (list.data?.pages ?? []).flatMap(({ files }) => files), [list.data]);
  const counts = list.data?.pages[0]?.counts;
  const table = useRef<TableHandle<ListedFile>>(null);
  const marked = useMarkedRows({
    key: JSON.stringify(filter),
    total: counts?.total,
    idsBetween: async (from, to) => {
      const [a = 0, b = 0] = [from, to].map((id) => rows.findIndex((row) => row.id === id)).sort((x, y) => x - y);
      return a < 0 ? [to] : rows.slice(a, b + 1).map(({ id }) => id);
    },
  });
  useRowKeys<ListedFile, number>(table, ({ id }) => id, {
    now: () => [],
    toggle: marked.toggle,
    onAct: () => undefined,
  });
  const act = (action: BulkAction) =>
    openBulkDecision({
      projectId,
      action,
      rows: marked.isAll ? { filter, exceptIds: marked.ids } : { ids: marked.ids },
      onDone: marked.clear,
      onLeft: () => table.current?.focus(),
    });
  const withMarks = useMemo(() => [markedColumn<ListedFile>(marked, ({ path }) => path), ...columns], [marked]);
  return (
    <>
      <div className={classes.counts}>
        <span role="status">
          {counts !== undefined &&
            `${countOf(counts.total, 'file')}, ${countText(counts.reviewed)} reviewed, ${countText(counts.inInventory)} in items`}
        </span>
        {counts !== undefined && counts.total > 0 && marked.count === 0 && (
          <Button size="compact-xs" variant="default" onClick={marked.markAll}>
            Mark all
          </Button>
        )}
        <Button size="compact-xs" variant="subtle" onClick={() => openRecentDecisions(projectId)}>
          Recent bulk decisions
        </Button>
        <ExportMenu
          rows={{
            total: counts?.total,
            fetchAll: (most, options) => fetchAllFiles(projectId, filter, most, options),
          }}
          name="files"
        />
      </div>
      <BulkBar
        projectId={projectId}
        noun="file"
        marked={marked}
        total={counts?.total ?? 0}
        actions={['MARK_REVIEWED', 'MARK_UNREVIEWED', 'TIE', 'UNTIE']}
        onAct={act}
      >
        <NewItemOfMarked marked={marked} rows={rows} filter={filter} />
      </BulkBar>
      {list.data === undefined ? (
        <Waiting query={list} rows={12} title="The files could not be loaded" />
      ) : (
        <DataTable
          name="files"
          label="Files"
          columns={withMarks}
          // The row behind the last one stands for the next page.
          count={rows.length + (list.hasNextPage ? 1 : 0)}
          rowAt={(index) => rows[index]}
          idOf={({ id }) => id}
          onRange={(_first, last) => {
            if (list.hasNextPage && !list.isFetchingNextPage && last > rows.length - ROWS_AHEAD)
              void list.fetchNextPage();
          }}
          selectedId={search.file}
          onSelect={({ id }, { isByKey }) => {
            if (isByKey) onMoved(id);
            onSearch({ file: id, line: undefined });
          }}
          handle={table}
          empty={
            <Empty icon={<IconListTree />} title="No file found">
              No file matches the search and the filters above.
            </Empty>
          }
        />
      )}
    </>
  );
}
