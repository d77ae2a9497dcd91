// Relations between items: one contains, needs or may belong to another.

import { sql } from 'kysely';
import type { InventoryLinkType, InventoryStatus } from '../../domain/inventories/inventory.ts';
import type { ListingDirection } from '../../domain/inventories/project-graph.ts';
import type { Db } from '../postgres/connection.ts';
import { batchesById } from '../postgres/rows.ts';
import { present } from './present.ts';
import type { InventoryLinksTable } from './tables.ts';

export interface NewLink {
  parent_id: number;
  child_id: number;
  type: InventoryLinkType;
}

export interface ItemLink {
  parentId: number;
  childId: number;
  type: string;
}

/** Keeps existing relations. Returns the number of new ones. */
export async function insertLinks(db: Db, links: readonly NewLink[]): Promise<number> {
  if (links.length === 0) return 0;
  const result = await sql`
    insert into inventory_links (parent_id, child_id, type)
    select * from unnest(${links.map((one) => one.parent_id)}::bigint[], ${links.map((one) => one.child_id)}::bigint[],
      ${links.map((one) => one.type)}::text[]) as t(parent_id, child_id, type)
    -- A conflict costs four times as much as finding the row, and a document that comes again has all of them.
    where not exists (select from inventory_links x where x.parent_id = t.parent_id and x.child_id = t.child_id and x.type = t.type)
    on conflict do nothing`.execute(db);
  return Number(result.numAffectedRows ?? 0);
}

/** The parent of each item that has exactly one. */
export async function listParents(db: Db, itemIds: number[]): Promise<Map<number, { id: number; name: string }>> {
  if (itemIds.length === 0) return new Map();
  const { rows } = await sql<{ child_id: number; id: number; name: string }>`
    select x.child_id, min(p.id) as id, min(p.name) as name
    from inventory_links x join inventory_items p on p.id = x.parent_id
    where x.child_id = any(${itemIds}::bigint[]) group by x.child_id having count(*) = 1`.execute(db);
  return new Map(rows.map((row) => [row.child_id, { id: row.id, name: row.name }]));
}

export interface LinkedItem {
  id: number;
  link: InventoryLinksTable['type'];
}

const LINKS_AT_ONCE = 5000;

/** What the items of a project need and contain. */
export async function* eachLinkOfProject(db: Db, projectId: number): AsyncGenerator<ItemLink> {
  for await (const items of batchesById(LINKS_AT_ONCE, (after) =>
    sql<{ id: number }>`select id from inventory_items where project_id = ${projectId} and id > ${after}
      order by id limit ${LINKS_AT_ONCE}`.execute(db),
  )) {
    const { rows } = await sql<ItemLink>`
      select parent_id as "parentId", child_id as "childId", type from inventory_links
      where parent_id = any(${items.map(({ id }) => id)}::bigint[]) order by parent_id, child_id, type`.execute(db);
    yield* rows;
  }
}

/** Ids of the items to which this one is linked, downwards or upwards, in order. */
export async function listLinkedItems(
  db: Db,
  itemId: number,
  direction: ListingDirection,
  page: { limit: number; offset: number },
): Promise<{ rows: LinkedItem[]; total: number }> {
  const [from, to] =
    direction === 'children' ? (['parent_id', 'child_id'] as const) : (['child_id', 'parent_id'] as const);
  const base = db.selectFrom('inventory_links').where(from, '=', itemId);
  const rows = await base
    .select([`${to} as id`, 'type as link'])
    .orderBy(to)
    .orderBy('type')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
  const { total } = await base.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  return { rows, total: Number(total) };
}

/** Ids of the components that each of these items needs directly, without those that are gone. */
export async function listNeeds(db: Db, itemIds: readonly number[]): Promise<Map<number, number[]>> {
  const { rows } = await sql<{ parent: number; needs: number[] }>`
    select x.parent_id as parent, array_agg(i.id order by i.id) as needs
    from inventory_links x join inventory_items i on i.id = x.child_id and i.type = 'COMPONENT' and ${present()}
    where x.parent_id = any(${[...itemIds]}::bigint[]) and x.type = 'DEPENDENCY' group by x.parent_id`.execute(db);
  return new Map(rows.map(({ parent, needs }) => [Number(parent), needs.map(Number)]));
}

/** Ids of the components of a project that no other of its components needs, at most `limit`. */
export async function listNeededByNone(db: Db, projectId: number, limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select i.id from inventory_items i where i.project_id = ${projectId} and i.type = 'COMPONENT' and ${present()}
      and not exists (select from inventory_links x join inventory_items p on p.id = x.parent_id and ${present('p')}
        where x.child_id = i.id and x.type = 'DEPENDENCY' and x.parent_id <> i.id)
    order by i.id limit ${limit}`.execute(db);
  return rows.map(({ id }) => Number(id));
}

/** The links of containing and needing between an item and all items above it, without those of items that are gone. */
export async function listLinksAbove(db: Db, itemId: number): Promise<{ parentId: number; childId: number }[]> {
  const { rows } = await sql<{ parentId: number; childId: number }>`
    with recursive above (id) as (
      select ${itemId}::bigint
      union
      select x.parent_id from above join inventory_links x on x.child_id = above.id and x.type <> 'POSSIBLY_RELATED'
        join inventory_items p on p.id = x.parent_id and ${present('p')})
    select distinct x.parent_id as "parentId", x.child_id as "childId" from above
    join inventory_links x on x.child_id = above.id and x.type <> 'POSSIBLY_RELATED'
    join inventory_items p on p.id = x.parent_id and ${present('p')}`.execute(db);
  return rows.map(({ parentId, childId }) => ({ parentId: Number(parentId), childId: Number(childId) }));
}

/** The name and review of each of these items. */
export async function listNames(db: Db, itemIds: readonly number[]) {
  const { rows } = await sql<{ id: number; name: string; status: InventoryStatus }>`
    select i.id, i.name, i.status from inventory_items i where i.id = any(${[...itemIds]}::bigint[])`.execute(db);
  return new Map(rows.map((row) => [Number(row.id), row]));
}
