// The files of a remote code base as a tree, one folder at a time. No folder has a row: the entries of one are found by the beginnings of paths, each with one
// look into an index, so that a page costs the same in a code base of a million files.
import { sql } from 'kysely';
import type { Db } from '../postgres/connection.ts';

export interface RemoteEntry {
  kind: 'folder' | 'file';
  name: string;
  path: string;
  /** Of a folder: the files below it. */
  files: number;
  /** Of a file. */
  id: number | null;
  sizeBytes: number | null;
  language: string;
  spdx: string[];
  isReviewed: boolean;
  inInventory: boolean;
}

/**
 * @param folder without a slash at its end; '' for the root
 * @param after the name of the entry before, and whether it is a folder
 */
export async function listRemoteFolder(
  db: Db,
  codeBaseId: number,
  folder: string,
  after: Pick<RemoteEntry, 'kind' | 'name'> | undefined,
  limit: number,
): Promise<RemoteEntry[]> {
  const prefix = folder === '' ? '' : `${folder}/`;
  const begin =
    after === undefined ? prefix : `${prefix}${after.name}${after.kind === 'folder' ? BEHIND_FOLDER : BEHIND_FILE}`;
  const isBefore = folder === '' ? sql`true` : sql`f.path collate "C" < ${folder + BEHIND_FOLDER}`;
  const nextPath = (from: ReturnType<typeof sql>) => sql`
    select f.path from remote_files f where f.code_base_id = ${codeBaseId} and f.path collate "C" >= ${from} and ${isBefore}
    order by f.path collate "C" limit 1`;
  const { rows } = await sql<RemoteEntry>`
    with recursive steps(path, name, "isFolder", position) as (
      select p.path, split_part(substr(p.path, ${prefix.length + 1}), '/', 1), strpos(substr(p.path, ${prefix.length + 1}), '/') > 0, 1
      from (${nextPath(sql`${begin}::text`)}) p
      union all
      select p.path, split_part(substr(p.path, ${prefix.length + 1}), '/', 1), strpos(substr(p.path, ${prefix.length + 1}), '/') > 0, s.position + 1
      from steps s cross join lateral (${nextPath(sql`(${prefix} || s.name || case when s."isFolder" then ${BEHIND_FOLDER} else ${BEHIND_FILE} end)`)}) p
      where s.position < ${limit}
    )
    select case when s."isFolder" then 'folder' else 'file' end as kind, s.name, ${prefix} || s.name as path,
      case when s."isFolder" then (select count(*)::int from remote_files b where b.code_base_id = ${codeBaseId}
        and b.path collate "C" >= ${prefix} || s.name || '/' and b.path collate "C" < ${prefix} || s.name || ${BEHIND_FOLDER}) else 1 end as files,
      f.id, x.size_bytes as "sizeBytes", coalesce(x.language, '') as language, coalesce(x.spdx, '{}') as spdx,
      coalesce(f.is_reviewed, false) as "isReviewed", exists (select from inventory_remote_files t where t.file_id = f.id) as "inInventory"
    from steps s
    left join remote_files f on not s."isFolder" and f.code_base_id = ${codeBaseId} and f.path = s.path
    left join remote_facts x on x.code_base_id = f.code_base_id and x.digest = f.facts_digest
    order by s.position`.execute(db);
  return rows;
}

/** The character after the slash: every path below a folder comes before its name with it. */
const BEHIND_FOLDER = '0';
/** Paths have no control characters, so nothing lies between a file and its name with it. */
const BEHIND_FILE = '\u0001';
