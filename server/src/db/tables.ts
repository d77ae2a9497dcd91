// The tables as TypeScript types. Each mirrors its `create table`; `schema.test.ts` compares both on a fresh database. The file is long because it
// has no code and is read beside schema.sql, which is also one file.
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { AlmAuthentication, AlmRequestState } from '../domain/alm-issue.ts';
import type { AuditWay } from '../domain/audit.ts';
import type { FieldScope, FieldType } from '../domain/custom-fields.ts';
import type { DecisionGround, DecisionKind, DecisionScope, DecisionSubject } from '../domain/decision.ts';
import type {
  Confidence,
  InventoryLinkType,
  InventoryPriority,
  InventoryStatus,
  InventoryType,
} from '../domain/inventory.ts';
import type { JobStatus } from '../domain/job.ts';
import type { LdapSyncStatus } from '../domain/ldap-sync.ts';
import type { LicenseFacts } from '../domain/license-facts.ts';
import type { MailState } from '../domain/mail-delivery.ts';
import type { MailValues } from '../domain/mail-events.ts';
import type { StatementAction } from '../domain/notice-texts.ts';
import type { ProjectRole } from '../domain/permissions.ts';
import type { ProjectType, Risk } from '../domain/project.ts';
import type { ProjectStatus } from '../domain/project-status.ts';
import type { LookupOutcome, PackageFacts, RegistryName } from '../domain/registries.ts';
import type { TaskPriority, TaskResolution, TaskType } from '../domain/review-task.ts';
import type { FileScanPlan } from '../domain/scan-profile.ts';
import type { SyncTrigger } from '../domain/schedule.ts';
import type { ScmType } from '../domain/scm-address.ts';
import type { Severity } from '../domain/severity.ts';
import type { SuppressionReason } from '../domain/suppression.ts';
import type { UserSource } from '../domain/user.ts';
import type { RecordedOutcome, VulnerabilityKind } from '../domain/vulnerability.ts';
import type { DeliveryState } from '../domain/webhook-delivery.ts';

type Timestamp = ColumnType<Date, Date | string | undefined, Date | string>;
type NullableTimestamp = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
/** JSON columns are written as text, because arrays would become PostgreSQL arrays. */
type Json<T> = ColumnType<T, string | undefined, string>;

export interface UsersTable {
  id: Generated<number>;
  login: string;
  first_name: Generated<string>;
  last_name: Generated<string>;
  email: Generated<string>;
  password_hash: string | null;
  security_question: Generated<string>;
  security_answer_hash: string | null;
  permissions: Generated<string[]>;
  is_active: Generated<boolean>;
  created_at: Timestamp;
  source: Generated<UserSource>;
  directory_id: string | null;
  directory_dn: Generated<string>;
  is_deactivated_by_sync: Generated<boolean>;
  last_seen_sync_id: number | null;
}

export interface LdapSyncsTable {
  id: Generated<number>;
  trigger: SyncTrigger;
  user_id: number | null;
  status: Generated<LdapSyncStatus>;
  started_at: Timestamp;
  finished_at: NullableTimestamp;
  summary: Json<Record<string, unknown>>;
  error: Generated<string>;
}

export interface TokensTable {
  id: Generated<number>;
  user_id: number;
  name: string;
  token_hash: Buffer;
  is_session: Generated<boolean>;
  /** For tokens that the server gives to a report's script: they are valid while the job is open. */
  job_id: number | null;
  created_at: Timestamp;
  expires_at: NullableTimestamp;
  last_used_at: NullableTimestamp;
}

export interface RegistriesTable {
  name: RegistryName;
  is_asked: Generated<boolean>;
  base_address: Generated<string>;
  user_name: Generated<string>;
  secret_sealed: Buffer | null;
  updated_at: Timestamp;
}

export interface RegistryLookupsTable {
  purl: string;
  registry: RegistryName;
  host: string;
  asked_at: Timestamp;
  outcome: LookupOutcome;
  facts: Json<PackageFacts>;
  problem: Generated<string>;
  /** Time of the answer that the library has taken over. */
  taken_of: NullableTimestamp;
}

export interface AlmInstancesTable {
  id: Generated<number>;
  name: string;
  url: string;
  authentication: AlmAuthentication;
  user_name: Generated<string>;
  secret_sealed: Buffer;
  project_key: string;
  issue_type: string;
  priority: Generated<string>;
  summary_template: string;
  description_template: string;
  created_at: Timestamp;
  updated_at: Timestamp;
}

export interface ProjectAlmLinksTable {
  project_id: number;
  instance_id: number;
  project_key: Generated<string>;
  issue_type: Generated<string>;
  priority: Generated<string>;
}

export interface AlmIssuesTable {
  id: Generated<number>;
  instance_id: number;
  external_id: string;
  key: string;
  summary: Generated<string>;
  status: Generated<string>;
  is_done: Generated<boolean>;
  is_gone: Generated<boolean>;
  synced_at: Timestamp;
}

export interface TaskAlmIssuesTable {
  task_id: number;
  issue_id: number;
  assigned_at: Timestamp;
}

export interface AlmRequestsTable {
  task_id: number;
  requested_by: number | null;
  requested_at: Timestamp;
  state: Generated<AlmRequestState>;
  attempts: Generated<number>;
  next_try_at: Timestamp;
  error: Generated<string>;
}

export interface AlmSyncsTable {
  id: Generated<number>;
  trigger: SyncTrigger;
  started_at: Timestamp;
  finished_at: NullableTimestamp;
  refreshed: Generated<number>;
  changed: Generated<number>;
  gone: Generated<number>;
  errors: Json<string[]>;
}

export interface FoldersTable {
  id: Generated<number>;
  parent_id: number | null;
  name: string;
  created_at: Timestamp;
}

export interface ScanProfilesTable {
  id: Generated<number>;
  name: string;
  settings: Json<Record<string, unknown>>;
  is_standard: Generated<boolean>;
  description: Generated<string>;
}

export interface PolicyProfilesTable {
  id: Generated<number>;
  name: string;
  rules: Json<Record<string, unknown>>;
  description: Generated<string>;
  is_default: Generated<boolean>;
}

export interface ProjectsTable {
  type: Generated<ProjectType>;
  id: Generated<number>;
  name: string;
  description: Generated<string>;
  folder_id: number;
  contact_id: number;
  legal_contact_id: number | null;
  security_contact_id: number | null;
  developer_contact_id: number | null;
  is_private: Generated<boolean>;
  risk: Generated<Risk>;
  status: Generated<ProjectStatus>;
  scan_profile_id: number;
  policy_profile_id: number | null;
  auto_publish: Generated<boolean>;
  minimum_confidence: Generated<Confidence>;
  mark_associated_files_as_reviewed: Generated<boolean>;
  do_not_publish_unknown_license: Generated<boolean>;
  delete_empty_inventory: Generated<boolean>;
  review_settings: Json<Record<string, unknown>>;
  created_at: Timestamp;
  updated_at: Timestamp;
  last_scan_id: number | null;
  search_set_id: number | null;
  evidence_version: string | null;
  primary_license: Json<{ expression: string; reasons: string[] }> | null;
  file_count: Generated<number>;
  codebase_bytes: Generated<number>;
  line_count: Generated<number>;
  inventory_rollup: Json<Record<string, unknown>>;
}

export interface ProjectMembersTable {
  project_id: number;
  role: ProjectRole;
  user_id: number;
}

export interface ProjectLinksTable {
  parent_id: number;
  child_id: number;
}

export interface BlobsTable {
  sha256: Buffer;
  md5: Buffer;
  sha1: Buffer;
  size_bytes: number;
  segment: string;
  block_offset: number;
  location: Json<Record<string, unknown>>;
  created_at: Timestamp;
}

export interface CodebaseFoldersTable {
  id: Generated<number>;
  project_id: number;
  parent_id: number | null;
  path: string;
  name: string;
}

export interface FilesTable {
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
  scan_id: number | null;
  scan_plan: Generated<FileScanPlan>;
  is_excluded: Generated<boolean>;
  search_set_id: number | null;
}

export interface FactsTable {
  sha256: Buffer;
  hint: string;
  analyzer_version: string;
  facts: Json<Record<string, unknown>>;
  issues: Json<unknown[]>;
  language: Generated<string>;
  kind: Generated<string>;
  line_count: Generated<number>;
  spdx: Generated<string[]>;
  has_packages: Generated<boolean>;
  has_evidence: Generated<boolean>;
  has_references: Generated<boolean>;
  analyzed_at: Timestamp;
}

export interface SearchTermSetsTable {
  id: Generated<number>;
  digest: Buffer;
  terms: Json<string[]>;
}

export interface SearchHitsTable {
  set_id: number;
  sha256: Buffer;
  hits: Json<unknown[]>;
}

export interface ArchiveFindingsTable {
  sha256: Buffer;
  analyzer_version: string;
  file_count: number;
  files: Json<unknown[]>;
  licenses: Json<unknown[]>;
  issues: Json<unknown[]>;
  analyzed_at: Timestamp;
  has_contents: Generated<boolean>;
}

export interface ArchiveContentsTable {
  archive: Buffer;
  part: number;
  paths: string[];
  digests: Buffer[];
}

export interface FollowedLicensesTable {
  file_id: number;
  spdx: string[];
  licenses: Json<unknown[]>;
}

export interface JobsTable {
  id: Generated<number>;
  type: string;
  project_id: number | null;
  project_name: Generated<string>;
  status: Generated<JobStatus>;
  triggered_by: number | null;
  payload: Json<Record<string, unknown>>;
  /** The report that the job makes, computed from the payload. */
  report_id: GeneratedAlways<number | null>;
  queued_at: Timestamp;
  activated_at: NullableTimestamp;
  completed_at: NullableTimestamp;
  is_cancel_requested: Generated<boolean>;
  /** The number of the run that may write: the last one that was begun. */
  attempt: Generated<number>;
  phase: Generated<string>;
  progress_done: Generated<number>;
  progress_total: Generated<number>;
  /** The point from which the pace counts (domain/job-pace.ts). */
  pace_at: NullableTimestamp;
  pace_done: Generated<number>;
  details: Generated<string>;
  error: Generated<string>;
  result: Json<Record<string, unknown>>;
}

export interface JobIssuesTable {
  id: Generated<number>;
  job_id: number;
  code: string;
  path: Generated<string>;
  message: string;
  created_at: Timestamp;
}

export interface LicensesTable {
  id: Generated<number>;
  name: string;
  short_name: string;
  spdx_id: string | null;
  priority: Generated<number>;
  family: Generated<string>;
  url: Generated<string>;
  description: Generated<string>;
  text: Generated<string>;
  external_id: string | null;
  is_custom: Generated<boolean>;
  is_exception: Generated<boolean>;
  is_deprecated: Generated<boolean>;
  created_by: Generated<string>;
  created_at: Timestamp;
  updated_at: Timestamp;
  updated_by: Generated<string>;
}

export interface ComponentLettersTable {
  letter: string;
  count: number;
}

export interface ComponentsTable {
  id: Generated<number>;
  name: string;
  title: Generated<string>;
  url: Generated<string>;
  description: Generated<string>;
  encryption: Generated<boolean>;
  forge_id: Generated<number>;
  purl: string | null;
  is_custom: Generated<boolean>;
  created_at: Timestamp;
  created_by: Generated<string>;
}

export interface ComponentVersionsTable {
  id: Generated<number>;
  component_id: number;
  name: string;
  purl: string | null;
  license_expression: Generated<string>;
  is_custom: Generated<boolean>;
  created_at: Timestamp;
  created_by: Generated<string>;
  /** From the last scan, without paths. Empty before the first. */
  license_facts: Json<Partial<LicenseFacts>>;
  /** Null if unknown. */
  released_at: NullableTimestamp;
  /** Deprecated, yanked, retracted or not listed. */
  is_withdrawn: Generated<boolean>;
}

export interface CurationSourcesTable {
  id: Generated<number>;
  name: string;
  is_enabled: Generated<boolean>;
  /** The place in the list of sources. If two sources contradict each other, the one with the lower place wins. */
  position: number;
  imported_at: NullableTimestamp;
  imported_by: Generated<string>;
  file_count: Generated<number>;
  issue_count: Generated<number>;
}

export interface CurationsTable {
  id: Generated<number>;
  source_id: number;
  purl: string;
  versions: Generated<string>;
  license_expression: Generated<string>;
  mapping: Json<Record<string, string>>;
  comment: Generated<string>;
  location: Generated<string>;
  file: string;
}

export interface DecisionFilesTable {
  decision_id: number;
  sha256: Buffer;
}

export interface InventoryItemsTable {
  id: Generated<number>;
  project_id: number;
  type: InventoryType;
  identity: string;
  name: string;
  description: Generated<string>;
  url: Generated<string>;
  component_id: number | null;
  version_id: number | null;
  license_id: number | null;
  license_expression: Generated<string>;
  /** The priority of an expression of several licenses, which has no entry in the library. */
  expression_priority: number | null;
  possible_licenses: Generated<string[]>;
  purl: Generated<string>;
  status: Generated<InventoryStatus>;
  is_status_set_by_person: Generated<boolean>;
  is_published: Generated<boolean>;
  published_at: NullableTimestamp;
  priority: Generated<InventoryPriority>;
  confidence: Generated<Confidence>;
  dependency_scope: Generated<string>;
  dependency_level: Generated<string>;
  is_disclosed: Generated<boolean>;
  distribution: Generated<string>;
  part_of_product: Generated<string>;
  linking: Generated<string>;
  modified: Generated<string>;
  encryption: Generated<string>;
  detection_notes: Generated<string>;
  audit_notes: Generated<string>;
  usage_guidance: Generated<string>;
  remediation_notes: Generated<string>;
  as_found_license_text: Generated<string>;
  notices_text: Generated<string>;
  workflow_url: string | null;
  is_edited: Generated<boolean>;
  created_by: string;
  created_at: Timestamp;
  updated_at: Timestamp;
  file_count: Generated<number>;
  provenance_id: number | null;
  /** LicenseFacts; empty before the first scan of a version with facts. */
  license_facts: Json<Partial<LicenseFacts>>;
  is_own: Generated<boolean>;
}

export interface InventoryFilesTable {
  item_id: number;
  file_id: number;
}

export interface InventoryFileExclusionsTable {
  item_id: number;
  path: string;
}

export interface InventoryLinksTable {
  parent_id: number;
  child_id: number;
  type: InventoryLinkType;
}

export interface InventoryHistoryTable {
  revision: Generated<number>;
  project_id: number;
  item_id: number;
  happened_at: Timestamp;
  user_id: number | null;
  user_name: Generated<string>;
  event: string;
  action: string;
  changes: Json<{ field: string; oldValue: string; newValue: string }[]>;
}

export interface TasksTable {
  id: Generated<number>;
  project_id: number;
  item_id: number;
  type: TaskType;
  summary: Generated<string>;
  details: Generated<string>;
  priority: Generated<TaskPriority>;
  owner_id: number;
  created_by: number;
  updated_by: number;
  is_closed: Generated<boolean>;
  resolution: TaskResolution | null;
  created_at: Timestamp;
  updated_at: Timestamp;
  closed_at: NullableTimestamp;
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

export interface CodebaseIssuesTable {
  id: Generated<number>;
  project_id: number;
  code: string;
  path: string;
  message: string;
}

export interface UploadFilesTable {
  upload_id: string;
  path: string;
  /** Its number in the upload's tree. */
  folder: number;
  sha256: Buffer;
  size_bytes: number;
  hint: string;
}

export interface ReportResultsTable {
  project_id: number;
  report_id: number;
  job_id: number;
  file_name: string;
  sha256: Buffer;
  created_at: Timestamp;
  /** The page for display in the browser. */
  view_sha256: Buffer | null;
}

export interface ReportTemplateVersionsTable {
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

export interface StatementEditsTable {
  id: Generated<number>;
  project_id: number;
  identity: Generated<string>;
  statement: string;
  action: StatementAction;
  value: Generated<string>;
  reason: Generated<string>;
  user_id: number | null;
  user_name: string;
  created_at: Timestamp;
}

export interface CustomFieldsTable {
  id: Generated<number>;
  scope: FieldScope;
  label: string;
  type: FieldType;
  help_text: Generated<string>;
  choices: Generated<string[]>;
  is_enabled: Generated<boolean>;
  is_visible: Generated<boolean>;
  created_at: Timestamp;
}

export interface ProjectFieldValuesTable {
  project_id: number;
  field_id: number;
  value: string;
}

export interface InventoryFieldValuesTable {
  item_id: number;
  field_id: number;
  value: string;
}

export interface RememberedLicenseGroundsTable {
  decision_id: number;
  project_id: number;
  /** The evidence that the project first saw. */
  concluded: string;
  told_at: NullableTimestamp;
}

export interface RememberedLicensesTable {
  version_id: number;
  license_id: number;
  user_id: number | null;
  remembered_at: Timestamp;
}

export interface InventoryWorkflowsTable {
  item_id: number;
  position: number;
  key: string;
  value: string;
}

export interface SettingsTable {
  key: string;
  value: Json<unknown>;
}

export interface ScmInstancesTable {
  id: Generated<number>;
  project_id: number;
  type: ScmType;
  instance_id: number;
  url: Generated<string>;
  user_name: Generated<string>;
  password_sealed: Buffer | null;
  settings: Json<Record<string, unknown>>;
  created_at: Timestamp;
  updated_at: Timestamp;
}

export interface DetectionRulesTable {
  id: Generated<number>;
  component_id: number;
  version_id: number;
  license_id: number;
  description: Generated<string>;
  url: Generated<string>;
  notices_text: Generated<string>;
  audit_notes: Generated<string>;
  as_found_license_text: Generated<string>;
  files: Json<{ name: string; md5: string }[]>;
  paths: Json<string[]>;
  created_by: string;
  created_at: Timestamp;
  updated_at: Timestamp;
}

export interface VulnerabilitiesTable {
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

export interface SuppressionsTable {
  id: Generated<number>;
  vulnerability_id: number;
  component_id: number;
  project_id: number | null;
  analysis: Json<Record<string, string>>;
  updated_at: Timestamp;
}

export interface SuppressedVersionsTable {
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

export interface VulnerabilityAnalysesTable {
  id: Generated<number>;
  project_id: number;
  version_id: number;
  vulnerability_id: number;
  analysis: Json<Record<string, string>>;
  author: string;
  decided_at: Timestamp;
  expires_at: NullableTimestamp;
}

export interface ListChangesTable {
  list: string;
  scope: number;
  xid: Generated<string>;
  mark: Generated<string>;
}

export interface AuditLogTable {
  id: Generated<number>;
  at: Timestamp;
  about: number | null;
  user_id: number | null;
  login: Generated<string>;
  token_id: number | null;
  via: AuditWay;
  address: Generated<string>;
  forwarded_for: Generated<string>;
  user_agent: Generated<string>;
  operation: string;
  method: Generated<string>;
  path: Generated<string>;
  request_id: Generated<string>;
  project_id: number | null;
  job_id: number | null;
  ids: Json<Record<string, unknown>>;
  details: Json<Record<string, unknown>>;
  status: string | null;
  previous_hash: Generated<Buffer>;
  hash: Generated<Buffer>;
}

export interface WebhooksTable {
  id: Generated<number>;
  project_id: number | null;
  name: string;
  url: string;
  events: string[];
  secret_sealed: Buffer;
  is_active: Generated<boolean>;
  created_by: string;
  created_at: Timestamp;
  updated_at: Timestamp;
  closed_at: NullableTimestamp;
}

export interface WebhookDeliveriesTable {
  id: Generated<number>;
  webhook_id: number;
  delivery_key: Generated<string>;
  event: string;
  payload: Json<Record<string, unknown>>;
  state: Generated<DeliveryState>;
  attempts: Generated<number>;
  next_attempt_at: Timestamp;
  last_status: number | null;
  last_error: Generated<string>;
  created_at: Timestamp;
  ended_at: NullableTimestamp;
}

export interface MailsTable {
  id: Generated<number>;
  template: string;
  recipient_id: number;
  variables: Json<MailValues>;
  secrets_sealed: Buffer | null;
  once_key: string | null;
  state: Generated<MailState>;
  attempts: Generated<number>;
  next_attempt_at: Timestamp;
  expires_at: Timestamp;
  message_key: Generated<string>;
  address: Generated<string>;
  subject: Generated<string>;
  last_error: Generated<string>;
  note: Generated<string>;
  created_at: Timestamp;
  sent_at: NullableTimestamp;
}

export interface PasswordRequestsTable {
  login: string;
  requested_at: Timestamp;
}

export interface PasswordResetsTable {
  token_hash: Buffer;
  user_id: number;
  created_at: Timestamp;
  expires_at: Timestamp;
  wrong_answers: Generated<number>;
}

export interface DecisionsTable {
  id: Generated<number>;
  kind: DecisionKind;
  subject: Json<DecisionSubject>;
  subject_key: string;
  scope: DecisionScope;
  project_id: number | null;
  item_id: number | null;
  value: Json<Record<string, unknown>>;
  ground: Json<DecisionGround>;
  author: string;
  decided_at: Timestamp;
  expires_at: NullableTimestamp;
  supersedes: number | null;
  superseded_at: NullableTimestamp;
  /** When and why a scan reported that the decision no longer holds. */
  lapsed_at: NullableTimestamp;
  lapse: Generated<string>;
}

export interface DeletedFindingsTable {
  project_id: number;
  identity: string;
  finding: string;
  name: string;
  is_lifted: Generated<boolean>;
  deleted_by: string;
  deleted_at: Timestamp;
}

export interface AuditSealsTable {
  number: number;
  line: number;
  line_hash: Buffer;
  sealed_at: Date;
  key_id: string;
  mac: Buffer;
}

export interface DamagedContentsTable {
  id: Generated<number>;
  sha256: Buffer;
  finding: string;
  uses: Json<unknown[]>;
  more_uses: Generated<number>;
  found_at: Timestamp;
  last_seen_at: Timestamp;
  repaired_at: Date | null;
}

export interface CorpusPackagesTable {
  id: Generated<number>;
  purl: string;
  component: string;
  version: string;
  file_count: number;
  added_at: Generated<Date>;
}

export interface CorpusFilesTable {
  package_id: number;
  sha256: Buffer;
  path: string;
}

export interface AdvisorySourcesTable {
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
  crawl: unknown;
  created_at: Timestamp;
}

export interface AdvisoriesTable {
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

export interface AdvisoryFilesTable {
  advisory_id: number;
  digest: Buffer;
}

export interface RemovedAdvisoriesTable {
  source_id: number;
  name: string;
  removed_at: Timestamp;
}

export interface AdvisoryNamesTable {
  advisory_id: number;
  name_key: string;
}

export interface AdvisoryPackagesTable {
  advisory_id: number;
  position: number;
  type: string;
  name: string;
  affected: Json<Record<string, unknown>>;
}

export interface AdvisoryDigestsTable {
  digest: Buffer;
  advisory_id: number;
}

export interface VulnerabilityNamesTable {
  name_key: string;
  vulnerability_id: number;
}

export interface ExploitationsTable {
  asserter: string;
  name_key: string;
  source_id: number;
  since: string;
  due: string;
  is_ransomware: boolean;
  note: string;
}

export interface ExploitPredictionsTable {
  name_key: string;
  source_id: number;
  score: number;
  percentile: number;
}

export interface DecisionPointsTable {
  name_key: string;
  source_id: number;
  exploitation: string;
  automatable: string;
  technical_impact: string;
}

export interface EndOfLifeDatesTable {
  source_id: number;
  product: string;
  cycle: string;
  ends_on: string;
  is_over: boolean;
}

export interface VersionSubjectsTable {
  version_id: number;
  purl: string;
  type: string;
  name: string;
  other_name: Generated<string>;
  repository: Generated<string>;
}

export interface UnmatchedVersionsTable {
  version_id: number;
}

export interface VersionVulnerabilitiesTable {
  version_id: number;
  vulnerability_id: number;
  outcome: RecordedOutcome;
  advisory_ids: number[];
  fixed_in: Generated<string[]>;
  is_by_cpe: Generated<boolean>;
  matched_at: Timestamp;
}

export interface PastVersionVulnerabilitiesTable {
  version_id: number;
  vulnerability_id: number;
  matched_at: Date;
  ended_at: Timestamp;
}

export interface ItemExposuresTable {
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

export interface ExposureNewsTable {
  item_id: number;
  vulnerability_id: number;
  found_at: Timestamp;
}

export interface VulnerabilityAlertsTable {
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

export interface ItemVersionSpansTable {
  item_id: number;
  project_id: number;
  version_id: number;
  item_name: string;
  purl: Generated<string>;
  began_at: Timestamp;
  ended_at: NullableTimestamp;
}

/** A view. */
export interface StandingSuppressionsTable {
  version_id: number;
  project_id: number | null;
  vulnerability_id: number;
  suppression_id: number;
  suppressed_version_id: number;
}

/** A view. */
export interface ItemVulnerabilitiesTable {
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

export interface Database {
  corpus_packages: CorpusPackagesTable;
  corpus_files: CorpusFilesTable;
  advisory_sources: AdvisorySourcesTable;
  advisories: AdvisoriesTable;
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
  vulnerability_analyses: VulnerabilityAnalysesTable;
  standing_suppressions: StandingSuppressionsTable;
  item_vulnerabilities: ItemVulnerabilitiesTable;
  damaged_contents: DamagedContentsTable;
  decisions: DecisionsTable;
  users: UsersTable;
  ldap_syncs: LdapSyncsTable;
  tokens: TokensTable;
  registries: RegistriesTable;
  registry_lookups: RegistryLookupsTable;
  alm_instances: AlmInstancesTable;
  project_alm_links: ProjectAlmLinksTable;
  alm_issues: AlmIssuesTable;
  task_alm_issues: TaskAlmIssuesTable;
  alm_requests: AlmRequestsTable;
  alm_syncs: AlmSyncsTable;
  folders: FoldersTable;
  scan_profiles: ScanProfilesTable;
  policy_profiles: PolicyProfilesTable;
  projects: ProjectsTable;
  project_members: ProjectMembersTable;
  project_links: ProjectLinksTable;
  blobs: BlobsTable;
  codebase_folders: CodebaseFoldersTable;
  files: FilesTable;
  facts: FactsTable;
  archive_contents: ArchiveContentsTable;
  archive_findings: ArchiveFindingsTable;
  followed_licenses: FollowedLicensesTable;
  search_hits: SearchHitsTable;
  search_term_sets: SearchTermSetsTable;
  jobs: JobsTable;
  job_issues: JobIssuesTable;
  licenses: LicensesTable;
  component_letters: ComponentLettersTable;
  components: ComponentsTable;
  component_versions: ComponentVersionsTable;
  curation_sources: CurationSourcesTable;
  curations: CurationsTable;
  decision_files: DecisionFilesTable;
  inventory_items: InventoryItemsTable;
  inventory_files: InventoryFilesTable;
  inventory_file_exclusions: InventoryFileExclusionsTable;
  inventory_links: InventoryLinksTable;
  inventory_history: InventoryHistoryTable;
  tasks: TasksTable;
  reports: ReportsTable;
  codebase_issues: CodebaseIssuesTable;
  upload_files: UploadFilesTable;
  report_results: ReportResultsTable;
  report_template_versions: ReportTemplateVersionsTable;
  statement_edits: StatementEditsTable;
  custom_fields: CustomFieldsTable;
  project_field_values: ProjectFieldValuesTable;
  inventory_field_values: InventoryFieldValuesTable;
  remembered_license_grounds: RememberedLicenseGroundsTable;
  remembered_licenses: RememberedLicensesTable;
  inventory_workflows: InventoryWorkflowsTable;
  settings: SettingsTable;
  scm_instances: ScmInstancesTable;
  detection_rules: DetectionRulesTable;
  vulnerabilities: VulnerabilitiesTable;
  suppressions: SuppressionsTable;
  suppressed_versions: SuppressedVersionsTable;
  list_changes: ListChangesTable;
  audit_log: AuditLogTable;
  audit_seals: AuditSealsTable;
  webhooks: WebhooksTable;
  webhook_deliveries: WebhookDeliveriesTable;
  mails: MailsTable;
  password_requests: PasswordRequestsTable;
  password_resets: PasswordResetsTable;
  deleted_findings: DeletedFindingsTable;
}
