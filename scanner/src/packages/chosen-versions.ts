// Which version of the tree a dependency without a version means. Pure.
import type { PackageDependency } from '../findings.ts';
import { nativeRangeTest } from '../versions/index.ts';
import { componentOf, type Draft, hasVersion } from './describe.ts';

/** A dependency without a version gets the only version in the tree that its requirement allows. */
export function createChoice(drafts: ReadonlyMap<string, Draft>): (dependency: PackageDependency) => string {
  const versions = new Map<string, string[]>();
  for (const purl of drafts.keys()) {
    const component = componentOf(purl);
    const known = versions.get(component);
    if (known === undefined) versions.set(component, [purl]);
    else known.push(purl);
  }
  const matching = new Map<string, string | undefined>();
  return ({ purl, requirement }) => {
    if (hasVersion(purl)) return purl;
    const component = componentOf(purl);
    const known = versions.get(component) ?? [];
    if (known.length < 2) return known[0] ?? purl;
    const key = `${component}\n${requirement}`;
    if (!matching.has(key)) matching.set(key, onlyMatch(known, requirement, drafts));
    return matching.get(key) ?? component;
  };
}

/** Of several versions, the only one that the requirement allows. */
function onlyMatch(
  purls: readonly string[],
  requirement: string,
  drafts: ReadonlyMap<string, Draft>,
): string | undefined {
  const all = purls.flatMap((purl) => drafts.get(purl)?.about ?? []);
  const range = requirement === '' ? undefined : nativeRangeTest(all[0]?.type ?? '', requirement);
  if (range === undefined || 'problem' in range) return undefined;
  const allowed = all.filter(({ version }) => version !== '' && range.value(version));
  return allowed.length === 1 ? allowed[0]?.purl : undefined;
}
