// The tables of issue trackers, as TypeScript types.
import type { Generated } from 'kysely';
import type { AlmAuthentication, AlmRequestState } from '../../domain/messages/alm-issue.ts';
import type { SyncTrigger } from '../../domain/scm/schedule.ts';
import type { Json, NullableTimestamp, Timestamp } from '../postgres/columns.ts';

export interface AlmTables {
  alm_instances: AlmInstancesTable;
  project_alm_links: ProjectAlmLinksTable;
  alm_issues: AlmIssuesTable;
  task_alm_issues: TaskAlmIssuesTable;
  alm_requests: AlmRequestsTable;
  alm_syncs: AlmSyncsTable;
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

interface TaskAlmIssuesTable {
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
