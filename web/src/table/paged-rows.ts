// Pages of a long list on the server. They are fetched when they become visible. The table sees rows by index.
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import type { PageOf } from '../api/client.ts';

export const PAGE_ROWS = 100;

export interface PagedRows<Row> {
  /** The number of rows of the whole list. Undefined until the first page is loaded. */
  total: number | undefined;
  rowAt: (index: number) => Row | undefined;
  /** The index of the first loaded row that matches. */
  findIndex: (fits: (row: Row) => boolean) => number | undefined;
  onRange: (first: number, last: number) => void;
  error: Error | null;
  refetch: () => void;
  /** All rows from the server, at most so many, one page after the other; `total` is the number of rows of the whole list. */
  fetchAll: (most: number, options: FetchAllOptions) => Promise<PageOf<Row>>;
}

export interface FetchAllOptions {
  onProgress: (rows: number) => void;
  signal: AbortSignal;
}

interface List<Row> {
  key: readonly unknown[];
  fetchPage: (page: number) => Promise<PageOf<Row>>;
}

/**
 * `key` identifies the list with its filters and order. `fetchPage` gets page numbers from 1; a page has `PAGE_ROWS`
 * rows.
 */
export function usePagedRows<Row>(
  key: readonly unknown[],
  fetchPage: (page: number) => Promise<PageOf<Row>>,
  refetchMs?: number,
): PagedRows<Row> {
  const [range, setRange] = useState({ from: 1, to: 1 });
  const refetchInterval = refetchMs ?? (false as const);
  const first = useQuery({
    queryKey: [...key, 'page', 1],
    queryFn: () => fetchPage(1),
    placeholderData: keepPreviousData,
    refetchInterval,
  });
  // While another order or filter is being loaded, the whole old list stays: rows of two lists must never be in one
  // table.
  const shown = useRef<List<Row>>({ key, fetchPage });
  if (!first.isPlaceholderData) shown.current = { key, fetchPage };
  const list = shown.current;
  const lastPage = Math.ceil((first.data?.total ?? 0) / PAGE_ROWS);
  const wanted = pagesBetween(Math.max(2, range.from), Math.min(lastPage, range.to));
  const pages = useQueries({
    queries: wanted.map((page) => ({
      queryKey: [...list.key, 'page', page],
      queryFn: () => list.fetchPage(page),
      refetchInterval,
    })),
  });
  const rowsOf = (page: number) => (page === 1 ? first.data?.rows : pages[wanted.indexOf(page)]?.data?.rows);
  const onRange = useCallback((firstRow: number, lastRow: number) => {
    const next = { from: Math.floor(firstRow / PAGE_ROWS) + 1, to: Math.floor(lastRow / PAGE_ROWS) + 1 };
    setRange((old) => (old.from === next.from && old.to === next.to ? old : next));
  }, []);
  const findIndex = (fits: (row: Row) => boolean) => {
    for (const page of [1, ...wanted]) {
      const at = rowsOf(page)?.findIndex(fits) ?? -1;
      if (at >= 0) return (page - 1) * PAGE_ROWS + at;
    }
    return undefined;
  };
  const failed = [first, ...pages].filter((page) => page.isError);
  return {
    total: first.data?.total,
    rowAt: (index) => rowsOf(Math.floor(index / PAGE_ROWS) + 1)?.[index % PAGE_ROWS],
    findIndex,
    onRange,
    error: failed[0]?.error ?? null,
    refetch: () => {
      for (const page of failed) void page.refetch();
    },
    fetchAll: (most, options) => allRows(list.fetchPage, most, options),
  };
}

/** All rows of a list, at most so many; `total` is the number of rows of the whole list. */
export async function allRows<Row>(
  fetchPage: List<Row>['fetchPage'],
  most: number,
  { onProgress, signal }: FetchAllOptions,
): Promise<PageOf<Row>> {
  const rows: Row[] = [];
  let total = 0;
  for (let page = 1; page === 1 || (rows.length < Math.min(total, most) && (page - 1) * PAGE_ROWS < total); page++) {
    const next = await fetchPage(page);
    signal.throwIfAborted();
    rows.push(...next.rows);
    total = next.total;
    onProgress(rows.length);
  }
  return { rows: rows.slice(0, most), total };
}

function pagesBetween(from: number, to: number): number[] {
  return from > to ? [] : Array.from({ length: to - from + 1 }, (_, at) => from + at);
}
