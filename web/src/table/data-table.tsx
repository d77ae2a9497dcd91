// biome-ignore-all lint/a11y/useSemanticElements: rows out of view are not in the page, which a table element cannot say
// The table of all pages: draws only visible rows, sorts through its owner, moves by keyboard, and keeps dragged widths.
// It fetches nothing and knows no feature: it asks for rows by index, and a missing row is one that is still being loaded.
import { useLocalStorage } from '@mantine/hooks';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import {
  type ColumnDef,
  type ColumnSizingState,
  columnResizingFeature,
  columnSizingFeature,
  functionalUpdate,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type MouseEvent, type ReactNode, type Ref, useEffect, useImperativeHandle, useMemo, useRef } from 'react';
import { useStable } from '../elements/stable.ts';
import type { Column } from './column.ts';
import classes from './data-table.module.css';
import { type MoveChoice, ROW_PX, useMove } from './moving.ts';
import { TableRow } from './table-row.tsx';

export type { Column } from './column.ts';

/** The head stays above the rows, so the last visible row ends this much higher. */
const HEAD_PX = 31;
const ROWS_AHEAD = 8;
/** Rows to show above the selected row, if the list opens in its middle. */
const ROWS_ABOVE = 5;
/** The rows are drawn here; the library moves the widths of the columns alone. */
const NO_ROWS: object[] = [];
const features = tableFeatures({ columnSizingFeature, columnResizingFeature });

export interface DataTableProps<Row> {
  /** The name of the table in the store of column widths. */
  name: string;
  label: string;
  columns: Column<Row>[];
  count: number;
  rowAt: (index: number) => Row | undefined;
  idOf: (row: Row) => string | number;
  /** `name`, or `-name` for descending. */
  sort?: string;
  onSort?: (sort: string) => void;
  selectedId?: string | number;
  /**
   * The position of the selected row when it was selected. The list opens there, and moves start there while the row is
   * not visible.
   */
  selectedAt?: number;
  onSelect?: (row: Row, choice: MoveChoice) => void;
  /** Enter or double click. */
  onOpen?: (row: Row) => void;
  /** Called with the visible rows, so that their pages can be fetched. */
  onRange?: (first: number, last: number) => void;
  empty?: ReactNode;
  /** Lets keys work outside of the table too. */
  handle?: Ref<TableHandle<Row>>;
  /** What a row shows that has no columns, such as the head of a group; undefined for all other rows. */
  bandOf?: (row: Row) => ReactNode;
  /** Rows whose texts break into several lines are as high as these. */
  hasTallRows?: boolean;
}

export interface TableHandle<Row> {
  focus: () => void;
  /** Scrolls to the row and selects it, or selects it as soon as it is loaded. */
  choose: (index: number) => void;
  /** Selects the row below the selected one, and takes the focus. */
  next: () => void;
  /**
   * Calls `act` with the selected row, at once or as soon as the row is loaded. The row that was chosen last counts, even if the page has not drawn the
   * choice yet. Returns false if no row is selected.
   */
  withRow: (act: (row: Row) => void) => boolean;
}

export function DataTable<Row>(props: DataTableProps<Row>) {
  const { columns, count, rowAt, idOf, selectedId, selectedAt, onSelect, onOpen, onRange } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    overscan: ROWS_AHEAD,
    scrollPaddingEnd: HEAD_PX,
    measureElement: (element) => (element as HTMLElement).offsetHeight || ROW_PX,
    initialOffset: () => Math.max(0, (Math.min(selectedAt ?? 0, count - 1) - ROWS_ABOVE) * ROW_PX),
  });
  const items = virtualizer.getVirtualItems();
  const first = items[0]?.index ?? 0;
  const last = items.at(-1)?.index ?? 0;
  useEffect(() => onRange?.(first, last), [onRange, first, last]);

  const [widths, setWidths] = useLocalStorage<ColumnSizingState>({
    key: `assay-columns-${props.name}`,
    defaultValue: {},
  });
  const definitions = useMemo(() => columns.map(definitionOf), [columns]);
  const table = useTable({
    features,
    columns: definitions,
    data: NO_ROWS,
    columnResizeMode: 'onChange',
    state: { columnSizing: widths },
    onColumnSizingChange: (updater) => setWidths((old) => functionalUpdate(updater, old)),
  });
  const template = columns
    .map(({ id, size, isGrowing }) => (isGrowing && !widths[id] ? `minmax(${size}px, 1fr)` : `${widths[id] ?? size}px`))
    .join(' ');

  const selectedIndex = items.find(({ index }) => {
    const row = rowAt(index);
    return row !== undefined && idOf(row) === selectedId;
  })?.index;
  const { choose, select, move, next, withRow } = useMove({
    count,
    rowAt,
    onSelect,
    onOpen,
    idOf,
    selectedId,
    selectedIndex: selectedIndex ?? (selectedId === undefined ? undefined : selectedAt),
    scrollTo: (index) => virtualizer.scrollToIndex(index),
  });
  // Its owner has learned where the selected row lies, as of an address that names the row alone.
  const isOutOfSight = selectedIndex === undefined && selectedId !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each position; rows that the user scrolls away stay away
  useEffect(() => {
    if (isOutOfSight && selectedAt !== undefined && selectedAt < count)
      virtualizer.scrollToIndex(selectedAt, { align: 'center' });
  }, [selectedAt, selectedId]);
  const focus = () => scroller.current?.focus({ preventScroll: true });
  useImperativeHandle(props.handle, () => ({
    focus,
    choose,
    next: () => {
      if (count === 0) return;
      focus();
      next();
    },
    withRow,
  }));
  /**
   * The grid handles the keys, so it takes the focus that the browser would give to the cell. Links and buttons in
   * cells keep their focus.
   */
  const keepFocus = (event: MouseEvent) => {
    if (!(event.target as Element).closest('a, button, input')) scroller.current?.focus({ preventScroll: true });
  };
  const acts = useStable({
    click(event: MouseEvent, row: Row | undefined, index: number) {
      keepFocus(event);
      if (row) select(row, { index, isByKey: false });
    },
    doubleClick: (row: Row | undefined) => row && onOpen?.(row),
  });
  const rowId = (index: number) => `${props.name}-row-${index}`;

  if (count === 0 && props.empty) return <>{props.empty}</>;
  return (
    <div
      ref={scroller}
      className={classes.scroller}
      role="grid"
      aria-label={props.label}
      aria-rowcount={count + 1}
      aria-activedescendant={selectedIndex === undefined ? undefined : rowId(selectedIndex)}
      tabIndex={0}
      onKeyDown={move}
    >
      <div className={classes.head} role="row" tabIndex={-1} style={{ gridTemplateColumns: template }}>
        {table.getHeaderGroups()[0]?.headers.map((header, at) => {
          const column = columns[at];
          if (column === undefined) return null;
          return (
            <div
              key={column.id}
              className={classes.headCell}
              role="columnheader"
              aria-sort={ariaSort(column, props.sort)}
              tabIndex={-1}
            >
              <HeaderText column={column} sort={props.sort} onSort={props.onSort} />
              {/* biome-ignore lint/a11y/noStaticElementInteractions: dragging widths is for the mouse; nothing is lost without */}
              <div
                className={classes.handle}
                onMouseDown={header.getResizeHandler()}
                onTouchStart={header.getResizeHandler()}
              />
            </div>
          );
        })}
      </div>
      <div className={classes.body} style={{ height: virtualizer.getTotalSize() }}>
        {items.map(({ index, start }) => {
          const row = rowAt(index);
          return (
            <TableRow
              key={index}
              id={rowId(index)}
              index={index}
              row={row}
              columns={columns}
              template={template}
              start={start}
              isSelected={row !== undefined && idOf(row) === selectedId}
              isClickable={onSelect !== undefined || onOpen !== undefined}
              measure={props.hasTallRows ? virtualizer.measureElement : undefined}
              band={row && props.bandOf?.(row)}
              onClick={acts.click}
              onDoubleClick={acts.doubleClick}
            />
          );
        })}
      </div>
    </div>
  );
}

function definitionOf<Row>({ id, header, size }: Column<Row>): ColumnDef<typeof features, object> {
  return {
    id,
    header,
    size,
    minSize: 48,
  };
}

function HeaderText<Row>({
  column,
  sort,
  onSort,
}: {
  column: Column<Row>;
  sort?: string;
  onSort?: (sort: string) => void;
}) {
  const { sortKey, header, align } = column;
  if (sortKey === undefined || !onSort) {
    return (
      <span className={classes.headText} data-align={align}>
        {header}
      </span>
    );
  }
  const next = sort === sortKey ? `-${sortKey}` : sortKey;
  return (
    <button type="button" className={classes.sorter} data-align={align} onClick={() => onSort(next)}>
      {header}
      {sort === sortKey && <IconArrowUp size={13} aria-hidden />}
      {sort === `-${sortKey}` && <IconArrowDown size={13} aria-hidden />}
    </button>
  );
}

function ariaSort<Row>({ sortKey }: Column<Row>, sort: string | undefined): 'ascending' | 'descending' | undefined {
  if (sortKey === undefined || sort === undefined) return undefined;
  if (sort === sortKey) return 'ascending';
  return sort === `-${sortKey}` ? 'descending' : undefined;
}
