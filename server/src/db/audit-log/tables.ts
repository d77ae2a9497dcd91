// The tables of the audit log, as TypeScript types.
import type { Generated } from 'kysely';
import type { AuditWay } from '../../domain/audit/ways.ts';
import type { Json, Timestamp } from '../postgres/columns.ts';

export interface AuditLogTables {
  audit_log: AuditLogTable;
  audit_seals: AuditSealsTable;
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

interface AuditSealsTable {
  number: number;
  line: number;
  line_hash: Buffer;
  sealed_at: Date;
  key_id: string;
  mac: Buffer;
}
