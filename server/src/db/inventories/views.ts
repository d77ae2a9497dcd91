// Saved views of the inventory, and of the list of files.
import { type Selectable, sql } from 'kysely';
import type { ViewList } from '../../domain/inventories/view-lists.ts';
import type { Db } from '../postgres/connection.ts';
import type { Database } from '../tables.ts';
import type { ViewSettings } from './tables.ts';

export type InventoryView = Selectable<Database['inventory_views']>;

/** Whose view it is: a project's, or a person's. */
export type ViewOwner = { list: ViewList } & ({ projectId: number } | { userId: number });

const columnsOf = (owner: ViewOwner) => ({
  list: owner.list,
  ...('projectId' in owner
    ? { project_id: owner.projectId, user_id: null }
    : { project_id: null, user_id: owner.userId }),
});

/** The views of a list: those of the project and those of the person, by name. */
export function listViews(db: Db, list: ViewList, projectId: number, userId: number): Promise<InventoryView[]> {
  return db
    .selectFrom('inventory_views')
    .selectAll()
    .where('list', '=', list)
    .where((eb) => eb.or([eb('project_id', '=', projectId), eb('user_id', '=', userId)]))
    .orderBy(sql`lower(name)`)
    .orderBy('id')
    .execute();
}

export async function countViews(db: Db, owner: ViewOwner): Promise<number> {
  const { list, project_id, user_id } = columnsOf(owner);
  const { count } = await db
    .selectFrom('inventory_views')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('list', '=', list)
    .where('project_id', 'is not distinct from', project_id)
    .where('user_id', 'is not distinct from', user_id)
    .executeTakeFirstOrThrow();
  return Number(count);
}

interface ViewValues {
  name: string;
  settings: ViewSettings;
  updatedBy: string;
  updatedAt: Date;
}

const written = (owner: ViewOwner, { name, settings, updatedBy, updatedAt }: ViewValues) => ({
  ...columnsOf(owner),
  ...{ name, settings: JSON.stringify(settings), updated_by: updatedBy, updated_at: updatedAt },
});

export async function insertView(db: Db, owner: ViewOwner, values: ViewValues): Promise<number> {
  const row = db.insertInto('inventory_views').values(written(owner, values)).returning('id');
  return (await row.executeTakeFirstOrThrow()).id;
}

export async function updateView(db: Db, id: number, owner: ViewOwner, values: ViewValues): Promise<void> {
  await db.updateTable('inventory_views').set(written(owner, values)).where('id', '=', id).execute();
}

export async function deleteView(db: Db, id: number): Promise<void> {
  await db.deleteFrom('inventory_views').where('id', '=', id).execute();
}
