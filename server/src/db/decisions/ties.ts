// Files that people added to items, by path or by folder.
import { sql } from 'kysely';
import type { Db } from '../postgres/connection.ts';

/** Tells whether a person added the file to the item. */
export async function listTiesByPeople(
  db: Db,
  itemIds: readonly number[],
): Promise<(itemId: number, path: string) => boolean> {
  const { rows } = await sql<{ itemId: number; path: string | null; pattern: string | null }>`
    select item_id as "itemId", subject ->> 'path' as path, subject ->> 'pathPattern' as pattern from decisions
    where kind = 'file-tied' and superseded_at is null and item_id = any(${[...itemIds]}::bigint[]) and value @> '{"isTied": true}'
      and ground ->> 'by' = 'person'`.execute(db);
  const byItem = Map.groupBy(rows, ({ itemId }) => Number(itemId));
  return (itemId, path) =>
    (byItem.get(itemId) ?? []).some(
      (one) => one.path === path || (one.pattern !== null && path.startsWith(one.pattern.replace(/\*\*$/, ''))),
    );
}
