// The column in which users mark rows. A click on its box does not open the row; with Shift it marks all rows in between.
import { Checkbox } from '@mantine/core';
import type { MouseEvent } from 'react';
import type { Column } from '../table/data-table.tsx';
import type { MarkedRows } from './marked-rows.ts';

export function markedColumn<Row extends { id: number }>(
  marked: MarkedRows,
  nameOf: (row: Row) => string,
): Column<Row> {
  return markedColumnOf(marked, { nameOf, idOf: ({ id }) => id });
}

interface Markable<Row> {
  nameOf: (row: Row) => string;
  /** Undefined for rows that the user may not change: they have no box. */
  idOf: (row: Row) => number | undefined;
}

export function markedColumnOf<Row>(marked: MarkedRows, { nameOf, idOf }: Markable<Row>): Column<Row> {
  return {
    id: 'mark',
    header: '',
    size: 36,
    cell: (row) => {
      const id = idOf(row);
      if (id === undefined) return null;
      return (
        <Checkbox
          size="xs"
          aria-label={`Mark ${nameOf(row)}`}
          checked={marked.has(id)}
          onChange={() => undefined}
          onDoubleClick={(event) => event.stopPropagation()}
          onClick={(event: MouseEvent<HTMLInputElement>) => {
            event.stopPropagation();
            if (event.shiftKey) void marked.markUpTo(id, !marked.has(id));
            else marked.toggle(id);
          }}
        />
      );
    },
  };
}
