// The button that makes an inventory item of the marked files of the list.
import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ListedFile } from '../api/models.ts';
import type { MarkedRows } from '../bulk/marked-rows.ts';
import { notifyRefused } from '../elements/notify.ts';
import { countText } from '../elements/quantities.ts';
import { openNewItem } from '../items/item-forms.tsx';
import { useIsLocked, useMay, useProjectId } from '../project/queries.ts';
import { fetchPaths, type fileFilterOf, MOST_PATHS } from './file-list-queries.ts';

interface NewItemOfMarkedProps {
  marked: MarkedRows;
  /** The rows that are loaded; rows that are marked one by one are among them. */
  rows: readonly ListedFile[];
  filter: ReturnType<typeof fileFilterOf>;
}

export function NewItemOfMarked({ marked, rows, filter }: NewItemOfMarkedProps) {
  const projectId = useProjectId();
  const may = useMay();
  const isLocked = useIsLocked();
  const navigate = useNavigate();
  const paths = useMutation({
    mutationFn: async () => {
      if (!marked.isAll) return rows.filter(({ id }) => marked.has(id)).map(({ path }) => path);
      const all = await fetchPaths(projectId, filter, marked.ids);
      if (all !== undefined) return all;
      throw new Error(`More than ${countText(MOST_PATHS)} files match. Select their folders in the tree instead.`);
    },
    onSuccess: (filePaths) =>
      openNewItem(
        projectId,
        (item) => {
          marked.clear();
          void navigate({
            to: '/projects/$projectId/inventory',
            params: { projectId },
            search: { item, tab: 'files' },
          });
        },
        { filePaths, folderPaths: [] },
      ),
    onError: (error) => notifyRefused('No item can be made of these files', error),
  });
  if (isLocked || !may('CREATE_INVENTORY') || !may('EDIT_INVENTORY')) return null;
  return (
    <Button size="compact-sm" variant="default" loading={paths.isPending} onClick={() => paths.mutate()}>
      New item of marked
    </Button>
  );
}
