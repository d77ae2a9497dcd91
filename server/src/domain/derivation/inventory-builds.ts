// The identities of items of which a code base has several builds: the same component and version for several releases of a distribution. Pure.
//
// As long as there is one build, the identity is that of component and version. With the second one, each has its build in its identity, and the item
// that was there before keeps its own: it goes on with the build that its package URL names.
import { buildOf } from '@assay/scanner/advisories';
import type { WantedInventory, WantedItem } from './inventory-findings.ts';

/** Between component and version, and the build. */
export const BUILD_MARK = ' build:';

interface Standing {
  identity: string;
  purl: string;
}

/** Gives wanted items the identities under which the project has them. */
export function underStandingIdentities(wanted: WantedInventory, standing: readonly Standing[]): WantedInventory {
  const byBase = Map.groupBy(
    standing.filter(({ identity }) => identity.startsWith('component:')),
    ({ identity }) => baseOf(identity),
  );
  const renamed = new Map<string, string>();
  for (const item of wanted.items) {
    const alike = byBase.get(baseOf(item.identity)) ?? [];
    const known = alike.find(({ purl }) => buildOf(purl) === buildOf(item.purl));
    if (known !== undefined && known.identity !== item.identity) renamed.set(item.identity, known.identity);
  }
  if (renamed.size === 0) return wanted;
  const nameOf = (identity: string) => renamed.get(identity) ?? identity;
  return {
    items: wanted.items.map((item): WantedItem => ({ ...item, identity: nameOf(item.identity) })),
    links: wanted.links.map((link) => ({ ...link, parent: nameOf(link.parent), child: nameOf(link.child) })),
  };
}

const baseOf = (identity: string) => identity.split(BUILD_MARK, 1)[0] ?? identity;
