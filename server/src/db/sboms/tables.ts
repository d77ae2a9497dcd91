// The tables of imported and exported SBOMs, as TypeScript types.
import type { QualityReport } from '@assay/scanner/sbom';
import type { Generated } from 'kysely';
import type { SbomChange, SbomFate } from '../../domain/vulnerabilities/sbom.ts';
import type { Json, Timestamp } from '../postgres/columns.ts';

export interface SbomTables {
  sboms: SbomsTable;
  sbom_elements: SbomElementsTable;
  sbom_issues: SbomIssuesTable;
  sbom_exports: SbomExportsTable;
}

interface SbomsTable {
  id: Generated<number>;
  project_id: number;
  job_id: number;
  sha256: Buffer;
  file_name: string;
  path: Generated<string>;
  format: string;
  spec_version: string;
  encoding: string;
  serial: string;
  subject: string;
  subject_version: string;
  stated_at: string;
  tools: Generated<string[]>;
  series: string;
  is_current: Generated<boolean>;
  previous_id: number | null;
  is_strict: boolean;
  imported_by: string;
  imported_at: Timestamp;
  counts: Json<Record<string, number>>;
  others: Json<{ what: string; count: number }[]>;
  issue_count: Generated<number>;
}

interface SbomElementsTable {
  sbom_id: number;
  position: number;
  place: string;
  name: string;
  version: string;
  purl: string;
  key: string;
  fate: SbomFate;
  why: Generated<string>;
  change: SbomChange;
  item_id: number | null;
  stated: Json<Record<string, unknown>>;
}

interface SbomIssuesTable {
  sbom_id: number;
  position: number;
  code: string;
  place: string;
  message: string;
}

interface SbomExportsTable {
  project_id: number;
  job_id: number;
  file_name: string;
  media_type: string;
  format: string;
  signature: string;
  sha256: Buffer;
  quality: Json<QualityReport>;
  sent_to: Generated<string>;
  created_at: Timestamp;
}
