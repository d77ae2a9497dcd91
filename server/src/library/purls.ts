// Brings package URLs that older versions wrote to the canonical form, once: they did not encode every sign (`v1.0.0+incompatible`), and
// what is looked up by a purl meets the canonical one only. Identities of items hold the purl of their component, so they follow.
import { canonicalPurl } from '@assay/scanner/packages';
import type { App } from '../app.ts';
import { eachStoredPurl, moveComponent, movePurls, type PurlTable } from '../db/components/purls.ts';
import { readSetting, writeSetting } from '../db/site-settings.ts';

/** To be raised when the canonical form changes. */
const FORM = 1;
const TABLES: readonly PurlTable[] = ['component_versions', 'inventory_items'];

export async function repairStoredPurls({ db, log }: Pick<App, 'db' | 'log'>): Promise<void> {
  if ((await readSetting<{ form: number }>(db, 'purls')).form === FORM) return;
  await db.transaction().execute(async (tx) => {
    for await (const batch of eachStoredPurl(tx, 'components'))
      for (const { id, purl } of batch) {
        const canonical = canonicalOf(purl);
        if (canonical === purl) continue;
        // Two components cannot be told apart by then; which versions and decisions belong together is for a person to say.
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

/** What is no package URL stays as it was written. */
function canonicalOf(purl: string): string {
  const answer = canonicalPurl(purl);
  return 'value' in answer ? answer.value : purl;
}
