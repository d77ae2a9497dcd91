// The tables of releases, as TypeScript types.
import type { GeneratedAlways } from 'kysely';
import type { ReleaseCounts, ReleaseFileKind, ReleaseOrigin } from '../../domain/releases/release.ts';
import type { Json, NullableTimestamp, Timestamp } from '../postgres/columns.ts';

export interface ReleaseTables {
  releases: ReleasesTable;
  release_files: ReleaseFilesTable;
}

interface ReleasesTable {
  id: GeneratedAlways<number>;
  project_id: number;
  name: string;
  description: string;
  is_signed: boolean;
  created_by: string;
  created_at: Timestamp;
  job_id: number | null;
  frozen_at: NullableTimestamp;
  origin: Json<Partial<ReleaseOrigin>>;
  counts: Json<Partial<ReleaseCounts>>;
}

interface ReleaseFilesTable {
  release_id: number;
  path: string;
  kind: ReleaseFileKind;
  size_bytes: number;
  sha256: Buffer;
  crc32: number;
}
