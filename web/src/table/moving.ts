// Moves through the rows of a table by keys. Keys may follow each other faster than the page is drawn, and faster than rows are loaded.
import { type KeyboardEvent, useEffect, useRef } from 'react';

/** The height of a row of one line. */
export const ROW_PX = 32;

export interface MoveChoice {
  index: number;
  /** The address changes only after a pause, because a user who moves by keyboard does not stop at each row. */
  isByKey: boolean;
}

interface Moving<Row> {
  count: number;
  rowAt: (index: number) => Row | undefined;
  onSelect?: (row: Row, choice: MoveChoice) => void;
  onOpen?: (row: Row) => void;
  idOf: (row: Row) => string | number;
  selectedId: string | number | undefined;
  selectedIndex: number | undefined;
  scrollTo: (index: number) => void;
}

/** Up, Down, Page Up, Page Down, Home and End select a row; Enter opens it. */
export function useMove<Row>({
  count,
  rowAt,
  onSelect,
  onOpen,
  idOf,
  selectedId,
  selectedIndex,
  scrollTo,
}: Moving<Row>) {
  // The owner sets the selection a little later. Keys that follow faster continue from the last choice, not from the
  // old selection.
  const sent = useRef<{ row: Row; index: number }[]>([]);
  /** What was chosen last. It may have been scrolled out of sight, or have left the list. */
  const chosen = useRef<{ row: Row; index: number }>(undefined);
  const owned = useRef(selectedId);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each selection by the owner
  useEffect(() => {
    // The first effect comes after the first drawing, and a key may have come before it.
    if (owned.current === selectedId) return;
    owned.current = selectedId;
    const at = sent.current.findIndex(({ row }) => idOf(row) === selectedId);
    sent.current = at < 0 ? [] : sent.current.slice(at + 1);
  }, [selectedId]);
  const select = (row: Row, choice: MoveChoice) => {
    awaited.current = undefined;
    chosen.current = { row, index: choice.index };
    if (sent.current.length > 0 || idOf(row) !== selectedId) sent.current.push({ row, index: choice.index });
    onSelect?.(row, choice);
  };
  // If a key moves to a row before its page is loaded, the row is selected when it arrives, and what keys want of it is done then.
  const awaited = useRef<{ index: number; acts: ((row: Row) => void)[] }>(undefined);
  // After each drawing, as rows arrive with a drawing.
  useEffect(() => {
    const wanted = awaited.current;
    const row = wanted && rowAt(wanted.index);
    if (wanted === undefined || row === undefined) return;
    select(row, { index: wanted.index, isByKey: true });
    for (const act of wanted.acts) act(row);
  });
  const choose = (index: number) => {
    scrollTo(index);
    const row = rowAt(index);
    if (row === undefined) awaited.current = { index, acts: [] };
    else select(row, { index, isByKey: true });
  };
  const indexNow = () => {
    const last = chosen.current && idOf(chosen.current.row) === selectedId ? chosen.current.index : undefined;
    return awaited.current?.index ?? sent.current.at(-1)?.index ?? selectedIndex ?? last;
  };
  const withRow = (act: (row: Row) => void): boolean => {
    if (awaited.current) {
      awaited.current.acts.push(act);
      return true;
    }
    const shown = selectedIndex === undefined ? undefined : rowAt(selectedIndex);
    const known = [shown, chosen.current?.row].find((one) => one !== undefined && idOf(one) === selectedId);
    const row = sent.current.at(-1)?.row ?? known;
    if (row !== undefined) act(row);
    return row !== undefined;
  };
  const move = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.target !== event.currentTarget) return;
    const from = indexNow();
    if (event.key === 'Enter') {
      const row = from === undefined ? undefined : rowAt(from);
      if (from === undefined || row === undefined) return;
      if (onOpen) onOpen(row);
      else select(row, { index: from, isByKey: true });
      return;
    }
    const pageRows = Math.max(1, Math.floor(event.currentTarget.clientHeight / ROW_PX) - 2);
    const target = targetOf(event.key, from, pageRows, count);
    if (target === undefined || !onSelect) return;
    event.preventDefault();
    choose(target);
  };
  const next = () => {
    const from = indexNow();
    choose(Math.min(count - 1, from === undefined ? 0 : from + 1));
  };
  return { choose, select, move, next, withRow };
}

function targetOf(key: string, from: number | undefined, pageRows: number, count: number): number | undefined {
  if (count === 0) return undefined;
  const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: pageRows, PageUp: -pageRows };
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  const step = steps[key];
  if (step === undefined) return undefined;
  if (from === undefined) return step > 0 ? 0 : count - 1;
  return Math.min(count - 1, Math.max(0, from + step));
}
