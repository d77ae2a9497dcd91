// The bar above the tree: starts the selection of files and folders, and changes the selected ones.
import { Button, CloseButton } from '@mantine/core';
import { IconListCheck, IconListSearch } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { pathsOf, pathsText, type Selection } from '../codebase/selection.ts';
import { notifyRefused } from '../elements/notify.ts';
import { openNewItem } from '../items/item-forms.tsx';
import { openTieToItem } from '../items/tie-forms.tsx';
import { useMay, useProjectId } from '../project/queries.ts';
import classes from './files-tab.module.css';
import { useMarkEntriesReviewed } from './mark-entries.ts';

interface SelectionBarProps {
  selection: Selection;
  isSelecting: boolean;
  onSelecting: (isSelecting: boolean) => void;
  /** Called after review marks have changed. */
  onChanged: () => void;
  /** Shows the files as a list. */
  onList: () => void;
}

export function SelectionBar({ selection, isSelecting, onSelecting, onChanged, onList }: SelectionBarProps) {
  const projectId = useProjectId();
  const may = useMay();
  const navigate = useNavigate();
  const mark = useMarkEntriesReviewed(projectId);
  if (!isSelecting) {
    return (
      <div className={classes.bar}>
        {['EDIT_INVENTORY', 'REVIEW_FILES'].some(may) && (
          <Button
            size="compact-xs"
            variant="default"
            leftSection={<IconListCheck size={14} />}
            onClick={() => onSelecting(true)}
          >
            Select files
          </Button>
        )}
        <Button size="compact-xs" variant="default" leftSection={<IconListSearch size={14} />} onClick={onList}>
          Find files
        </Button>
      </div>
    );
  }
  const { entries } = selection;
  const paths = pathsOf(entries);
  const end = () => {
    selection.clear();
    onSelecting(false);
  };
  const showItem = (item: number) => {
    end();
    void navigate({ to: '/projects/$projectId/inventory', params: { projectId }, search: { item, tab: 'files' } });
  };
  const review = (isReviewed: boolean) =>
    mark.mutate(
      { entries, isReviewed },
      {
        onError: (error) => notifyRefused('Not all review marks were changed', error),
        onSettled: onChanged,
      },
    );
  const isNone = entries.length === 0;
  return (
    <div className={classes.bar} role="toolbar" aria-label="Selected files">
      <span className={classes.selected}>{isNone ? 'Select files and folders' : `Selected: ${pathsText(paths)}`}</span>
      <CloseButton size="sm" aria-label="Cancel selection" onClick={end} />
      {may('CREATE_INVENTORY') && may('EDIT_INVENTORY') && (
        <Button size="compact-xs" disabled={isNone} onClick={() => openNewItem(projectId, showItem, paths)}>
          New item
        </Button>
      )}
      {may('EDIT_INVENTORY') && (
        <Button
          size="compact-xs"
          variant="default"
          disabled={isNone}
          onClick={() => openTieToItem(projectId, paths, end)}
        >
          Add to item
        </Button>
      )}
      {may('REVIEW_FILES') && (
        <>
          <Button
            size="compact-xs"
            variant="default"
            disabled={isNone}
            loading={mark.isPending}
            onClick={() => review(true)}
          >
            Mark reviewed
          </Button>
          <Button
            size="compact-xs"
            variant="default"
            disabled={isNone}
            loading={mark.isPending}
            onClick={() => review(false)}
          >
            Unmark
          </Button>
        </>
      )}
    </div>
  );
}
