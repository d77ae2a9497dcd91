// What search terms hit in contents: by list of terms and digest, shared by all projects that look for the same terms.
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { SearchTermHit } from '../../../scanner/src/index.ts';
import type { Db } from './connection.ts';

/** Id of the list of these terms, in any order; null when there are none. */
export async function ensureSearchTermSet(db: Db, terms: readonly string[]): Promise<number | null> {
  const sorted = [...new Set(terms)].filter((term) => term !== '').sort();
  if (sorted.length === 0) return null;
  const digest = createHash('sha256').update(JSON.stringify(sorted)).digest();
  await sql`insert into search_term_sets (digest, terms) values (${digest}, ${JSON.stringify(sorted)}::jsonb)
    on conflict do nothing`.execute(db);
  const { id } = await db
    .selectFrom('search_term_sets')
    .select('id')
    .where('digest', '=', digest)
    .executeTakeFirstOrThrow();
  return id;
}

/** Keeps what a list of terms hit in these contents; an empty list of hits says that there are none. */
export async function saveSearchHits(
  db: Db,
  setId: number,
  rows: readonly { sha256: string; hits: SearchTermHit[] }[],
): Promise<void> {
  if (rows.length === 0) return;
  await sql`insert into search_hits (set_id, sha256, hits)
    select distinct on (sha256) ${setId}::integer, decode(sha256, 'hex'), hits
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as t(sha256 text, hits jsonb)
    on conflict (set_id, sha256) do update set hits = excluded.hits`.execute(db);
}

/** What the terms of a list hit in a content. */
export async function listSearchHits(db: Db, setId: number | null, sha256: Buffer): Promise<SearchTermHit[]> {
  if (setId === null) return [];
  const row = await db
    .selectFrom('search_hits')
    .select('hits')
    .where('set_id', '=', setId)
    .where('sha256', '=', sha256)
    .executeTakeFirst();
  return (row?.hits ?? []) as unknown as SearchTermHit[];
}
