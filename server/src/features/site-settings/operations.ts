// Settings of the installation that concern no feature alone.
import type { App } from '../../app.ts';
import { countOpenDamage, listDamage } from '../../db/files/damage.ts';
import { type SiteSettings, siteSettings, writeSetting } from '../../db/site-settings.ts';
import { wireTime } from '../../domain/wire-times.ts';
import { verificationTimes } from '../../jobs/store-verification-due.ts';
import type { SiteSettingsInput } from './schemas.ts';

export function describeSiteSettings(app: App): Promise<SiteSettings> {
  return siteSettings(app.db);
}

/** Members left out stay as they are. */
export async function changeSiteSettings(app: App, input: SiteSettingsInput): Promise<void> {
  await app.db.transaction().execute(async (tx) => {
    await writeSetting(tx, 'site', { ...(await siteSettings(tx)), ...input });
  });
}

const MOST_DAMAGE_SHOWN = 200;

export async function describeStore(app: App) {
  const { last, next } = await verificationTimes(app);
  const damage = await listDamage(app.db, MOST_DAMAGE_SHOWN);
  return {
    lastVerificationOn: last ? wireTime(last) : '',
    nextVerificationOn: next ? wireTime(next) : '',
    openDamage: await countOpenDamage(app.db),
    damage: damage.map(({ foundAt, repairedAt, ...one }) => ({
      ...one,
      foundOn: wireTime(foundAt),
      repairedOn: repairedAt ? wireTime(repairedAt) : '',
    })),
  };
}
