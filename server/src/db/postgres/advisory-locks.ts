// Numbers of the advisory locks that whole servers compete for. Each must be no other's: 7220811 is the migrations', 7220813 the audit log's
// (inside its trigger). The workers' (7220812 with a second number) live in a space of their own.
import { sql } from 'kysely';
import type { Tx } from './connection.ts';

export const LDAP_SYNC_LOCK = 7_220_820;
export const ALM_SYNC_LOCK = 7_220_821;
export const EVIDENCE_REFRESH_LOCK = 7_220_822;
export const RULES_IMPORT_LOCK = 7_220_823;
/** Imports of advisories take it alone, matching of new versions together. */
export const ADVISORIES_LOCK = 7_220_831;
export const LIBRARY_REFRESH_LOCK = 7_220_832;
export const STORE_VERIFICATION_LOCK = 7_220_830;
export const ONE_IN_THE_SYSTEM_LOCK = 7_220_837;

/** Waits for the lock; it is given back when the transaction ends. */
export async function lockUntilEnd(tx: Tx, lock: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(${lock}::bigint)`.execute(tx);
}

/** The same, beside others who take it so. */
export async function lockSharedUntilEnd(tx: Tx, lock: number): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(${lock}::bigint)`.execute(tx);
}
