// The groups of the files that match, the largest first. Choosing one lists its files; marked groups are decided about whole.
import { Button, CloseButton } from '@mantine/core';
import { IconListTree } from '@tabler/icons-react';
import { useCallback, useMemo, useRef } from 'react';
import type { FileGroup } from '../api/models.ts';
import { type BulkAction, wordsOfAction } from '../bulk/actions.ts';
import actionBar from '../bulk/bulk.module.css';
import { openBulkDecision } from '../bulk/bulk-dialog.tsx';
import { visible } from '../elements/hidden-characters.ts';
import { Empty, Waiting } from '../elements/page-state.tsx';
import { countOf, countText } from '../elements/quantities.ts';
import { useMay, useProjectId } from '../project/queries.ts';
import type { Column, TableHandle } from '../table/data-table.tsx';
import { ExportedTable } from '../table/export/exported-table.tsx';
import { markColumn, useMarks, useRowKeys } from '../table/marks.tsx';
import { usePagedRows } from '../table/paged-rows.ts';
import { GROUPINGS } from './file-filters.tsx';
import { fetchFileGroups, fileFilterOf, ungrouped } from './file-list-queries.ts';
import type { FileGrouping, FilesSearch } from './search.ts';

const columnsOf = (by: FileGrouping): Column<FileGroup>[] => [
  {
    id: 'title',
    header: GROUPINGS[by],
    size: 260,
    isGrowing: true,
    cell: ({ title }) => <span title={title}>{visible(title)}</span>,
  },
  { id: 'count', header: 'Files', size: 80, align: 'right', cell: ({ count }) => countText(count) },
  {
    id: 'open',
    header: 'Open',
    size: 80,
    align: 'right',
    cell: ({ open }) => (open === 0 ? '' : countText(open)),
  },
];

interface FileGroupsProps {
  by: FileGrouping;
  search: FilesSearch;
  onSearch: (part: Partial<FilesSearch>) => void;
}

export function FileGroups({ by, search, onSearch }: FileGroupsProps) {
  const projectId = useProjectId();
  const marks = useMarks<string>();
  /** The marked groups as they were seen, which may no longer be in view. */
  const seen = useRef(new Map<string, FileGroup>());
  const table = useRef<TableHandle<FileGroup>>(null);
  const keyOf = useCallback((group: FileGroup) => {
    seen.current.set(group.key, group);
    return group.key;
  }, []);
  const columns = useMemo(
    () => [
      markColumn<FileGroup, string>(marks, { idOf: keyOf, nameOf: ({ title }) => `all of ${title}` }),
      ...columnsOf(by),
    ],
    [marks, keyOf, by],
  );
  const act = (action: BulkAction, keys = marks.now()) =>
    openBulkDecision({
      projectId,
      action,
      rows: { filter: ungrouped(search), exceptIds: [], groups: { by, keys } },
      title: `${wordsOfAction(action).verb} all files of ${groupsText(keys.map((key) => seen.current.get(key)?.title ?? key))}`,
      onDone: marks.clear,
      onLeft: () => table.current?.focus(),
    });
  useRowKeys(table, keyOf, { ...marks, onAct: (keys) => act('MARK_REVIEWED', keys) });
  const rows = usePagedRows(['files', 'list', projectId, 'groups', by, fileFilterOf(search)], (page) =>
    fetchFileGroups(projectId, search, by, page),
  );
  if (rows.error || rows.total === undefined)
    return <Waiting query={rows} rows={12} title="The groups could not be loaded" />;
  return (
    <>
      <MarkedGroupsBar
        count={marks.ids.size}
        files={[...marks.ids].reduce((sum, key) => sum + (seen.current.get(key)?.count ?? 0), 0)}
        onAct={act}
        onClear={marks.clear}
      />
      <ExportedTable
        rows={rows}
        name="file-groups"
        label="Groups of files"
        columns={columns}
        idOf={({ key }) => key}
        onSelect={({ key }, { isByKey }) => !isByKey && onSearch({ group: key })}
        onOpen={({ key }) => onSearch({ group: key })}
        handle={table}
        empty={
          <Empty icon={<IconListTree />} title="No file found">
            No file matches the search and the filters above.
          </Empty>
        }
      />
    </>
  );
}

interface MarkedGroupsBarProps {
  count: number;
  files: number;
  onAct: (action: BulkAction) => void;
  onClear: () => void;
}

const ACTIONS = ['MARK_REVIEWED', 'MARK_UNREVIEWED', 'TIE', 'UNTIE'] as const;

function MarkedGroupsBar({ count, files, onAct, onClear }: MarkedGroupsBarProps) {
  const may = useMay();
  if (count === 0) return null;
  return (
    <div className={actionBar.bar} role="toolbar" aria-label="Marked groups">
      <span className={actionBar.count} role="status">
        {countOf(count, 'group')} marked, {countOf(files, 'file')}
      </span>
      {ACTIONS.filter((action) => wordsOfAction(action).rights.some((right) => may(right))).map((action) => (
        <Button key={action} size="compact-sm" variant="default" onClick={() => onAct(action)}>
          {wordsOfAction(action).label}
        </Button>
      ))}
      <CloseButton size="sm" aria-label="Remove all marks" onClick={onClear} ml="auto" />
    </div>
  );
}

const groupsText = (titles: readonly string[]) =>
  titles.length === 1 ? `${titles[0]}` : `${countText(titles.length)} marked groups`;
