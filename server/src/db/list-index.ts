// Constant-time paging of long lists: the ids of a list are cached in order, and a page is a slice of them. The cache is valid while the marks of the
// tables behind the list stay the same (migration 0010, docs/adr/0014). After a change, the list is read again, in one statement with the marks, so
// that both are from the same moment.

import { type Expression, type RawBuilder, sql } from 'kysely';
import type { Db } from './postgres/connection.ts';
import { onlyRow } from './postgres/rows.ts';

type ListName =
  | 'items'
  | 'item-details'
  | 'files'
  | 'remote-files'
  | 'tasks'
  | 'projects'
  | 'jobs'
  | 'job-issues'
  | 'licenses'
  | 'components';

export interface List {
  /** Everything that affects the rows of the list and their order; undefined for lists that should not be cached. */
  key: string | undefined;
  /** The lists with changes that invalidate the cached order. `scope` is the project or job; 0 or absent means the whole installation. */
  changesWith: { list: ListName; scope?: number }[];
  /** Selects all ids of the list in order. */
  ids: Expression<{ id: number }>;
}

export interface ListPage {
  /** Ids of the page's rows in order. */
  ids: Float64Array;
  /** Number of rows in the whole list. */
  total: number;
}

interface Kept extends ListPage {
  marks: string;
  /** True if the list was too long for the cache: `ids` is empty, and only the total is known. */
  isTooLong: boolean;
}

/** Ids in the cache of one server, of all lists together: 32 MB. */
const MOST_IDS = 4_000_000;
/** A longer list is not cached: the database finds its pages each time. */
const LONGEST_LIST = 2_000_000;
const MOST_LISTS = 5_000;

interface Memory {
  lists: Map<string, Kept>;
  ids: number;
  /** Lists that are being read, by key and marks: simultaneous callers share one reading. */
  reading: Map<string, Promise<Kept>>;
}

/** By connection pool. A transaction has no cache, because it may see its own changes. */
const memories = new WeakMap<Db, Memory>();

export async function pageOfList(db: Db, list: List, page: { limit: number; offset: number }): Promise<ListPage> {
  if (list.key === undefined) return { ids: await walkTo(db, list, page), total: await countList(db, list) };
  const kept = await keptList(db, list, list.key);
  if (kept.isTooLong) return { ids: await walkTo(db, list, page), total: kept.total };
  return { ids: kept.ids.subarray(page.offset, page.offset + page.limit), total: kept.total };
}

/** Puts rows into the order of the ids. Rows that were deleted meanwhile are left out. */
export function inOrder<T extends { id: number }>(ids: Iterable<number>, rows: T[]): T[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return [...ids].flatMap((id) => byId.get(id) ?? []);
}

/** The rows of a page in order, read in batches on demand, so that a page of 100,000 rows is never in memory at once. */
export async function* rowsOf<T extends { id: number }>(
  ids: Float64Array,
  read: (ids: number[]) => Promise<T[]>,
  batchSize = 1000,
): AsyncGenerator<T> {
  for (const batch of batchesOf(ids, batchSize)) yield* inOrder(batch, await read(batch));
}

/** The condition that selects the rows with these ids. */
export function among(ids: number[]): RawBuilder<number> {
  return sql<number>`any(${ids}::bigint[])`;
}

/** The ids in batches, for lists that are read completely. */
export function* batchesOf(ids: Float64Array, size: number): Generator<number[]> {
  for (let from = 0; from < ids.length; from += size) yield [...ids.subarray(from, from + size)];
}

async function keptList(db: Db, list: List, key: string): Promise<Kept> {
  const memory = memories.get(db) ?? { lists: new Map(), ids: 0, reading: new Map() };
  memories.set(db, memory);
  const { rows } = await sql<{ marks: string }>`select ${marksOf(list.changesWith)} as marks`.execute(db);
  const known = memory.lists.get(key);
  if (known?.marks === onlyRow(rows).marks) {
    // Moves the list to the end: the least recently used list is dropped first.
    memory.lists.delete(key);
    memory.lists.set(key, known);
    return known;
  }
  const reading = `${onlyRow(rows).marks}\n${key}`;
  const begun = memory.reading.get(reading);
  if (begun) return begun;
  const read = readList(db, list).then((fresh) => keep(memory, key, fresh));
  memory.reading.set(reading, read);
  try {
    return await read;
  } finally {
    memory.reading.delete(reading);
  }
}

function keep(memory: Memory, key: string, fresh: Kept): Kept {
  memory.ids += fresh.ids.length - (memory.lists.get(key)?.ids.length ?? 0);
  memory.lists.delete(key);
  memory.lists.set(key, fresh);
  for (const [oldest, { ids }] of memory.lists) {
    if (memory.ids <= MOST_IDS && memory.lists.size <= MOST_LISTS) break;
    memory.ids -= ids.length;
    memory.lists.delete(oldest);
  }
  return fresh;
}

async function readList(db: Db, list: List): Promise<Kept> {
  const { rows } = await sql<{ marks: string; ids: Buffer | null; total: number }>`
    with places as materialized (select id, row_number() over () as place from (${list.ids}) ordered)
    select ${marksOf(list.changesWith)} as marks, count(*) as total,
      case when count(*) <= ${LONGEST_LIST} then string_agg(float8send(id::float8), ''::bytea order by place) end as ids
    from places`.execute(db);
  const { marks, ids, total } = onlyRow(rows);
  return { marks, total, ids: numbersOf(ids), isTooLong: total > LONGEST_LIST };
}

/** PostgreSQL sends numbers most significant byte first. */
function numbersOf(bytes: Buffer | null): Float64Array {
  const numbers = new Float64Array((bytes?.length ?? 0) / 8);
  if (bytes) Buffer.from(numbers.buffer).set(bytes.swap64());
  return numbers;
}

/** A text that changes when one of these lists changes. */
export function marksOf(changesWith: List['changesWith']): RawBuilder<string> {
  const conditions = changesWith.map((one) => sql`(list = ${one.list} and scope = ${one.scope ?? 0})`);
  return sql<string>`(select coalesce(string_agg(mark::text, ' ' order by list, scope, xid), '')
    from list_changes where ${sql.join(conditions, sql` or `)})`;
}

async function walkTo(db: Db, list: List, page: { limit: number; offset: number }): Promise<Float64Array> {
  const { rows } = await sql<{ id: number }>`
    ${list.ids} limit ${page.limit} offset ${page.offset}`.execute(db);
  return Float64Array.from(rows, (row) => row.id);
}

async function countList(db: Db, list: List): Promise<number> {
  const { rows } = await sql<{ total: number }>`select count(*) as total from (${list.ids}) listed`.execute(db);
  return onlyRow(rows).total;
}
