// The tables of advisories, their signals, and what they say of versions and items, as TypeScript types.
import type { NotComparedReason } from '@assay/scanner/advisories';
import type { Generated } from 'kysely';
import type { TaskPriority } from '../../domain/task-priority.ts';
import type { RecordedOutcome, VulnerabilityKind } from '../../domain/vulnerabilities/vulnerability.ts';
import type { Json, NullableTimestamp, Timestamp } from '../postgres/columns.ts';

export interface AdvisoryTables {
  advisory_sources: AdvisorySourcesTable;
  advisories: AdvisoriesTable;
  advisory_holdings: AdvisoryHoldingsTable;
  version_coverage: VersionCoverageTable;
  item_coverage: ItemCoverageTable;
  advisory_files: AdvisoryFilesTable;
  removed_advisories: RemovedAdvisoriesTable;
  advisory_names: AdvisoryNamesTable;
  advisory_packages: AdvisoryPackagesTable;
  advisory_digests: AdvisoryDigestsTable;
  vulnerability_names: VulnerabilityNamesTable;
  exploitations: ExploitationsTable;
  exploit_predictions: ExploitPredictionsTable;
  decision_points: DecisionPointsTable;
  end_of_life_dates: EndOfLifeDatesTable;
  version_subjects: VersionSubjectsTable;
  unmatched_versions: UnmatchedVersionsTable;
  version_vulnerabilities: VersionVulnerabilitiesTable;
  past_version_vulnerabilities: PastVersionVulnerabilitiesTable;
  item_exposures: ItemExposuresTable;
  exposure_news: ExposureNewsTable;
  vulnerability_alerts: VulnerabilityAlertsTable;
  item_version_spans: ItemVersionSpansTable;
  item_vulnerabilities: ItemVulnerabilitiesTable;
}

interface AdvisorySourcesTable {
  id: Generated<number>;
  name: string;
  location: Generated<string>;
  is_enabled: Generated<boolean>;
  data_as_of: NullableTimestamp;
  updated_at: NullableTimestamp;
  last_error: Generated<string>;
  failed_at: NullableTimestamp;
  record_count: Generated<number>;
  etag: Generated<string>;
  fingerprint: Generated<string>;
  signatures: Generated<string>;
  /** Whether data_as_of is the time of a download, not that of the newest record. */
  is_age_stated: Generated<boolean>;
  crawl: unknown;
  created_at: Timestamp;
}

interface AdvisoriesTable {
  id: Generated<number>;
  source_id: number;
  name: string;
  digest: Buffer;
  kind: VulnerabilityKind;
  withdrawn_at: NullableTimestamp;
  published_at: NullableTimestamp;
  modified_at: NullableTimestamp;
  record: Json<Record<string, unknown>>;
  vulnerability_id: number | null;
  changed_at: Timestamp;
}

interface AdvisoryHoldingsTable {
  id: Generated<number>;
  source_id: number;
  type: string;
  distribution: string;
  release: string;
  records: number;
  newest_at: NullableTimestamp;
}

interface VersionCoverageTable {
  version_id: number;
  reason: Generated<NotComparedReason | ''>;
  in_short: Generated<string>;
  sentence: Generated<string>;
  note: Generated<string>;
  holding_ids: Generated<number[]>;
}

/** A view. */
interface ItemCoverageTable {
  item_id: number;
  project_id: number;
  version_id: number | null;
  reason: NotComparedReason | '';
  in_short: string;
  sentence: string;
  note: string;
  holding_ids: number[];
  gone_since_scan: number | null;
}

interface AdvisoryFilesTable {
  advisory_id: number;
  digest: Buffer;
}

interface RemovedAdvisoriesTable {
  source_id: number;
  name: string;
  removed_at: Timestamp;
}

interface AdvisoryNamesTable {
  advisory_id: number;
  name_key: string;
}

interface AdvisoryPackagesTable {
  advisory_id: number;
  position: number;
  type: string;
  name: string;
  affected: Json<Record<string, unknown>>;
}

interface AdvisoryDigestsTable {
  digest: Buffer;
  advisory_id: number;
}

interface VulnerabilityNamesTable {
  name_key: string;
  vulnerability_id: number;
}

interface ExploitationsTable {
  asserter: string;
  name_key: string;
  source_id: number;
  since: string;
  due: string;
  is_ransomware: boolean;
  note: string;
}

interface ExploitPredictionsTable {
  name_key: string;
  source_id: number;
  score: number;
  percentile: number;
}

interface DecisionPointsTable {
  name_key: string;
  source_id: number;
  exploitation: string;
  automatable: string;
  technical_impact: string;
}

interface EndOfLifeDatesTable {
  source_id: number;
  product: string;
  cycle: string;
  ends_on: string;
  is_over: boolean;
}

interface VersionSubjectsTable {
  version_id: number;
  purl: string;
  type: string;
  name: string;
  other_names: Generated<string[]>;
  repository: Generated<string>;
}

interface UnmatchedVersionsTable {
  version_id: number;
}

interface VersionVulnerabilitiesTable {
  version_id: number;
  vulnerability_id: number;
  outcome: RecordedOutcome;
  advisory_ids: number[];
  fixed_in: Generated<string[]>;
  is_by_cpe: Generated<boolean>;
  matched_at: Timestamp;
}

interface PastVersionVulnerabilitiesTable {
  version_id: number;
  vulnerability_id: number;
  matched_at: Date;
  ended_at: Timestamp;
}

interface ItemExposuresTable {
  item_id: number;
  project_id: number;
  v2_high: number;
  v2_medium: number;
  v2_low: number;
  v2_unknown: number;
  v3_critical: number;
  v3_high: number;
  v3_medium: number;
  v3_low: number;
  v3_none: number;
  v3_unknown: number;
  exploited: number;
  malware: number;
  undetermined: number;
}

interface ExposureNewsTable {
  item_id: number;
  vulnerability_id: number;
  found_at: Timestamp;
  /** When alerts, priorities and reviews were written. Null before that. */
  applied_at: Timestamp | null;
}

interface VulnerabilityAlertsTable {
  id: Generated<number>;
  /** Null for malicious files of the code base, which have no item. */
  item_id: number | null;
  project_id: number;
  vulnerability_id: number;
  priority: TaskPriority;
  is_open: Generated<boolean>;
  created_at: Timestamp;
  closed_at: NullableTimestamp;
  closed_by: Generated<string>;
  file_path: Generated<string>;
  file_count: Generated<number>;
  ended_at: NullableTimestamp;
}

interface ItemVersionSpansTable {
  item_id: number;
  project_id: number;
  version_id: number;
  item_name: string;
  purl: Generated<string>;
  began_at: Timestamp;
  ended_at: NullableTimestamp;
}

/** A view. */
interface ItemVulnerabilitiesTable {
  item_id: number;
  project_id: number;
  version_id: number;
  vulnerability_id: number;
  outcome: RecordedOutcome;
  fixed_in: string[];
  is_by_cpe: boolean;
  advisory_ids: number[];
  matched_at: Date;
}
