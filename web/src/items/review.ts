// Reviews item after item: the actions of the buttons and of the keys A, R, P and N, and the next position in the list.
import { useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useRouter } from '@tanstack/react-router';
import { type RefObject, useEffect, useRef } from 'react';
import type { InventoryRow } from '../api/models.ts';
import type { BulkAction } from '../bulk/actions.ts';
import type { MarkedRows } from '../bulk/marked-rows.ts';
import { notifyDone } from '../elements/notify.ts';
import { isPlainKey } from '../elements/plain-key.ts';
import { useIsLocked, useMay } from '../project/queries.ts';
import type { Choice, TableHandle } from '../table/data-table.tsx';
import type { PagedRows } from '../table/paged-rows.ts';
import { type DecidedItem, type Decision, itemQuery, useDecide } from './queries.ts';
import type { InventorySearch } from './search.ts';

const route = getRouteApi('/signed-in/projects/$projectId/inventory');

interface DecidingKey {
  decision: Decision;
  /** The same decision about marked items. */
  bulk: BulkAction;
  action: string;
  /** Completes "You are not allowed to …". */
  deed: string;
}

const KEYS: Record<string, DecidingKey> = {
  a: {
    decision: { reviewStatus: 'Approved' },
    bulk: 'APPROVE',
    action: 'REVIEW_INVENTORY',
    deed: 'approve items of this project',
  },
  r: {
    decision: { reviewStatus: 'Rejected' },
    bulk: 'REJECT',
    action: 'REVIEW_INVENTORY',
    deed: 'reject items of this project',
  },
  p: {
    decision: { isPublished: true },
    bulk: 'PUBLISH',
    action: 'PUBLISH_INVENTORY',
    deed: 'publish items of this project',
  },
};

export interface Review {
  choose: (row: InventoryRow, choice: Choice) => void;
  decide: (item: DecidedItem, decision: Decision) => void;
}

interface Marking {
  marked: MarkedRows;
  onAct: (action: BulkAction) => void;
}

export function useReview(
  items: PagedRows<InventoryRow>,
  table: RefObject<TableHandle<InventoryRow> | null>,
  { marked, onAct }: Marking,
): Review {
  const navigate = route.useNavigate();
  const router = useRouter();
  const queryClient = useQueryClient();
  const send = useDecide();
  /** Read from the address now: keys may follow each other faster than the page is drawn. */
  const search = () => router.latestLocation.search as InventorySearch;
  const indexOf = (inventoryId: number | undefined) => items.findIndex(({ id }) => id === inventoryId);

  const goTo = (index: number) => {
    table.current?.choose(index);
    table.current?.focus();
  };
  const goOn = () => {
    const { item, row = 1 } = search();
    const at = indexOf(item);
    // After an item has left the list, the next item has its place.
    const next = at === undefined ? row - 1 : at + 1;
    if (next < (items.total ?? 0)) goTo(next);
    else notifyDone('End of the list.');
  };
  const decide = (item: DecidedItem, decision: Decision) => {
    send(item, decision);
    const filter = search();
    const at = indexOf(filter.item);
    if (filter.item !== item.inventoryId || at === undefined || staysIn(filter, decision)) return;
    const next = neighbour(items, at, filter);
    if (next !== undefined) goTo(next);
  };
  /** Links can lead to an item outside of the list. */
  const itemOfAddress = (): DecidedItem | undefined => {
    const { item: inventoryId } = search();
    const known = inventoryId === undefined ? undefined : queryClient.getQueryData(itemQuery(inventoryId).queryKey);
    return inventoryId !== undefined && known ? { inventoryId, name: known.name } : undefined;
  };
  /** False if no item is selected. */
  const withChosen = (act: (item: DecidedItem) => void): boolean => {
    if (table.current?.withRow(({ id: inventoryId, name }) => act({ inventoryId, name }))) return true;
    const item = itemOfAddress();
    if (item !== undefined) act(item);
    return item !== undefined;
  };
  const toggleMark = () => table.current?.withRow(({ id }) => marked.toggle(id));
  useReviewKeys({ withChosen, decide, goOn, toggleMark, onMarked: marked.count > 0 ? onAct : undefined });
  return {
    decide,
    // A click adds an entry to the browser history. Moving through the rows by keyboard replaces the last one.
    choose: (row, { index, isByKey }) =>
      void navigate({ search: (old) => ({ ...old, item: row.id, row: index + 1 }), replace: isByKey }),
  };
}

interface ReviewKeys {
  withChosen: (act: (item: DecidedItem) => void) => boolean;
  decide: Review['decide'];
  goOn: () => void;
  toggleMark: () => void;
  /** Decides about the marked items; undefined if none is marked. */
  onMarked: ((action: BulkAction) => void) | undefined;
}

function useReviewKeys(acts: ReviewKeys): void {
  const may = useMay();
  const isLocked = useIsLocked();
  const onKey = (event: KeyboardEvent) => {
    if (event.repeat || !isPlainKey(event)) return;
    const letter = event.key.toLowerCase();
    const key = KEYS[letter];
    if (letter === 'n') acts.goOn();
    if (letter === 'x') acts.toggleMark();
    if (!key) return;
    if (isLocked) return notifyDone('The project is locked: its items cannot be reviewed.');
    if (!may(key.action)) return notifyDone(`You are not allowed to ${key.deed}.`);
    if (acts.onMarked) {
      // Otherwise the letter is typed into the first field of the dialog.
      event.preventDefault();
      return acts.onMarked(key.bulk);
    }
    if (!acts.withChosen((item) => acts.decide(item, key.decision))) notifyDone('Choose an item first.');
  };
  const current = useRef(onKey);
  current.current = onKey;
  useEffect(() => {
    const listen = (event: KeyboardEvent) => current.current(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}

/** Whether an item in this state belongs to a list with this filter. */
export function staysIn(
  { review, published }: InventorySearch,
  { reviewStatus, isPublished }: Partial<Pick<InventoryRow, 'reviewStatus' | 'isPublished'>>,
): boolean {
  return (
    (review === undefined || reviewStatus === undefined || reviewStatus === review) &&
    (published === undefined || isPublished === undefined || isPublished === (published === 'PUBLISHED'))
  );
}

/** The next row that stays, or else the previous one. Rows that were decided a moment ago will leave the list. */
function neighbour(items: PagedRows<InventoryRow>, at: number, filter: InventorySearch): number | undefined {
  const stays = (index: number) => {
    const row = items.rowAt(index);
    return row === undefined || staysIn(filter, row);
  };
  for (let index = at + 1; index < (items.total ?? 0); index += 1) if (stays(index)) return index;
  for (let index = at - 1; index >= 0; index -= 1) if (stays(index)) return index;
  return undefined;
}
