// Tables of source control: instances, what was fetched from them, and what asks for it to be fetched.
import type { DescribedImage } from '@assay/scanner/archives';
import type { Generated } from 'kysely';
import type { AskedResult, CodeAction, PushResult } from '../../domain/scm/push-delivery.ts';
import type { PushSender } from '../../domain/scm/push-senders.ts';
import type { Schedule } from '../../domain/scm/schedule.ts';
import type { SourceType } from '../../domain/scm/scm-address.ts';
import type { ScmRevision } from '../../domain/scm/scm-revision.ts';
import type { Json, NullableTimestamp, Timestamp } from '../postgres/columns.ts';

export interface ScmTables {
  scm_instances: ScmInstancesTable;
  scm_states: ScmStatesTable;
  scm_contents: ScmContentsTable;
  image_layers: ImageLayersTable;
  project_images: ProjectImagesTable;
  push_hooks: PushHooksTable;
  push_deliveries: PushDeliveriesTable;
  code_requests: CodeRequestsTable;
  code_schedules: CodeSchedulesTable;
}

export interface ScmInstancesTable {
  id: Generated<number>;
  project_id: number;
  type: SourceType;
  instance_id: number;
  url: Generated<string>;
  user_name: Generated<string>;
  password_sealed: Buffer | null;
  settings: Json<Record<string, unknown>>;
  created_at: Timestamp;
  updated_at: Timestamp;
}

export interface ScmStatesTable {
  project_id: number;
  type: SourceType;
  instance_id: number;
  source_digest: Buffer | null;
  revisions: Json<ScmRevision[]>;
  synchronised_at: Date | null;
  attempted_at: Timestamp;
  job_id: number | null;
  error: Generated<string>;
}

interface ScmContentsTable {
  repository: Buffer;
  object_id: Buffer;
  sha256: Buffer;
  size_bytes: number;
  lfs_bytes: number | null;
  is_archive: boolean;
}

interface ImageLayersTable {
  key: Buffer;
  entries: Buffer;
  used_at: Timestamp;
}

interface ProjectImagesTable {
  project_id: number;
  folder: string;
  image: Json<DescribedImage>;
}

export interface PushHooksTable {
  id: Generated<number>;
  project_id: number;
  sender: PushSender;
  address_key: string;
  secret_sealed: Buffer;
  action: CodeAction;
  is_active: Generated<boolean>;
  created_by: string;
  created_at: Timestamp;
}

export interface PushDeliveriesTable {
  id: Generated<number>;
  hook_id: number;
  delivery_key: string;
  body_digest: Buffer | null;
  received_at: Timestamp;
  event: string;
  result: PushResult;
  detail: string;
  job_id: number | null;
}

interface CodeRequestsTable {
  project_id: number;
  action: CodeAction;
  asked_at: Timestamp;
}

export interface CodeSchedulesTable {
  project_id: number;
  action: CodeAction;
  schedule: Json<Schedule>;
  changed_at: Timestamp;
  started_at: NullableTimestamp;
  result: AskedResult | null;
  detail: Generated<string>;
  job_id: number | null;
}
