// The tables of users and their secrets, as TypeScript types.
import type { Generated } from 'kysely';
import type { TokenAccess } from '../../domain/users/token-limits.ts';
import type { UserSource } from '../../domain/users/user.ts';
import type { NullableTimestamp, Timestamp } from '../postgres/columns.ts';

export interface UserTables {
  users: UsersTable;
  tokens: TokensTable;
  password_requests: PasswordRequestsTable;
  password_resets: PasswordResetsTable;
}

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

interface TokensTable {
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
  access: Generated<TokenAccess>;
  /** Null: all projects of the owner. */
  project_ids: number[] | null;
}

interface PasswordRequestsTable {
  login: string;
  requested_at: Timestamp;
}

interface PasswordResetsTable {
  token_hash: Buffer;
  user_id: number;
  created_at: Timestamp;
  expires_at: Timestamp;
  wrong_answers: Generated<number>;
}
