// The saved views of the inventory: choose one, save the present list as one, rename, change or delete them, and copy the address.
import { Button, Menu } from '@mantine/core';
import { IconBookmark, IconCheck, IconLink, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import type { InventoryView } from '../api/models.ts';
import { useCopy } from '../elements/copy.tsx';
import { notifyDone, notifyRefused } from '../elements/notify.ts';
import type { InventorySearch } from './search.ts';
import { openDeleteView, openViewForm } from './view-form.tsx';
import { isAsSaved, searchOfView, settingsOf, useViewChanges, viewsQuery } from './view-queries.ts';

interface ViewsMenuProps {
  projectId: number;
  search: InventorySearch;
  /** The shown columns, if somebody has chosen them. */
  columns: readonly string[] | undefined;
  onChoose: (search: InventorySearch) => void;
}

export function ViewsMenu({ projectId, search, columns, onChoose }: ViewsMenuProps) {
  const views = useQuery(viewsQuery(projectId));
  const all = views.data ?? [];
  const chosen = all.find(({ id }) => id === search.view);
  const isChanged = chosen !== undefined && !isAsSaved(chosen, search);
  const settings = settingsOf(search, columns);
  const { change } = useViewChanges(projectId);
  const router = useRouter();
  // With the columns that only this browser has kept, so that others see the same.
  const { href } = router.buildLocation({
    ...{ to: '/projects/$projectId/inventory', params: { projectId } },
    search: { ...search, columns: columns && [...columns] },
  });
  const { copy } = useCopy(`${window.location.origin}${href}`);
  const save = (view: InventoryView) =>
    change.mutate(
      { id: view.id, settings },
      {
        onSuccess() {
          onChoose({ columns: settings.columns });
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
            onClick={() => onChoose(searchOfView(view))}
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
          onClick={() =>
            openViewForm({ projectId, settings, onSaved: (view) => onChoose({ view, columns: settings.columns }) })
          }
        >
          Save as a new view…
        </Menu.Item>
        {chosen?.mayChange && (
          <Menu.Item leftSection={<IconPencil size={15} />} onClick={() => openViewForm({ projectId, view: chosen })}>
            Rename or share…
          </Menu.Item>
        )}
        {chosen?.mayChange && (
          <Menu.Item
            leftSection={<IconTrash size={15} />}
            onClick={() => openDeleteView(projectId, chosen, () => onChoose({ view: undefined }))}
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
