// Hits of search terms in contents: by list of terms and digest, shared by all projects with the same terms.

import { createHash } from 'node:crypto';
import type { SearchTermHit } from '@assay/scanner';
import { sql } from 'kysely';
import { statusesBefore } from '../../domain/jobs/job.ts';
import type { Db } from '../postgres/connection.ts';
import { onlyRow } from '../postgres/rows.ts';

/** Id of the list with these terms, in any order; null if there are none. */
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

/** Stores the hits of a list of terms in these contents. An empty list of hits means that there are none. */
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

/** The hits of a list of terms in a content. */
export async function listSearchHits(db: Db, setId: number | null, sha256: Buffer): Promise<SearchTermHit[]> {
  if (setId === null) return [];
  const row = await db
    .selectFrom('search_hits')
    .select('hits')
    .where('set_id', '=', setId)
    .where('sha256', '=', sha256)
    .executeTakeFirst();
  return row?.hits ?? [];
}

/**
 * Deletes up to `limit` hits of term lists that no project and no file uses any more, and lists that have no hits left. Returns the number of
 * deleted rows. Deletes nothing while a scan runs. Call it in a transaction of its own.
 *
 * A running scan first creates or finds its list and then fills it. The lock keeps a new scan from that step until the deletion ends; after that it
 * finds its list or creates it again.
 */
export async function deleteUnusedHits(tx: Db, limit: number): Promise<number> {
  await sql`lock table search_term_sets in share row exclusive mode`.execute(tx);
  const { rows } = await sql<{ count: number }>`
    with unused as materialized (
      select s.id from search_term_sets s
      where not exists (select 1 from jobs j where j.type in ('Project Scan', 'Project Re-Scan') and j.status = any(${statusesBefore('progress')}::text[]))
        and not exists (select 1 from projects p where p.search_set_id = s.id)
        and not exists (select 1 from files f where f.search_set_id = s.id)
    ), hits as (
      delete from search_hits where (set_id, sha256) in (
        select h.set_id, h.sha256 from search_hits h join unused on unused.id = h.set_id limit ${limit}) returning 1
    ), lists as (
      delete from search_term_sets s using unused
      where s.id = unused.id and not exists (select 1 from search_hits h where h.set_id = s.id) returning 1
    )
    select (select count(*) from hits) + (select count(*) from lists) as count`.execute(tx);
  return onlyRow(rows).count;
}
