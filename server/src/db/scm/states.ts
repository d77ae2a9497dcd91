// What was brought of source control instances: the revisions and the end of the last attempt of each, and the contents that repositories name.
import { type Selectable, sql } from 'kysely';
import type { SourceType } from '../../domain/scm/scm-address.ts';
import type { ScmRevision } from '../../domain/scm/scm-revision.ts';
import type { Db } from '../postgres/connection.ts';
import type { ScmStatesTable } from './tables.ts';

export type ScmState = Selectable<ScmStatesTable>;

export interface ScmPlace {
  projectId: number;
  type: SourceType;
  instanceId: number;
}

export function listScmStates(db: Db, projectId: number): Promise<ScmState[]> {
  return db.selectFrom('scm_states').selectAll().where('project_id', '=', projectId).orderBy('type').orderBy('instance_id').execute(); // biome-ignore format: one query
}

/** A good synchronisation: what the code in the project is now. */
export async function noteSynchronised(
  db: Db,
  place: ScmPlace,
  { digest, revisions, jobId }: { digest: Buffer | null; revisions: readonly ScmRevision[]; jobId: number },
): Promise<void> {
  const values = {
    source_digest: digest,
    revisions: JSON.stringify(revisions),
    synchronised_at: sql<Date>`now()`,
    attempted_at: sql<Date>`now()`,
    job_id: jobId,
    error: '',
  };
  await db
    .insertInto('scm_states')
    .values({ project_id: place.projectId, type: place.type, instance_id: place.instanceId, ...values })
    .onConflict((conflict) => conflict.columns(['project_id', 'type', 'instance_id']).doUpdateSet(values))
    .execute();
}

/** A failed one: the code stays as it was. */
export async function noteFailed(db: Db, place: ScmPlace, jobId: number, error: string): Promise<void> {
  const values = { attempted_at: sql<Date>`now()`, job_id: jobId, error };
  await db
    .insertInto('scm_states')
    .values({ project_id: place.projectId, type: place.type, instance_id: place.instanceId, ...values })
    .onConflict((conflict) => conflict.columns(['project_id', 'type', 'instance_id']).doUpdateSet(values))
    .execute();
}

/**
 * After its instance was deleted: its revisions stay known as long as its code is in the project, but another instance that gets the number has not been
 * synchronised.
 */
export async function disownScmState(db: Db, { projectId, type, instanceId }: ScmPlace): Promise<void> {
  await db
    .updateTable('scm_states')
    .set({ source_digest: null, synchronised_at: null, job_id: null, error: '' })
    .where('project_id', '=', projectId)
    .where('type', '=', type)
    .where('instance_id', '=', instanceId)
    .execute();
}

/** Whether an attempt of the present instance ended, well or badly. */
export const isAttempted = ({ synchronised_at, error }: ScmState): boolean => synchronised_at !== null || error !== '';

export async function removeScmState(db: Db, { projectId, type, instanceId }: ScmPlace): Promise<void> {
  await db
    .deleteFrom('scm_states')
    .where('project_id', '=', projectId)
    .where('type', '=', type)
    .where('instance_id', '=', instanceId)
    .execute();
}

/** After other files came into the project: the next synchronisation brings everything again. */
export async function forgetSynchronised(db: Db, projectId: number): Promise<void> {
  await db.updateTable('scm_states').set({ source_digest: null }).where('project_id', '=', projectId).execute();
}

export interface KnownContent {
  sha256: Buffer;
  sizeBytes: number;
  /** Null if it is no pointer of Git LFS. */
  lfsBytes: number | null;
  /** By its first bytes. */
  isArchive: boolean;
}

/** By the hexadecimal name of the object. */
export async function findScmContents(
  db: Db,
  repository: Buffer,
  objectIds: readonly string[],
): Promise<Map<string, KnownContent>> {
  const { rows } = await sql<KnownContent & { id: string }>`
    select encode(object_id, 'hex') as id, sha256, size_bytes as "sizeBytes", lfs_bytes as "lfsBytes", is_archive as "isArchive" from scm_contents
    where repository = ${repository} and object_id = any(${objectIds.map((id) => Buffer.from(id, 'hex'))}::bytea[])`.execute(
    db,
  );
  return new Map(rows.map(({ id, ...content }) => [id, content]));
}

export interface NewContent extends KnownContent {
  objectId: string;
}

/** Contents that the store does not have (yet) are left out; they are read again next time. What an object holds never changes. */
export async function insertScmContents(db: Db, repository: Buffer, contents: readonly NewContent[]): Promise<void> {
  const byId = [...new Map(contents.map((one) => [one.objectId, one])).values()].sort((a, b) =>
    a.objectId < b.objectId ? -1 : 1,
  );
  await sql`insert into scm_contents (repository, object_id, sha256, size_bytes, lfs_bytes, is_archive)
    select ${repository}, t.id, t.sha256, t.size, t.lfs, t.archive from unnest(
      ${byId.map((c) => Buffer.from(c.objectId, 'hex'))}::bytea[], ${byId.map((c) => c.sha256)}::bytea[],
      ${byId.map((c) => c.sizeBytes)}::bigint[], ${byId.map((c) => c.lfsBytes)}::bigint[], ${byId.map((c) => c.isArchive)}::boolean[]) as t(id, sha256, size, lfs, archive)
    where exists (select 1 from blobs b where b.sha256 = t.sha256)
    on conflict (repository, object_id) do nothing`.execute(db);
}

/** Of repositories that no instance names any more. */
export async function removeScmContents(db: Db, repository: Buffer): Promise<void> {
  await db.deleteFrom('scm_contents').where('repository', '=', repository).execute();
}
