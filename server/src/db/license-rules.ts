// The imported license rules that replace the built-in ones, and whether evidence must be refreshed because of that.
import { firstOf } from '@assay/scanner/items';
import { sql } from 'kysely';
import type { JobType } from '../domain/jobs/job.ts';
import { wantCollection } from './files/collection-due.ts';
import { findLastEndedJob, type Job } from './jobs.ts';
import type { Db } from './postgres/connection.ts';
import { readSetting, type SettingKey, writeSetting } from './site-settings.ts';

const KEY = 'licenseRules' satisfies SettingKey;

export interface ImportedRules {
  /** Digest of their compiled index in the store, in lower-case hexadecimal. */
  sha256: string;
  sizeBytes: number;
  /** ISO 8601. */
  importedOn: string;
}

/** `changedOn`: the time since which these rules, or the built-in ones, are in force; ISO 8601, by the clock of job end times. */
type Setting = ImportedRules & { isRefreshDue: boolean; changedOn: string };

/** Undefined while the built-in rules are in force. */
export async function findImportedRules(db: Db): Promise<ImportedRules | undefined> {
  const { sha256, sizeBytes, importedOn } = await readSetting<Setting>(db, KEY);
  return sha256 === undefined || sizeBytes === undefined || importedOn === undefined
    ? undefined
    : { sha256, sizeBytes, importedOn };
}

/** Puts rules in force, or the built-in rules if none are given, and records that evidence must be refreshed. */
export async function setImportedRules(db: Db, rules: ImportedRules | undefined): Promise<void> {
  const { rows } = await sql<{ now: Date }>`select now()`.execute(db);
  await writeSetting(db, KEY, { ...rules, isRefreshDue: true, changedOn: firstOf(rows).now.toISOString() });
  await wantCollection(db, { isThorough: false });
}

/** The last ended import, if it ended after the current rules came into force: it installed them, or was refused later. */
export async function findImportSinceChange(db: Db): Promise<Job | undefined> {
  const { changedOn, importedOn } = await readSetting<Setting>(db, KEY);
  const job = await findLastEndedJob(db, 'License Rules Import' satisfies JobType);
  // Earlier versions recorded no time of change, and no row at all after a return to the built-in rules.
  const isSince = job?.completed_at && job.completed_at >= new Date(changedOn ?? importedOn ?? 0);
  return isSince && (importedOn !== undefined || job.status !== 'Completed') ? job : undefined;
}

/** Returns whether a refresh was due, and clears the mark. Of several callers at once, only one gets true. */
export async function takeDueRefresh(db: Db): Promise<boolean> {
  const { rows } = await sql`update settings set value = value - 'isRefreshDue'
    where key = ${KEY} and value ? 'isRefreshDue' returning key`.execute(db);
  return rows.length > 0;
}
