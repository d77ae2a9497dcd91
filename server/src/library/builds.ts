// Gives versions of distributions' packages that older servers stored their build, once, and items of other builds versions of their own.
import type { App } from '../app.ts';
import { eachVersionOfPurl, setBuilds, splitVersions } from '../db/components/builds.ts';
import { buildOfVersion } from '../db/components/found.ts';
import { readSetting, writeSetting } from '../db/site-settings.ts';

/** Raise it when `buildOf` of the scanner reads more. */
const FORM = 1;

export async function fillBuilds({ db }: Pick<App, 'db'>): Promise<void> {
  if ((await readSetting<{ form: number }>(db, 'builds')).form === FORM) return;
  await db.transaction().execute(async (tx) => {
    for await (const batch of eachVersionOfPurl(tx))
      await setBuilds(
        tx,
        batch.flatMap(({ id, name, purl }) => {
          const build = buildOfVersion(name, purl);
          return build === '' ? [] : [{ id, build }];
        }),
      );
    await splitVersions(tx);
    await writeSetting(tx, 'builds', { form: FORM });
  });
}
