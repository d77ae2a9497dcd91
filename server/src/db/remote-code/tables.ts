// The tables of remote code bases, as TypeScript types.
import type { Generated } from 'kysely';
import type { RemoteIssue } from '../../domain/projects/remote-code.ts';
import type { Json, NullableTimestamp, Timestamp } from '../postgres/columns.ts';

export interface RemoteCodeTables {
  remote_code_bases: RemoteCodeBasesTable;
  remote_facts: RemoteFactsTable;
  remote_files: RemoteFilesTable;
  inventory_remote_files: InventoryRemoteFilesTable;
  remote_sends: RemoteSendsTable;
  remote_sent_files: RemoteSentFilesTable;
  remote_links: RemoteLinksTable;
}

interface RemoteCodeBasesTable {
  id: Generated<number>;
  project_id: number;
  alias: string;
  /** The only host that may send for this alias. */
  host: string;
  root: Generated<string>;
  analyzer_version: Generated<string>;
  file_count: Generated<number>;
  size_bytes: Generated<number>;
  line_count: Generated<number>;
  /** JSON of all facts, also of those that an unfinished send brought. */
  facts_bytes: Generated<number>;
  last_scan_id: number | null;
  scanned_at: NullableTimestamp;
  created_at: Timestamp;
}

interface RemoteFactsTable {
  code_base_id: number;
  /** SHA-256 of the JSON. */
  digest: Buffer;
  facts: Json<Record<string, unknown>>;
  json_bytes: number;
  sha256: Buffer;
  sha1: Buffer;
  md5: Buffer;
  size_bytes: number;
  language: string;
  line_count: number;
  spdx: string[];
  has_packages: boolean;
  has_evidence: boolean;
  received_at: Timestamp;
}

interface RemoteFilesTable {
  id: Generated<number>;
  project_id: number;
  code_base_id: number;
  path: string;
  name: string;
  facts_digest: Buffer;
  is_reviewed: Generated<boolean>;
}

interface InventoryRemoteFilesTable {
  item_id: number;
  file_id: number;
}

interface RemoteSendsTable {
  id: Generated<number>;
  code_base_id: number;
  analyzer_version: string;
  root: string;
  /** What the agent could not read or understand. */
  issues: Json<RemoteIssue[]>;
  /** Set when the send is finished. */
  job_id: number | null;
  begun_at: Timestamp;
}

interface RemoteSentFilesTable {
  send_id: number;
  path: string;
  facts_digest: Buffer;
}

interface RemoteLinksTable {
  code_base_id: number;
  parent_id: number;
  child_id: number;
}
