// Contents by digest, with the place of their bytes in the pack store. Rows are written only after the bytes are safe on disk.
import { sql } from 'kysely';
import type pg from 'pg';
import type { Db } from '../postgres/connection.ts';
import { closeDamage } from './damage.ts';

export interface BlobRow {
  sha256: Buffer;
  md5: Buffer;
  sha1: Buffer;
  sizeBytes: number;
  segment: string;
  blockOffset: number;
  /** The place, as the store described it. */
  location: Record<string, unknown>;
}

/** Two uploads may write the same bytes at once: the first row stays, and the second copy is garbage in its segment. */
export async function insertBlobs(db: Db, blobs: BlobRow[]): Promise<void> {
  if (blobs.length === 0) return;
  await sql`insert into blobs (sha256, md5, sha1, size_bytes, segment, block_offset, location)
    select * from unnest(
      ${blobs.map((b) => b.sha256)}::bytea[], ${blobs.map((b) => b.md5)}::bytea[], ${blobs.map((b) => b.sha1)}::bytea[],
      ${blobs.map((b) => b.sizeBytes)}::bigint[], ${blobs.map((b) => b.segment)}::text[], ${blobs.map((b) => b.blockOffset)}::bigint[],
      ${blobs.map((b) => JSON.stringify(b.location))}::jsonb[])
    on conflict (sha256) do nothing`.execute(db);
}

/**
 * Replaces the place of contents that were written again because the bytes at `brokenLocation` are damaged. If another process was faster, its place
 * stays.
 */
export async function moveBlobs(db: Db, blobs: (BlobRow & { brokenLocation: unknown })[]): Promise<void> {
  if (blobs.length === 0) return;
  await sql`update blobs set segment = moved.segment, block_offset = moved.block_offset, location = moved.location
    from unnest(
      ${blobs.map((b) => b.sha256)}::bytea[], ${blobs.map((b) => b.segment)}::text[], ${blobs.map((b) => b.blockOffset)}::bigint[],
      ${blobs.map((b) => JSON.stringify(b.location))}::jsonb[], ${blobs.map((b) => JSON.stringify(b.brokenLocation))}::jsonb[]
    ) moved (sha256, segment, block_offset, location, broken)
    where blobs.sha256 = moved.sha256 and blobs.location = moved.broken`.execute(db);
  await closeDamage(
    db,
    blobs.map(({ sha256 }) => sha256),
  );
}

export async function findBlob(db: Db, sha256: Buffer) {
  return db.selectFrom('blobs').selectAll().where('sha256', '=', sha256).executeTakeFirst();
}

/** The place that the content has now; undefined if no row has it. */
export async function presentLocation(db: Db, sha256: string): Promise<unknown> {
  const row = await db
    .selectFrom('blobs')
    .select('location')
    .where('sha256', '=', Buffer.from(sha256, 'hex'))
    .executeTakeFirst();
  return row?.location;
}

/** The places of those contents (hexadecimal digests) that are stored already. */
export async function findLocations(db: Db, digests: string[]): Promise<Record<string, unknown>[]> {
  if (digests.length === 0) return [];
  const rows = await db
    .selectFrom('blobs')
    .select('location')
    .where('sha256', '=', sql<Buffer>`any(${digests.map((digest) => Buffer.from(digest, 'hex'))}::bytea[])`)
    .execute();
  return rows.map(({ location }) => location as Record<string, unknown>);
}

/** The end of the last block in each of these segments that a row names; everything after it is garbage of a killed writer. */
export async function committedEnds(db: Db, segments: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ segment: string; end: number }>`
    select segment, max("end")::bigint as "end" from (
      select segment, block_offset + (location ->> 'blockLength')::bigint as "end" from blobs where segment = any(${segments}::text[])
      union all
      select c ->> 'segment', (c ->> 'blockOffset')::bigint + (c ->> 'blockLength')::bigint
      from blobs, jsonb_array_elements(location -> 'continuations') c
      where location ? 'continuations' and c ->> 'segment' = any(${segments}::text[])
    ) ends group by segment`.execute(db);
  return new Map(rows.map((row) => [row.segment, row.end]));
}

/**
 * The segments with contents, each with the end of its last content, read from the index with one step per segment. For a content in several
 * segments, only the first is listed. This query runs before migrations, so it must work with every earlier schema.
 */
export async function findNamedSegments(pool: pg.Pool): Promise<Map<string, number>> {
  const { rows } = await pool.query<{ segment: string; end: number }>(`
    with recursive segments as (
      select min(segment) as segment from blobs where segment > ''
      union all
      select (select min(b.segment) from blobs b where b.segment > s.segment) from segments s where s.segment is not null
    )
    select s.segment, last."end" from segments s cross join lateral (
      select (b.block_offset + (b.location ->> 'blockLength')::bigint) as "end" from blobs b
      where b.segment = s.segment order by b.block_offset desc limit 1
    ) last where s.segment is not null`);
  return new Map(rows.map(({ segment, end }) => [segment, end]));
}

export async function countContents(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('blobs')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Contents in the order of their places, one page at a time. */
export function listContents(
  db: Db,
  after: { segment: string; block_offset: number; sha256: Buffer } | undefined,
  limit: number,
) {
  let query = db.selectFrom('blobs').select(['segment', 'block_offset', 'sha256', 'location']);
  if (after)
    query = query.where(
      sql<boolean>`(segment, block_offset, sha256) > (${after.segment}, ${after.block_offset}, ${after.sha256})`,
    );
  return query.orderBy('segment').orderBy('block_offset').orderBy('sha256').limit(limit).execute();
}
