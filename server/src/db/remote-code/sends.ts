// The send of a remote code base: what an agent has sent so far. It holds nothing that counts until its job has made it the code base.
import { type Selectable, sql } from 'kysely';
import type { Db } from '../postgres/connection.ts';
import { partsOf, TEXT_ROWS_PER_STATEMENT } from '../postgres/parts.ts';
import { onlyRow } from '../postgres/rows.ts';
import type { RemoteCodeTables } from './tables.ts';

export type RemoteSend = Selectable<RemoteCodeTables['remote_sends']>;

/** Facts that were sent and are not used by any file are kept so long for the send that goes on where another was interrupted. */
const KEPT_DAYS = 7;

export function findSendOf(db: Db, codeBaseId: number): Promise<RemoteSend | undefined> {
  return db.selectFrom('remote_sends').selectAll().where('code_base_id', '=', codeBaseId).executeTakeFirst();
}

export function findSend(db: Db, id: number): Promise<RemoteSend | undefined> {
  return db.selectFrom('remote_sends').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Waits for other parts of the same send. */
export function lockSend(db: Db, id: number, codeBaseId: number): Promise<RemoteSend | undefined> {
  return db
    .selectFrom('remote_sends')
    .selectAll()
    .where('id', '=', id)
    .where('code_base_id', '=', codeBaseId)
    .forUpdate()
    .executeTakeFirst();
}

/** Begins a send in the place of one that was not finished. */
export async function replaceSend(
  db: Db,
  codeBaseId: number,
  send: { analyzerVersion: string; root: string },
): Promise<number> {
  await db.deleteFrom('remote_sends').where('code_base_id', '=', codeBaseId).execute();
  await deleteUnusedFacts(db, codeBaseId, KEPT_DAYS);
  const { id } = await db
    .insertInto('remote_sends')
    .values({
      code_base_id: codeBaseId,
      analyzer_version: send.analyzerVersion,
      root: send.root,
      issues: '[]',
      job_id: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function deleteSend(db: Db, id: number): Promise<void> {
  await db.deleteFrom('remote_sends').where('id', '=', id).execute();
}

export async function setSendJob(db: Db, id: number, jobId: number, issues: readonly unknown[]): Promise<void> {
  await db
    .updateTable('remote_sends')
    .set({ job_id: jobId, issues: JSON.stringify(issues) })
    .where('id', '=', id)
    .execute();
}

export async function insertSentFiles(
  db: Db,
  sendId: number,
  files: readonly { path: string; digest: Buffer }[],
): Promise<void> {
  for (const part of partsOf(files, TEXT_ROWS_PER_STATEMENT))
    await sql`insert into remote_sent_files (send_id, path, facts_digest)
      select ${sendId}, * from unnest(${part.map(({ path }) => path)}::text[], ${part.map(({ digest }) => digest)}::bytea[])
      on conflict (send_id, path) do update set facts_digest = excluded.facts_digest`.execute(db);
}

export async function countSentFiles(db: Db, sendId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from remote_sent_files where send_id = ${sendId}`.execute(db);
  return onlyRow(rows).count;
}

/** Those of these digests without facts in the code base. */
export async function listLackingFacts(db: Db, codeBaseId: number, digests: readonly Buffer[]): Promise<Buffer[]> {
  const { rows } = await sql<{ digest: Buffer }>`
    select distinct t.digest from unnest(${digests}::bytea[]) as t(digest)
    where not exists (select from remote_facts x where x.code_base_id = ${codeBaseId} and x.digest = t.digest)`.execute(
    db,
  );
  return rows.map(({ digest }) => digest);
}

/** Files of the send whose facts are lacking: how many, and the first paths. */
export async function findIncomplete(db: Db, send: RemoteSend): Promise<{ count: number; paths: string[] }> {
  const { rows } = await sql<{ path: string; total: number }>`
    select f.path, (count(*) over ())::int as total from remote_sent_files f
    where f.send_id = ${send.id} and not exists (
      select from remote_facts x where x.code_base_id = ${send.code_base_id} and x.digest = f.facts_digest)
    order by f.path limit 3`.execute(db);
  return { count: rows[0]?.total ?? 0, paths: rows.map(({ path }) => path) };
}

/** Those of these digests that files of the send name. */
export async function listNamedDigests(db: Db, sendId: number, digests: readonly Buffer[]): Promise<Set<string>> {
  const { rows } = await sql<{ digest: Buffer }>`
    select t.digest from unnest(${digests}::bytea[]) as t(digest)
    where exists (select from remote_sent_files f where f.send_id = ${sendId} and f.facts_digest = t.digest)`.execute(
    db,
  );
  return new Set(rows.map(({ digest }) => digest.toString('hex')));
}

export interface RemoteFactsRow {
  digest: Buffer;
  /** JSON for jsonb. */
  json: string;
  jsonBytes: number;
  sha256: string;
  sha1: string;
  md5: string;
  sizeBytes: number;
  language: string;
  lineCount: number;
  spdx: string[];
  hasPackages: boolean;
  hasEvidence: boolean;
}

/** Stores facts that are not there yet. Lists of texts cross as JSON, because unnest flattens arrays of arrays. */
export async function insertRemoteFacts(db: Db, codeBaseId: number, rows: readonly RemoteFactsRow[]): Promise<void> {
  const column = <T>(read: (row: RemoteFactsRow) => T): T[] => rows.map(read);
  await sql`with added as (
      insert into remote_facts (code_base_id, digest, facts, json_bytes, sha256, sha1, md5, size_bytes, language, line_count, spdx, has_packages, has_evidence)
      select ${codeBaseId}, t.digest, t.facts::jsonb, t.json_bytes, decode(t.sha256, 'hex'), decode(t.sha1, 'hex'), decode(t.md5, 'hex'), t.size_bytes,
        t.language, t.line_count, array(select jsonb_array_elements_text(t.spdx::jsonb)), t.has_packages, t.has_evidence
      from unnest(${column((row) => row.digest)}::bytea[], ${column((row) => row.json)}::text[], ${column((row) => row.jsonBytes)}::int[],
        ${column((row) => row.sha256)}::text[], ${column((row) => row.sha1)}::text[], ${column((row) => row.md5)}::text[],
        ${column((row) => row.sizeBytes)}::bigint[], ${column((row) => row.language)}::text[], ${column((row) => row.lineCount)}::bigint[],
        ${column((row) => JSON.stringify(row.spdx))}::text[], ${column((row) => row.hasPackages)}::boolean[], ${column((row) => row.hasEvidence)}::boolean[])
        as t(digest, facts, json_bytes, sha256, sha1, md5, size_bytes, language, line_count, spdx, has_packages, has_evidence)
      on conflict do nothing returning json_bytes
    ) update remote_code_bases set facts_bytes = facts_bytes + (select coalesce(sum(json_bytes), 0) from added) where id = ${codeBaseId}`.execute(
    db,
  );
}

/** Facts that no file has; with `days`, only those that came so long ago. */
export async function deleteUnusedFacts(db: Db, codeBaseId: number, days = 0): Promise<void> {
  await sql`delete from remote_facts x where x.code_base_id = ${codeBaseId}
    and (${days}::integer = 0 or x.received_at < now() - make_interval(days => ${days}::integer))
    and not exists (select from remote_files f where f.code_base_id = x.code_base_id and f.facts_digest = x.digest)`.execute(
    db,
  );
  await sql`update remote_code_bases set facts_bytes = (
      select coalesce(sum(json_bytes), 0) from remote_facts where code_base_id = ${codeBaseId})
    where id = ${codeBaseId}`.execute(db);
}
