// Settings of the whole installation: one JSON value per key. What a value means is known to who reads it.
import { randomBytes } from 'node:crypto';
import type { DependencyScope } from '@assay/scanner';
import { DEFAULT_SOURCE_ORDER } from '@assay/scanner/advisories';
import { BUILT_IN_PLACES } from '@assay/scanner/packages';
import type { CvssVersion } from '../domain/severity.ts';
import type { Db } from './postgres/connection.ts';

export type SettingKey =
  | 'projectDefaults'
  | 'licenseLibrary'
  | 'ldap'
  | 'email'
  | 'site'
  | 'alm'
  | 'installation'
  | 'licenseRules'
  | 'purls'
  | 'advisoryBundles'
  | 'storeVerification';

export async function readSetting<T>(db: Db, key: SettingKey): Promise<Partial<T>> {
  const row = await db.selectFrom('settings').select('value').where('key', '=', key).executeTakeFirst();
  return (row?.value ?? {}) as Partial<T>;
}

export async function writeSetting(db: Db, key: SettingKey, value: unknown): Promise<void> {
  const text = JSON.stringify(value);
  await db
    .insertInto('settings')
    .values({ key, value: text })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: text }))
    .execute();
}

export interface SiteSettings {
  /** Days after their end that jobs stay; 0 for ever. */
  jobRetentionDays: number;
  /** Whether scans search the texts inside PDF and office files too. */
  documentTexts: boolean;
  /** Days between verifications of the store that begin by themselves; 0 for none. */
  storeVerificationDays: number;
  /** Whose severities are shown and counted. */
  cvssVersion: CvssVersion;
  /** Whose severity counts first; `*` stands for all sources that are not named. */
  severitySources: string[];
  /** Days after which data of advisories counts as too old; 0 for never. */
  advisoryMostDays: number;
  /** Hours between updates of advisories that begin by themselves; 0 for none. */
  advisoryUpdateHours: number;
  /** Folders that are no part of the product, by kind of place: what only they name has the scope of the place. */
  placesOutsideProduct: { name: string; scope: DependencyScope; folders: string[] }[];
  /** The order in which licenses of a choice are preferred. Without one, choices stay open. */
  licensePreferences: string[];
  /** Stand on every report: the name of the house, its logo as a data address, a line at the foot. */
  reportName: string;
  reportLogo: string;
  reportFooter: string;
}

export async function siteSettings(db: Db): Promise<SiteSettings> {
  return {
    jobRetentionDays: 0,
    documentTexts: false,
    storeVerificationDays: 7,
    cvssVersion: 'V3' as const,
    severitySources: [...DEFAULT_SOURCE_ORDER],
    advisoryMostDays: 7,
    advisoryUpdateHours: 24,
    placesOutsideProduct: Object.entries(BUILT_IN_PLACES).map(([name, { scope, folders }]) => ({
      name,
      scope,
      folders: [...folders],
    })),
    licensePreferences: [],
    reportName: '',
    reportLogo: '',
    reportFooter: '',
    ...(await readSetting<SiteSettings>(db, 'site')),
  };
}

/** Leaves a value that is there. */
export async function insertSetting(db: Db, key: SettingKey, value: unknown): Promise<void> {
  await db
    .insertInto('settings')
    .values({ key, value: JSON.stringify(value) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** By which this installation's store, and its issues in trackers, are known. Made once, when it is first wanted. */
export async function installationId(db: Db): Promise<string> {
  await insertSetting(db, 'installation', { id: randomBytes(8).toString('hex') });
  const { id } = await readSetting<{ id: string }>(db, 'installation');
  if (!id) throw new Error('The setting "installation" has no id.');
  return id;
}

export async function setInstallationId(db: Db, id: string): Promise<void> {
  await writeSetting(db, 'installation', { id });
}
