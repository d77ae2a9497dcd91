// Reviews item after item: the actions of the buttons and of the keys A, R, P and N, and the next position in the list.
import { useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useRouter } from '@tanstack/react-router';
import { type RefObject, useEffect, useRef } from 'react';
import type { BulkAction } from '../bulk/actions.ts';
import type { MarkedRows } from '../bulk/marked-rows.ts';
import { notifyDone } from '../elements/notify.ts';
import { isPlainKey } from '../elements/plain-key.ts';
import { useIsLocked, useMay } from '../project/queries.ts';
import type { TableHandle } from '../table/data-table.tsx';
import type { MoveChoice } from '../table/moving.ts';
import type { ItemRows } from './item-rows.ts';
import { type GroupRow, isGroup, type ListRow } from './list-queries.ts';
import { type DecidedItem, itemQuery, type UserDecision, useDecide } from './queries.ts';
import type { InventorySearch } from './search.ts';

const route = getRouteApi('/signed-in/projects/$projectId/inventory');

interface DecidingKey {
  decision: UserDecision;
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
  choose: (row: ListRow, choice: MoveChoice) => void;
  /** Rejecting asks for a reason first. The list stays at the item, unless it leaves the list. */
  decide: (item: DecidedItem, decision: UserDecision) => void;
}

interface After {
  /** The row that follows the decided one. */
  successor: ListRow | undefined;
  /** Whoever presses a button looks at the item, so only keys go on to the next one. */
  isByKey: boolean;
}

interface Marking {
  marked: MarkedRows;
  onAct: (action: BulkAction) => void;
  onActGroup: (action: BulkAction, group: GroupRow) => void;
  onMarkGroup: (group: GroupRow) => void;
  /** Asks for the reason; calls back when the item is rejected and the dialog is gone. */
  onReject: (item: DecidedItem, onDone: () => void) => void;
}

export function useReview(
  items: ItemRows,
  table: RefObject<TableHandle<ListRow> | null>,
  { marked, onAct, onActGroup, onMarkGroup, onReject }: Marking,
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
  const goToOpen = async (at: number, item: DecidedItem) => {
    const found = items.nextOpen(at);
    const next = found instanceof Promise ? await found.catch(() => undefined) : found;
    // Whoever has gone elsewhere while the server was asked stays there.
    if (search().item !== item.inventoryId) return;
    if (next === undefined || next === at) notifyDone('All items of this list are decided.');
    else goTo(next);
  };
  /** The next row that waits for a decision. A row that leaves the list gives its place to `successor`, the row that follows it. */
  const goOnAfter = (item: DecidedItem, decision: UserDecision, { successor, isByKey }: After) => {
    const filter = search();
    if (filter.item !== item.inventoryId) return;
    const at = indexOf(filter.item);
    if (!staysIn(filter, decision)) {
      const next = successor && items.findIndex(({ id }) => id === successor.id);
      if (next !== undefined) goTo(next);
    } else if (isByKey && at !== undefined && 'reviewStatus' in decision && decision.reviewStatus !== 'Draft') {
      void goToOpen(at, item);
    }
  };
  /** The rows change while the user writes a reason. */
  const latest = useRef(goOnAfter);
  latest.current = goOnAfter;
  const decide = (item: DecidedItem, decision: UserDecision, isByKey = false) => {
    const at = indexOf(item.inventoryId);
    const next = at === undefined ? undefined : neighbour(items, at, search());
    const successor = next === undefined ? undefined : items.rowAt(next);
    if ('reviewStatus' in decision && decision.reviewStatus === 'Rejected')
      return onReject(item, () => latest.current(item, decision, { successor, isByKey }));
    send(item, decision);
    if (successor === undefined && next !== undefined && !staysIn(search(), decision)) goTo(next);
    else goOnAfter(item, decision, { successor, isByKey });
  };
  /** Links can lead to an item outside of the list. */
  const itemOfAddress = (): DecidedItem | undefined => {
    const { item: inventoryId } = search();
    const known = inventoryId === undefined ? undefined : queryClient.getQueryData(itemQuery(inventoryId).queryKey);
    return inventoryId !== undefined && known ? { inventoryId, name: known.name } : undefined;
  };
  /** False if no row is selected. */
  const act = (key: DecidingKey): boolean => {
    const actOn = (row: ListRow) =>
      isGroup(row) ? onActGroup(key.bulk, row) : decide({ inventoryId: row.id, name: row.name }, key.decision, true);
    if (table.current?.withRow(actOn)) return true;
    const item = itemOfAddress();
    if (item !== undefined) decide(item, key.decision, true);
    return item !== undefined;
  };
  const toggleMark = () => table.current?.withRow((row) => (isGroup(row) ? onMarkGroup(row) : marked.toggle(row.id)));
  useReviewKeys({ act, goOn, toggleMark, onMarked: marked.count > 0 ? onAct : undefined });
  return {
    decide,
    // A click adds an entry to the browser history. Moving through the rows by keyboard replaces the last one.
    choose: (row, { index, isByKey }) => {
      const chosen = isGroup(row)
        ? { group: row.key, item: undefined, tab: undefined }
        : { group: undefined, item: row.id };
      void navigate({ search: (old) => ({ ...old, ...chosen, row: index + 1 }), replace: isByKey });
    },
  };
}

interface ReviewKeys {
  /** False if no row is selected. */
  act: (key: DecidingKey) => boolean;
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
    event.preventDefault();
    if (!acts.act(key)) notifyDone('Choose an item first.');
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
  { reviewStatus, isPublished }: Partial<Record<'reviewStatus', string> & Record<'isPublished', boolean>>,
): boolean {
  return (
    (review === undefined || reviewStatus === undefined || reviewStatus === review) &&
    (published === undefined || isPublished === undefined || isPublished === (published === 'PUBLISHED'))
  );
}

/** The next row that stays, or else the previous one. Rows that were decided a moment ago will leave the list. */
function neighbour(items: ItemRows, at: number, filter: InventorySearch): number | undefined {
  const stays = (index: number) => {
    const row = items.rowAt(index);
    return row === undefined || (!isGroup(row) && staysIn(filter, row));
  };
  for (let index = at + 1; index < (items.total ?? 0); index += 1) if (stays(index)) return index;
  for (let index = at - 1; index >= 0; index -= 1) if (stays(index)) return index;
  return undefined;
}
