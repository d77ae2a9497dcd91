// The tables of reports, as TypeScript types.
import type { Generated } from 'kysely';
import type { Json, Timestamp } from '../postgres/columns.ts';

export interface ReportTables {
  reports: ReportsTable;
  report_results: ReportResultsTable;
  report_template_versions: ReportTemplateVersionsTable;
}

export interface ReportsTable {
  id: Generated<number>;
  name: string;
  path: string;
  is_default: Generated<boolean>;
  is_enabled: Generated<boolean>;
  has_project_picker: Generated<boolean>;
  position: number;
  options: Json<unknown[]>;
  created_at: Timestamp;
  updated_at: Timestamp;
}

interface ReportResultsTable {
  project_id: number;
  report_id: number;
  job_id: number;
  file_name: string;
  sha256: Buffer;
  created_at: Timestamp;
  /** The page for display in the browser. */
  view_sha256: Buffer | null;
}

interface ReportTemplateVersionsTable {
  id: Generated<number>;
  path: string;
  version: number;
  content: Buffer;
  sha256: Buffer;
  note: Generated<string>;
  /** The version with the restored text. */
  restored_from: number | null;
  user_id: number | null;
  /** Blank if somebody put the template into the folder of report scripts by hand. */
  user_name: Generated<string>;
  created_at: Timestamp;
}
