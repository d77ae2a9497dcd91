// Dialogs that add files to an item: starting from the files, or starting from the item.
import { Button, Group, Stack, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { useState } from 'react';
import type { InventoryItem } from '../api/models.ts';
import { ItemSelect, type NamedItem } from '../choices/item-choice.tsx';
import { CodebaseTree } from '../codebase/codebase-tree.tsx';
import { type Paths, pathsOf, pathsText, useSelection } from '../codebase/selection.ts';
import { useCodebaseTree } from '../codebase/tree-state.ts';
import { Buttons, Refused } from '../elements/form-parts.tsx';
import { notifyDone } from '../elements/notify.ts';
import { LoadingRows } from '../elements/page-state.tsx';
import { useTieFiles } from './file-ties.ts';
import classes from './inventory-tab.module.css';

const MODAL = 'tie';
const close = () => modals.close(MODAL);

export function openTieToItem(projectId: number, paths: Paths, onTied?: () => void): void {
  modals.open({
    modalId: MODAL,
    title: `Add ${pathsText(paths)} to an item`,
    children: <TieToItem projectId={projectId} paths={paths} onTied={onTied} />,
  });
}

export function openTieFiles(projectId: number, item: InventoryItem): void {
  modals.open({
    modalId: MODAL,
    title: `Add files to ${item.name}`,
    size: 'lg',
    children: <TieFiles projectId={projectId} item={item} />,
  });
}

function TieToItem({ projectId, paths, onTied }: { projectId: number; paths: Paths; onTied?: () => void }) {
  const [chosen, setChosen] = useState<NamedItem>();
  const tie = useTieFiles();
  const submit = () => {
    if (!chosen) return;
    const done = () => {
      close();
      notifyDone(`${pathsText(paths)}: added to ${chosen.name}.`);
      onTied?.();
    };
    tie.mutate({ inventoryId: chosen.id, paths }, { onSuccess: done });
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Stack gap="sm">
        <ItemSelect projectId={projectId} value={chosen} onChange={setChosen} />
        <Refused error={tie.error} />
        <Buttons action="Add" isPending={tie.isPending} isReady={chosen !== undefined} onCancel={close} />
      </Stack>
    </form>
  );
}

function TieFiles({ projectId, item }: { projectId: number; item: InventoryItem }) {
  const tree = useCodebaseTree(projectId);
  const selection = useSelection();
  const tie = useTieFiles();
  const paths = pathsOf(selection.entries);
  const isNone = selection.entries.length === 0;
  const submit = () =>
    tie.mutate(
      { inventoryId: item.id, paths },
      {
        onSuccess: () => {
          close();
          notifyDone(`${pathsText(paths)}: added to ${item.name}.`);
        },
      },
    );
  return (
    <Stack gap="sm">
      <Text size="sm">Select files. A folder means all files in it.</Text>
      <div className={classes.choice}>
        {tree.root.entries.length === 0 ? (
          <LoadingRows rows={5} />
        ) : (
          <CodebaseTree
            tree={tree}
            chosenFileId={undefined}
            chosenPath={undefined}
            selection={selection}
            onChoose={(entry) => selection.toggle(entry)}
          />
        )}
      </div>
      <Refused error={tree.root.error ? new Error(tree.root.error) : tie.error} />
      <Group justify="flex-end" gap={8}>
        <Text size="sm" mr="auto">
          {isNone ? 'Nothing is selected' : `Selected: ${pathsText(paths)}`}
        </Text>
        <Button variant="default" onClick={close}>
          Cancel
        </Button>
        <Button loading={tie.isPending} disabled={isNone} onClick={submit}>
          Add
        </Button>
      </Group>
    </Stack>
  );
}
