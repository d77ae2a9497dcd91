// The items, files and tasks that a bulk decision is about, with the facts on which it depends.
import { sql } from 'kysely';
import type { BulkFile, BulkItem } from '../../domain/bulk/actions.ts';
import type { BulkTask } from '../../domain/bulk/tasks.ts';
import type { Db } from '../postgres/connection.ts';

interface ItemRow extends Omit<BulkItem, 'openTasks' | 'isGone'> {
  goneSinceScan: number | null;
}

/** Those of these items that the project has, ordered by id. */
export async function listBulkItems(db: Db, projectId: number, ids: readonly number[]): Promise<BulkItem[]> {
  const { rows } = await sql<ItemRow>`
    select id, name, type, status, is_status_set_by_person as "isStatusSetByPerson", is_published as "isPublished",
      review_lapse is not null as "hasLapse", gone_since_scan as "goneSinceScan", component_id as "componentId", version_id as "versionId",
      license_id as "licenseId", license_expression as "licenseExpression",
      jsonb_build_object('priority', priority, 'is_disclosed', is_disclosed, 'distribution', distribution, 'part_of_product', part_of_product,
        'linking', linking, 'modified', modified, 'encryption', encryption) as fields
    from inventory_items where id = any(${[...ids]}::bigint[]) and project_id = ${projectId} order by id`.execute(db);
  return rows.map(({ goneSinceScan, ...row }) => ({ ...row, isGone: goneSinceScan !== null }));
}

export interface OpenTask {
  id: number;
  itemId: number;
  ownerId: number;
}

/** The open tasks of these items, ordered by id. */
export async function listOpenTasks(db: Db, itemIds: readonly number[]): Promise<OpenTask[]> {
  const { rows } = await sql<OpenTask>`
    select id, item_id as "itemId", owner_id as "ownerId" from tasks
    where item_id = any(${[...itemIds]}::bigint[]) and not is_closed order by id`.execute(db);
  return rows;
}

/** Those of these tasks that the project has, ordered by id. */
export async function listBulkTasks(
  db: Db,
  projectId: number,
  ids: readonly number[],
): Promise<Omit<BulkTask, 'isAllowed'>[]> {
  const { rows } = await sql<Omit<BulkTask, 'isAllowed'>>`
    select t.id, t.item_id as "itemId", t.type, t.is_closed as "isClosed", t.resolution, t.owner_id as "ownerId", o.login as "ownerLogin", t.priority,
      t.summary || case when position(i.name in t.summary) > 0 then '' else ' (' || i.name || ')' end as name
    from tasks t join inventory_items i on i.id = t.item_id join users o on o.id = t.owner_id
    where t.id = any(${[...ids]}::bigint[]) and t.project_id = ${projectId} order by t.id`.execute(db);
  return rows;
}

/**
 * Those of these files that the project has, ordered by id.
 * @param itemId the item of a tie; null if the decision is not about one
 */
export async function listBulkFiles(
  db: Db,
  projectId: number,
  ids: readonly number[],
  itemId: number | null,
): Promise<(BulkFile & { sha256: Buffer })[]> {
  const { rows } = await sql<BulkFile & { sha256: Buffer }>`
    select f.id, f.path, f.sha256, f.is_reviewed as "isReviewed", x.file_id is not null as "isTied"
    from files f left join inventory_files x on x.file_id = f.id and x.item_id = ${itemId}
    where f.id = any(${[...ids]}::bigint[]) and f.project_id = ${projectId} order by f.id`.execute(db);
  return rows;
}

/** Gives tasks another assignee. */
export async function reassignTasks(
  db: Db,
  taskIds: readonly number[],
  { ownerId, actorId }: { ownerId: number; actorId: number },
): Promise<void> {
  await sql`update tasks set owner_id = ${ownerId}, updated_by = ${actorId}, updated_at = now()
    where id = any(${[...taskIds]}::bigint[])`.execute(db);
}
