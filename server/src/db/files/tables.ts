// The tables of file contents, files of projects, and what was found in them, as TypeScript types.
import type { Issue, SearchTermHit } from '@assay/scanner';
import type { Generated, GeneratedAlways } from 'kysely';
import type { FileScanPlan } from '../../domain/derivation/scan-profile.ts';
import type { Json, NullableTimestamp, Timestamp } from '../postgres/columns.ts';

export interface FileTables {
  blobs: BlobsTable;
  codebase_folders: CodebaseFoldersTable;
  files: FilesTable;
  facts: FactsTable;
  search_term_sets: SearchTermSetsTable;
  search_hits: SearchHitsTable;
  archive_findings: ArchiveFindingsTable;
  archive_contents: ArchiveContentsTable;
  followed_licenses: FollowedLicensesTable;
  deleted_findings: DeletedFindingsTable;
  damaged_contents: DamagedContentsTable;
  unneeded_contents: UnneededContentsTable;
  content_uses: ContentUsesTable;
  struck_contents: StruckContentsTable;
}

interface BlobsTable {
  sha256: Buffer;
  md5: Buffer;
  sha1: Buffer;
  size_bytes: number;
  segment: string;
  block_offset: number;
  location: Json<Record<string, unknown>>;
  created_at: Timestamp;
}

interface CodebaseFoldersTable {
  id: Generated<number>;
  project_id: number;
  parent_id: number | null;
  path: string;
  name: string;
}

interface FilesTable {
  id: Generated<number>;
  project_id: number;
  folder_id: number;
  path: string;
  name: string;
  sha256: Buffer;
  size_bytes: number;
  hint: Generated<string>;
  is_reviewed: Generated<boolean>;
  inventory_count: Generated<number>;
  has_evidence: Generated<boolean>;
  /** Licenses that the last scan found in the file, or in a file that it refers to. */
  spdx: Generated<string[]>;
  /** Licenses that it only mentions. */
  mentioned: Generated<string[]>;
  scan_id: number | null;
  scan_plan: Generated<FileScanPlan>;
  is_excluded: Generated<boolean>;
  search_set_id: number | null;
  layer: Buffer | null;
}

interface FactsTable {
  sha256: Buffer;
  hint: string;
  analyzer_version: string;
  facts: Json<Record<string, unknown>>;
  issues: Json<Issue[]>;
  language: Generated<string>;
  kind: Generated<string>;
  line_count: Generated<number>;
  spdx: Generated<string[]>;
  has_packages: Generated<boolean>;
  has_evidence: Generated<boolean>;
  has_references: Generated<boolean>;
  /** Null for contents that are no text. */
  text_digest: Buffer | null;
  evidence_digest: Buffer | null;
  sketch: Buffer | null;
  /** Licenses that the file only mentions. The database computes it from `facts`. */
  mentioned: GeneratedAlways<string[]>;
  analyzed_at: Timestamp;
}

interface SearchTermSetsTable {
  id: Generated<number>;
  digest: Buffer;
  terms: Json<string[]>;
}

interface SearchHitsTable {
  set_id: number;
  sha256: Buffer;
  hits: Json<SearchTermHit[]>;
}

interface ArchiveFindingsTable {
  sha256: Buffer;
  analyzer_version: string;
  file_count: number;
  files: Json<unknown[]>;
  licenses: Json<unknown[]>;
  issues: Json<Issue[]>;
  analyzed_at: Timestamp;
  has_contents: Generated<boolean>;
}

interface ArchiveContentsTable {
  archive: Buffer;
  part: number;
  paths: string[];
  digests: Buffer[];
}

interface FollowedLicensesTable {
  file_id: number;
  spdx: string[];
  licenses: Json<unknown[]>;
}

interface DeletedFindingsTable {
  project_id: number;
  identity: string;
  finding: string;
  name: string;
  is_lifted: Generated<boolean>;
  deleted_by: string;
  deleted_at: Timestamp;
}

interface DamagedContentsTable {
  id: Generated<number>;
  sha256: Buffer;
  finding: string;
  uses: Json<unknown[]>;
  more_uses: Generated<number>;
  found_at: Timestamp;
  last_seen_at: Timestamp;
  repaired_at: Date | null;
}

interface UnneededContentsTable {
  sha256: Buffer;
  epoch: number;
}

interface ContentUsesTable {
  id: string;
  epoch: number;
  sha256: Buffer | null;
  seen_at: Timestamp;
  ends_at: NullableTimestamp;
}

interface StruckContentsTable {
  segment: string;
  block_offset: number;
  sha256: Buffer;
  block_length: number;
  size_bytes: number;
  struck_at: Timestamp;
}
