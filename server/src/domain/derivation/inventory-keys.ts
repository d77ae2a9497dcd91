// Keys by which items of different scans are the same finding. Pure.
import { expressionKey } from '@assay/scanner/expressions';
import type { InventoryType } from '../inventories/inventory.ts';
import type { LicenseFacts } from '../licenses/license-facts.ts';

interface Identified {
  type: InventoryType;
  componentPurl: string;
  componentName: string;
  versionName: string;
  licenseExpression: string;
  /** For a License Only item, they have the found expression if a choice in it has been settled. */
  licenseFacts?: Partial<Pick<LicenseFacts, 'concluded' | 'choice'>>;
}

/** Component, version and license of an item as one key. */
export function triadOf(item: Identified): string {
  const component = item.componentPurl || item.componentName.toLowerCase();
  const license = item.type === 'LICENSE' ? foundLicenseOf(item) : item.licenseExpression;
  return [item.type, component, item.versionName, expressionKey(license)].join('\n');
}

/** A settled choice is still the finding with the choice: MIT selected from `MIT OR GPL-2.0-only` differs from files under MIT alone. */
function foundLicenseOf({ licenseExpression, licenseFacts }: Pick<Identified, 'licenseExpression' | 'licenseFacts'>) {
  const { choice, concluded } = licenseFacts ?? {};
  return choice !== undefined && choice.expression === licenseExpression && concluded !== undefined
    ? concluded.expression
    : licenseExpression;
}

/** Component and version of an item, or the license of a License Only item, as one key. A deletion by a person applies to this key. */
export function findingOf(item: Identified): string {
  if (item.type === 'LICENSE') return `license\n${expressionKey(foundLicenseOf(item))}`;
  return `component\n${item.componentPurl || item.componentName.toLowerCase()}\n${item.versionName}`;
}

/** The subject of a file that a person took out of an item. */
export function exclusionKey(
  item: Pick<Identified, 'type' | 'componentName' | 'licenseExpression' | 'licenseFacts'>,
): string {
  // License Only items have no component, so the file was removed from the license.
  return item.type === 'LICENSE'
    ? `license\n${expressionKey(foundLicenseOf(item))}`
    : `component\n${item.componentName.toLowerCase()}`;
}
