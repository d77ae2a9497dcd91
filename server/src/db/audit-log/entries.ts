// The audit log: adding, reading, verifying. The database refuses all other operations. Only these functions use the table.

import { createHash } from 'node:crypto';
import { storableText } from '@assay/scanner/foreign-text';
import { type SqlBool, sql } from 'kysely';
import type { Db } from '../postgres/connection.ts';
import { onlyRow } from '../postgres/rows.ts';
import type { AuditLogTable } from './tables.ts';

/** Who acted, and from where. */
export interface AuditSource {
  userId: number | null;
  login: string;
  tokenId: number | null;
  via: AuditLogTable['via'];
  address?: string;
  forwardedFor?: string;
  userAgent?: string;
}

export interface AuditLine extends AuditSource {
  /** The line to which this outcome belongs. */
  about?: number;
  /** Id of the operation, or type of the job. */
  operation: string;
  method?: string;
  path?: string;
  requestId?: string;
  projectId?: number | null;
  jobId?: number | null;
  /** Ids in the call. */
  ids?: Record<string, unknown>;
  /** Further useful details, never a secret. */
  details?: Record<string, unknown>;
  /** An HTTP status, or the end of a job; absent while unknown. */
  status?: string;
}

/**
 * Adds lines in this order and returns their ids. Inside a transaction it should come last, because no other line can be written until the commit.
 */
export async function insertAuditLines(db: Db, lines: AuditLine[]): Promise<number[]> {
  return (await addAuditLines(db, lines)).map(({ id }) => id);
}

/** The same, and returns the hash of each line too. */
export async function addAuditLines(db: Db, lines: AuditLine[]): Promise<{ id: number; hash: Buffer }[]> {
  if (lines.length === 0) return [];
  return db
    .insertInto('audit_log')
    .values(
      lines.map((line) => ({
        about: line.about ?? null,
        user_id: line.userId,
        login: storableText(line.login),
        token_id: line.tokenId,
        via: line.via,
        address: line.address ?? '',
        forwarded_for: storableText(line.forwardedFor ?? ''),
        user_agent: storableText(line.userAgent ?? ''),
        operation: line.operation,
        method: line.method ?? '',
        path: storableText(line.path ?? ''),
        request_id: line.requestId ?? '',
        project_id: line.projectId ?? null,
        job_id: line.jobId ?? null,
        ids: json(line.ids),
        details: json(line.details),
        status: line.status ?? null,
        // The trigger writes the time.
        at: new Date(0),
      })),
    )
    .returning(['id', 'hash'])
    .execute();
}

/** jsonb refuses the NUL escape and halves of surrogate pairs. */
function json(value: Record<string, unknown> = {}): string {
  return JSON.stringify(value, (_key, member) => (typeof member === 'string' ? storableText(member) : member));
}

export interface AuditFilter {
  from?: Date;
  /** Before this moment. */
  to?: Date;
  login?: string;
  operation?: string;
  /** Only these, whatever `operation` is. */
  operations?: readonly string[];
  projectId?: number;
  status?: string;
}

/** A line with its outcome. */
export interface AuditEntry {
  id: number;
  at: Date;
  userId: number | null;
  login: string;
  tokenId: number | null;
  via: AuditLogTable['via'];
  address: string;
  forwardedFor: string;
  userAgent: string;
  operation: string;
  method: string;
  path: string;
  requestId: string;
  projectId: number | null;
  jobId: number | null;
  ids: Record<string, unknown>;
  details: Record<string, unknown>;
  status: string | null;
}

/** Entries newest first. */
export async function listAuditEntries(
  db: Db,
  filter: AuditFilter,
  page: { limit: number; offset: number },
): Promise<{ rows: AuditEntry[]; total: number }> {
  const matching = sql`select l.id from audit_log l where ${conditions(filter)}`;
  const { rows: counts } = await sql<{ total: number }>`select count(*) as total from (${matching}) m`.execute(db);
  // Skips rows by number only, and reads the wide rows for the page only.
  const { rows: ids } = await sql<{ id: number }>`
    ${matching} order by l.id desc limit ${page.limit} offset ${page.offset}`.execute(db);
  const rows = await entriesOf(db, ids.map((row) => row.id).reverse());
  return { rows: rows.reverse(), total: onlyRow(counts).total };
}

/** The newest entry of an operation, with its outcome; nothing if there is none. */
export async function findNewestEntry(db: Db, operation: string): Promise<AuditEntry | undefined> {
  const { rows } = await sql<{ id: number }>`
    select l.id from audit_log l where l.about is null and l.operation = ${operation} order by l.id desc limit 1`.execute(
    db,
  );
  return (
    await entriesOf(
      db,
      rows.map(({ id }) => id),
    )
  ).at(0);
}

/** The number of the newest line; 0 before the first one. Lines are numbered without gaps. */
export async function newestLine(db: Db): Promise<number> {
  const { rows } = await sql<{ id: number }>`select coalesce(max(id), 0) as id from audit_log`.execute(db);
  return onlyRow(rows).id;
}

const ENTRIES_PER_BATCH = 1000;

/** All entries that match, oldest first, in batches, so that memory does not grow with the log. */
export async function* eachAuditEntry(db: Db, filter: AuditFilter): AsyncGenerator<AuditEntry[]> {
  let last = 0;
  for (;;) {
    const { rows: ids } = await sql<{ id: number }>`
      select l.id from audit_log l where l.id > ${last} and ${conditions(filter)} order by l.id limit ${ENTRIES_PER_BATCH}`.execute(
      db,
    );
    const newest = ids.at(-1);
    if (newest === undefined) return;
    yield await entriesOf(
      db,
      ids.map((row) => row.id),
    );
    last = newest.id;
  }
}

function conditions(filter: AuditFilter) {
  const all = [sql<SqlBool>`l.about is null`];
  if (filter.from) all.push(sql`l.at >= ${filter.from}`);
  if (filter.to) all.push(sql`l.at < ${filter.to}`);
  if (filter.operation !== undefined) all.push(sql`l.operation = ${filter.operation}`);
  if (filter.operations) all.push(sql`l.operation = any(${[...filter.operations]}::text[])`);
  // Facts that are known only afterwards (a new project, the user who signed in) are in the outcome.
  const anywhere = (condition: ReturnType<typeof sql>) =>
    sql<SqlBool>`l.id in (select coalesce(o.about, o.id) from audit_log o where ${condition})`;
  if (filter.login !== undefined) all.push(anywhere(sql`lower(o.login) = ${filter.login.toLowerCase()}`));
  if (filter.projectId !== undefined) all.push(anywhere(sql`o.project_id = ${filter.projectId}`));
  if (filter.status === 'unknown')
    all.push(sql`l.status is null and not exists (select 1 from audit_log o where o.about = l.id)`);
  else if (filter.status !== undefined)
    all.push(
      sql`(l.status = ${filter.status} or exists (select 1 from audit_log o where o.about = l.id and o.status = ${filter.status}))`,
    );
  return sql.join(all, sql` and `);
}

/**
 * The entries with these ids, ordered by id. If the log has grown faster than its statistics, the planner would read the whole log for each entry.
 * Therefore the ids are values, and a sum replaces an order by id that would make it walk the key instead of reading a few lines.
 */
async function entriesOf(db: Db, ids: number[]): Promise<AuditEntry[]> {
  const { rows } = await sql<AuditEntry>`
    select l.id, l.at, coalesce(l.user_id, o.user_id) as "userId", coalesce(nullif(l.login, ''), o.login, '') as login,
      l.token_id as "tokenId", l.via, l.address, l.forwarded_for as "forwardedFor", l.user_agent as "userAgent", l.operation, l.method, l.path,
      l.request_id as "requestId", coalesce(o.project_id, l.project_id) as "projectId", coalesce(l.job_id, o.job_id) as "jobId",
      l.ids || coalesce(o.ids, '{}') as ids, l.details || coalesce(o.details, '{}') as details, coalesce(l.status, o.status) as status
    from unnest(${ids}::bigint[]) as wanted(id)
    cross join lateral (select * from audit_log x where x.id = wanted.id limit 1) l
    left join lateral (select * from audit_log x where x.about = l.id order by x.id + 0 desc limit 1) o on true
    order by l.id`.execute(db);
  return rows;
}

export interface AuditHead {
  /** Number of the last line. Lines are numbered from 1 without gaps. */
  id: number;
  /** In hexadecimal. */
  hash: string;
}

export interface AuditVerification {
  lines: number;
  /** The first hundred faults; empty if the log is intact. */
  problems: { id: number; problem: string }[];
  /** The newest line. A copy of it elsewhere shows later whether lines were cut from the end. */
  head: AuditHead;
}

const VERIFIED_PER_BATCH = 5000;
const MOST_PROBLEMS = 100;
const BEGINNING = '00'.repeat(32);

/**
 * Reads the whole log and computes its hash chain here, not in the database, so that a changed database function cannot hide changes. With an earlier
 * head, it also checks that this line is unchanged. Calls `onLine` for each line in order.
 */
export async function verifyAuditLog(
  db: Db,
  earlier?: AuditHead,
  onLine?: (line: AuditHead) => Promise<void>,
): Promise<AuditVerification> {
  const problems: AuditVerification['problems'] = [];
  const complain = (id: number, problem: string) => {
    if (problems.length < MOST_PROBLEMS) problems.push({ id, problem });
  };
  let head: AuditHead = { id: 0, hash: BEGINNING };
  let lines = 0;
  for await (const { id, previous, hash, text } of eachLink(db)) {
    lines++;
    if (id !== head.id + 1)
      complain(
        id,
        id === head.id + 2 ? `Line ${id - 1} is missing.` : `Lines ${head.id + 1} to ${id - 1} are missing.`,
      );
    else if (previous !== head.hash) complain(id, 'It does not follow the line before it.');
    const computed = createHash('sha256').update(Buffer.from(previous, 'hex')).update(text, 'utf8').digest('hex');
    if (computed !== hash) complain(id, 'Its content was changed after it was written.');
    if (earlier && id === earlier.id && hash !== earlier.hash)
      complain(id, 'It differs from the line that the given head names: the log was written again.');
    head = { id, hash };
    await onLine?.(head);
  }
  if (earlier && earlier.id > head.id) complain(earlier.id, `Lines after ${head.id} were cut off.`);
  return { lines, problems, head };
}

/** The hash of one line, in hexadecimal. */
export async function findAuditHash(db: Db, id: number): Promise<string | undefined> {
  const { rows } = await sql<{
    hash: string;
  }>`select encode(hash, 'hex') as hash from audit_log where id = ${id}`.execute(db);
  return rows[0]?.hash;
}

interface Link {
  id: number;
  previous: string;
  hash: string;
  text: string;
}

async function* eachLink(db: Db): AsyncGenerator<Link> {
  let last = Number.MIN_SAFE_INTEGER;
  for (;;) {
    const { rows } = await sql<Link>`
      select l.id, encode(l.previous_hash, 'hex') as previous, encode(l.hash, 'hex') as hash,
        jsonb_build_array(l.id, to_char(l.at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.US'), l.about, l.user_id, l.login, l.token_id, l.via,
          l.address, l.forwarded_for, l.user_agent, l.operation, l.method, l.path, l.request_id, l.project_id, l.job_id, l.ids, l.details,
          l.status)::text as text
      from audit_log l where l.id > ${last} order by l.id limit ${VERIFIED_PER_BATCH}`.execute(db);
    const newest = rows.at(-1);
    if (newest === undefined) return;
    yield* rows;
    last = newest.id;
  }
}
