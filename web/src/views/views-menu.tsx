// The saved views of a list: choose one, save the present list as one, rename, change or delete them, and copy the address.
import { Button, Menu } from '@mantine/core';
import { IconBookmark, IconCheck, IconLink, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useCopy } from '../elements/copy.tsx';
import { notifyDone, notifyRefused } from '../elements/notify.ts';
import { openDeleteView, openViewForm } from './view-form.tsx';
import { type SavedView, useViewChanges, type ViewList, type ViewSettings, viewsQuery } from './view-queries.ts';

interface ViewsMenuProps<View extends SavedView> {
  list: ViewList;
  projectId: number;
  chosenId: number | undefined;
  /** What the list shows now, as a view keeps it. */
  settings: ViewSettings;
  /** The address of what the list shows now. */
  href: string;
  isAsSaved: (view: View) => boolean;
  onChoose: (view: View) => void;
  /** The list is now shown by the view of this id; undefined if it was deleted. */
  onSaved: (viewId: number | undefined) => void;
}

export function ViewsMenu<View extends SavedView>(props: ViewsMenuProps<View>) {
  const { list, projectId, chosenId, settings, href, isAsSaved, onChoose, onSaved } = props;
  const views = useQuery(viewsQuery(list, projectId));
  const all = (views.data ?? []) as View[];
  const chosen = all.find(({ id }) => id === chosenId);
  const isChanged = chosen !== undefined && !isAsSaved(chosen);
  const { change } = useViewChanges(list, projectId);
  const { copy } = useCopy(`${window.location.origin}${href}`);
  const save = (view: View) =>
    change.mutate(
      { id: view.id, settings },
      {
        onSuccess() {
          onSaved(view.id);
          notifyDone(`The view ${view.name} was saved.`);
        },
        onError: (error) => notifyRefused(`The view ${view.name} was not saved`, error),
      },
    );
  const part = (isShared: boolean, label: string) => {
    const some = all.filter((view) => view.isShared === isShared);
    if (some.length === 0) return null;
    return (
      <>
        <Menu.Label role="presentation">{label}</Menu.Label>
        {some.map((view) => (
          <Menu.Item
            key={view.id}
            leftSection={view.id === chosen?.id ? <IconCheck size={15} /> : <IconBookmark size={15} />}
            aria-current={view.id === chosen?.id || undefined}
            onClick={() => onChoose(view)}
          >
            {view.name}
          </Menu.Item>
        ))}
      </>
    );
  };
  return (
    <Menu position="bottom-end" width={260}>
      <Menu.Target>
        <Button size="compact-sm" variant="default" leftSection={<IconBookmark size={15} />} maw={190}>
          {chosen === undefined ? 'Views' : `${chosen.name}${isChanged ? ' (changed)' : ''}`}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {part(false, 'My views')}
        {part(true, 'Views of the project')}
        {all.length > 0 && <Menu.Divider />}
        {chosen?.mayChange && isChanged && (
          <Menu.Item leftSection={<IconCheck size={15} />} onClick={() => save(chosen)}>
            Save the changes
          </Menu.Item>
        )}
        <Menu.Item
          leftSection={<IconPlus size={15} />}
          onClick={() => openViewForm({ list, projectId, settings, onSaved })}
        >
          Save as a new view…
        </Menu.Item>
        {chosen?.mayChange && (
          <Menu.Item
            leftSection={<IconPencil size={15} />}
            onClick={() => openViewForm({ list, projectId, view: chosen })}
          >
            Rename or share…
          </Menu.Item>
        )}
        {chosen?.mayChange && (
          <Menu.Item
            leftSection={<IconTrash size={15} />}
            onClick={() => openDeleteView({ list, projectId, view: chosen, onGone: () => onSaved(undefined) })}
          >
            Delete {chosen.name}…
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconLink size={15} />} onClick={copy}>
          Copy the address
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
