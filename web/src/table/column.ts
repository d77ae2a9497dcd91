// A column of a table: what the table and its rows know of it.
import type { ReactNode } from 'react';

export interface Column<Row> {
  id: string;
  header: string;
  /** Pixels. The growing column takes the remaining width, but at least this. */
  size: number;
  isGrowing?: boolean;
  /** The name of this column in `sort`. A column without one cannot be sorted. */
  sortKey?: string;
  align?: 'right';
  cell: (row: Row) => ReactNode;
}
