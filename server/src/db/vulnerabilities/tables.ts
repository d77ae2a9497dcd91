// The tables of vulnerabilities, and what people decided about them, as TypeScript types.
import type { VexTarget } from '@assay/scanner/vex';
import type { Generated } from 'kysely';
import type { Severity } from '../../domain/vulnerabilities/severity.ts';
import type { AnalysisWords, SuppressionReason } from '../../domain/vulnerabilities/suppression.ts';
import type { VulnerabilityKind } from '../../domain/vulnerabilities/vulnerability.ts';
import type { Json, NullableTimestamp, Timestamp } from '../postgres/columns.ts';

export interface VulnerabilityTables {
  vulnerabilities: VulnerabilitiesTable;
  suppressions: SuppressionsTable;
  suppressed_versions: SuppressedVersionsTable;
  vulnerability_analyses: VulnerabilityAnalysesTable;
  standing_suppressions: StandingSuppressionsTable;
  vex_sources: VexSourcesTable;
  vex_documents: VexDocumentsTable;
  vex_statements: VexStatementsTable;
  vex_statement_names: VexStatementNamesTable;
  vex_targets: VexTargetsTable;
  vex_decisions: VexDecisionsTable;
  project_products: ProjectProductsTable;
}

interface VulnerabilitiesTable {
  id: Generated<number>;
  name: string;
  created_at: Timestamp;
  is_recorded: Generated<boolean>;
  kind: Generated<VulnerabilityKind>;
  withdrawn_at: NullableTimestamp;
  summary: Generated<string>;
  description: Generated<string>;
  source: Generated<string>;
  url: Generated<string>;
  published_at: NullableTimestamp;
  modified_at: NullableTimestamp;
  cwes: Generated<string[]>;
  cvss_v2_score: number | null;
  cvss_v2_vector: Generated<string>;
  cvss_v2_source: Generated<string>;
  cvss_v3_score: number | null;
  cvss_v3_vector: Generated<string>;
  cvss_v3_source: Generated<string>;
  cvss_v4_score: number | null;
  cvss_v4_vector: Generated<string>;
  cvss_v4_source: Generated<string>;
  severity_v2: Generated<Severity>;
  severity_v3: Generated<Severity>;
  severity_source: Generated<string>;
  is_exploited: Generated<boolean>;
  epss: number | null;
  epss_percentile: number | null;
  ssvc_exploitation: Generated<string>;
  ssvc_automatable: Generated<string>;
  ssvc_impact: Generated<string>;
}

interface SuppressionsTable {
  id: Generated<number>;
  vulnerability_id: number;
  component_id: number;
  project_id: number | null;
  analysis: Json<Record<string, string>>;
  updated_at: Timestamp;
}

interface SuppressedVersionsTable {
  id: Generated<number>;
  suppression_id: number;
  version_id: number;
  reason: SuppressionReason;
  remarks: string;
  suppressed_by: string;
  suppressed_at: Timestamp;
  lifted_by: string | null;
  lifted_remarks: string | null;
  lifted_at: NullableTimestamp;
  expires_at: NullableTimestamp;
}

interface VulnerabilityAnalysesTable {
  id: Generated<number>;
  project_id: number;
  version_id: number;
  vulnerability_id: number;
  analysis: Json<Record<string, string>>;
  author: string;
  decided_at: Timestamp;
  expires_at: NullableTimestamp;
}

/** A view. */
interface StandingSuppressionsTable {
  version_id: number;
  project_id: number | null;
  vulnerability_id: number;
  /** Null for what a source of VEX says. */
  suppression_id: number | null;
  suppressed_version_id: number | null;
  is_vex: boolean;
}

interface VexSourcesTable {
  id: Generated<number>;
  name: string;
  location: Generated<string>;
  is_enabled: Generated<boolean>;
  suppresses: Generated<boolean>;
  etag: Generated<string>;
  signatures: Generated<string>;
  updated_at: NullableTimestamp;
  last_error: Generated<string>;
  failed_at: NullableTimestamp;
  created_at: Timestamp;
}

interface VexDocumentsTable {
  id: Generated<number>;
  source_id: number;
  name: string;
  format: string;
  supplier: string;
  revision: string;
  dated_at: NullableTimestamp;
  sha256: Buffer;
  /** In the store; null if it was received before originals were kept. */
  original_sha256: Buffer | null;
  statement_count: number;
  left_out_count: number;
  issues: Json<{ path: string; message: string }[]>;
  issue_count: number;
  of_product_count: Generated<number>;
  reading: Generated<number>;
  received_by: string;
  received_at: Date;
}

interface VexStatementsTable {
  id: Generated<number>;
  document_id: number;
  place: string;
  written: string;
  analysis: Json<Partial<AnalysisWords>>;
  stated_at: NullableTimestamp;
}

interface VexStatementNamesTable {
  statement_id: number;
  name_key: string;
}

interface VexTargetsTable {
  statement_id: number;
  position: number;
  type: string;
  name: string;
  part_type: Generated<string>;
  part_name: Generated<string>;
  target: Json<VexTarget>;
}

interface ProjectProductsTable {
  project_id: number;
  position: number;
  written: string;
  type: string;
  name: string;
}

interface VexDecisionsTable {
  version_id: number;
  vulnerability_id: number;
  /** Null for all projects. */
  project_id: number | null;
  statement_id: number;
  analysis: Json<Partial<AnalysisWords>>;
  is_suppressed: boolean;
  decided_at: Timestamp;
}
