// Which items are shipped with the product, and so belong into its notices. Pure.
//
// - What a person has said of an item comes first: "part of the product" YES or NO.
// - Otherwise its scope decides. Each project says which scopes are shipped; a report may say otherwise.
// - An item without a scope is shipped: nothing says that it is not.
import { dependencyScopes } from '@assay/scanner';

export const shippableScopes = [...dependencyScopes, 'unknown'] as const;
export type ShippableScope = (typeof shippableScopes)[number];

export const DEFAULT_SHIPPED_SCOPES: readonly ShippableScope[] = ['runtime', 'optional', 'peer', 'unknown'];

export interface ScopedItem {
  /** As manifests name it; blank if it is unknown. */
  foundScope: string;
  /** Runtime, Non Runtime or N/A: known also for items of scans that did not yet store the scope of the manifests. */
  dependencyScope: string;
  partOfProduct: string;
}

export function scopeOf({ foundScope, dependencyScope }: Omit<ScopedItem, 'partOfProduct'>): ShippableScope {
  const known = dependencyScopes.find((one) => one === foundScope);
  if (known !== undefined) return known;
  return dependencyScope === 'Non Runtime' ? 'development' : dependencyScope === 'Runtime' ? 'runtime' : 'unknown';
}

/** Why the item is not shipped; undefined if it is. */
export function whyNotShipped(item: ScopedItem, shipped: readonly string[]): string | undefined {
  if (item.partOfProduct === 'YES') return undefined;
  if (item.partOfProduct === 'NO') return 'a person has said that it is not part of the product';
  const scope = scopeOf(item);
  return shipped.includes(scope) ? undefined : `its scope is ${scope}`;
}

/** The scopes that a report's option names; the project's own if it is blank. */
export function shippedScopesOf(option: string | undefined, ofProject: string): string[] {
  const named = namedIn(option ?? '');
  if (named.includes('all')) return [...shippableScopes];
  return named.length > 0 ? named : namedIn(ofProject);
}

const namedIn = (list: string) =>
  list
    .split(',')
    .map((word) => word.trim().toLowerCase())
    .filter((word) => word !== '');

/** `runtime, optional, peer, unknown` */
export const scopeWords = (scopes: readonly string[]): string =>
  shippableScopes.filter((one) => scopes.includes(one)).join(', ') || 'none';
