// What the database knows of itself, of the workers and of the queue, for the page about operations. Reads only.
import { sql } from 'kysely';
import { openJobStatuses } from '../domain/jobs/job.ts';
import type { Db } from './postgres/connection.ts';
import { onlyRow } from './postgres/rows.ts';

const LARGEST_TABLES = 12;

export interface DatabaseFacts {
  version: string;
  sizeBytes: number;
  connections: number;
  mostConnections: number;
}

export async function databaseFacts(db: Db): Promise<DatabaseFacts> {
  const { rows } = await sql<DatabaseFacts>`
    select current_setting('server_version') as version, pg_database_size(current_database()) as "sizeBytes",
      (select count(*) from pg_stat_activity where datname = current_database()) as connections,
      current_setting('max_connections')::int as "mostConnections"`.execute(db);
  return onlyRow(rows);
}

export interface TableSize {
  name: string;
  /** With indexes and long values. */
  sizeBytes: number;
  /** As last estimated by the database; null before the first time. */
  rows: number | null;
}

export async function largestTables(db: Db): Promise<TableSize[]> {
  const { rows } = await sql<TableSize>`
    select c.relname as name, pg_total_relation_size(c.oid) as "sizeBytes",
      case when c.reltuples < 0 then null else c.reltuples::bigint end as rows
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and n.nspname not in ('pg_catalog', 'information_schema')
    order by 2 desc, 1 limit ${LARGEST_TABLES}`.execute(db);
  return rows;
}

export interface WorkerSeen {
  /** Blank if it is connected through a socket of the database's machine. */
  address: string;
  since: Date;
  runningJobs: number;
}

/** The pools of workers that hold their lock (docs/adr/0005-dead-workers.md). `locks` is the first number of these locks. */
export async function listWorkers(db: Db, locks: number): Promise<WorkerSeen[]> {
  const { rows } = await sql<WorkerSeen>`
    select coalesce(host(a.client_addr), '') as address, a.backend_start as since,
      (select count(*) from graphile_worker._private_jobs j
       where j.locked_by is not null and (hashtext(j.locked_by)::bigint & 4294967295) = l.objid::bigint) as "runningJobs"
    from pg_locks l join pg_stat_activity a on a.pid = l.pid
    where l.locktype = 'advisory' and l.granted and l.objsubid = 2 and l.classid::bigint = ${locks}
      and l.database = (select oid from pg_database where datname = current_database())
    order by a.backend_start`.execute(db);
  return rows;
}

export interface QueueRow {
  type: string;
  waiting: number;
  running: number;
  failed: number;
  oldestWaiting: Date | null;
}

/** Open jobs, and those that failed since `from`, by type. */
export async function queueByType(db: Db, from: Date): Promise<QueueRow[]> {
  const { rows } = await sql<QueueRow>`
    select type, count(*) filter (where status <> 'Active' and is_open) as waiting, count(*) filter (where status = 'Active') as running,
      count(*) filter (where status = 'Failed') as failed, min(queued_at) filter (where status <> 'Active' and is_open) as "oldestWaiting"
    from (
      select type, status, queued_at, true as is_open from jobs where status = any(${[...openJobStatuses]}::text[])
      union all
      select type, status, queued_at, false from jobs where completed_at >= ${from} and status = 'Failed') j
    group by type order by count(*) filter (where is_open) desc, count(*) filter (where status = 'Failed') desc, type`.execute(
    db,
  );
  return rows;
}
