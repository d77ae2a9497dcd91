// Settings of the whole installation: one JSON value per key. The readers know what a value means.
import { randomBytes } from 'node:crypto';
import type { DependencyScope } from '@assay/scanner';
import { DEFAULT_SOURCE_ORDER } from '@assay/scanner/advisories';
import { BUILT_IN_PLACES } from '@assay/scanner/packages';
import { DEFAULT_PAPER, type PaperSize } from '../domain/inventories/paper.ts';
import type { SbomExportForm } from '../domain/vulnerabilities/sbom.ts';
import type { CvssVersion } from '../domain/vulnerabilities/severity.ts';
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
  | 'textWords'
  | 'builds'
  | 'advisoryBundles'
  | 'storeVerification'
  | 'contentCollection'
  | 'carriedDecisions';

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
  /** Days that ended jobs stay; 0 for ever. */
  jobRetentionDays: number;
  /** Days for which a new API token works at most; 0 without a limit. */
  tokenMostDays: number;
  /** Whether scans search the texts inside PDF and office files too. */
  documentTexts: boolean;
  /** Days between automatic verifications of the store; 0 for none. */
  storeVerificationDays: number;
  /** CVSS version of the shown and counted severities. */
  cvssVersion: CvssVersion;
  /** Order of the sources of severities; `*` stands for all others. */
  severitySources: string[];
  /** Days after which advisory data count as too old; 0 for never. */
  advisoryMostDays: number;
  /** Hours between automatic updates of advisories; 0 for none. */
  advisoryUpdateHours: number;
  /** Folders that are no part of the product, by kind of place. Packages that only these folders name get the scope of the place. */
  placesOutsideProduct: { name: string; scope: DependencyScope; folders: string[] }[];
  /** The order in which licenses of a choice are preferred. Without an order, choices stay open. */
  licensePreferences: string[];
  /** Shown on every report: name of the organisation, its logo as a data URL, a line at the foot. */
  reportName: string;
  reportLogo: string;
  reportFooter: string;
  /** Address to which exported SBOMs are sent; '' for none. */
  sbomExportUrl: string;
  /** How the service there takes them. */
  sbomExportForm: SbomExportForm;
  /** The token of that service, sealed (jobs/sbom-export/receiver.ts); '' for none. */
  sbomExportTokenSealed: string;
  /** Whether the addresses of Dependency-Track's uploaders exist. */
  dependencyTrackUploads: boolean;
  /** Whether searches of the library also ask the registries that are switched on. */
  searchRegistries: boolean;
  /** Paper of printed reports. */
  reportPaper: PaperSize;
}

export async function siteSettings(db: Db): Promise<SiteSettings> {
  return {
    jobRetentionDays: 0,
    tokenMostDays: 0,
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
    sbomExportUrl: '',
    sbomExportForm: 'DOCUMENT' as const,
    sbomExportTokenSealed: '',
    dependencyTrackUploads: false,
    searchRegistries: false,
    reportPaper: DEFAULT_PAPER,
    ...(await readSetting<SiteSettings>(db, 'site')),
  };
}

/** Keeps an existing value. */
export async function insertSetting(db: Db, key: SettingKey, value: unknown): Promise<void> {
  await db
    .insertInto('settings')
    .values({ key, value: JSON.stringify(value) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** The id by which the store and the issues in trackers recognise this installation. Created once, when it is first needed. */
export async function installationId(db: Db): Promise<string> {
  const known = (await readSetting<{ id: string }>(db, 'installation')).id;
  if (known) return known;
  await insertSetting(db, 'installation', { id: randomBytes(8).toString('hex') });
  const { id } = await readSetting<{ id: string }>(db, 'installation');
  if (!id) throw new Error('The setting "installation" has no id.');
  return id;
}

export async function setInstallationId(db: Db, id: string): Promise<void> {
  await writeSetting(db, 'installation', { id });
}
