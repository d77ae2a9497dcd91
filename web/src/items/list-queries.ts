// The table of the inventory: its rows, the ids of its rows, and its groups.
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, bodyOf, pageOf } from '../api/client.ts';
import type { InventoryRow, ItemGroup } from '../api/models.ts';
import { PAGE_ROWS } from '../table/paged-rows.ts';
import { itemFilterOf } from './filter-requests.ts';
import type { ItemGrouping } from './filters.ts';
import { DEFAULT_SORT, type InventorySearch } from './search.ts';

/** The items of one group of the list. */
export interface OneGroup {
  by: ItemGrouping;
  key: string;
}

/** A group as a row of the table. */
export interface GroupRow extends ItemGroup {
  id: string;
  by: ItemGrouping;
  isGroup: true;
  isOpen: boolean;
}
export type ListRow = InventoryRow | GroupRow;

export const isGroup = (row: ListRow): row is GroupRow => 'isGroup' in row;
export const groupId = (key: string): string => `group ${key}`;

const filterOf = (search: InventorySearch, group: OneGroup | undefined) => ({
  ...itemFilterOf(search),
  ...(group && { groupBy: group.by, group: group.key }),
  sort: search.sort ?? DEFAULT_SORT,
});

/** Of a custom field. */
export const isFieldColumn = (column: string): boolean => /^field\d+$/.test(column);

/** @param columns the shown ones: only those of custom fields need their values */
export function fetchItems(
  projectId: number,
  search: InventorySearch,
  { page, group, columns }: { page: number; group?: OneGroup; columns: readonly string[] },
) {
  const includeCustomFields = columns.some(isFieldColumn);
  const query = { ...filterOf(search, group), includeCustomFields, offset: page, limit: PAGE_ROWS };
  return pageOf(api.GET('/projects/{projectId}/inventoryItems', { params: { path: { projectId }, query } }));
}

export async function fetchIds(projectId: number, search: InventorySearch, group?: OneGroup): Promise<number[]> {
  const params = { path: { projectId }, query: filterOf(search, group) };
  return (await bodyOf(api.GET('/projects/{projectId}/inventoryItemIds', { params }))).data;
}

/** The ids between two of them, both included; only the second one if either is not among them. */
export function between(ids: readonly number[], from: number, to: number): number[] {
  const [a, b] = [from, to].map((id) => ids.indexOf(id)).sort((x, y) => x - y);
  return a === undefined || b === undefined || a < 0 ? [to] : ids.slice(a, b + 1);
}

/** The position of an item in the list; undefined if its filter leaves the item out. */
export function positionQuery(projectId: number, search: InventorySearch, item: number | undefined) {
  return queryOptions({
    queryKey: ['project', projectId, 'inventory position', filterOf(search, undefined), item],
    queryFn: async () => {
      const at = item === undefined ? -1 : (await fetchIds(projectId, search)).indexOf(item);
      return { at: at < 0 ? undefined : at };
    },
  });
}

/** More groups than this are not shown, and the page says so. */
export const MOST_GROUPS = 10_000;

export function groupsQuery(projectId: number, search: InventorySearch, by: ItemGrouping) {
  const query = { ...itemFilterOf(search), by, offset: 1, limit: MOST_GROUPS };
  return queryOptions({
    queryKey: ['project', projectId, 'inventory groups', query],
    queryFn: () =>
      pageOf(api.GET('/projects/{projectId}/inventoryItemGroups', { params: { path: { projectId }, query } })),
    placeholderData: keepPreviousData,
  });
}

/** Not under the key of the list, whose pages decisions change at once. */
export const groupIdsKey = (projectId: number, search: InventorySearch, group: OneGroup) => [
  'project',
  projectId,
  'inventory ids',
  { ...itemFilterOf(search), ...group },
];

/**
 * The position of the first undecided item behind a position of the whole list, or before it if there is none; undefined if all are decided. Nobody has to
 * decide about items that are gone.
 */
export async function fetchNextOpen(
  projectId: number,
  search: InventorySearch,
  from: number,
): Promise<number | undefined> {
  const [all, drafts, gone] = await Promise.all([
    fetchIds(projectId, search),
    fetchIds(projectId, { ...search, review: 'Draft' }),
    fetchIds(projectId, { ...search, tie: 'GONE' }),
  ]);
  const waiting = new Set(drafts).difference(new Set(gone));
  const isOpen = (id: number) => waiting.has(id);
  const behind = all.slice(from).findIndex(isOpen);
  const at = behind < 0 ? all.findIndex(isOpen) : from + behind;
  return at < 0 ? undefined : at;
}
