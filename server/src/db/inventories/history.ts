// The history of inventory items: one row per revision, newest first. Only this file writes it, and no row is ever changed.

import { storableText } from '@assay/scanner/foreign-text';
import { sql } from 'kysely';
import type {
  HistoryAction,
  HistoryChange,
  HistoryEvent,
  InventoryChangeKind,
} from '../../domain/inventories/inventory-history.ts';
import { eventsOfRevisions } from '../../domain/messages/webhook-events.ts';
import type { Db } from '../postgres/connection.ts';
import { partsOf, TEXT_ROWS_PER_STATEMENT } from '../postgres/parts.ts';
import { recordEvents } from '../webhooks/events.ts';

export interface NewRevision {
  projectId: number;
  itemId: number;
  user: { id: number; login: string } | null;
  event: HistoryEvent;
  action: HistoryAction;
  changes: HistoryChange[];
}

const REASON_FIELD = 'Reason';

/** Adds what the person wrote as the reason of a change; it may be blank. */
export function withReason(reason: string): (revision: NewRevision) => NewRevision {
  return (revision) =>
    reason === ''
      ? revision
      : { ...revision, changes: [...revision.changes, { field: REASON_FIELD, oldValue: '', newValue: reason }] };
}

export async function insertRevisions(db: Db, revisions: NewRevision[]): Promise<void> {
  for (const part of partsOf(revisions, TEXT_ROWS_PER_STATEMENT)) await insertPart(db, part);
  if (revisions.length > 0) await recordEvents(db, eventsOfRevisions(revisions));
}

async function insertPart(db: Db, revisions: NewRevision[]): Promise<void> {
  await sql`insert into inventory_history (project_id, item_id, user_id, user_name, event, action, changes)
    select * from unnest(
      ${revisions.map((r) => r.projectId)}::bigint[], ${revisions.map((r) => r.itemId)}::bigint[], ${revisions.map((r) => r.user?.id ?? null)}::bigint[],
      ${revisions.map((r) => r.user?.login ?? 'System')}::text[], ${revisions.map((r) => r.event)}::text[], ${revisions.map((r) => r.action)}::text[],
      ${revisions.map((r) => json(r.changes))}::jsonb[])`.execute(db);
}

/** A history entry of an item from another installation. */
export interface ForeignRevision {
  projectId: number;
  itemId: number;
  at: Date;
  /** The user and the installation. */
  userName: string;
  event: HistoryEvent;
  changes: HistoryChange[];
}

/** Imported revisions send no notices, because nothing happens now. */
export async function insertForeignRevisions(db: Db, revisions: readonly ForeignRevision[]): Promise<void> {
  for (const part of partsOf(revisions, TEXT_ROWS_PER_STATEMENT))
    await sql`insert into inventory_history (project_id, item_id, happened_at, user_name, event, action, changes)
      select project_id, item_id, at, user_name, event, 'Project Import', changes from unnest(
        ${part.map((r) => r.projectId)}::bigint[], ${part.map((r) => r.itemId)}::bigint[], ${part.map((r) => r.at.toISOString())}::timestamptz[],
        ${part.map((r) => r.userName)}::text[], ${part.map((r) => r.event)}::text[], ${part.map((r) => json(r.changes))}::jsonb[])
        as t(project_id, item_id, at, user_name, event, changes)`.execute(db);
}

/** jsonb refuses the NUL escape and halves of surrogate pairs; foreign texts can contain both. */
function json(changes: HistoryChange[]): string {
  return JSON.stringify(changes, (_key, member) => (typeof member === 'string' ? storableText(member) : member));
}

/** License changes are stored as ids. When licenses are renumbered, their history must still name the same licenses. */
export async function renumberLicensesInHistory(db: Db, moves: readonly { from: number; to: number }[]): Promise<void> {
  if (moves.length === 0) return;
  const ids = JSON.stringify(Object.fromEntries(moves.map(({ from, to }) => [String(from), String(to)])));
  await sql`update inventory_history set changes = (
      select jsonb_agg(case when c ->> 'field' = 'License' then c || jsonb_build_object(
        'oldValue', coalesce(${ids}::jsonb ->> (c ->> 'oldValue'), c ->> 'oldValue'),
        'newValue', coalesce(${ids}::jsonb ->> (c ->> 'newValue'), c ->> 'newValue')) else c end order by place)
      from jsonb_array_elements(changes) with ordinality as t(c, place))
    where changes @> '[{"field": "License"}]'
      and exists (select from jsonb_array_elements(changes) c where c ->> 'field' = 'License'
        and (${ids}::jsonb ? (c ->> 'oldValue') or ${ids}::jsonb ? (c ->> 'newValue')))`.execute(db);
}

export async function listHistory(db: Db, itemId: number, page: { limit: number; offset: number }) {
  const base = db.selectFrom('inventory_history').where('inventory_history.item_id', '=', itemId);
  const rows = await base
    .leftJoin('users', 'users.id', 'inventory_history.user_id')
    .selectAll('inventory_history')
    .select('users.email')
    .orderBy('revision', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
  const { total } = await base.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  return { rows, total: Number(total) };
}

export interface ScanChange {
  itemId: number;
  change: InventoryChangeKind;
  /** The name of a deleted item at the time of the scan; '' for existing items. */
  deletedName: string;
}

/** The changes of a scan to the inventory of a project, read from the history of the time in which it ran. */
export async function listScanChanges(
  db: Db,
  projectId: number,
  ran: { from: Date; to: Date },
  page: { limit: number; offset: number },
): Promise<{ rows: ScanChange[]; total: number }> {
  const { rows } = await sql<ScanChange & { total: number }>`
    select item_id as "itemId",
      case when bool_or(event = 'Inventory Deleted') then 'REMOVED' when bool_or(event = 'Inventory Created') then 'ADDED' else 'UPDATED' end as change,
      coalesce(max(changes -> 0 ->> 'oldValue') filter (where event = 'Inventory Deleted'), '') as "deletedName",
      count(*) over () as total
    from inventory_history
    where project_id = ${projectId} and action in ('Scan', 'Project Rescan') and happened_at between ${ran.from} and ${ran.to}
    group by item_id order by item_id limit ${page.limit} offset ${page.offset}`.execute(db);
  if (rows.length > 0 || page.offset === 0)
    return { rows: rows.map(({ total: _, ...row }) => row), total: rows[0]?.total ?? 0 };
  return { rows: [], total: (await listScanChanges(db, projectId, ran, { limit: 1, offset: 0 })).total };
}

/** All revisions of a project, oldest first. */
export async function* eachRevision(db: Db, projectId: number) {
  for (let after = 0; ; ) {
    const rows = await db
      .selectFrom('inventory_history')
      .selectAll()
      .where('project_id', '=', projectId)
      .where('revision', '>', after)
      .orderBy('revision')
      .limit(1000)
      .execute();
    yield* rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < 1000) return;
    after = last.revision;
  }
}
