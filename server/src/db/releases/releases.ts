// Releases of projects and their files. A release whose files are stored is never changed; a trigger refuses it.
import { sql } from 'kysely';
import type { JobStatus } from '../../domain/jobs/job.ts';
import type { ReleaseCounts, ReleaseFileKind, ReleaseOrigin } from '../../domain/releases/release.ts';
import { wantCollection } from '../files/collection-due.ts';
import type { Db, Tx } from '../postgres/connection.ts';
import { partsOf, TEXT_ROWS_PER_STATEMENT } from '../postgres/parts.ts';

export interface NewRelease {
  projectId: number;
  name: string;
  description: string;
  isSigned: boolean;
  createdBy: string;
}

/** In any case. */
export function findReleaseByName(db: Db, projectId: number, name: string) {
  return db
    .selectFrom('releases')
    .select('id')
    .where('project_id', '=', projectId)
    .where(sql`lower(name)`, '=', sql`lower(${name})`)
    .executeTakeFirst();
}

/** Undefined if the project has a release of this name. Lock the project before. */
export async function insertRelease(tx: Tx, one: NewRelease): Promise<number | undefined> {
  if ((await findReleaseByName(tx, one.projectId, one.name)) !== undefined) return undefined;
  const { id } = await tx
    .insertInto('releases')
    .values({
      ...{ project_id: one.projectId, name: one.name, description: one.description, is_signed: one.isSigned },
      created_by: one.createdBy,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function setReleaseJob(tx: Tx, id: number, jobId: number): Promise<void> {
  await tx.updateTable('releases').set({ job_id: jobId }).where('id', '=', id).execute();
}

const withJob = (db: Db) =>
  db
    .selectFrom('releases as r')
    .leftJoin('jobs as j', 'j.id', 'r.job_id')
    .selectAll('r')
    .select([sql<JobStatus | null>`j.status`.as('job_status'), 'j.error as job_error']);

export type ReleaseRow = Awaited<ReturnType<typeof getRelease>>;

const getRelease = (db: Db, projectId: number, id: number) =>
  withJob(db).where('r.project_id', '=', projectId).where('r.id', '=', id).executeTakeFirstOrThrow();

export function findRelease(db: Db, projectId: number, id: number): Promise<ReleaseRow | undefined> {
  return withJob(db).where('r.project_id', '=', projectId).where('r.id', '=', id).executeTakeFirst();
}

/** The last one whose files are stored, or the one with this name; '' for any. */
export function findReadyRelease(db: Db, projectId: number, name: string): Promise<ReleaseRow | undefined> {
  const ready = withJob(db).where('r.project_id', '=', projectId).where('r.frozen_at', 'is not', null);
  const named = name === '' ? ready : ready.where(sql`lower(r.name)`, '=', sql`lower(${name})`);
  return named.orderBy('r.frozen_at', 'desc').orderBy('r.id', 'desc').limit(1).executeTakeFirst();
}

/** Of any project. */
export async function findProjectOfRelease(db: Db, id: number): Promise<number | undefined> {
  const row = await db.selectFrom('releases').select('project_id').where('id', '=', id).executeTakeFirst();
  return row?.project_id;
}

/** The newest first. */
export async function listReleases(
  db: Db,
  projectId: number,
  page: { limit: number; offset: number },
): Promise<{ rows: ReleaseRow[]; total: number }> {
  const rows = await withJob(db)
    .where('r.project_id', '=', projectId)
    .orderBy('r.id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
  const { total } = await db
    .selectFrom('releases')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('project_id', '=', projectId)
    .executeTakeFirstOrThrow();
  return { rows, total: Number(total) };
}

export interface ReleaseFile {
  path: string;
  kind: ReleaseFileKind;
  sizeBytes: number;
  sha256: Buffer;
  crc32: number;
}

export interface FrozenRelease {
  at: Date;
  origin: ReleaseOrigin;
  counts: ReleaseCounts;
  files: readonly ReleaseFile[];
}

/** False if the release has been deleted meanwhile. Files of a former run are replaced. */
export async function freezeRelease(
  tx: Tx,
  id: number,
  { at, origin, counts, files }: FrozenRelease,
): Promise<boolean> {
  await tx.deleteFrom('release_files').where('release_id', '=', id).execute();
  const found = await tx.selectFrom('releases').select('id').where('id', '=', id).forUpdate().executeTakeFirst();
  if (found === undefined) return false;
  for (const part of partsOf([...files], TEXT_ROWS_PER_STATEMENT))
    await tx
      .insertInto('release_files')
      .values(
        part.map(({ path, kind, sizeBytes, sha256, crc32 }) => ({
          ...{ release_id: id, path, kind, size_bytes: sizeBytes, sha256, crc32 },
        })),
      )
      .execute();
  const values = { frozen_at: at, origin: JSON.stringify(origin), counts: JSON.stringify(counts) };
  await tx.updateTable('releases').set(values).where('id', '=', id).execute();
  return true;
}

const filesOf = (db: Db, id: number) =>
  db
    .selectFrom('release_files as f')
    .innerJoin('blobs as b', 'b.sha256', 'f.sha256')
    .select(['f.path', 'f.kind', 'f.size_bytes as sizeBytes', 'f.sha256', 'f.crc32', 'b.location'])
    .where('f.release_id', '=', id);

export type StoredReleaseFile = Awaited<ReturnType<typeof listReleaseFiles>>[number];

/** By path, in the order of bytes. */
export function listReleaseFiles(db: Db, id: number, kinds: readonly ReleaseFileKind[]) {
  return filesOf(db, id)
    .where('f.kind', 'in', [...kinds])
    .orderBy(sql`f.path collate "C"`)
    .execute();
}

export function findReleaseFile(db: Db, id: number, path: string): Promise<StoredReleaseFile | undefined> {
  return filesOf(db, id).where('f.path', '=', path).executeTakeFirst();
}

/** False if it is gone already. */
export async function deleteRelease(tx: Tx, projectId: number, id: number): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('releases')
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (numDeletedRows > 0n) await wantCollection(tx, { isThorough: false });
  return numDeletedRows > 0n;
}
