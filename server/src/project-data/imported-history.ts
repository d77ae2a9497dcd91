// Imports the history of items that the import creates. Each entry names its source and belongs to no user of this server, so that nobody takes it
// for an event on this server. Existing items keep only their own history.

import { storableText } from '@assay/scanner/foreign-text';
import { isFields, own } from '@assay/scanner/items';
import { type ForeignRevision, insertForeignRevisions } from '../db/inventories/history.ts';
import type { Tx } from '../db/postgres/connection.ts';
import { type HistoryChange, historyEvents } from '../domain/inventories/inventory-history.ts';
import { parseWireTime } from '../domain/wire-times.ts';
import type { IssueList } from './document.ts';

const BATCH = 1000;
const MOST_CHANGES = 500;
const LONGEST_VALUE = 65_535;

interface Into {
  projectId: number;
  /** Created items, by their ids in the data. */
  made: ReadonlyMap<string, number>;
  source: string;
  now: Date;
}

/** Returns the number of imported entries. */
export async function takeHistory(tx: Tx, rows: AsyncIterable<unknown>, into: Into, lines: IssueList): Promise<number> {
  let batch: ForeignRevision[] = [];
  let [taken, unreadable, others] = [0, 0, 0];
  const write = async () => {
    await insertForeignRevisions(tx, batch);
    taken += batch.length;
    batch = [];
  };
  for await (const row of rows) {
    const itemId = isFields(row) ? into.made.get(String(own(row, 'inventoryId'))) : undefined;
    const revision = itemId === undefined ? undefined : revisionOf(row, itemId, into);
    if (itemId === undefined) others++;
    else if (revision === undefined) unreadable++;
    else batch.push(revision);
    if (batch.length >= BATCH) await write();
  }
  await write();
  if (others > 0)
    lines.push({
      code: 'history-stays',
      path: 'history',
      message: `${others} lines of history stay in the data: they belong to items that this import did not create.`,
    });
  if (unreadable > 0)
    lines.push({
      code: 'history-unreadable',
      path: 'history',
      message: `${unreadable} lines of history were left out: each needs "happenedOn" as YYYY-MM-DD HH:MM:SS that is over, an "event" of ${historyEvents.join(', ')}, and "changes" of "field", "oldValue" and "newValue".`,
    });
  return taken;
}

/** The row with what an import reads of it, so that a large one takes little time where requests are answered. */
export function shortHistoryRow(row: unknown): unknown {
  if (!isFields(row)) return undefined;
  const [item, on, event, user, changes] = [
    own(row, 'inventoryId'),
    own(row, 'happenedOn'),
    own(row, 'event'),
    own(row, 'user'),
    own(row, 'changes'),
  ];
  const plain = (value: unknown) => (typeof value === 'object' && value !== null ? '' : value);
  return {
    inventoryId: plain(item),
    happenedOn: plain(on),
    event: plain(event),
    user: plain(user),
    ...(Array.isArray(changes) && { changes: changes.slice(0, MOST_CHANGES).map(changeOf) }),
  };
}

function revisionOf(row: unknown, itemId: number, { projectId, source, now }: Into): ForeignRevision | undefined {
  if (!isFields(row)) return undefined;
  const [on, user, changes] = [own(row, 'happenedOn'), own(row, 'user'), own(row, 'changes')];
  const at = typeof on === 'string' ? parseWireTime(on) : undefined;
  const event = historyEvents.find((known) => known === own(row, 'event'));
  if (at === undefined || at > now || event === undefined || !Array.isArray(changes)) return undefined;
  const read = changes.slice(0, MOST_CHANGES).map(changeOf);
  if (read.includes(undefined)) return undefined;
  const who = typeof user === 'string' && user !== '' ? user.slice(0, 60) : 'somebody';
  return {
    projectId,
    itemId,
    at,
    userName: storableText(`${who}, in ${source}`),
    event,
    // License ids of the other server mean other licenses here. The expression is in the same entry.
    changes: read.filter((change) => change !== undefined && change.field !== 'License') as HistoryChange[],
  };
}

function changeOf(value: unknown): HistoryChange | undefined {
  if (!isFields(value)) return undefined;
  const text = (name: string) => {
    const member = own(value, name);
    return typeof member === 'string' ? storableText(member).slice(0, LONGEST_VALUE).toWellFormed() : undefined;
  };
  const [field, oldValue, newValue] = [text('field'), text('oldValue'), text('newValue')];
  if (field === undefined || oldValue === undefined || newValue === undefined) return undefined;
  return { field, oldValue, newValue };
}
