// Rows of uploads that can be resumed. `received_bytes` is what the disk has for certain: it is written after the bytes were synchronised.
import { type Selectable, sql } from 'kysely';
import { openJobStatuses } from '../domain/jobs/job.ts';
import type { Db } from './postgres/connection.ts';
import type { ResumableUploadsTable } from './tables.ts';

export type ResumableUpload = Selectable<ResumableUploadsTable>;

/** Silence after which another request may take the place of a writer whose server died. */
const WRITER_SECONDS = 30;

export interface NewResumableUpload {
  projectId: number;
  userId: number;
  fileName: string;
  metadata: string;
  options: ResumableUpload['options'];
  /** Null if it is told later. */
  sizeBytes: number | null;
  isPartial: boolean;
  /** The uploads that it is put together from. */
  parts: string[];
  digests: ResumableUpload['digests'];
  expiresAt: Date;
}

export async function insertResumableUpload(db: Db, upload: NewResumableUpload): Promise<ResumableUpload> {
  return db
    .insertInto('resumable_uploads')
    .values({
      project_id: upload.projectId,
      user_id: upload.userId,
      file_name: upload.fileName,
      metadata: upload.metadata,
      options: JSON.stringify(upload.options),
      size_bytes: upload.sizeBytes,
      is_partial: upload.isPartial,
      parts: upload.parts,
      digests: JSON.stringify(upload.digests),
      expires_at: upload.expiresAt,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export interface UploadPlace {
  projectId: number;
  userId: number;
  uploadId: string;
}

/** Nothing for another user, another project, and after its time. */
export function findResumableUpload(
  db: Db,
  { projectId, userId, uploadId }: UploadPlace,
  now: Date,
): Promise<ResumableUpload | undefined> {
  return db
    .selectFrom('resumable_uploads')
    .selectAll()
    .where('id', '=', uploadId)
    .where('project_id', '=', projectId)
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .executeTakeFirst();
}

export function getResumableUpload(db: Db, uploadId: string): Promise<ResumableUpload | undefined> {
  return db.selectFrom('resumable_uploads').selectAll().where('id', '=', uploadId).executeTakeFirst();
}

/** The uploads of a user into a project that are not complete, or whose job is at work; the newest first. */
export function listResumableUploads(
  db: Db,
  { projectId, userId }: Omit<UploadPlace, 'uploadId'>,
  now: Date,
): Promise<ResumableUpload[]> {
  return db
    .selectFrom('resumable_uploads')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();
}

export async function countUnfinished(db: Db, userId: number): Promise<number> {
  const { count } = await db
    .selectFrom('resumable_uploads')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('job_id', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
}

const writerUntil = sql<Date>`now() + ${WRITER_SECONDS} * interval '1 second'`;

/** Makes `writer` the only one that may add bytes. Nothing if another one is at work, or if the upload is gone. */
export function takeWriter(db: Db, uploadId: string, writer: string): Promise<ResumableUpload | undefined> {
  return db
    .updateTable('resumable_uploads')
    .set({ writer, writer_until: writerUntil })
    .where('id', '=', uploadId)
    .where(({ or, eb }) => or([eb('writer', 'is', null), eb('writer_until', '<', sql<Date>`now()`)]))
    .returningAll()
    .executeTakeFirst();
}

/** False if the upload is gone, or another writer has taken the place. */
export async function noteReceived(
  db: Db,
  { uploadId, writer }: { uploadId: string; writer: string },
  received: { bytes: number; sizeBytes: number | null; digests: ResumableUpload['digests']; expiresAt: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('resumable_uploads')
    .set({
      received_bytes: received.bytes,
      size_bytes: received.sizeBytes,
      digests: JSON.stringify(received.digests),
      expires_at: received.expiresAt,
      writer_until: writerUntil,
    })
    .where('id', '=', uploadId)
    .where('writer', '=', writer)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function setUploadJob(db: Db, uploadIds: readonly string[], jobId: number): Promise<void> {
  await db.updateTable('resumable_uploads').set({ job_id: jobId }).where('id', 'in', uploadIds).execute();
}

/** The parts of a user that are complete and that no other upload has taken. They cannot change until the end of the transaction. */
export function lockCompleteParts(
  db: Db,
  { projectId, userId }: Omit<UploadPlace, 'uploadId'>,
  ids: readonly string[],
  now: Date,
): Promise<ResumableUpload[]> {
  if (ids.length === 0) return Promise.resolve([]);
  return db
    .selectFrom('resumable_uploads')
    .selectAll()
    .where('id', 'in', ids)
    .where('project_id', '=', projectId)
    .where('user_id', '=', userId)
    .where('is_partial', '=', true)
    .where('job_id', 'is', null)
    .where('expires_at', '>', now)
    .whereRef('received_bytes', '=', 'size_bytes')
    .orderBy('id')
    .forUpdate()
    .execute();
}

/** The bytes of an upload that was put together are on the disk. */
export async function notePutTogether(db: Db, uploadId: string): Promise<void> {
  await db
    .updateTable('resumable_uploads')
    .set(({ ref }) => ({ received_bytes: sql<number>`coalesce(${ref('size_bytes')}, 0)` }))
    .where('id', '=', uploadId)
    .execute();
}

export async function releaseWriter(db: Db, uploadId: string, writer: string): Promise<void> {
  await db
    .updateTable('resumable_uploads')
    .set({ writer: null, writer_until: null })
    .where('id', '=', uploadId)
    .where('writer', '=', writer)
    .execute();
}

/** Of a server that is alone, no writer outlives its start. */
export async function releaseAllWriters(db: Db): Promise<void> {
  await db
    .updateTable('resumable_uploads')
    .set({ writer: null, writer_until: null })
    .where('writer', 'is not', null)
    .execute();
}

/** Not one that has a job already. Returns whether it was deleted. */
export async function deleteUnfinishedUpload(db: Db, uploadId: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('resumable_uploads')
    .where('id', '=', uploadId)
    .where('job_id', 'is', null)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Removes uploads whose time is over, and those whose job ended without removing them. Returns their number. */
export async function deleteOverUploads(db: Db, now: Date): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('resumable_uploads')
    .where(({ or, and, not, exists, eb, selectFrom }) =>
      or([
        and([eb('job_id', 'is', null), eb('expires_at', '<', now)]),
        and([
          eb('job_id', 'is not', null),
          not(
            exists(
              selectFrom('jobs')
                .select('jobs.id')
                .whereRef('jobs.id', '=', 'resumable_uploads.job_id')
                .where('jobs.status', 'in', openJobStatuses),
            ),
          ),
        ]),
      ]),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}

export async function listUploadsAmong(db: Db, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db.selectFrom('resumable_uploads').select('id').where('id', 'in', ids).execute();
  return new Set(rows.map(({ id }) => id));
}
