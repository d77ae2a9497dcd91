// Which license rules were imported in the place of the built-in ones, and whether evidence is still to be refreshed because of that.
import { sql } from 'kysely';
import type { Db } from './connection.ts';
import { readSetting, type SettingKey, writeSetting } from './settings.ts';

const KEY = 'licenseRules' satisfies SettingKey;

export interface ImportedRules {
  /** Of their compiled index, by which the store knows it; lower-case hex. */
  sha256: string;
  sizeBytes: number;
  /** ISO 8601. */
  importedOn: string;
}

type Setting = ImportedRules & { isRefreshDue: boolean };

/** Undefined while the built-in rules are in force. */
export async function findImportedRules(db: Db): Promise<ImportedRules | undefined> {
  const { sha256, sizeBytes, importedOn } = await readSetting<Setting>(db, KEY);
  return sha256 === undefined ? undefined : { sha256, sizeBytes: sizeBytes!, importedOn: importedOn! };
}

/** Puts them in force, or without any the built-in ones, and notes that evidence is to be refreshed. */
export async function setImportedRules(db: Db, rules: ImportedRules | undefined): Promise<void> {
  await writeSetting(db, KEY, { ...rules, isRefreshDue: true });
}

/** Whether a refresh was due; it is not any more. Of several who ask at once, one is told. */
export async function takeDueRefresh(db: Db): Promise<boolean> {
  const { rows } = await sql`update settings set value = value - 'isRefreshDue'
    where key = ${KEY} and value ? 'isRefreshDue' returning key`.execute(db);
  return rows.length > 0;
}
