// Whether somebody has changed what a bulk decision left, and who.
import { sql } from 'kysely';
import { among } from '../list-index.ts';
import type { Db } from '../postgres/connection.ts';

/**
 * Who has changed these items last after a revision, by item. Bulk decisions that were undone, and their undos, do not count: what they did is gone. Where
 * an undo left an item alone, its columns tell.
 */
export async function listChangers(
  db: Db,
  projectId: number,
  itemIds: readonly number[],
  lastRevision: number,
): Promise<Map<number, string>> {
  const { rows } = await sql<{ itemId: number; by: string }>`
    select distinct on (h.item_id) h.item_id as "itemId", h.user_name as by from inventory_history h
    where h.item_id = ${among([...itemIds])} and h.revision > ${lastRevision} and not exists (
      select from bulk_steps s join bulk_decisions b on b.id = s.bulk_id
      where b.project_id = ${projectId} and b.undone_at is not null and h.revision between s.first_revision and s.last_revision)
    order by h.item_id, h.revision desc`.execute(db);
  return new Map(rows.map(({ itemId, by }) => [itemId, by]));
}

/** Who has decided last about marks of these files after a decision, by file. Decisions that were undone do not count. */
export async function listMarkers(
  db: Db,
  projectId: number,
  fileIds: readonly number[],
  lastDecision: number,
): Promise<Map<number, string>> {
  return byFile(db, fileIds, sql`d.project_id = ${projectId} and d.kind = 'file-reviewed' and d.id > ${lastDecision}`);
}

/** The same for decisions on files of an item. */
export async function listTiers(
  db: Db,
  itemId: number,
  fileIds: readonly number[],
  lastDecision: number,
): Promise<Map<number, string>> {
  return byFile(db, fileIds, sql`d.item_id = ${itemId} and d.kind = 'file-tied' and d.id > ${lastDecision}`);
}

async function byFile(
  db: Db,
  fileIds: readonly number[],
  isLater: ReturnType<typeof sql>,
): Promise<Map<number, string>> {
  const { rows } = await sql<{ id: number; by: string }>`
    with later as materialized (
      select d.id, d.author, d.subject ->> 'path' as path, left(d.subject ->> 'pathPattern', -2) as folder from decisions d
      where ${isLater} and d.undone_by = '')
    select distinct on (f.id) f.id, l.author as by from files f
    join later l on l.path = f.path or starts_with(f.path, l.folder)
    where f.id = ${among([...fileIds])} order by f.id, l.id desc`.execute(db);
  return new Map(rows.map(({ id, by }) => [id, by]));
}

/** The item, and the path of the file, of each of these decisions. */
export async function subjectsOfDecisions(
  db: Db,
  ids: readonly number[],
): Promise<Map<number, { itemId: number | null; path: string | null; kind: string; replacedBy: string | null }>> {
  const { rows } = await sql<{
    id: number;
    itemId: number | null;
    path: string | null;
    kind: string;
    replacedBy: string | null;
  }>`
    select d.id, d.item_id as "itemId", d.subject ->> 'path' as path, d.kind,
      case when d.superseded_at is not null then coalesce((select n.author from decisions n where n.supersedes = d.id limit 1), 'somebody') end
        as "replacedBy"
    from decisions d where d.id = ${among([...ids])}`.execute(db);
  return new Map(rows.map(({ id, ...subject }) => [id, subject]));
}

export interface TaskNow {
  id: number;
  itemId: number;
  type: string;
  updatedBy: string;
  hasIssue: boolean;
}

/** Tasks as they are now, and whether a tracker has an issue for them. */
export async function listTasksNow(db: Db, ids: readonly number[]): Promise<TaskNow[]> {
  const { rows } = await sql<TaskNow>`
    select t.id, t.item_id as "itemId", t.type, u.login as "updatedBy",
      exists (select from task_alm_issues a where a.task_id = t.id)
        or exists (select from alm_requests r where r.task_id = t.id and (r.state <> 'WAITING' or r.attempts > 0)) as "hasIssue"
    from tasks t join users u on u.id = t.updated_by where t.id = ${among([...ids])}`.execute(db);
  return rows;
}

export async function deleteTasks(db: Db, ids: readonly number[]): Promise<void> {
  await sql`delete from tasks where id = ${among([...ids])}`.execute(db);
}

/** Paths of these files, by id. */
export async function pathsOfFiles(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  const { rows } = await sql<{ id: number; path: string }>`
    select id, path from files where id = ${among([...ids])} order by id`.execute(db);
  return new Map(rows.map(({ id, path }) => [id, path]));
}
