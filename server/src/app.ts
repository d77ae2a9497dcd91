// The parts that every operation gets; serve.ts puts them together. A plain record, so that a test can build one.
import type pg from 'pg';
import type { Logger } from 'pino';
import type { AuditWriter } from './audit/writer.ts';
import type { Config } from './config.ts';
import type { Db } from './db/postgres/connection.ts';
import type { DataFolder } from './installation/data-folder.ts';
import type { Outgoing } from './outgoing/index.ts';
import type { Queue } from './queue/shape.ts';
import type { SignInAttempts } from './security/sign-in-attempts.ts';
import type { TokenKey } from './security/tokens.ts';
import type { PackStore } from './store/index.ts';

export interface App {
  config: Config;
  db: Db;
  pool: pg.Pool;
  /** For work that may take minutes, also on behalf of a request: the sessions of jobs, which give way to those of requests. */
  backgroundDb: Db;
  backgroundPool: pg.Pool;
  /**
   * For the transactions of jobs that lock a project. People wait for their end, so their sessions do not give way: on a busy machine, a session of low
   * priority that holds a lock stops everybody whom it gives way to.
   */
  lockingDb: Db;
  lockingPool: pg.Pool;
  store: PackStore;
  folder: DataFolder;
  queue: Queue;
  tokenKey: TokenKey;
  /** Calls to other servers. */
  outgoing: Outgoing;
  audit: AuditWriter;
  signInAttempts: SignInAttempts;
  log: Logger;
  /** The clock; tests give their own. */
  now(): Date;
}
