// Which dependency to raise so that vulnerabilities are gone.
import { type ItemRemedy, remediesOf } from '../../advisories/remedies.ts';
import type { App } from '../../app.ts';
import { pageOfVulnerableItems } from '../../db/advisories/remedies.ts';
import { getItem } from '../../db/inventories/items.ts';
import type { Raise } from '../../domain/remedies.ts';
import { type PageRequest, pagingOf, rangeOf } from '../../http/paging.ts';

export async function projectRemedies(app: App, projectId: number, page: PageRequest) {
  const { ids, total } = await pageOfVulnerableItems(app.db, projectId, rangeOf(page));
  const remedies = ids.length === 0 ? [] : await remediesOf(app, projectId, ids, { asks: false });
  return { rows: remedies.map(remedyForm), paging: pagingOf(page, total) };
}

/** None for an item without vulnerabilities. */
export async function itemRemedies(app: App, inventoryId: number, options: { asks: boolean }) {
  const item = await getItem(app.db, inventoryId);
  return (await remediesOf(app, item.project_id, [item.id], options)).map(remedyForm);
}

function remedyForm({ of, outcome, target, cured, remaining, raises, words }: ItemRemedy) {
  return {
    inventoryId: of.itemId,
    inventoryName: of.itemName,
    purl: of.purl,
    isDirect: of.isDirect,
    outcome,
    targetVersion: target,
    curedVulnerabilities: cured,
    remainingVulnerabilities: remaining,
    raises: raises.map(raiseForm),
    words,
  };
}

function raiseForm({ of, outcome, toVersion, remaining, brings, proof, words }: Raise) {
  return {
    inventoryId: of.itemId,
    inventoryName: of.itemName,
    purl: of.purl,
    fromVersion: of.version,
    toVersion,
    outcome,
    proof,
    remainingVulnerabilities: remaining,
    broughtVulnerabilities: brings,
    words,
  };
}
