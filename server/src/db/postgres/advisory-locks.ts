// The numbers of the advisory locks between servers. Each must be unique: 7220811 belongs to migrations, 7220813 to the audit log (inside its
// trigger). Locks with a second number have a number space of their own: those of workers (7220812), of requests with a job (7220856) and of edited
// objects (7220813).
import { sql } from 'kysely';
import type pg from 'pg';
import type { Tx } from './connection.ts';

export const LDAP_SYNC_LOCK = 7_220_820;
export const ALM_SYNC_LOCK = 7_220_821;
export const EVIDENCE_REFRESH_LOCK = 7_220_822;
export const RULES_IMPORT_LOCK = 7_220_823;
/** An import of advisories takes it exclusively; matching of new versions takes it shared. */
export const ADVISORIES_LOCK = 7_220_831;
/** A change of rules about vulnerabilities takes it exclusively; whoever lets rules decide about items takes it shared. */
export const RULES_LOCK = 7_220_842;
/** A step of a bulk decision about vulnerabilities, or of its undo, takes it exclusively; other decisions of people about vulnerabilities take it shared. */
export const VULNERABILITY_DECISIONS_LOCK = 7_220_857;
/** Who notes what projects have today has it alone. */
export const FIGURES_LOCK = 7_220_850;
export const LIBRARY_REFRESH_LOCK = 7_220_832;
export const STORE_VERIFICATION_LOCK = 7_220_830;
/** Marks of unneeded contents are made under the exclusive lock; a use of contents begins under the shared one. */
export const CONTENT_MARKS_LOCK = 7_220_838;
/** Who strikes contents or moves their bytes has it alone; a backup has it shared, so that the rows that it copied keep their bytes. */
export const COLLECTION_LOCK = 7_220_839;
/** A collection is queued under it. */
export const CONTENT_COLLECTION_LOCK = 7_220_840;
/** First number of the locks of requests that run a job themselves; the second comes from the holder. */
export const OWN_JOB_LOCKS = 7_220_856;
export const ONE_IN_THE_SYSTEM_LOCK = 7_220_837;

/** Waits for the exclusive lock, which ends with the transaction. */
export async function lockUntilEnd(tx: Tx, lock: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(${lock}::bigint)`.execute(tx);
}

/** The same for the shared lock. */
export async function lockSharedUntilEnd(tx: Tx, lock: number): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(${lock}::bigint)`.execute(tx);
}

/** False if somebody else has the lock. It ends with the transaction. */
export async function tryLockUntilEnd(tx: Tx, lock: number): Promise<boolean> {
  const { rows } = await sql<{
    isMine: boolean;
  }>`select pg_try_advisory_xact_lock(${lock}::bigint) as "isMine"`.execute(tx);
  return rows[0]?.isMine === true;
}

/** False if somebody else has the exclusive lock, or waits for it. It ends with the transaction. */
export async function trySharedUntilEnd(tx: Tx, lock: number): Promise<boolean> {
  const { rows } = await sql<{
    isMine: boolean;
  }>`select pg_try_advisory_xact_lock_shared(${lock}::bigint) as "isMine"`.execute(tx);
  return rows[0]?.isMine === true;
}

/** Holds the shared lock during the work, on a connection of its own. Rejects if the connection broke meanwhile, because the lock was lost then. */
export async function withSharedLock<T>(pool: pg.Pool, lock: number, work: () => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query('select pg_advisory_lock_shared($1::bigint)', [lock]);
    const result = await work();
    const { rows } = await client.query('select pg_advisory_unlock_shared($1::bigint) as held', [lock]);
    if (rows[0]?.held !== true) throw new Error('The lock of this work was lost.');
    return result;
  } finally {
    // A connection that may still hold the lock does not return to the pool.
    client.release(true);
  }
}
