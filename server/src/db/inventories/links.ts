// Relations between items: what contains, needs or may belong to what.
import { sql } from 'kysely';
import type { InventoryLinkType } from '../../domain/inventory.ts';
import type { Db } from '../postgres/connection.ts';

export interface NewLink {
  parent_id: number;
  child_id: number;
  type: InventoryLinkType;
}

/** Those that stand already stay. Returns how many are new. */
export async function insertLinks(db: Db, links: readonly NewLink[]): Promise<number> {
  const result = await sql`
    insert into inventory_links (parent_id, child_id, type)
    select * from unnest(${links.map((one) => one.parent_id)}::bigint[], ${links.map((one) => one.child_id)}::bigint[],
      ${links.map((one) => one.type)}::text[])
    on conflict do nothing`.execute(db);
  return Number(result.numAffectedRows ?? 0);
}
