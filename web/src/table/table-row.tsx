// biome-ignore-all lint/a11y/useSemanticElements: rows out of view are not in the page, which a table element cannot say
// One drawn row of a table. It is drawn anew only if what it shows has changed: a key that selects another row draws the two rows that it concerns, not all.
import { Skeleton } from '@mantine/core';
import { type MouseEvent, memo, type ReactNode } from 'react';
import { visibleIn } from '../elements/hidden-characters.ts';
import type { Column } from './column.ts';
import classes from './data-table.module.css';

interface TableRowProps<Row> {
  id: string;
  index: number;
  /** Undefined while it is being loaded. */
  row: Row | undefined;
  columns: Column<Row>[];
  /** The widths of the columns. */
  template: string;
  /** Pixels from the first row. */
  start: number;
  isSelected: boolean;
  isClickable: boolean;
  /** Measures rows that are as high as their text; the same function each time. */
  measure: ((element: Element | null) => void) | undefined;
  /** What the row shows in place of its columns. */
  band: ReactNode;
  /** The same functions each time: otherwise each row would be drawn anew. */
  onClick: (event: MouseEvent, row: Row | undefined, index: number) => void;
  onDoubleClick: (row: Row | undefined) => void;
}

function DrawnRow<Row>({ id, index, row, columns, template, start, band, measure, ...props }: TableRowProps<Row>) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the grid handles the keys of all rows
    <div
      id={id}
      ref={measure}
      data-index={index}
      data-tall={measure !== undefined || undefined}
      className={classes.row}
      role="row"
      tabIndex={-1}
      aria-rowindex={index + 2}
      aria-selected={props.isSelected}
      data-clickable={props.isClickable || undefined}
      style={{ gridTemplateColumns: template, transform: `translateY(${start}px)` }}
      onClick={(event) => props.onClick(event, row, index)}
      onDoubleClick={() => props.onDoubleClick(row)}
    >
      {band === undefined ? (
        <Cells row={row} columns={columns} />
      ) : (
        <div className={classes.band} role="gridcell" tabIndex={-1} aria-colspan={columns.length}>
          {band}
        </div>
      )}
    </div>
  );
}

/** Another selection or place changes the row, but not its cells. */
function DrawnCells<Row>({ row, columns }: Pick<TableRowProps<Row>, 'row' | 'columns'>): ReactNode {
  return columns.map(({ id, align, cell }) => (
    <div key={id} className={classes.cell} role="gridcell" tabIndex={-1} data-align={align}>
      {/* Called as a function, not rendered as a component: otherwise new columns would be new components, and a focused cell would lose the focus. */}
      {row === undefined ? <Skeleton height={10} width="60%" /> : shown(visibleIn(cell(row)))}
    </div>
  ));
}

const Cells = memo(DrawnCells) as typeof DrawnCells;
export const TableRow = memo(DrawnRow) as typeof DrawnRow;

/** Text that is too long for its column ends in an ellipsis. Only an element of its own can have one. */
function shown(content: ReactNode): ReactNode {
  return typeof content === 'string' ? <span title={content}>{content}</span> : content;
}
