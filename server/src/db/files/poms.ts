// The poms of a project, with the places of their contents.
import { NAMED_MARK } from '@assay/scanner/analyze';
import { sql } from 'kysely';
import type { Db } from '../postgres/connection.ts';

export interface PomRow {
  path: string;
  sizeBytes: number;
  location: unknown;
}

export async function listPomFiles(db: Db, projectId: number, limit: number): Promise<PomRow[]> {
  const { rows } = await sql<PomRow>`
    select f.path, f.size_bytes as "sizeBytes", b.location
    from files f join facts x on x.sha256 = f.sha256 and x.hint = f.hint and not f.is_excluded join blobs b on b.sha256 = f.sha256
    where f.project_id = ${projectId} and x.has_packages and (f.path = 'pom.xml' or f.path like '%/pom.xml' or f.hint like ${`%+maven-pom${NAMED_MARK}`})
    order by f.path limit ${limit}`.execute(db);
  return rows;
}
