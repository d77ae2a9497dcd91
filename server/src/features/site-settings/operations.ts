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
import { verificationTimes } from '../../jobs/store-verification/due.ts';
import { checkLicenseNames } from '../../library/known-licenses.ts';
import { settleChoicesAnew } from '../../reviews/settlement.ts';
import type { SiteSettingsInput } from './schemas.ts';

export function describeSiteSettings(app: App): Promise<SiteSettings> {
  return siteSettings(app.db);
}

/** Omitted members stay unchanged. Returns how many items got another license by a new order of preference. */
export async function changeSiteSettings(app: App, caller: Caller, input: SiteSettingsInput): Promise<number> {
  return app.db.transaction().execute(async (tx) => {
    const before = await siteSettings(tx);
    const { licensePreferences: order } = input;
    if (order !== undefined) await checkOrder(tx, order);
    const preferences = order === undefined ? {} : { licensePreferences: order.map((name) => name.trim()) };
    await writeSetting(tx, 'site', { ...before, ...input, ...preferences });
    if (order === undefined || isDeepStrictEqual(preferences.licensePreferences, before.licensePreferences)) return 0;
    return settleChoicesAnew(tx, caller.id);
  });
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
