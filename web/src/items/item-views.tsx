// The saved views of the inventory: what they keep of it, and the address that shows it.
import { useRouter } from '@tanstack/react-router';
import type { InventoryView } from '../api/models.ts';
import { hasAll, type ItemViewSettings } from '../views/view-queries.ts';
import { ViewsMenu } from '../views/views-menu.tsx';
import { itemFilterOf, searchOfFilter } from './filter-requests.ts';
import type { ItemFilter } from './filters.ts';
import type { InventorySearch } from './search.ts';

interface ItemViewsProps {
  projectId: number;
  search: InventorySearch;
  /** The shown columns, if somebody has chosen them. */
  columns: readonly string[] | undefined;
  onChoose: (search: InventorySearch) => void;
}

export function ItemViews({ projectId, search, columns, onChoose }: ItemViewsProps) {
  const router = useRouter();
  const settings = settingsOf(search, columns);
  // With the columns that only this browser has kept, so that others see the same.
  const { href } = router.buildLocation({
    ...{ to: '/projects/$projectId/inventory', params: { projectId } },
    search: { ...search, columns: columns && [...columns] },
  });
  return (
    <ViewsMenu<InventoryView>
      list="ITEMS"
      projectId={projectId}
      chosenId={search.view}
      settings={settings}
      href={href}
      isAsSaved={(view) => isAsSaved(view, search)}
      onChoose={(view) => onChoose(searchOfView(view))}
      onSaved={(view) => onChoose(view === undefined ? { view } : { view, columns: settings.columns })}
    />
  );
}

export function settingsOf(search: InventorySearch, columns: readonly string[] | undefined): ItemViewSettings {
  return {
    filter: itemFilterOf(search),
    ...(search.by && { groupBy: search.by }),
    ...(columns && { columns: [...columns] }),
    ...(search.sort && { sort: search.sort }),
  };
}

/** The address of a view: everything that it says, so that others may open it, too. The open item stays. */
export function searchOfView({ id, settings }: Pick<InventoryView, 'id' | 'settings'>): InventorySearch {
  return {
    ...searchOfFilter(settings.filter as Partial<ItemFilter>),
    by: settings.groupBy,
    columns: settings.columns,
    sort: settings.sort,
    open: undefined,
    group: undefined,
    row: undefined,
    view: id,
  };
}

/** Whether the list is still what the view says. */
export function isAsSaved(view: InventoryView, search: InventorySearch): boolean {
  const { view: _, open: _open, group: _group, row: _row, ...wanted } = searchOfView(view);
  return hasAll(search, wanted);
}
