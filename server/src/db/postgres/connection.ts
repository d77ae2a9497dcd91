// Pools of connections to PostgreSQL, and the only place that converts its values: int8, also in arrays, to safe integers, timestamps to Date.
import { type Kysely, Kysely as KyselyClass, PostgresDialect, type Transaction } from 'kysely';
import pg from 'pg';
import type { Database } from '../tables.ts';
import { lowerPriority } from './session-priority.ts';
import { gatedDb, type TransactionLimits } from './transaction-gate.ts';

const INT8 = 20;
const INT8_ARRAY = 1016;
const TEXT_ARRAY = 1009;
const NUMERIC = 1700;

/** A pool or a transaction: the first argument of every query function. */
export type Db = Kysely<Database>;
export type Tx = Transaction<Database>;

export interface Connection {
  db: Db;
  pool: pg.Pool;
  close(): Promise<void>;
}

export type ConnectionTarget = string | pg.ClientConfig;

const CONNECT_TIMEOUT_MS = 10_000;

/** Limits the time for connecting to a server that does not answer. A pool option would also limit the wait for a free connection. */
class PatientClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(typeof config === 'string' ? config : { ...config, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
  }
}

/** Longest time of one statement for each kind of work. Uploads set their own (features/projects/upload.ts). */
export const STATEMENT_TIMEOUTS_MS = { requests: 5 * 60_000, jobs: 6 * 60 * 60_000 } as const;

/** For the connections of requests. Four of the twenty are for statements outside of transactions, whatever the transactions wait for. */
export const OF_REQUESTS = {
  maxConnections: 20,
  statementTimeoutMs: STATEMENT_TIMEOUTS_MS.requests,
  mostTransactions: { changing: 12, ofOneProject: 4, reading: 4 },
} as const satisfies ConnectOptions;

/** For the transactions of jobs that lock a project (`App.lockingDb`). */
export const OF_LOCKING = {
  maxConnections: 4,
  statementTimeoutMs: STATEMENT_TIMEOUTS_MS.jobs,
} as const satisfies ConnectOptions;

/** For the audit log, whose lines are written one batch after the other. Every change of a person waits for its line. */
export const OF_AUDIT = {
  maxConnections: 1,
  statementTimeoutMs: STATEMENT_TIMEOUTS_MS.requests,
} as const satisfies ConnectOptions;

export interface ConnectOptions {
  maxConnections?: number;
  /** At most so many transactions at once, so that some connections stay free for other statements; no limit if absent. */
  mostTransactions?: TransactionLimits;
  onError?: (error: Error) => void;
  /** Longest time of one statement; no limit if absent. */
  statementTimeoutMs?: number;
  /** The sessions work for jobs: in Assay's own database, they give way to the sessions and threads of requests. */
  isBackground?: boolean;
}

export function connect(target: ConnectionTarget, options: ConnectOptions = {}): Connection {
  const config: pg.PoolConfig = typeof target === 'string' ? { connectionString: target } : { ...target };
  let isClosing = false;
  const broken = (error: Error) => {
    if (!isClosing) options.onError?.(error);
  };
  const pool = new pg.Pool({
    ...config,
    max: options.maxConnections ?? 20,
    types: { getTypeParser },
    // Detects a server that disappeared without closing the connection.
    keepAlive: true,
    Client: PatientClient,
    statement_timeout: options.statementTimeoutMs,
  });
  // The pool replaces an idle connection that breaks; without a listener, the error would end the process.
  pool.on('error', broken);
  pool.on('connect', (client) => client.on('error', broken));
  if (options.isBackground && isOnThisMachine(config))
    pool.on('connect', (client) => void lowerPriority((client as unknown as { processID: number }).processID));
  const db = new KyselyClass<Database>({ dialect: new PostgresDialect({ pool }) });
  return {
    db: options.mostTransactions === undefined ? db : gatedDb(db, options.mostTransactions),
    pool,
    close: async () => {
      isClosing = true;
      await db.destroy();
      // Without a query through `db`, Kysely leaves the pool open, and its idle connections keep the process alive for ten seconds.
      if (!pool.ending) await pool.end();
    },
  };
}

/** The embedded database is reached by the folder of its socket. An address in a connection string may be anywhere. */
function isOnThisMachine({ host }: pg.ClientConfig): boolean {
  return host?.startsWith('/') === true;
}

function getTypeParser(oid: number, format?: 'text' | 'binary'): unknown {
  if (oid === INT8) return parseSafeInteger;
  if (oid === INT8_ARRAY) return integersOf;
  if (oid === NUMERIC) return Number;
  return pg.types.getTypeParser(oid, format as 'text');
}

/** By the parser of texts: the elements are digits, so that they need no other. */
const textsOf = pg.types.getTypeParser(TEXT_ARRAY as number, 'text');

function integersOf(text: string): (number | null)[] {
  const texts = textsOf(text) as (string | null)[];
  return texts.map((one) => (one === null ? null : parseSafeInteger(one)));
}

function parseSafeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value))
    throw new RangeError(
      `The database holds the integer ${text}, which is too large for exact arithmetic in JavaScript.`,
    );
  return value;
}
