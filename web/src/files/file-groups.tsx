// The groups of the files that match, the largest first. Choosing one lists its files, where one decision is about all of them.
import { IconListTree } from '@tabler/icons-react';
import { useState } from 'react';
import type { FileGroup } from '../api/models.ts';
import { visible } from '../elements/hidden-characters.ts';
import { Empty, Waiting } from '../elements/page-state.tsx';
import { countText } from '../elements/quantities.ts';
import { useProjectId } from '../project/queries.ts';
import type { Column } from '../table/data-table.tsx';
import { ExportedTable } from '../table/export/exported-table.tsx';
import { usePagedRows } from '../table/paged-rows.ts';
import { GROUPINGS } from './file-filters.tsx';
import { fetchFileGroups, fileFilterOf } from './file-list-queries.ts';
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
  const [columns] = useState(() => columnsOf(by));
  const rows = usePagedRows(['files', 'list', projectId, 'groups', by, fileFilterOf(search)], (page) =>
    fetchFileGroups(projectId, search, by, page),
  );
  if (rows.error || rows.total === undefined)
    return <Waiting query={rows} rows={12} title="The groups could not be loaded" />;
  return (
    <ExportedTable
      rows={rows}
      name="file-groups"
      label="Groups of files"
      columns={columns}
      idOf={({ key }) => key}
      onSelect={({ key }) => onSearch({ group: key })}
      empty={
        <Empty icon={<IconListTree />} title="No file found">
          No file matches the search and the filters above.
        </Empty>
      }
    />
  );
}
