// Answers which dependency to raise to remove vulnerabilities, and which components have reached their end of life.
import { cycleOfVersion, productOfPackage, subjectOf } from '@assay/scanner/advisories';
import { type ItemRemedy, remediesOf } from '../../advisories/remedies.ts';
import type { App } from '../../app.ts';
import { listGraphItems, pageOfVulnerableItems } from '../../db/advisories/remedies.ts';
import { listEndsOfLife } from '../../db/advisories/signals.ts';
import { getItem } from '../../db/inventories/items.ts';
import { componentPurlOf } from '../../domain/inventories/inventory.ts';
import type { Raise } from '../../domain/vulnerabilities/remedies.ts';
import { wiredProofs } from '../../http/models/remedy-model.ts';
import { type PageRequest, pagingOf, rangeOf } from '../../http/paging.ts';

export async function projectRemedies(app: App, projectId: number, page: PageRequest) {
  const { ids, total } = await pageOfVulnerableItems(app.db, projectId, rangeOf(page));
  const remedies = ids.length === 0 ? [] : await remediesOf(app, projectId, ids, { queriesRegistries: false });
  return { rows: remedies.map(remedyForm), paging: pagingOf(page, total) };
}

/** Empty for an item without vulnerabilities. */
export async function itemRemedies(app: App, inventoryId: number, options: { queriesRegistries: boolean }) {
  const item = await getItem(app.db, inventoryId);
  return (await remediesOf(app, item.project_id, [item.id], options)).map(remedyForm);
}

/** Components of a project whose release cycle has a known end. Ended cycles come first. */
export async function projectEndsOfLife(app: App, projectId: number, page: PageRequest) {
  const today = app.now().toISOString().slice(0, 10);
  const items = (await listGraphItems(app.db, projectId)).flatMap((item) => {
    const product = productOfPackage(componentPurlOf(item.purl));
    return product === undefined ? [] : [{ ...item, product }];
  });
  const known = await listEndsOfLife(app.db, [...new Set(items.map(({ product }) => product))]);
  const rows = items.flatMap(({ id, name, purl, product }) => {
    const subject = subjectOf(purl);
    const cycle = 'problem' in subject ? undefined : cycleOfVersion(subject.version, known.get(product) ?? []);
    if (cycle === undefined) return [];
    const hasEnded = cycle.isOver || (cycle.endsOn !== '' && cycle.endsOn <= today);
    return [
      {
        inventoryId: id,
        inventoryName: name,
        purl,
        product,
        cycle: cycle.cycle,
        endsOn: cycle.endsOn,
        hasEnded,
        source: cycle.source,
      },
    ];
  });
  rows.sort((a, b) => Number(b.hasEnded) - Number(a.hasEnded) || (a.endsOn < b.endsOn ? -1 : 1));
  const { limit, offset } = rangeOf(page);
  return { rows: rows.slice(offset, offset + limit), paging: pagingOf(page, rows.length) };
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
    proof: wiredProofs[proof],
    remainingVulnerabilities: remaining,
    broughtVulnerabilities: brings,
    words,
  };
}
