// Contents that a verification found damaged. An entry is open until its bytes are repaired.
import { firstOf } from '@assay/scanner/items';
import { sql } from 'kysely';
import type { Db } from '../postgres/connection.ts';
import type { ContentUse } from './content-uses.ts';

export interface FoundDamage {
  /** In hexadecimal. */
  sha256: string;
  finding: string;
  uses: ContentUse[];
  moreUses: number;
}

/** An open entry keeps the time of its first finding. */
export async function recordDamage(db: Db, { sha256, finding, uses, moreUses }: FoundDamage): Promise<void> {
  await sql`insert into damaged_contents (sha256, finding, uses, more_uses)
    values (${Buffer.from(sha256, 'hex')}, ${finding}, ${JSON.stringify(uses)}::jsonb, ${moreUses})
    on conflict (sha256) where repaired_at is null do update
      set finding = excluded.finding, uses = excluded.uses, more_uses = excluded.more_uses, last_seen_at = clock_timestamp()`.execute(
    db,
  );
}

/** Closes the entries of contents that were written again. */
export async function closeDamage(db: Db, digests: readonly Buffer[]): Promise<void> {
  if (digests.length === 0) return;
  await sql`update damaged_contents set repaired_at = now()
    where repaired_at is null and sha256 = any(${digests}::bytea[])`.execute(db);
}

/** The verification that began at this time has read everything. Contents that it did not find damaged are intact or no longer stored. */
export async function closeDamageNotSeenSince(db: Db, begunAt: Date): Promise<void> {
  await sql`update damaged_contents set repaired_at = now() where repaired_at is null and last_seen_at < ${begunAt}`.execute(
    db,
  );
}

export async function databaseTime(db: Db): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db);
  return firstOf(rows).now;
}

export async function countOpenDamage(db: Db): Promise<number> {
  const { rows } = await sql<{
    n: number;
  }>`select count(*) as n from damaged_contents where repaired_at is null`.execute(db);
  return firstOf(rows).n;
}

export interface Damage extends FoundDamage {
  id: number;
  foundAt: Date;
  repairedAt: Date | null;
}

/** Open entries first, the newest first. */
export async function listDamage(db: Db, limit: number): Promise<Damage[]> {
  const { rows } = await sql<Damage>`select id, encode(sha256, 'hex') as sha256, finding, uses, more_uses as "moreUses",
      found_at as "foundAt", repaired_at as "repairedAt"
    from damaged_contents order by repaired_at is not null, id desc limit ${limit}`.execute(db);
  return rows;
}
