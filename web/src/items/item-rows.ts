// The rows of the inventory for the table: the plain list, or groups with the rows of those that are unfolded.
import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import type { PageOf } from '../api/client.ts';
import type { InventoryRow, ItemGroup } from '../api/models.ts';
import { allRows, PAGE_ROWS, type PagedRows, usePagedRows } from '../table/paged-rows.ts';
import type { ItemGrouping } from './filters.ts';
import {
  between,
  fetchIds,
  fetchItems,
  fetchNextOpen,
  groupId,
  groupsQuery,
  isFieldColumn,
  isGroup,
  type ListRow,
  MOST_GROUPS,
} from './list-queries.ts';
import type { InventorySearch } from './search.ts';

export interface ItemRows extends PagedRows<ListRow> {
  /** The items of the list; `total` counts rows, among them those of groups. */
  items: number | undefined;
  /**
   * The next row behind `at` that waits for a decision, or else the first one of the list: an item, or a folded group with such items. Undefined if all
   * are decided. Rows that are not loaded yet are asked for.
   */
  nextOpen: (at: number) => number | undefined | Promise<number | undefined>;
  /** Ids of the items between two that are shown, both included, in the order of the table; items of folded groups are left out. */
  idsBetween: (from: number, to: number) => Promise<number[]>;
  /** Groups that are too many to be shown. */
  hiddenGroups: number;
}

const isUndecided = (row: ListRow): boolean =>
  isGroup(row) ? row.open > 0 && !row.isOpen : row.reviewStatus === 'Draft' && row.goneSinceScan === undefined;

export function usePlainRows(projectId: number, filter: InventorySearch, columns: readonly string[]): ItemRows {
  const withFields = columns.some(isFieldColumn);
  const rows = usePagedRows<ListRow>(['project', projectId, 'inventory', filter, withFields], (page) =>
    fetchItems(projectId, filter, { page, columns }),
  );
  const nextOpen = (at: number) => {
    for (let index = at + 1; index < (rows.total ?? 0); index += 1) {
      const row = rows.rowAt(index);
      // The server knows the rows that are not loaded.
      if (row === undefined) break;
      if (isUndecided(row)) return index;
    }
    return fetchNextOpen(projectId, filter, at + 1);
  };
  const idsBetween = async (from: number, to: number) => between(await fetchIds(projectId, filter), from, to);
  return { ...rows, items: rows.total, nextOpen, idsBetween, hiddenGroups: 0 };
}

/** A group and its place among the rows. */
interface Part {
  group: ItemGroup;
  isOpen: boolean;
  /** The index of the row of the group. */
  at: number;
}

interface Grouped {
  projectId: number;
  filter: InventorySearch;
  by: ItemGrouping;
  columns: readonly string[];
  /** Keys of the unfolded groups. */
  open: readonly string[];
}

export function useGroupedRows({ projectId, filter, by, columns, open }: Grouped): ItemRows {
  const queryClient = useQueryClient();
  const withFields = columns.some(isFieldColumn);
  const groups = useQuery(groupsQuery(projectId, filter, by));
  // While the groups of another filter are being loaded, the rows are those of the former filter too.
  const shown = useRef({ filter, by });
  if (!groups.isPlaceholderData) shown.current = { filter, by };
  const parts = partsOf(groups.data?.rows ?? [], new Set(open));
  const last = parts.at(-1);
  const total = last === undefined ? 0 : last.at + sizeOf(last);
  const [range, setRange] = useState({ from: 0, to: 0 });
  const wanted = pagesIn(parts, range);
  const pageQuery = ({ key, page }: WantedPage) => ({
    queryKey: ['project', projectId, 'inventory', shown.current, key, withFields, 'page', page],
    queryFn: () => fetchItems(projectId, shown.current.filter, { page, group: { by: shown.current.by, key }, columns }),
  });
  const pages = useQueries({ queries: wanted.map(pageQuery) });
  const loaded = new Map(wanted.map(({ key, page }, at) => [`${page} ${key}`, pages[at]?.data]));
  // Pages that were scrolled out of sight are still known.
  const pageOf = (wish: WantedPage) =>
    loaded.get(`${wish.page} ${wish.key}`) ?? queryClient.getQueryData<PageOf<InventoryRow>>(pageQuery(wish).queryKey);
  const rowAt = (index: number): ListRow | undefined => {
    const part = partAt(parts, index);
    if (part === undefined) return undefined;
    const offset = index - part.at - 1;
    if (offset < 0)
      return { ...part.group, id: groupId(part.group.key), by: shown.current.by, isGroup: true, isOpen: part.isOpen };
    const page = pageOf({ key: part.group.key, page: Math.floor(offset / PAGE_ROWS) + 1 });
    return page?.rows[offset % PAGE_ROWS];
  };
  const findIndex = (fits: (row: ListRow) => boolean) => {
    for (const { at, group, isOpen } of parts) {
      for (let index = at; index <= at + (isOpen ? group.count : 0); index += 1) {
        const row = rowAt(index);
        if (row !== undefined && fits(row)) return index;
      }
    }
    return undefined;
  };
  const onRange = useCallback(
    (from: number, to: number) => setRange((old) => (old.from === from && old.to === to ? old : { from, to })),
    [],
  );
  const failed = [groups, ...pages].filter((one) => one.isError);
  return {
    total: groups.data === undefined ? undefined : total,
    items: groups.data?.rows.reduce((sum, { count }) => sum + count, 0),
    rowAt,
    findIndex,
    nextOpen: (from) => nextOpenOf(parts, rowAt, from),
    onRange,
    error: failed[0]?.error ?? null,
    refetch: () => {
      for (const one of failed) void one.refetch();
    },
    async idsBetween(from, to) {
      const { filter: search, by: grouping } = shown.current;
      const span = partsBetween(
        parts,
        findIndex(({ id }) => id === from),
        findIndex(({ id }) => id === to),
      );
      const idsOf = ({ group }: Part) => fetchIds(projectId, search, { by: grouping, key: group.key });
      return between((await Promise.all(span.map(idsOf))).flat(), from, to);
    },
    // A file has the items without their groups.
    fetchAll: (most, options) =>
      allRows<ListRow>((page) => fetchItems(projectId, shown.current.filter, { page, columns }), most, options),
    hiddenGroups: Math.max(0, (groups.data?.total ?? 0) - MOST_GROUPS),
  };
}

const sizeOf = ({ isOpen, group }: Part) => 1 + (isOpen ? group.count : 0);

export function partsOf(groups: readonly ItemGroup[], open: ReadonlySet<string>): Part[] {
  let at = 0;
  return groups.map((group) => {
    const part = { group, isOpen: open.has(group.key), at };
    at += sizeOf(part);
    return part;
  });
}

/** The part with the row of this index. */
export function partAt(parts: readonly Part[], index: number): Part | undefined {
  let [low, high] = [0, parts.length - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    const part = parts[middle];
    if (part === undefined) return undefined;
    if (index < part.at) high = middle - 1;
    else if (index >= part.at + sizeOf(part)) low = middle + 1;
    else return part;
  }
  return undefined;
}

/** The unfolded groups from the one with a row to the one with another row, in either order. */
export function partsBetween(parts: readonly Part[], from: number | undefined, to: number | undefined): Part[] {
  const [low = -1, high = -1] = [from ?? -1, to ?? -1].sort((a, b) => a - b);
  if (low < 0) return [];
  return parts.filter((part) => part.isOpen && part.at <= high && part.at + sizeOf(part) > low);
}

interface WantedPage {
  key: string;
  page: number;
}

export function pagesIn(parts: readonly Part[], { from, to }: { from: number; to: number }): WantedPage[] {
  return parts.flatMap((part) => {
    if (!part.isOpen || part.at > to || part.at + sizeOf(part) <= from) return [];
    const first = Math.max(0, from - part.at - 1);
    const last = Math.min(part.group.count - 1, to - part.at - 1);
    const pages: WantedPage[] = [];
    for (let page = Math.floor(first / PAGE_ROWS) + 1; page <= Math.floor(last / PAGE_ROWS) + 1; page += 1)
      pages.push({ key: part.group.key, page });
    return pages;
  });
}

/** Rows of an unfolded group that are not loaded count as undecided if the group has undecided ones: the list goes there and loads them. */
export function nextOpenOf(
  parts: readonly Part[],
  rowAt: (index: number) => ListRow | undefined,
  from: number,
): number | undefined {
  const found = parts.findIndex((part) => from < part.at + sizeOf(part));
  const here = found < 0 ? parts.length : found;
  const openIn = (part: Part | undefined, after: number): number | undefined => {
    if (part === undefined || part.group.open === 0) return undefined;
    if (!part.isOpen) return part.at > after ? part.at : undefined;
    for (let index = Math.max(after, part.at) + 1; index < part.at + sizeOf(part); index += 1) {
      const row = rowAt(index);
      if (row === undefined || isUndecided(row)) return index;
    }
    return undefined;
  };
  for (const part of parts.slice(here)) {
    const at = openIn(part, from);
    if (at !== undefined) return at;
  }
  for (const part of parts.slice(0, here + 1)) {
    const at = openIn(part, -1);
    if (at !== undefined) return at;
  }
  return undefined;
}
