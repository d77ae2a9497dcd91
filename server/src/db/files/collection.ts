// Contents that no row names: found, marked, and struck from the list of contents in two steps, so that no upload can lose a content on which it
// relies. docs/adr/0034 says why this holds. Never removes bytes.
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { CONTENT_MARKS_LOCK, lockSharedUntilEnd, lockUntilEnd } from '../postgres/advisory-locks.ts';
import type { Db, Tx } from '../postgres/connection.ts';
import { isNamed } from './content-uses.ts';

/** A receiver that has not been seen for so long is dead. Should it live after all, the foreign keys refuse what it brings. */
const SILENT_SECONDS = 15 * 60;

/** Notes somebody who will look up contents and then name them. Marks that are made from now on strike nothing until the end. */
export async function beginUse(db: Db): Promise<string> {
  const id = randomUUID();
  await db.transaction().execute(async (tx) => {
    // Waits for a running mark, so that the numbers are in the order of the commits.
    await lockSharedUntilEnd(tx, CONTENT_MARKS_LOCK);
    await sql`insert into content_uses (id, epoch) values (${id}::uuid, nextval('content_epochs'))`.execute(tx);
  });
  return id;
}

export async function seeUse(db: Db, id: string): Promise<void> {
  await sql`update content_uses set seen_at = now() where id = ${id}::uuid`.execute(db);
}

export async function endUse(db: Db, id: string): Promise<void> {
  await sql`delete from content_uses where id = ${id}::uuid`.execute(db);
}

/** Ends a use, but keeps one content for some time, in which the caller names it in a row. */
export async function narrowUse(db: Db, id: string, sha256: Buffer, seconds: number): Promise<void> {
  await sql`update content_uses set sha256 = ${sha256}, ends_at = now() + ${seconds} * interval '1 second'
    where id = ${id}::uuid`.execute(db);
}

/** Takes the marks from contents that somebody relies on from now on. If they are just being struck, this waits for it. */
export async function unmark(db: Db, digests: readonly Buffer[]): Promise<void> {
  if (digests.length === 0) return;
  await sql`delete from unneeded_contents where sha256 in (
    select sha256 from unneeded_contents where sha256 = any(${digests}::bytea[]) order by sha256 for update)`.execute(
    db,
  );
}

export interface MarkedPage {
  /** The last content of the page; undefined after the last page. */
  last: Buffer | undefined;
  marked: number;
}

/** Marks those of the next contents, in the order of their digests, that no row names. */
export async function markUnneeded(db: Db, after: Buffer | undefined, limit: number): Promise<MarkedPage> {
  return db.transaction().execute(async (tx) => {
    await lockUntilEnd(tx, CONTENT_MARKS_LOCK);
    const { rows } = await sql<{ last: Buffer | null; marked: number }>`
      with page as materialized (
        select sha256 from blobs where sha256 > ${after ?? Buffer.alloc(0)} order by sha256 limit ${limit}
      ), unused as materialized (
        select sha256 from page p where not exists (select 1 from files f where f.sha256 = p.sha256)
      ), marked as (
        insert into unneeded_contents (sha256, epoch)
        select u.sha256, nextval('content_epochs') from unused u where not ${isNamed(sql`u.sha256`)}
        on conflict do nothing returning 1
      )
      select (select sha256 from page order by sha256 desc limit 1) as last, (select count(*) from marked) as marked`.execute(
      tx,
    );
    return { last: rows[0]?.last ?? undefined, marked: Number(rows[0]?.marked ?? 0) };
  });
}

export interface Struck {
  contents: number;
  bytes: number;
  /** False if no mark is left that may be struck now. */
  isMore: boolean;
}

/**
 * Strikes contents that were marked before every use at work, and that still no row names. Their facts go with them. Locks first and looks
 * afterwards, with a new snapshot: what was named meanwhile stays.
 */
export async function strikeMarked(tx: Tx, limit: number): Promise<Struck> {
  const { rows: marks } = await sql<{ sha256: Buffer }>`
    select sha256 from unneeded_contents
    where epoch < coalesce((select min(epoch) from content_uses
      where sha256 is null and seen_at > now() - ${SILENT_SECONDS} * interval '1 second'), 9223372036854775807)
    order by sha256 limit ${limit} for update skip locked`.execute(tx);
  if (marks.length === 0) return { contents: 0, bytes: 0, isMore: false };
  const { rows: locked } = await sql<{ sha256: Buffer }>`
    select sha256 from blobs where sha256 = any(${marks.map(({ sha256 }) => sha256)}::bytea[]) order by sha256
    for update skip locked`.execute(tx);
  const digests = locked.map(({ sha256 }) => sha256);
  const { rows } = await sql<{ sizeBytes: number }>`
    with gone as (
      delete from blobs b where b.sha256 = any(${digests}::bytea[]) and not ${isNamed(sql`b.sha256`)}
      returning b.sha256, b.size_bytes, b.location
    ), extents as (
      select sha256, location as extent from gone
      union all
      select sha256, c from gone, jsonb_array_elements(location -> 'continuations') c where location ? 'continuations'
    ), noted as (
      insert into struck_contents (segment, block_offset, sha256, block_length, size_bytes)
      select extent ->> 'segment', (extent ->> 'blockOffset')::bigint, e.sha256, (extent ->> 'blockLength')::bigint, gone.size_bytes
      from extents e join gone on gone.sha256 = e.sha256 where extent ->> 'segment' <> ''
      on conflict do nothing
    )
    select size_bytes as "sizeBytes" from gone`.execute(tx);
  // A content that a writer has locked is named or freed by it; the next collection looks again.
  await sql`delete from unneeded_contents where sha256 = any(${marks.map(({ sha256 }) => sha256)}::bytea[])`.execute(
    tx,
  );
  const bytes = rows.reduce((sum, { sizeBytes }) => sum + Number(sizeBytes), 0);
  return { contents: rows.length, bytes, isMore: marks.length === limit };
}

/** Marks that wait for the end of an upload or another use. */
export async function countMarks(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from unneeded_contents`.execute(db);
  return Number(rows[0]?.count ?? 0);
}

/** Uses whose holder died, and kept contents that nobody named in time. */
export async function forgetEndedUses(db: Db): Promise<void> {
  await sql`delete from content_uses where coalesce(ends_at, seen_at + ${SILENT_SECONDS} * interval '1 second') < now()`.execute(
    db,
  );
}

/** Notes the former places of contents that were copied elsewhere: nothing needs those bytes any more. */
export async function noteMovedOut(
  db: Db,
  places: readonly (Place & { segment: string; sha256: string })[],
): Promise<void> {
  await sql`insert into struck_contents (segment, block_offset, sha256, block_length, size_bytes)
    select *, 0 from unnest(${places.map(({ segment }) => segment)}::text[], ${places.map(({ blockOffset }) => blockOffset)}::bigint[],
      ${places.map(({ sha256 }) => Buffer.from(sha256, 'hex'))}::bytea[], ${places.map(({ blockLength }) => blockLength)}::bigint[])
    on conflict do nothing`.execute(db);
}

interface Place {
  blockOffset: number;
  blockLength: number;
}

/** Segments with bytes of struck contents. */
export async function listStruckSegments(db: Db): Promise<string[]> {
  const { rows } = await sql<{
    segment: string;
  }>`select distinct segment from struck_contents order by segment`.execute(db);
  return rows.map(({ segment }) => segment);
}

export async function listStruckBlocks(db: Db, segment: string): Promise<Place[]> {
  const { rows } = await sql<Place>`
    select distinct block_offset as "blockOffset", block_length as "blockLength" from struck_contents where segment = ${segment}`.execute(
    db,
  );
  return rows;
}

export async function forgetStruck(db: Db, segment: string): Promise<void> {
  await sql`delete from struck_contents where segment = ${segment}`.execute(db);
}

/** The locations of the contents that have bytes in a segment. */
export async function listLocationsIn(
  db: Db,
  segment: string,
  limit = Number.MAX_SAFE_INTEGER,
): Promise<Record<string, unknown>[]> {
  const { rows } = await sql<{ location: Record<string, unknown> }>`
    select location from blobs where segment = ${segment}
    union all
    select location from blobs where location ? 'continuations' and segment <> ${segment}
      and location -> 'continuations' @> jsonb_build_array(jsonb_build_object('segment', ${segment}::text))
    limit ${limit}`.execute(db);
  return rows.map(({ location }) => location);
}

/** Bytes of the blocks that rows name, by segment. */
export async function namedBytesOfSegments(db: Db): Promise<Map<string, number>> {
  const { rows } = await sql<{ segment: string; bytes: number }>`
    select segment, sum(length)::bigint as bytes from (
      select distinct segment, block_offset, (location ->> 'blockLength')::bigint as length from blobs where segment > ''
      union
      select c ->> 'segment', (c ->> 'blockOffset')::bigint, (c ->> 'blockLength')::bigint
      from blobs, jsonb_array_elements(location -> 'continuations') c where location ? 'continuations'
    ) blocks group by segment`.execute(db);
  return new Map(rows.map(({ segment, bytes }) => [segment, Number(bytes)]));
}
