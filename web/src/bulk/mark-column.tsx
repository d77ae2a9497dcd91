// The column in which users mark rows. A click on its box does not open the row; with Shift it marks all rows in between.
import { Checkbox } from '@mantine/core';
import type { MouseEvent } from 'react';
import type { Column } from '../table/data-table.tsx';
import type { MarkedRows } from './marked-rows.ts';

export function markedColumn<Row extends { id: number }>(
  marked: MarkedRows,
  nameOf: (row: Row) => string,
): Column<Row> {
  return {
    id: 'mark',
    header: '',
    size: 36,
    cell: (row) => (
      <Checkbox
        size="xs"
        aria-label={`Mark ${nameOf(row)}`}
        checked={marked.has(row.id)}
        onChange={() => undefined}
        onDoubleClick={(event) => event.stopPropagation()}
        onClick={(event: MouseEvent<HTMLInputElement>) => {
          event.stopPropagation();
          if (event.shiftKey) void marked.markUpTo(row.id, !marked.has(row.id));
          else marked.toggle(row.id);
        }}
      />
    ),
  };
}
