// Files of a project for lists: ordered by id, in batches. Reads only.

import { sql } from 'kysely';
import { batchesOf, inOrder, type ListPage, pageOfList } from '../list-index.ts';
import type { Db } from '../postgres/connection.ts';
import { rowsById } from '../postgres/rows.ts';

const BATCH = 2000;
/** Small, because some files have large facts. */
const EVIDENCE_BATCH = 500;

export async function countScannedFiles(db: Db, projectId: number): Promise<number> {
  const { total } = await db
    .selectFrom('files')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('project_id', '=', projectId)
    .where('scan_id', 'is not', null)
    .executeTakeFirstOrThrow();
  return Number(total);
}

/** The ids of the scanned files on a page, in order, and the number of all. `eachScannedFile` reads the files. */
export function pageOfScannedFiles(
  db: Db,
  projectId: number,
  page: { limit: number; offset: number },
): Promise<ListPage> {
  const ids = db
    .selectFrom('files')
    .select('id')
    .where('project_id', '=', projectId)
    .where('scan_id', 'is not', null)
    .orderBy('id');
  return pageOfList(db, { key: `files ${projectId}`, changesWith: [{ list: 'files', scope: projectId }], ids }, page);
}

/** The files of these ids in their order. */
export async function* eachScannedFile(db: Db, ids: Float64Array) {
  for (const batch of batchesOf(ids, BATCH)) {
    const rows = await db
      .selectFrom('files')
      .innerJoin('blobs', 'blobs.sha256', 'files.sha256')
      .select(['files.id', 'files.path', 'files.inventory_count', 'files.has_evidence', 'blobs.md5', 'blobs.sha1'])
      .where('files.id', '=', sql<number>`any(${batch}::bigint[])`)
      .execute();
    yield* inOrder(batch, rows);
  }
}

/** Every file of a project, scanned or not, with its digests but without its facts. */
export async function* eachDigestedFile(db: Db, projectId: number) {
  yield* rowsById(BATCH, (after) =>
    db
      .selectFrom('files')
      .innerJoin('blobs', 'blobs.sha256', 'files.sha256')
      .select([
        'files.id',
        'files.path',
        'files.size_bytes',
        'files.is_reviewed',
        'files.sha256',
        'blobs.md5',
        'blobs.sha1',
      ])
      .where('files.project_id', '=', projectId)
      .where('files.id', '>', after)
      .orderBy('files.id')
      .limit(BATCH)
      .execute(),
  );
}

/** The parts of the facts that the list of evidence shows, for every scanned file. */
export async function* eachEvidence(db: Db, projectId: number) {
  yield* rowsById(EVIDENCE_BATCH, (after) =>
    sql<{
      id: number;
      path: string;
      name: string;
      copyrights: string[];
      contacts: string[];
      licenses: string[];
      search_terms: string[];
      exact_matches: string[];
    }>`
      select f.id, f.path, f.name,
        array(select distinct c ->> 'statement' from jsonb_array_elements(x.facts -> 'copyrights') c order by 1) as copyrights,
        array(select distinct c ->> 'value' from jsonb_array_elements(coalesce(x.facts -> 'emails', '[]') || coalesce(x.facts -> 'urls', '[]')) c order by 1) as contacts,
        coalesce(l.spdx, x.spdx, '{}') as licenses,
        array(select c ->> 'term' from jsonb_array_elements(h.hits) c order by 1) as search_terms,
        array(select p.purl from corpus_files c join corpus_packages p on p.id = c.package_id where c.sha256 = f.sha256 order by p.purl) as exact_matches
      from files f left join facts x on x.sha256 = f.sha256 and x.hint = f.hint and not f.is_excluded left join followed_licenses l on l.file_id = f.id
      left join search_hits h on h.set_id = f.search_set_id and h.sha256 = f.sha256
      where f.project_id = ${projectId} and f.scan_id is not null and f.id > ${after}
      order by f.id limit ${EVIDENCE_BATCH}`.execute(db),
  );
}

export function findFileByPath(db: Db, projectId: number, path: string) {
  return db
    .selectFrom('files')
    .select(['id', 'path'])
    .where('project_id', '=', projectId)
    .where('path', '=', path)
    .executeTakeFirst();
}
