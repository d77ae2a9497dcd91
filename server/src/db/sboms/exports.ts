// The newest exported bill of materials of each project.
import type { QualityReport } from '@assay/scanner/sbom';
import { sql } from 'kysely';
import { wantCollection } from '../files/collection-due.ts';
import type { Db } from '../postgres/connection.ts';

export interface SbomExport {
  projectId: number;
  jobId: number;
  fileName: string;
  mediaType: string;
  format: string;
  signature: string;
  sha256: Buffer;
  quality: QualityReport;
}

/** Replaces the former one. */
export async function saveSbomExport(db: Db, one: SbomExport): Promise<void> {
  const values = {
    job_id: one.jobId,
    file_name: one.fileName,
    media_type: one.mediaType,
    format: one.format,
    signature: one.signature,
    sha256: one.sha256,
    quality: JSON.stringify(one.quality),
    sent_to: '',
  };
  const { isReplaced } = await db
    .insertInto('sbom_exports')
    .values({ project_id: one.projectId, ...values })
    .onConflict((conflict) => conflict.column('project_id').doUpdateSet({ ...values, created_at: sql`now()` }))
    .returning(sql<boolean>`xmax <> 0`.as('isReplaced'))
    .executeTakeFirstOrThrow();
  if (isReplaced) await wantCollection(db, { isThorough: false });
}

export async function noteSent(db: Db, projectId: number, address: string): Promise<void> {
  await db.updateTable('sbom_exports').set({ sent_to: address }).where('project_id', '=', projectId).execute();
}

export function findSbomExport(db: Db, projectId: number) {
  return db
    .selectFrom('sbom_exports as e')
    .innerJoin('blobs as b', 'b.sha256', 'e.sha256')
    .selectAll('e')
    .select(['b.location', 'b.size_bytes'])
    .where('e.project_id', '=', projectId)
    .executeTakeFirst();
}
