// Seals on the audit log (docs/adr/0011-audit-log.md). Only these functions use the table.
import { itemAt } from '@assay/scanner/items';
import { sql } from 'kysely';
import type { AuditKey } from '../../security/audit-key.ts';
import type { Db, Tx } from '../postgres/connection.ts';

export interface AuditSeal {
  number: number;
  /** The newest line at the time of the seal. */
  line: number;
  /** In hexadecimal, like the other digests here. */
  lineHash: string;
  at: string;
  keyId: string;
  mac: string;
}

/** The lock of the log's trigger. While it is held, no line is added. */
const LOG_LOCK = 7_220_813;
export const NO_SEAL = '00'.repeat(32);

/** The text from which the mac of a seal is computed. */
export function sealedText({ number, line, lineHash, at, keyId }: Omit<AuditSeal, 'mac'>, before: string): string {
  return JSON.stringify(['assay audit seal 1', number, line, lineHash, at, keyId, before]);
}

export interface Sealed {
  /** An older seal than that of the call if no line was added since. */
  last: AuditSeal | undefined;
  before: AuditSeal | undefined;
}

/** Seals all existing lines, in the transaction of the caller. */
export async function sealAuditLog(tx: Tx, key: AuditKey, now: Date): Promise<Sealed> {
  await sql`select pg_advisory_xact_lock(${LOG_LOCK}::bigint)`.execute(tx);
  const { rows } = await sql<{ id: number; hash: Buffer }>`
    select id, hash from audit_log order by id desc limit 1`.execute(tx);
  return rows[0] ? sealUpTo(tx, key, { line: rows[0], now }) : { last: undefined, before: await lastSeal(tx) };
}

/** Seals everything up to this line, the newest one: the transaction of the caller has added it, and so has the lock of the log. */
export async function sealUpTo(
  tx: Tx,
  key: AuditKey,
  { line, now }: { line: { id: number; hash: Buffer }; now: Date },
): Promise<Sealed> {
  const before = await lastSeal(tx);
  if (before?.line === line.id) return { last: before, before };
  const number = (before?.number ?? 0) + 1;
  const seal = { number, line: line.id, lineHash: line.hash.toString('hex'), at: now.toISOString(), keyId: key.id };
  const mac = key.sign(sealedText(seal, before?.mac ?? NO_SEAL)).toString('hex');
  await sql`insert into audit_seals (number, line, line_hash, sealed_at, key_id, mac)
    values (${number}, ${line.id}, ${line.hash}, ${seal.at}, ${key.id}, decode(${mac}, 'hex'))`.execute(tx);
  return { last: { ...seal, mac }, before };
}

/** The newest seal; nothing before the first one. */
export async function lastSeal(db: Db): Promise<AuditSeal | undefined> {
  const { rows } = await sql<SealRow>`${SEALS} order by number desc limit 1`.execute(db);
  return rows[0] && sealOf(rows[0]);
}

type SealRow = Omit<AuditSeal, 'at'> & { at: Date };

const SEALS = sql`select number, line, encode(line_hash, 'hex') as "lineHash", sealed_at as at, key_id as "keyId", encode(mac, 'hex') as mac
  from audit_seals`;

const sealOf = (row: SealRow): AuditSeal => ({ ...row, at: row.at.toISOString() });

const SEALS_PER_BATCH = 5000;

/** All seals in their order. */
export async function* eachAuditSeal(db: Db): AsyncGenerator<AuditSeal> {
  let after = Number.MIN_SAFE_INTEGER;
  for (;;) {
    const { rows } = await sql<SealRow>`${SEALS} where number > ${after} order by number limit ${SEALS_PER_BATCH}`.execute(db); // biome-ignore format: one query
    if (rows.length === 0) return;
    for (const row of rows) yield sealOf(row);
    after = itemAt(rows, rows.length - 1).number;
  }
}
