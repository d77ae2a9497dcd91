// Settings of the installation that concern no feature alone.
import type { App } from '../../app.ts';
import { type SiteSettings, siteSettings, writeSetting } from '../../db/site-settings.ts';
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
