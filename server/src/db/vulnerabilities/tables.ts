// The tables of vulnerabilities, and what people decided about them, as TypeScript types.
import type { Generated } from 'kysely';
import type { Severity } from '../../domain/severity.ts';
import type { SuppressionReason } from '../../domain/suppression.ts';
import type { VulnerabilityKind } from '../../domain/vulnerability.ts';
import type { Json, NullableTimestamp, Timestamp } from '../postgres/columns.ts';

export interface VulnerabilityTables {
  vulnerabilities: VulnerabilitiesTable;
  suppressions: SuppressionsTable;
  suppressed_versions: SuppressedVersionsTable;
  vulnerability_analyses: VulnerabilityAnalysesTable;
  standing_suppressions: StandingSuppressionsTable;
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
  suppression_id: number;
  suppressed_version_id: number;
}
