// Converts package URLs of older versions to the canonical form, once. The older versions did not encode every character (`v1.0.0+incompatible`), and
// look-ups by purl find only the canonical form. Identities of items contain the purl of their component, so they change too.
import { canonicalPurl } from '@assay/scanner/packages';
import type { App } from '../app.ts';
import { eachStoredPurl, moveComponent, movePurls, type PurlTable } from '../db/components/purls.ts';
import { readSetting, writeSetting } from '../db/site-settings.ts';

/** Raise it when the canonical form changes. */
const FORM = 1;
const TABLES: readonly PurlTable[] = ['component_versions', 'inventory_items'];

export async function repairStoredPurls({ db, log }: Pick<App, 'db' | 'log'>): Promise<void> {
  if ((await readSetting<{ form: number }>(db, 'purls')).form === FORM) return;
  await db.transaction().execute(async (tx) => {
    for await (const batch of eachStoredPurl(tx, 'components'))
      for (const { id, purl } of batch) {
        const canonical = canonicalOf(purl);
        if (canonical === purl) continue;
        // The two components would become one; a person must decide which versions and decisions belong together.
        if (!(await moveComponent(tx, { id, from: purl, to: canonical })))
          log.warn(
            { componentId: id, purl, canonical },
            'the purl of a component stays as it is: another component has the canonical one',
          );
      }
    for (const table of TABLES)
      for await (const batch of eachStoredPurl(tx, table))
        await movePurls(
          tx,
          table,
          batch
            .map(({ id, purl }) => ({ id, purl: canonicalOf(purl) }))
            .filter(({ purl }, at) => purl !== batch[at]?.purl),
        );
    await writeSetting(tx, 'purls', { form: FORM });
  });
}

/** A text that is not a package URL stays unchanged. */
function canonicalOf(purl: string): string {
  const answer = canonicalPurl(purl);
  return 'value' in answer ? answer.value : purl;
}
