// The tables of bulk decisions, as TypeScript types.
import type { Generated } from 'kysely';
import type { BulkAction, BulkDetails, KeptRow, RowKind, SkipCounts } from '../../domain/bulk/actions.ts';
import type { Notice } from '../../domain/messages/mail-notices.ts';
import type { Json, NullableTimestamp, Timestamp } from '../postgres/columns.ts';

export interface BulkTables {
  bulk_decisions: BulkDecisionsTable;
  bulk_steps: BulkStepsTable;
  bulk_images: BulkImagesTable;
  bulk_notices: BulkNoticesTable;
}

/** The notices of a step that wait for the end of the decision. */
interface BulkNoticesTable {
  bulk_id: number;
  step: number;
  notices: Json<readonly Notice[]>;
}

interface BulkDecisionsTable {
  id: Generated<number>;
  undo_token: string;
  /** Null for decisions about vulnerabilities of all projects. */
  project_id: number | null;
  user_id: number | null;
  user_name: string;
  action: BulkAction;
  details: Json<BulkDetails>;
  reason: Generated<string>;
  row_ids: number[];
  done: Generated<number>;
  job_id: number | null;
  changed: Generated<number>;
  skipped: Json<SkipCounts>;
  decided_at: Timestamp;
  ended_at: NullableTimestamp;
  undo_until: Timestamp;
  undone_at: NullableTimestamp;
  undone_by: Generated<string>;
  undo_done: Generated<number>;
  undo_job_id: number | null;
  restored: Generated<number>;
  kept: Json<readonly KeptRow[]>;
}

interface BulkStepsTable {
  bulk_id: number;
  step: number;
  is_undo: boolean;
  first_revision: number;
  last_revision: number;
  last_decision: number;
}

interface BulkImagesTable {
  bulk_id: number;
  is_undo: Generated<boolean>;
  step: number;
  kind: RowKind;
  ids: number[];
  before: Json<Record<string, unknown>> | null;
  after: Json<Record<string, unknown>> | null;
  project_id: number | null;
  vulnerability_id: number | null;
}
