// Rows of a long list that the user has marked, or all that match the filter except some.
import { useMemo, useRef, useState } from 'react';

export interface MarkedRows {
  count: number;
  isAll: boolean;
  /** The marked rows; with `isAll` those that were left out. */
  ids: number[];
  /** The same now. Keys may follow each other faster than the page is drawn. */
  now: () => { isAll: boolean; ids: number[] };
  has: (id: number) => boolean;
  toggle: (id: number) => void;
  /** The same for this row and, with the Shift key, all rows up to the one that was marked last. */
  markUpTo: (id: number, isMarked: boolean) => Promise<void>;
  /** Several rows, such as those of a group. */
  markSome: (ids: readonly number[], isMarked: boolean) => void;
  markAll: () => void;
  clear: () => void;
}

interface Marks {
  /** The list whose rows are all marked; undefined if they are marked one by one. */
  allOf: string | undefined;
  ids: ReadonlySet<number>;
}

const NONE: Marks = { allOf: undefined, ids: new Set() };

interface MarkedList {
  /** Identifies the filter: all rows of another list are other rows. */
  key: string;
  total: number | undefined;
  /** Ids of the rows between two rows, both included, in either order. */
  idsBetween: (from: number, to: number) => Promise<number[]>;
}

export function useMarkedRows({ key, total = 0, idsBetween }: MarkedList): MarkedRows {
  const [stored, setStored] = useState(NONE);
  const marks = stored.allOf === undefined || stored.allOf === key ? stored : NONE;
  /** Keys may follow each other faster than the page is drawn. */
  const latest = useRef(marks);
  latest.current = marks;
  const last = useRef<number>(undefined);
  const between = useRef(idsBetween);
  between.current = idsBetween;
  return useMemo(() => {
    const set = (next: Marks) => {
      latest.current = next;
      setStored(next);
    };
    const has = (id: number) => (marks.allOf === undefined) === marks.ids.has(id);
    const mark = (some: readonly number[], isMarked: boolean) => {
      const { allOf, ids } = latest.current;
      const next = new Set(ids);
      for (const id of some) {
        if (isMarked === (allOf === undefined)) next.add(id);
        else next.delete(id);
      }
      set({ allOf, ids: next });
    };
    return {
      count: marks.allOf === undefined ? marks.ids.size : Math.max(0, total - marks.ids.size),
      isAll: marks.allOf !== undefined,
      ids: [...marks.ids],
      now: () => ({ isAll: latest.current.allOf !== undefined, ids: [...latest.current.ids] }),
      has,
      toggle(id) {
        const { allOf, ids } = latest.current;
        last.current = id;
        mark([id], (allOf === undefined) !== ids.has(id));
      },
      async markUpTo(id, isMarked) {
        const from = last.current;
        last.current = id;
        mark(from === undefined ? [id] : await between.current(from, id), isMarked);
      },
      markSome: mark,
      markAll: () => set({ allOf: key, ids: new Set() }),
      clear() {
        last.current = undefined;
        set(NONE);
      },
    };
  }, [marks, key, total]);
}
