// Settings of the installation that belong to no single feature.
import { isDeepStrictEqual } from 'node:util';
import type { App } from '../../app.ts';
import { collectionState } from '../../db/files/collection-due.ts';
import { countOpenDamage, listDamage } from '../../db/files/damage.ts';
import type { Tx } from '../../db/postgres/connection.ts';
import { type SiteSettings, siteSettings, writeSetting } from '../../db/site-settings.ts';
import { licenseNameInLibrary } from '../../domain/licenses/license-ids.ts';
import { wireTime } from '../../domain/wire-times.ts';
import { badRequest } from '../../errors.ts';
import type { Caller } from '../../http/call.ts';
import { sealToken } from '../../jobs/sbom-export/receiver.ts';
import { verificationTimes } from '../../jobs/store-verification/due.ts';
import { checkLicenseNames } from '../../library/known-licenses.ts';
import { settleChoicesAnew } from '../../reviews/settlement.ts';
import { SECRET_MASK } from '../../security/secrets.ts';
import type { SiteSettingsInput } from './schemas.ts';

export async function describeSiteSettings(app: App) {
  const { sbomExportTokenSealed: token, ...shown } = await siteSettings(app.db);
  return { ...shown, sbomExportToken: token === '' ? '' : SECRET_MASK };
}

/** Omitted members stay unchanged. Returns how many items got another license by a new order of preference. */
export async function changeSiteSettings(app: App, caller: Caller, input: SiteSettingsInput): Promise<number> {
  return app.db.transaction().execute(async (tx) => {
    const before = await siteSettings(tx);
    const { sbomExportToken: _, ...others } = input;
    const { licensePreferences: order } = input;
    const sbomExportTokenSealed = await newToken(app, before, input);
    if (order !== undefined) await checkOrder(tx, order);
    const preferences = order === undefined ? {} : { licensePreferences: order.map((name) => name.trim()) };
    await writeSetting(tx, 'site', { ...before, ...others, ...preferences, sbomExportTokenSealed });
    if (order === undefined || isDeepStrictEqual(preferences.licensePreferences, before.licensePreferences)) return 0;
    return settleChoicesAnew(tx, caller.id);
  });
}

/** Without this check, an administrator could read the token by having it sent to their own server. */
async function newToken(app: App, before: SiteSettings, input: SiteSettingsInput): Promise<string> {
  const { sbomExportToken: token = SECRET_MASK, sbomExportUrl: url, sbomExportForm: form } = input;
  if (token !== SECRET_MASK) return sealToken(app, token);
  const isMoved =
    (url !== undefined && url !== before.sbomExportUrl) || (form !== undefined && form !== before.sbomExportForm);
  if (isMoved && url === '') return '';
  if (isMoved && before.sbomExportTokenSealed !== '')
    throw badRequest(
      'The field "sbomExportToken" must be given again when sbomExportUrl or sbomExportForm changes; blank for none.',
    );
  return before.sbomExportTokenSealed;
}

async function checkOrder(tx: Tx, order: readonly string[]): Promise<void> {
  await checkLicenseNames(tx, 'licensePreferences', order, 'the order names one at a time');
  const seen = new Set<string>();
  for (const name of order) {
    const key = licenseNameInLibrary(name.trim()).toLowerCase();
    if (seen.has(key))
      throw badRequest(
        `The field "licensePreferences" names ${name.trim()} twice; a license may stand in the order only once.`,
      );
    seen.add(key);
  }
}

const MOST_DAMAGE_SHOWN = 200;

export async function describeStore(app: App) {
  const { last, next } = await verificationTimes(app);
  const collection = await collectionState(app.db);
  const damage = await listDamage(app.db, MOST_DAMAGE_SHOWN);
  return {
    lastVerificationOn: last ? wireTime(last) : '',
    nextVerificationOn: next ? wireTime(next) : '',
    openDamage: await countOpenDamage(app.db),
    lastCollectionOn: collection.lastOn && !collection.isFirst ? wireTime(new Date(collection.lastOn)) : '',
    lastCollection: collection.details ?? '',
    isCollectionWaiting: collection.isWanted === true,
    damage: damage.map(({ foundAt, repairedAt, ...one }) => ({
      ...one,
      foundOn: wireTime(foundAt),
      repairedOn: repairedAt ? wireTime(repairedAt) : '',
    })),
  };
}
