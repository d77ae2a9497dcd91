// The tables of releases, as TypeScript types.
import type { Generated, GeneratedAlways } from 'kysely';
import type { ReleaseCounts, ReleaseFileKind, ReleaseOrigin } from '../../domain/releases/release.ts';
import type { ReleaseRuleResult } from '../../domain/releases/release-rule.ts';
import type { Json, NullableTimestamp, Timestamp } from '../postgres/columns.ts';

export interface ReleaseTables {
  releases: ReleasesTable;
  release_files: ReleaseFilesTable;
  release_rules: ReleaseRulesTable;
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

export interface ReleaseRulesTable {
  project_id: number;
  tag_pattern: string;
  is_signed: boolean;
  offer_contact: string;
  set_by: string;
  settled_scan_id: number | null;
  settled_at: NullableTimestamp;
  result: ReleaseRuleResult | null;
  detail: Generated<string>;
  release_id: number | null;
}
