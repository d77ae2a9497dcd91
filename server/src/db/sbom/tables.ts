// The tables of exported bills of material, as TypeScript types.
import type { QualityReport } from '@assay/scanner/sbom';
import type { Generated } from 'kysely';
import type { Json, Timestamp } from '../postgres/columns.ts';

export interface SbomTables {
  sbom_exports: SbomExportsTable;
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
