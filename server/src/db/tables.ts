// All tables as TypeScript types. A folder of db/ declares its tables in its own tables.ts; the tables of headings that are one file are here.
// Each type mirrors its `create table`; `schema.test.ts` compares them on a fresh database.
import type { Generated, GeneratedAlways } from 'kysely';
import type { LookupOutcome, PackageFacts, RegistryName } from '../domain/derivation/registries.ts';
import type { FieldScope, FieldType } from '../domain/inventories/custom-fields.ts';
import type { JobStatus } from '../domain/jobs/job.ts';
import type { MailState } from '../domain/messages/mail-delivery.ts';
import type { MailValues } from '../domain/messages/mail-events.ts';
import type { UnpackOptions } from '../domain/projects/expansion.ts';
import type { StatedDigest } from '../domain/projects/whole-digest.ts';
import type { TaskResolution, TaskType } from '../domain/reviews/review-task.ts';
import type { SyncTrigger } from '../domain/scm/schedule.ts';
import type { TaskPriority } from '../domain/task-priority.ts';
import type { LdapSyncStatus } from '../domain/users/ldap-sync.ts';
import type { AdvisoryTables } from './advisories/tables.ts';
import type { AlmTables } from './alm/tables.ts';
import type { AnalysisRuleTables } from './analysis-rules/tables.ts';
import type { AuditLogTables } from './audit-log/tables.ts';
import type { BulkTables } from './bulk/tables.ts';
import type { ComponentTables } from './components/tables.ts';
import type { DecisionTables } from './decisions/tables.ts';
import type { FileTables } from './files/tables.ts';
import type { InventoryTables } from './inventories/tables.ts';
import type { Json, NullableTimestamp, Timestamp } from './postgres/columns.ts';
import type { ProjectTables } from './projects/tables.ts';
import type { ReleaseTables } from './releases/tables.ts';
import type { RemoteCodeTables } from './remote-code/tables.ts';
import type { ReportTables } from './reports/tables.ts';
import type { SbomTables } from './sboms/tables.ts';
import type { ScmTables } from './scm/tables.ts';
import type { UserTables } from './users/tables.ts';
import type { VulnerabilityTables } from './vulnerabilities/tables.ts';
import type { WebhookTables } from './webhooks/tables.ts';

export interface Database
  extends AdvisoryTables,
    AlmTables,
    AuditLogTables,
    BulkTables,
    ComponentTables,
    DecisionTables,
    FileTables,
    InventoryTables,
    ProjectTables,
    RemoteCodeTables,
    ReleaseTables,
    ReportTables,
    SbomTables,
    AnalysisRuleTables,
    ScmTables,
    UserTables,
    VulnerabilityTables,
    WebhookTables {
  ldap_syncs: LdapSyncsTable;
  registries: RegistriesTable;
  registry_lookups: RegistryLookupsTable;
  folders: FoldersTable;
  scan_profiles: ScanProfilesTable;
  policy_profiles: PolicyProfilesTable;
  jobs: JobsTable;
  job_steps: JobStepsTable;
  job_issues: JobIssuesTable;
  licenses: LicensesTable;
  curation_sources: CurationSourcesTable;
  curations: CurationsTable;
  tasks: TasksTable;
  codebase_issues: CodebaseIssuesTable;
  upload_files: UploadFilesTable;
  resumable_uploads: ResumableUploadsTable;
  custom_fields: CustomFieldsTable;
  project_field_values: ProjectFieldValuesTable;
  inventory_field_values: InventoryFieldValuesTable;
  settings: SettingsTable;
  detection_rules: DetectionRulesTable;
  list_changes: ListChangesTable;
  mails: MailsTable;
  corpus_packages: CorpusPackagesTable;
  corpus_files: CorpusFilesTable;
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

export interface RegistriesTable {
  name: RegistryName;
  is_asked: Generated<boolean>;
  base_address: Generated<string>;
  user_name: Generated<string>;
  secret_sealed: Buffer | null;
  updated_at: Timestamp;
}

interface RegistryLookupsTable {
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

interface FoldersTable {
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

interface JobStepsTable {
  job_id: number;
  part: Generated<string>;
  step: number;
  state: Json<unknown>;
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
  /** The point from which the pace counts (domain/jobs/job-pace.ts). */
  pace_at: NullableTimestamp;
  pace_done: Generated<number>;
  details: Generated<string>;
  error: Generated<string>;
  result: Json<Record<string, unknown>>;
}

interface JobIssuesTable {
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

interface CurationSourcesTable {
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

interface CurationsTable {
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
  /** The one open task of a project about decisions that no longer hold. */
  tells_of_decisions: Generated<boolean>;
}

interface CodebaseIssuesTable {
  id: Generated<number>;
  project_id: number;
  code: string;
  path: string;
  message: string;
}

interface UploadFilesTable {
  upload_id: string;
  path: string;
  /** Its number in the upload's tree. */
  folder: number;
  sha256: Buffer;
  size_bytes: number;
  hint: string;
  layer: Buffer | null;
}

export interface ResumableUploadsTable {
  id: Generated<string>;
  project_id: number;
  user_id: number;
  file_name: string;
  metadata: Generated<string>;
  options: Json<UnpackOptions>;
  /** Null until the sender tells it. */
  size_bytes: number | null;
  received_bytes: Generated<number>;
  /** It is unpacked with others, by the upload that names it. */
  is_partial: Generated<boolean>;
  /** The uploads that it is put together from; its bytes are theirs. */
  parts: Generated<string[]>;
  /** Of the whole archive, as its sender states them. */
  digests: Json<StatedDigest[]>;
  writer: string | null;
  writer_until: Date | null;
  created_at: Timestamp;
  expires_at: Timestamp;
  job_id: number | null;
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

interface ProjectFieldValuesTable {
  project_id: number;
  field_id: number;
  value: string;
}

interface InventoryFieldValuesTable {
  item_id: number;
  field_id: number;
  value: string;
}

interface SettingsTable {
  key: string;
  value: Json<unknown>;
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

interface ListChangesTable {
  list: string;
  scope: number;
  xid: Generated<string>;
  mark: Generated<string>;
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

interface CorpusPackagesTable {
  id: Generated<number>;
  purl: string;
  component: string;
  version: string;
  file_count: number;
  added_at: Generated<Date>;
}

interface CorpusFilesTable {
  package_id: number;
  sha256: Buffer;
  path: string;
}
