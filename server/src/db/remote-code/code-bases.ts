// Remote code bases: what scan agents have sent, by the alias of the agent.
import { type Selectable, sql } from 'kysely';
import type { Severity } from '../../domain/vulnerabilities/severity.ts';
import type { Db } from '../postgres/connection.ts';
import { onlyRow } from '../postgres/rows.ts';
import type { RemoteCodeTables } from './tables.ts';

export type RemoteCodeBase = Selectable<RemoteCodeTables['remote_code_bases']>;

export function listRemoteCodeBases(db: Db, projectId: number): Promise<RemoteCodeBase[]> {
  return db
    .selectFrom('remote_code_bases')
    .selectAll()
    .where('project_id', '=', projectId)
    .orderBy(sql`lower(alias)`)
    .execute();
}

/** Letter case does not matter in an alias. */
export function findRemoteCodeBase(db: Db, projectId: number, alias: string): Promise<RemoteCodeBase | undefined> {
  return db
    .selectFrom('remote_code_bases')
    .selectAll()
    .where('project_id', '=', projectId)
    .where(sql`lower(alias)`, '=', sql`lower(${alias})`)
    .executeTakeFirst();
}

/** Waits for whoever changes the remote code base, and keeps others waiting until the transaction ends. */
export async function lockRemoteCodeBase(db: Db, id: number): Promise<RemoteCodeBase | undefined> {
  return db.selectFrom('remote_code_bases').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

export async function insertRemoteCodeBase(
  db: Db,
  one: { projectId: number; alias: string; host: string },
): Promise<number> {
  const { id } = await db
    .insertInto('remote_code_bases')
    .values({ project_id: one.projectId, alias: one.alias, host: one.host })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function deleteRemoteCodeBase(db: Db, id: number): Promise<void> {
  await db.deleteFrom('remote_code_bases').where('id', '=', id).execute();
}

/** Writes the totals of a remote code base, and which scan made them. */
export async function noteRemoteScan(
  db: Db,
  id: number,
  scan: { jobId: number; at: Date; root: string; analyzerVersion: string },
): Promise<void> {
  await sql`update remote_code_bases c set file_count = t.files, size_bytes = t.bytes, line_count = t.lines, last_scan_id = ${scan.jobId},
      scanned_at = ${scan.at}, root = ${scan.root}, analyzer_version = ${scan.analyzerVersion},
      facts_bytes = (select coalesce(sum(json_bytes), 0) from remote_facts where code_base_id = ${id})
    from (select count(*) as files, coalesce(sum(x.size_bytes), 0) as bytes, coalesce(sum(x.line_count), 0) as lines
      from remote_files f join remote_facts x on x.code_base_id = f.code_base_id and x.digest = f.facts_digest where f.code_base_id = ${id}) t
    where c.id = ${id}`.execute(db);
}

export interface RemoteItemCounts {
  items: number;
  published: number;
  rejected: number;
  drafts: number;
  /** Components that were compared with no advisories. */
  notCompared: number;
}

const ITEMS_OF = (
  id: number,
) => sql`select i.id, i.status, i.is_published, i.type from inventory_items i where i.gone_since_scan is null
  and i.id in (select x.item_id from inventory_remote_files x join remote_files f on f.id = x.file_id where f.code_base_id = ${id})`;

/** The present items with files of a remote code base, by what was decided about them. */
export async function countRemoteItems(db: Db, id: number): Promise<RemoteItemCounts> {
  const { rows } = await sql<RemoteItemCounts>`with items as materialized (${ITEMS_OF(id)})
    select count(*)::int as items, (count(*) filter (where is_published))::int as published,
      (count(*) filter (where status = 'REJECTED'))::int as rejected, (count(*) filter (where status = 'DRAFT'))::int as drafts,
      (count(*) filter (where type = 'COMPONENT' and coverage.reason <> ''))::int as "notCompared"
    from items left join item_coverage coverage on coverage.item_id = items.id`.execute(db);
  return onlyRow(rows);
}

/** Vulnerabilities that affect these items, by severity; suppressed ones are not counted. */
export async function countRemoteVulnerabilities(db: Db, id: number): Promise<Map<Severity, number>> {
  const { rows } = await sql<{ severity: Severity; count: number }>`with items as materialized (${ITEMS_OF(id)})
    select v.severity_v3 as severity, count(distinct v.id)::int as count from items join item_vulnerabilities m on m.item_id = items.id
      join vulnerabilities v on v.id = m.vulnerability_id where m.outcome = 'affected' group by 1`.execute(db);
  return new Map(rows.map(({ severity, count }) => [severity, count]));
}

/** Whether the server's own code base has a path that begins so. */
export async function hasServerFilesUnder(db: Db, projectId: number, beginning: string): Promise<boolean> {
  const { rows } =
    await sql`select 1 from files where project_id = ${projectId} and starts_with(path, ${beginning}) limit 1`.execute(
      db,
    );
  return rows.length > 0;
}

/** The items with files of a remote code base. */
export async function listItemsOfCodeBase(db: Db, id: number): Promise<Set<number>> {
  const { rows } = await sql<{ item_id: number }>`
    select distinct x.item_id from inventory_remote_files x join remote_files f on f.id = x.file_id where f.code_base_id = ${id}`.execute(
    db,
  );
  return new Set(rows.map(({ item_id }) => item_id));
}

/** Whether a scan of the project has completed, of the server or of an agent. */
export async function isScanned(db: Db, project: { id: number; last_scan_id: number | null }): Promise<boolean> {
  if (project.last_scan_id !== null) return true;
  return (await listRemoteCodeBases(db, project.id)).some((code) => code.scanned_at !== null);
}
