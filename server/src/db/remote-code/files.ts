// Files of remote code bases: from a send, in lists, and one by one with its facts. None has contents here.
import { sql } from 'kysely';
import { storedPackages } from '../files/stored-packages.ts';
import { batchesOf, inOrder, type ListPage, pageOfList } from '../list-index.ts';
import type { Db } from '../postgres/connection.ts';
import { onlyRow, rowsById } from '../postgres/rows.ts';
import type { RemoteSend } from './sends.ts';

const BATCH = 2000;
/** Small, because some files have large facts. */
const EVIDENCE_BATCH = 500;

/** How people see a remote file: `alias:path`. */
const displayPath = sql`(c.alias || ':' || f.path)`;

export interface RemoteChanges {
  added: number;
  changed: number;
  removed: number;
}

/**
 * Makes the files of a send those of its code base. A path that stays keeps its id, and its mark as reviewed while its content stays. Files with the paths
 * `unread` stay as they were if the send does not have them.
 */
export async function takeSentFiles(
  db: Db,
  projectId: number,
  send: Pick<RemoteSend, 'id' | 'code_base_id'>,
  unread: readonly string[],
): Promise<RemoteChanges> {
  const id = send.code_base_id;
  const { numAffectedRows: removed = 0n } = await sql`
    delete from remote_files f where f.code_base_id = ${id} and not f.path = any(${unread}::text[])
      and not exists (select from remote_sent_files s where s.send_id = ${send.id} and s.path = f.path)`.execute(db);
  const { numAffectedRows: changed = 0n } = await sql`
    update remote_files f set facts_digest = s.facts_digest, is_reviewed = f.is_reviewed and before.sha256 = after.sha256
    from remote_sent_files s join remote_facts after on after.code_base_id = ${id} and after.digest = s.facts_digest, remote_facts before
    where s.send_id = ${send.id} and f.code_base_id = ${id} and f.path = s.path and f.facts_digest <> s.facts_digest
      and before.code_base_id = ${id} and before.digest = f.facts_digest`.execute(db);
  const { numAffectedRows: added = 0n } = await sql`
    insert into remote_files (project_id, code_base_id, path, name, facts_digest)
    select ${projectId}, ${id}, s.path, regexp_replace(s.path, '^.*/', ''), s.facts_digest from remote_sent_files s
    where s.send_id = ${send.id} and not exists (select from remote_files f where f.code_base_id = ${id} and f.path = s.path)
    order by s.path`.execute(db);
  return { added: Number(added), changed: Number(changed), removed: Number(removed) };
}

/** All files of a remote code base. */
export async function deleteRemoteFiles(db: Db, codeBaseId: number): Promise<void> {
  await db.deleteFrom('remote_files').where('code_base_id', '=', codeBaseId).execute();
}

/** Files with packages in their facts. */
export async function listRemotePackageFiles(db: Db, codeBaseId: number) {
  const { rows } = await sql<{ path: string; packages: unknown; analyzerVersion: string }>`
    select f.path, x.facts -> 'packages' as packages, coalesce(s.analyzer_version, c.analyzer_version) as "analyzerVersion" from remote_files f
    join remote_facts x on x.code_base_id = f.code_base_id and x.digest = f.facts_digest
    join remote_code_bases c on c.id = f.code_base_id
    left join remote_sends s on s.code_base_id = c.id
    where f.code_base_id = ${codeBaseId} and x.has_packages order by f.path`.execute(db);
  return rows.map(({ path, packages, analyzerVersion }) => ({ path, ...storedPackages(packages, analyzerVersion) }));
}

/** Files with licenses; for those named in `placesOf`, with the order of the licenses in them. */
export async function listRemoteLicensedFiles(db: Db, codeBaseId: number) {
  const { rows } = await sql<{ path: string; spdx: string[]; isSource: boolean }>`
    select f.path, x.spdx, x.language <> '' as "isSource" from remote_files f
    join remote_facts x on x.code_base_id = f.code_base_id and x.digest = f.facts_digest
    where f.code_base_id = ${codeBaseId} and x.spdx <> '{}' order by f.path`.execute(db);
  return rows;
}

/** The license matches of these files. */
export async function listRemoteMatches(db: Db, codeBaseId: number, paths: readonly string[]) {
  const { rows } = await sql<{ path: string; licenses: unknown[] }>`
    select f.path, x.facts -> 'licenses' as licenses from remote_files f
    join remote_facts x on x.code_base_id = f.code_base_id and x.digest = f.facts_digest
    where f.code_base_id = ${codeBaseId} and f.path = any(${paths}::text[])`.execute(db);
  return new Map(rows.map(({ path, licenses }) => [path, licenses]));
}

export async function listRemotePaths(db: Db, codeBaseId: number): Promise<string[]> {
  const { rows } = await sql<{
    path: string;
  }>`select path from remote_files where code_base_id = ${codeBaseId}`.execute(db);
  return rows.map(({ path }) => path);
}

export interface RemoteFile {
  id: number;
  projectId: number;
  alias: string;
  host: string;
  path: string;
  name: string;
  isReviewed: boolean;
  inInventory: boolean;
  analyzerVersion: string;
  sha256: Buffer;
  sha1: Buffer;
  md5: Buffer;
  sizeBytes: number;
  facts: Record<string, unknown>;
}

export async function findRemoteFile(db: Db, id: number): Promise<RemoteFile | undefined> {
  const { rows } = await sql<RemoteFile>`
    select f.id, f.project_id as "projectId", c.alias, c.host, f.path, f.name, f.is_reviewed as "isReviewed", exists (select from inventory_remote_files t where t.file_id = f.id) as "inInventory",
      c.analyzer_version as "analyzerVersion", x.sha256, x.sha1, x.md5, x.size_bytes as "sizeBytes", x.facts
    from remote_files f join remote_code_bases c on c.id = f.code_base_id
    join remote_facts x on x.code_base_id = f.code_base_id and x.digest = f.facts_digest where f.id = ${id}`.execute(
    db,
  );
  return rows[0];
}

export async function findRemoteFileProject(db: Db, id: number): Promise<number | undefined> {
  const row = await db.selectFrom('remote_files').select('project_id').where('id', '=', id).executeTakeFirst();
  return row?.project_id;
}

/** By its display path. */
export async function findRemoteFileByPath(db: Db, projectId: number, path: string) {
  const { rows } = await sql<{ id: number; path: string }>`
    select f.id, ${displayPath} as path from remote_files f join remote_code_bases c on c.id = f.code_base_id
    where f.project_id = ${projectId} and lower(c.alias) = lower(split_part(${path}, ':', 1)) and f.path = substr(${path}, length(c.alias) + 2)`.execute(
    db,
  );
  return rows[0];
}

export function listItemsOfRemoteFile(db: Db, fileId: number) {
  return db
    .selectFrom('inventory_remote_files')
    .innerJoin('inventory_items', 'inventory_items.id', 'inventory_remote_files.item_id')
    .select(['inventory_items.id', 'inventory_items.name', 'inventory_items.is_published as isPublished'])
    .where('inventory_remote_files.file_id', '=', fileId)
    .orderBy('inventory_items.id')
    .execute();
}

export async function setRemoteFileReviewed(db: Db, id: number, isReviewed: boolean): Promise<void> {
  await db.updateTable('remote_files').set({ is_reviewed: isReviewed }).where('id', '=', id).execute();
}

/** The ids of the remote files on a page, in order, and the number of all. */
export function pageOfRemoteFiles(
  db: Db,
  projectId: number,
  page: { limit: number; offset: number },
  codeBaseId?: number,
): Promise<ListPage> {
  let ids = db.selectFrom('remote_files').select('id').where('project_id', '=', projectId);
  if (codeBaseId !== undefined) ids = ids.where('code_base_id', '=', codeBaseId);
  const key = `remote-files ${projectId} ${codeBaseId ?? ''}`;
  return pageOfList(
    db,
    { key, changesWith: [{ list: 'remote-files', scope: projectId }], ids: ids.orderBy('id') },
    page,
  );
}

export interface RemoteListFile {
  id: number;
  path: string;
  in_inventory: boolean;
  has_evidence: boolean;
  md5: Buffer;
  sha1: Buffer;
}

/** The files of these ids in their order. */
export async function* eachRemoteFile(db: Db, ids: Float64Array): AsyncGenerator<RemoteListFile> {
  for (const batch of batchesOf(ids, BATCH)) {
    const { rows } = await sql<RemoteListFile>`
      select f.id, ${displayPath} as path, exists (select from inventory_remote_files t where t.file_id = f.id) as in_inventory, x.has_evidence, x.md5, x.sha1
      from remote_files f join remote_code_bases c on c.id = f.code_base_id
      join remote_facts x on x.code_base_id = f.code_base_id and x.digest = f.facts_digest where f.id = any(${batch}::bigint[])`.execute(
      db,
    );
    yield* inOrder(batch, rows);
  }
}

/** The parts of the facts that the list of evidence shows. */
export async function* eachRemoteEvidence(db: Db, projectId: number) {
  yield* rowsById(EVIDENCE_BATCH, (after) =>
    sql<{ id: number; path: string; name: string; copyrights: string[]; contacts: string[]; licenses: string[] }>`
      select f.id, ${displayPath} as path, f.name,
        array(select distinct e ->> 'statement' from jsonb_array_elements(x.facts -> 'copyrights') e order by 1) as copyrights,
        array(select distinct e ->> 'value' from jsonb_array_elements(coalesce(x.facts -> 'emails', '[]') || coalesce(x.facts -> 'urls', '[]')) e order by 1) as contacts,
        x.spdx as licenses
      from remote_files f join remote_code_bases c on c.id = f.code_base_id
      join remote_facts x on x.code_base_id = f.code_base_id and x.digest = f.facts_digest
      where f.project_id = ${projectId} and f.id > ${after} order by f.id limit ${EVIDENCE_BATCH}`.execute(db),
  );
}

/** The amount of work for making an inventory of what was sent: packages, licensed files, and existing items. */
export async function countRemoteWork(db: Db, projectId: number, codeBaseId: number): Promise<number> {
  const { rows } = await sql<{ work: number }>`
    select (select count(*) from inventory_items where project_id = ${projectId})
      + (select coalesce(sum(case when has_packages then jsonb_array_length(facts -> 'packages') else 1 end), 0) from remote_facts
         where code_base_id = ${codeBaseId} and (has_packages or spdx <> '{}')) as work`.execute(db);
  return Number(onlyRow(rows).work);
}
