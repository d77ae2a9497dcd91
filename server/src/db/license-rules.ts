// Which license rules were imported in the place of the built-in ones, and whether evidence is still to be refreshed because of that.
import { firstOf } from '@assay/scanner/items';
import { sql } from 'kysely';
import type { JobType } from '../domain/job.ts';
import { findLastEndedJob, type Job } from './jobs.ts';
import type { Db } from './postgres/connection.ts';
import { readSetting, type SettingKey, writeSetting } from './site-settings.ts';

const KEY = 'licenseRules' satisfies SettingKey;

export interface ImportedRules {
  /** Of their compiled index, by which the store knows it; lower-case hex. */
  sha256: string;
  sizeBytes: number;
  /** ISO 8601. */
  importedOn: string;
}

/** `changedOn`: since when these rules, or the built-in ones, are in force; ISO 8601, by the clock that jobs end by. */
type Setting = ImportedRules & { isRefreshDue: boolean; changedOn: string };

/** Undefined while the built-in rules are in force. */
export async function findImportedRules(db: Db): Promise<ImportedRules | undefined> {
  const { sha256, sizeBytes, importedOn } = await readSetting<Setting>(db, KEY);
  return sha256 === undefined || sizeBytes === undefined || importedOn === undefined
    ? undefined
    : { sha256, sizeBytes, importedOn };
}

/** Puts them in force, or without any the built-in ones, and notes that evidence is to be refreshed. */
export async function setImportedRules(db: Db, rules: ImportedRules | undefined): Promise<void> {
  const { rows } = await sql<{ now: Date }>`select now()`.execute(db);
  await writeSetting(db, KEY, { ...rules, isRefreshDue: true, changedOn: firstOf(rows).now.toISOString() });
}

/** The last import that is over, if it ended after the rules in force came into force: it brought them, or was refused since. */
export async function findImportSinceChange(db: Db): Promise<Job | undefined> {
  const { changedOn, importedOn } = await readSetting<Setting>(db, KEY);
  const job = await findLastEndedJob(db, 'License Rules Import' satisfies JobType);
  // Earlier versions noted no change, and nothing at all when rules were dropped.
  const isSince = job?.completed_at && job.completed_at >= new Date(changedOn ?? importedOn ?? 0);
  return isSince && (importedOn !== undefined || job.status !== 'Completed') ? job : undefined;
}

/** Whether a refresh was due; it is not any more. Of several who ask at once, one is told. */
export async function takeDueRefresh(db: Db): Promise<boolean> {
  const { rows } = await sql`update settings set value = value - 'isRefreshDue'
    where key = ${KEY} and value ? 'isRefreshDue' returning key`.execute(db);
  return rows.length > 0;
}
