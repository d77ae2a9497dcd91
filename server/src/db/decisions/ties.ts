// Files that people added to items, by path or by folder.
import { sql } from 'kysely';
import type { TieDoubt } from '../../domain/reviews/review-lapse.ts';
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

const PATHS_SHOWN = 3;

/** Those of these items that only files tied by people prove, none of which has contents that a person tied. */
export async function listDoubts(db: Db, itemIds: readonly number[]): Promise<Map<number, TieDoubt>> {
  if (itemIds.length === 0) return new Map();
  const { rows } = await sql<{ itemId: number; contents: string; paths: string[]; count: number }>`
    with tied as materialized (
      select i.id, x.sha256 from inventory_items i join decisions d on d.item_id = i.id join decision_files x on x.decision_id = d.id
      where i.id = any(${[...itemIds]}::bigint[]) and i.is_held_by_ties
        and d.kind = 'file-tied' and d.superseded_at is null and d.value @> '{"isTied": true}')
    select i.id as "itemId", md5(string_agg(encode(f.sha256, 'hex'), ',' order by f.path)) as contents,
      (array_agg(f.path order by f.path))[1:${PATHS_SHOWN}::int] as paths, count(*)::int as count
    from inventory_items i join inventory_files t on t.item_id = i.id and not t.is_found join files f on f.id = t.file_id
    where i.id in (select id from tied)
    group by i.id having not bool_or(exists (select from tied where tied.id = i.id and tied.sha256 = f.sha256)
      -- Other contents that say the same (carried-files.ts).
      or exists (select from carried_files c join decisions d on d.id = c.decision_id and d.superseded_at is null
        where c.file_id = f.id and c.sha256 = f.sha256 and d.item_id = i.id and d.kind = 'file-tied'))`.execute(db);
  return new Map(
    rows.map(({ itemId, contents, paths, count }) => {
      const rest = count - paths.length;
      return [Number(itemId), { contents, paths: `${paths.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}` }];
    }),
  );
}
