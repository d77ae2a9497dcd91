// Marked rows of a list, which people change together: the marks, their column, and the keys that act on rows.
import { Checkbox } from '@mantine/core';
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { isPlainKey } from '../elements/plain-key.ts';
import type { Column, TableHandle } from './data-table.tsx';

export interface Marks<Id> {
  /** The marks as the page shows them. */
  ids: ReadonlySet<Id>;
  /** The marks now. Keys may follow each other faster than the page is drawn. */
  now: () => Id[];
  mark: (id: Id, isMarked: boolean) => void;
  toggle: (id: Id) => void;
  clear: () => void;
}

export function useMarks<Id>(): Marks<Id> {
  const [ids, setIds] = useState<ReadonlySet<Id>>(new Set());
  const latest = useRef(ids);
  return useMemo(() => {
    const set = (next: ReadonlySet<Id>) => {
      latest.current = next;
      setIds(next);
    };
    const mark = (id: Id, isMarked: boolean) => {
      const others = [...latest.current].filter((one) => one !== id);
      set(new Set(isMarked ? [...others, id] : others));
    };
    return {
      ids,
      now: () => [...latest.current],
      mark,
      toggle: (id) => mark(id, !latest.current.has(id)),
      clear: () => set(new Set()),
    };
  }, [ids]);
}

interface Markable<Row, Id> {
  /** Undefined for rows that the user may not change. */
  idOf: (row: Row) => Id | undefined;
  /** Completes "Mark …". */
  nameOf: (row: Row) => string;
}

export function markColumn<Row, Id>({ ids, mark }: Marks<Id>, { idOf, nameOf }: Markable<Row, Id>): Column<Row> {
  return {
    id: 'mark',
    header: '',
    size: 40,
    cell: (row) => {
      const id = idOf(row);
      return (
        id !== undefined && (
          <Checkbox
            size="xs"
            aria-label={`Mark ${nameOf(row)}`}
            checked={ids.has(id)}
            onChange={({ currentTarget: { checked } }) => mark(id, checked)}
            // To mark a row is not to choose or to open it.
            onClick={(event) => event.stopPropagation()}
            onDoubleClick={(event) => event.stopPropagation()}
          />
        )
      );
    },
  };
}

/**
 * Keys that act on the selected row from anywhere on the page: `n` goes to the next row, `x` marks the row, and `a` acts on the marked rows, or on the
 * selected one if none is marked.
 */
export function useRowKeys<Row, Id>(
  table: RefObject<TableHandle<Row> | null>,
  idOf: (row: Row) => Id | undefined,
  /** Undefined if the user may change nothing: only `n` works then. */
  marks: (Pick<Marks<Id>, 'now' | 'toggle'> & { onAct: (ids: Id[]) => void }) | undefined,
): void {
  const onKey = (event: KeyboardEvent) => {
    if (!isPlainKey(event)) return;
    if (event.key === 'n') table.current?.next();
    if (marks === undefined || event.repeat) return;
    if (event.key === 'x')
      table.current?.withRow((row) => {
        const id = idOf(row);
        if (id !== undefined) marks.toggle(id);
      });
    if (event.key !== 'a') return;
    const marked = marks.now();
    if (marked.length > 0) return marks.onAct(marked);
    table.current?.withRow((row) => {
      const id = idOf(row);
      if (id !== undefined) marks.onAct([id]);
    });
  };
  const current = useRef(onKey);
  current.current = onKey;
  useEffect(() => {
    const listen = (event: KeyboardEvent) => current.current(event);
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
}
