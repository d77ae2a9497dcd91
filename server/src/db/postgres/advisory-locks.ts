// The numbers of the advisory locks between servers. Each must be unique: 7220811 belongs to migrations, 7220813 to the audit log (inside its
// trigger). Locks with a second number have a number space of their own: those of workers (7220812) and of edited
// objects (7220813).
import { sql } from 'kysely';
import type { Tx } from './connection.ts';

export const LDAP_SYNC_LOCK = 7_220_820;
export const ALM_SYNC_LOCK = 7_220_821;
export const EVIDENCE_REFRESH_LOCK = 7_220_822;
export const RULES_IMPORT_LOCK = 7_220_823;
/** An import of advisories takes it exclusively; matching of new versions takes it shared. */
export const ADVISORIES_LOCK = 7_220_831;
export const LIBRARY_REFRESH_LOCK = 7_220_832;
export const STORE_VERIFICATION_LOCK = 7_220_830;
export const ONE_IN_THE_SYSTEM_LOCK = 7_220_837;

/** Waits for the exclusive lock, which ends with the transaction. */
export async function lockUntilEnd(tx: Tx, lock: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(${lock}::bigint)`.execute(tx);
}

/** The same for the shared lock. */
export async function lockSharedUntilEnd(tx: Tx, lock: number): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(${lock}::bigint)`.execute(tx);
}
