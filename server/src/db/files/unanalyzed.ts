// The contents of a project that a scan still has to analyse.
import { sql } from 'kysely';
import type { Db } from '../postgres/connection.ts';
import { onlyRow } from '../postgres/rows.ts';
import { type FactsVersion, isOfVersion } from './facts.ts';

/** Which facts can be used: those of this version, made after a time (the epoch, unless everything is to be analysed again). */
export interface WantedFacts extends FactsVersion {
  since: Date;
  /** The list of search terms that contents must have been searched for; null if there is none. */
  searchSetId: number | null;
  /** Leaves contents that were never analysed to the next scan. */
  onlyKnown?: boolean;
}

export interface Unanalyzed {
  sha256: Buffer;
  md5: Buffer;
  sha1: Buffer;
  hint: string;
  size_bytes: number;
  location: Record<string, unknown>;
  /** One of its paths in the project. */
  path: string;
  /** Files of the project with this content and hint. */
  copies: number;
}

/** Contents of a project under hints that its files do not have yet, because only another file gives them. */
export interface GivenHints {
  sha256: readonly Buffer[];
  hints: readonly string[];
  paths: readonly string[];
}

/** Contents `f` without usable facts, or without hits of the search terms. */
const lacksFacts = ({ since, searchSetId, onlyKnown = false, ...version }: WantedFacts) => sql`(
  (not ${onlyKnown}::boolean or exists (select 1 from facts x where x.sha256 = f.sha256 and x.hint = f.hint)) and (
  not exists (select 1 from facts x where x.sha256 = f.sha256 and x.hint = f.hint and ${isOfVersion(version)} and x.analyzed_at >= ${since})
  or ${searchSetId}::integer is not null
    and not exists (select 1 from search_hits h where h.set_id = ${searchSetId} and h.sha256 = f.sha256)))`;

/**
 * Calls `work` with the distinct contents of a project that need analysis, in the order of the store. They are listed once, in a temporary table of a
 * separate connection, because a query for each batch would read all files of the project each time. Contents that another scan has analysed in the
 * meantime are left out.
 * @param given only these contents, under these hints
 */
export async function eachUnanalyzed(
  db: Db,
  projectId: number,
  wanted: WantedFacts,
  batchSize: number,
  work: (batch: Unanalyzed[]) => Promise<void>,
  given?: GivenHints,
): Promise<void> {
  const contents = given === undefined ? contentsOfProject(projectId, wanted) : contentsOf(given, wanted);
  await db.connection().execute(async (own) => {
    await sql`drop table if exists pg_temp.unanalyzed`.execute(own);
    await sql`create temporary table unanalyzed as
      select row_number() over (order by b.segment, b.block_offset, b.sha256, f.hint) as number, f.sha256, f.hint, f.path, f.copies
      from (${contents}) f
      join blobs b on b.sha256 = f.sha256`.execute(own);
    try {
      await sql`create unique index on unanalyzed (number)`.execute(own);
      await sql`analyze unanalyzed`.execute(own);
      const { rows } = await sql<{ count: number }>`select count(*)::bigint as count from unanalyzed`.execute(own);
      const { count } = onlyRow(rows);
      for (let from = 1; from <= count; from += batchSize) {
        const batch = await sql<Unanalyzed>`
          select b.sha256, b.md5, b.sha1, f.hint, b.size_bytes, b.location, f.path, f.copies
          from unanalyzed f join blobs b on b.sha256 = f.sha256
          where f.number between ${from} and ${from + batchSize - 1} and ${lacksFacts(wanted)} order by f.number`.execute(
          own,
        );
        if (batch.rows.length > 0) await work(batch.rows);
      }
    } finally {
      await sql`drop table unanalyzed`.execute(own);
    }
  });
}

const contentsOfProject = (projectId: number, wanted: WantedFacts) => sql`
  select f.sha256, f.hint, min(f.path) as path, count(*)::bigint as copies from files f
  where f.project_id = ${projectId} and f.scan_plan = 'analyse' and ${lacksFacts(wanted)} group by f.sha256, f.hint`;

/** They are no further files of the project. */
const contentsOf = ({ sha256, hints, paths }: GivenHints, wanted: WantedFacts) => sql`
  select f.sha256, f.hint, min(f.path) as path, 0::bigint as copies
  from unnest(${sha256}::bytea[], ${hints}::text[], ${paths}::text[]) as f(sha256, hint, path)
  where ${lacksFacts(wanted)} group by f.sha256, f.hint`;

/** Files of a project that need no analysis. */
export async function countAnalyzed(db: Db, projectId: number, wanted: WantedFacts): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::bigint as count from files f
    where f.project_id = ${projectId} and not (f.scan_plan = 'analyse' and ${lacksFacts(wanted)})`.execute(db);
  return onlyRow(rows).count;
}
