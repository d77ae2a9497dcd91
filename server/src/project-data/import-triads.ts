// A person in the source gave a found item another component, version or license. The same found item here gets it too, instead of a second item beside
// it, as long as no person has decided about the item here.
import type { DetailedItem } from '../db/inventories/items.ts';
import type { TriadRow } from '../db/inventories/triads.ts';
import { licenseFactsOf } from '../domain/licenses/license-facts.ts';
import { raisePriority } from '../domain/reviews/priority.ts';
import { isOfSbom } from '../domain/vulnerabilities/sbom.ts';
import type { FoundItem } from './import-batch.ts';

export function triadRow(before: DetailedItem, { item, library }: Pick<FoundItem, 'item' | 'library'>): TriadRow {
  const { person } = item.licenseFacts ?? {};
  return {
    id: before.id,
    type: item.type,
    name: item.name,
    purl: item.purl || item.component?.purl || '',
    componentId: library.componentId,
    versionId: library.versionId,
    licenseId: library.licenseId,
    licenseExpression: library.licenseExpression,
    expressionPriority: library.expressionPriority,
    // The evidence is that of the code here.
    facts: isOfSbom(item.identity)
      ? licenseFactsOf(item.licenseFacts)
      : { ...licenseFactsOf(before.license_facts), ...(person && { person }) },
    priority: item.priority === undefined ? before.priority : raisePriority(before.priority, item.priority),
  };
}
