// The table of the inventory: its rows, the ids of its rows, and its groups.
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, bodyOf, pageOf } from '../api/client.ts';
import type { InventoryRow, ItemGroup } from '../api/models.ts';
import { PAGE_ROWS } from '../table/paged-rows.ts';
import { type ItemGrouping, itemFilterOf } from './filters.ts';
import { DEFAULT_SORT, type InventorySearch } from './search.ts';

/** The items of one group of the list. */
export interface OneGroup {
  by: ItemGrouping;
  key: string;
}

/** A group as a row of the table. */
export interface GroupRow extends ItemGroup {
  id: string;
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

const FIELD_COLUMN = /^field\d+$/;

/** @param columns the shown ones: only those of custom fields need their values */
export function fetchItems(
  projectId: number,
  search: InventorySearch,
  { page, group, columns }: { page: number; group?: OneGroup; columns: readonly string[] },
) {
  const includeCustomFields = columns.some((column) => FIELD_COLUMN.test(column));
  const query = { ...filterOf(search, group), includeCustomFields, offset: page, limit: PAGE_ROWS };
  return pageOf(api.GET('/projects/{projectId}/inventoryItems', { params: { path: { projectId }, query } }));
}

export async function fetchIds(projectId: number, search: InventorySearch, group?: OneGroup): Promise<number[]> {
  const params = { path: { projectId }, query: filterOf(search, group) };
  return (await bodyOf(api.GET('/projects/{projectId}/inventoryItemIds', { params }))).data;
}

/** The ids of the rows between two rows, both included. The list has no other order than that of the server. */
export async function fetchIdsBetween(
  projectId: number,
  search: InventorySearch,
  from: number,
  to: number,
): Promise<number[]> {
  const ids = await fetchIds(projectId, search);
  const [a, b] = [from, to].map((id) => ids.indexOf(id)).sort((x, y) => x - y);
  return a === undefined || b === undefined || a < 0 ? [to] : ids.slice(a, b + 1);
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

/** The position of the first undecided item behind a position of the whole list, or before it if there is none; undefined if all are decided. */
export async function fetchNextOpen(
  projectId: number,
  search: InventorySearch,
  from: number,
): Promise<number | undefined> {
  const [all, open] = await Promise.all([
    fetchIds(projectId, search),
    fetchIds(projectId, { ...search, review: 'Draft' }),
  ]);
  const waiting = new Set(open);
  const isOpen = (id: number) => waiting.has(id);
  const behind = all.slice(from).findIndex(isOpen);
  const at = behind < 0 ? all.findIndex(isOpen) : from + behind;
  return at < 0 ? undefined : at;
}
