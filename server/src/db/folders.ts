// Folders of projects. The root, "Projects", has id 1 and is also reachable as 0.

import { sql } from 'kysely';
import type { Db } from './postgres/connection.ts';
import { escapeLike } from './postgres/like.ts';

export const ROOT_FOLDER = 1;

export interface Folder {
  id: number;
  parentId: number | null;
  name: string;
}

/** Two changes at once could make a circle, or put a folder below one that is being deleted. This lock lets one run at a time. */
export async function lockFolders(db: Db): Promise<void> {
  await sql`lock table folders in share row exclusive mode`.execute(db);
}

export function findFolder(db: Db, id: number): Promise<Folder | undefined> {
  return db
    .selectFrom('folders')
    .select(['id', 'parent_id as parentId', 'name'])
    .where('id', '=', id === 0 ? ROOT_FOLDER : id)
    .executeTakeFirst();
}

export async function findFolderByName(db: Db, parentId: number, name: string): Promise<Folder | undefined> {
  return db
    .selectFrom('folders')
    .select(['id', 'parent_id as parentId', 'name'])
    .where('parent_id', '=', parentId)
    .where(sql`lower(name)`, '=', sql<string>`lower(${name})`)
    .executeTakeFirst();
}

/** The oldest folder of a name, anywhere in the tree: project creation names a folder without its path. */
export function findFolderAnywhere(db: Db, name: string): Promise<Folder | undefined> {
  return db
    .selectFrom('folders')
    .select(['id', 'parent_id as parentId', 'name'])
    .where(sql`lower(name)`, '=', sql<string>`lower(${name})`)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
}

export async function insertFolder(db: Db, parentId: number, name: string): Promise<number> {
  const { id } = await db
    .insertInto('folders')
    .values({ parent_id: parentId, name })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function updateFolder(db: Db, id: number, change: { name?: string; parentId?: number }): Promise<void> {
  await db
    .updateTable('folders')
    .set({
      ...(change.name === undefined ? {} : { name: change.name }),
      ...(change.parentId === undefined ? {} : { parent_id: change.parentId }),
    })
    .where('id', '=', id)
    .execute();
}

/** A folder and all folders below it, the folder itself first. */
export async function listFolderTree(db: Db, id: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with recursive tree as (
      select id from folders where id = ${id}
      union all
      select folders.id from folders join tree on folders.parent_id = tree.id
    ) select id from tree`.execute(db);
  return rows.map((row) => row.id);
}

/** A folder and all folders that contain it, the folder itself with depth 1. */
const above = (id: number) => sql`with recursive up as (
    select id, parent_id, name, 1 as depth from folders where id = ${id}
    union all
    select folders.id, folders.parent_id, folders.name, up.depth + 1 from folders join up on folders.id = up.parent_id)`;

/** A folder and all folders that contain it, the folder itself first. */
export async function listFoldersAbove(db: Db, id: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`${above(id)} select id from up order by depth`.execute(db);
  return rows.map((row) => row.id);
}

export function listSubfolders(db: Db, parentId: number): Promise<Folder[]> {
  return db
    .selectFrom('folders')
    .select(['id', 'parent_id as parentId', 'name'])
    .where('parent_id', '=', parentId)
    .orderBy(sql`lower(name)`)
    .execute();
}

/** Names from the root down to the folder, `Projects/Payments/Backend`. */
export async function folderPath(db: Db, id: number): Promise<string> {
  const { rows } = await sql<{ name: string }>`${above(id)} select name from up order by depth desc`.execute(db);
  return rows.map((row) => row.name).join('/');
}

export async function deleteFolders(db: Db, ids: number[]): Promise<void> {
  await db.deleteFrom('folders').where('id', 'in', ids).execute();
}

export async function searchFolders(
  db: Db,
  name: string,
  limit: number,
  offset: number,
): Promise<{ rows: Folder[]; total: number }> {
  const matching = db.selectFrom('folders').where(sql`lower(name)`, 'like', `%${escapeLike(name.toLowerCase())}%`);
  const rows = await matching
    .select(['id', 'parent_id as parentId', 'name'])
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .execute();
  const { total } = await matching.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  return { rows, total: Number(total) };
}
