// The saved views of the inventory: choose one, save the present list as one, rename, change or delete them, and copy the address.
import { Button, Checkbox, Group, Menu, Stack, Text, TextInput } from '@mantine/core';
import { modals } from '@mantine/modals';
import { IconBookmark, IconCheck, IconLink, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import type { InventoryView } from '../api/models.ts';
import { useCopy } from '../elements/copy.tsx';
import { Refused } from '../elements/form-parts.tsx';
import { notifyDone, notifyRefused } from '../elements/notify.ts';
import { useMayIn } from '../project/queries.ts';
import type { InventorySearch } from './search.ts';
import { isAsSaved, searchOfView, settingsOf, useViewChanges, type ViewSettings, viewsQuery } from './view-queries.ts';

const MODAL = 'inventory-view';

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
  const { change, remove } = useViewChanges(projectId);
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
  const drop = (view: InventoryView) =>
    remove.mutate(view.id, {
      onSuccess() {
        onChoose({ view: undefined });
        notifyDone(`The view ${view.name} was deleted.`);
      },
      onError: (error) => notifyRefused(`The view ${view.name} was not deleted`, error),
    });
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
          <Menu.Item leftSection={<IconTrash size={15} />} onClick={() => drop(chosen)}>
            Delete {chosen.name}
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconLink size={15} />} onClick={copy}>
          Copy the address
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

interface ViewFormProps {
  projectId: number;
  /** The view that is renamed; without it, a new one is saved with these settings. */
  view?: InventoryView;
  settings?: ViewSettings;
  onSaved?: (viewId: number) => void;
}

function openViewForm(props: ViewFormProps): void {
  const title = props.view ? `Rename or share ${props.view.name}` : 'Save as a new view';
  modals.open({ modalId: MODAL, title, children: <ViewForm {...props} /> });
}

function ViewForm({ projectId, view, settings, onSaved }: ViewFormProps) {
  const may = useMayIn(projectId);
  const { save, change } = useViewChanges(projectId);
  const [name, setName] = useState(view?.name ?? '');
  const [isShared, setShared] = useState(view?.isShared ?? false);
  const [isMissing, setMissing] = useState(false);
  const done = () => modals.close(MODAL);
  const submit = () => {
    if (name.trim() === '') return setMissing(true);
    if (view) return change.mutate({ id: view.id, name, isShared }, { onSuccess: done });
    if (settings === undefined) return;
    save.mutate(
      { name, isShared, settings },
      {
        onSuccess({ id }) {
          done();
          onSaved?.(id);
        },
      },
    );
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
        <TextInput
          label="Name"
          maxLength={100}
          data-autofocus
          value={name}
          error={isMissing && name.trim() === '' ? 'Give it a name.' : undefined}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        {may('EDIT_PROJECT') && (
          <Checkbox
            label="For everybody who may see this project"
            checked={isShared}
            onChange={({ currentTarget: { checked } }) => setShared(checked)}
          />
        )}
        <Text size="sm" c="dimmed">
          {isShared ? 'It is offered in this project.' : 'Only you see it, in every project.'} It keeps the filters, the
          grouping, the columns and the order.
        </Text>
        <Refused error={save.error ?? change.error} />
        <Group justify="flex-end" gap={8}>
          <Button variant="default" onClick={done}>
            Cancel
          </Button>
          <Button type="submit" loading={save.isPending || change.isPending}>
            Save
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
