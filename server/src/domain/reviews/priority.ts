// The priority P1..P4 of an inventory item: how soon somebody should review it. Computed from its license and its
// vulnerabilities; a priority that a person set is never lowered.
//
//   A component has           | if
//   --------------------------+----------------------------------------------------------------------------------------
//   P1                        | any vulnerability is High (CVSS 2) or Critical (CVSS 3)
//   P1                        | its selected license is P1
//   P1                        | no license is known: none selected, none found in its files
//   else the higher of        | the priority of the license, and Critical P1, High P2, Medium P3, Low and None P4
//
//   "I don't know", with evidence: the strictest of the licenses found counts.
//   A License Only item has the priority of its license; a Work in Progress item has P4 until it gets another type.
//
// Decided here: a selected license that is on no list counts as uncommon, P2; CVSS 2 has Medium P3, Low and Unknown P4; under CVSS 3 a
// vulnerability without score is P2, because unknown does not mean low.
import type { InventoryPriority, InventoryType } from '../inventories/inventory.ts';
import { inventoryPriorities } from '../inventories/inventory.ts';
import { isNoLicense } from '../licenses/license-choice.ts';
import type { LicensePriorityLookUp } from '../licenses/license-priority.ts';
import { expressionPriorityOf, licensePriorityOf } from '../licenses/license-priority.ts';
import type { CvssVersion, Severity } from '../vulnerabilities/severity.ts';

export interface PrioritySubject {
  type: InventoryType;
  /** '' if none is selected. */
  licenseExpression: string;
  /** Licenses named in the item's files. */
  foundLicenses: readonly string[];
  /** Severities of the vulnerabilities that are not suppressed, in the site's CVSS version. */
  severities: readonly Severity[];
}

const bySeverity: Record<CvssVersion, Record<Severity, InventoryPriority>> = {
  V2: { CRITICAL: 'P1', HIGH: 'P1', MEDIUM: 'P3', LOW: 'P4', NONE: 'P4', UNKNOWN: 'P4' },
  V3: { CRITICAL: 'P1', HIGH: 'P2', MEDIUM: 'P3', LOW: 'P4', NONE: 'P4', UNKNOWN: 'P2' },
};

export function priorityOf(
  item: PrioritySubject,
  cvssVersion: CvssVersion = 'V3',
  lookUp: LicensePriorityLookUp = licensePriorityOf,
): InventoryPriority {
  if (item.type === 'WORK_IN_PROGRESS') return 'P4';
  const byLicense = licensePart(item, lookUp);
  if (item.type === 'LICENSE') return byLicense;
  return item.severities.reduce((top, severity) => higher(top, bySeverity[cvssVersion][severity]), byLicense);
}

/** The priority by severities alone. */
export function priorityOfSeverities(severities: readonly Severity[], cvssVersion: CvssVersion): InventoryPriority {
  return severities.reduce<InventoryPriority>((top, severity) => higher(top, bySeverity[cvssVersion][severity]), 'P4');
}

/** The system only ever raises a priority; a person may lower it. */
export function raisePriority(current: InventoryPriority, computed: InventoryPriority): InventoryPriority {
  return higher(current, computed);
}

function licensePart(item: PrioritySubject, lookUp: LicensePriorityLookUp): InventoryPriority {
  if (!isNoLicense(item.licenseExpression)) return priorityOfLicense(item.licenseExpression, lookUp);
  const found = item.foundLicenses.filter((expression) => !isNoLicense(expression));
  if (found.length === 0) return 'P1';
  return found.map((expression) => priorityOfLicense(expression, lookUp)).reduce(higher);
}

function priorityOfLicense(expression: string, lookUp: LicensePriorityLookUp): InventoryPriority {
  return `P${expressionPriorityOf(expression, lookUp) ?? 2}`;
}

function higher(a: InventoryPriority, b: InventoryPriority): InventoryPriority {
  return inventoryPriorities.indexOf(a) <= inventoryPriorities.indexOf(b) ? a : b;
}
