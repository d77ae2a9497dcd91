// Detection rules: the files that match a rule become one inventory item with the rule's component, version and license. Pure.
//
// Decided here, because the interface is silent:
// - A file matches a rule if it matches one of its files or patterns.
// - If a scan found the same component, version and license, the rule adds its files to that item. Rules with the same three make one item.
// - The texts of a rule (notices, audit notes, as-found license text) are copied to an item when it is created, never later.

import { licensesOf } from '@assay/scanner/expressions';
import { itemName, systemCreators } from '../inventories/inventory.ts';
import { NO_PACKAGE_FACTS } from '../inventories/package-facts.ts';
import { licenseFact, NO_LICENSE_FACTS } from '../licenses/license-facts.ts';
import type { WantedInventory, WantedItem } from './inventory-findings.ts';
import { triadOf } from './inventory-keys.ts';

export interface MatchedDetectionRule {
  ruleId: number;
  componentId: number;
  componentName: string;
  /** '' for custom components. */
  componentPurl: string;
  componentUrl: string;
  componentDescription: string;
  versionId: number;
  versionName: string;
  versionPurl: string;
  licenseId: number;
  licenseName: string;
  description: string;
  url: string;
  noticesText: string;
  auditNotes: string;
  asFoundLicenseText: string;
  files: readonly string[];
}

export interface RuledInventory {
  wanted: WantedInventory;
  /** The rules of items that only rules have created, by identity. They have the ids of the library. */
  rules: Map<string, MatchedDetectionRule>;
}

export function applyRules(wanted: WantedInventory, matched: readonly MatchedDetectionRule[]): RuledInventory {
  const rules = new Map<string, MatchedDetectionRule>();
  const items = new Map(wanted.items.map((item) => [item.identity, item]));
  const byTriad = new Map(wanted.items.map((item) => [triadOf(item), item.identity]));
  for (const rule of matched) {
    if (rule.files.length === 0) continue;
    const item = ruledItem(rule);
    const known = items.get(byTriad.get(triadOf(item)) ?? '');
    if (known) {
      items.set(known.identity, { ...known, files: [...new Set([...known.files, ...rule.files])].sort() });
    } else {
      items.set(item.identity, item);
      byTriad.set(triadOf(item), item.identity);
      rules.set(item.identity, rule);
    }
  }
  return { wanted: { ...wanted, items: [...items.values()].sort(byIdentity) }, rules };
}

function ruledItem(rule: MatchedDetectionRule): WantedItem {
  return {
    identity: `rule:${rule.componentId}:${rule.versionId}:${rule.licenseId}`,
    type: 'COMPONENT',
    name: itemName(rule.componentName, rule.versionName, rule.licenseName),
    description: rule.description || rule.componentDescription,
    url: rule.url || rule.componentUrl,
    componentPurl: rule.componentPurl,
    componentName: rule.componentName,
    versionName: rule.versionName,
    purl: rule.versionPurl,
    licenseExpression: rule.licenseName,
    possibleLicenses: licensesOf(rule.licenseName),
    packageFacts: NO_PACKAGE_FACTS,
    licenseFacts: {
      ...NO_LICENSE_FACTS,
      concluded: licenseFact(rule.licenseName, 'rule', `The detection rule ${rule.ruleId} says so.`),
    },
    isOwn: false,
    confidence: 'HIGH',
    dependencyScope: 'Runtime',
    dependencyLevel: 'N/A',
    detectionNotes: `Found by the detection rule ${rule.ruleId}.`,
    createdBy: systemCreators.HIGH,
    files: [...new Set(rule.files)].sort(),
    licenseFiles: [],
  };
}

function byIdentity(a: { identity: string }, b: { identity: string }): number {
  return a.identity < b.identity ? -1 : a.identity > b.identity ? 1 : 0;
}
