// Resolves version ranges in manifests: asks the registry for the packages that the resolver misses, and resolves again until none is missing.
import { RESOLVERS, type ResolvedGraph } from '@assay/scanner/resolve';
import { listLookups, type RegistrySettings } from '../db/registries.ts';
import { countOf } from '../domain/count-text.ts';
import type { Lookup } from '../domain/derivation/registries.ts';
import { purlOf, type ResolutionRoot } from '../domain/derivation/resolution-roots.ts';
import {
  addToUniverse,
  dependenciesOf,
  type Resolution,
  ROOT_KEY,
  unfetchedVersions,
  universeFor,
} from '../domain/derivation/resolved-dependencies.ts';
import { type LookUpApp, type LookUpTrouble, lookUp } from './look-up.ts';

/** The longest chain of packages that are found one after the other. */
const MOST_ROUNDS = 60;
const MOST_PACKAGES = 5000;
const PROBLEMS_LISTED = 10;

export async function resolveDependencies(
  app: LookUpApp,
  registry: RegistrySettings,
  root: ResolutionRoot,
  options: Parameters<typeof lookUp>[3],
): Promise<{ resolution: Resolution; trouble: LookUpTrouble[] }> {
  const wanted = new Map<string, Set<string>>();
  const trouble: LookUpTrouble[] = [];
  const lookups = new Map<string, Lookup>();
  const universe = universeFor(root, lookups);
  for (let round = 1; ; round++) {
    const graph = RESOLVERS.get(root.type)?.(universe, ROOT_KEY.name, ROOT_KEY.version, {
      withPeers: true,
    }) as ResolvedGraph;
    const due = newlyWanted(wanted, root, universe.missing, unfetchedVersions(root.type, graph, lookups));
    if (due.size === 0)
      return {
        resolution: resolutionOf(root, graph, lookups, app.now()),
        trouble: [...trouble, ...unresolvedOf(root, graph)],
      };
    if (round === MOST_ROUNDS || wanted.size > MOST_PACKAGES) {
      const message = `The dependencies of ${root.files.join(', ')} could not be resolved: they lead to more than ${countOf(wanted.size, 'package')}.`;
      return {
        resolution: resolutionOf(root, graph, lookups, app.now()),
        trouble: [...trouble, { code: 'registry-unresolved', message }],
      };
    }
    trouble.push(...(await lookUp(app, [registry], due, options)));
    for (const [purl, lookup] of await listLookups(app.db, [...due.keys()])) {
      lookups.set(purl, lookup);
      addToUniverse(universe, root.type, lookup);
    }
  }
}

/** Adds missing packages and returns the new ones, which must be requested. Requests nothing twice. */
function newlyWanted(
  wanted: Map<string, Set<string>>,
  { type }: ResolutionRoot,
  missing: ReadonlySet<string>,
  unfetched: ReadonlyMap<string, readonly string[]>,
): Map<string, Set<string>> {
  const due = new Map<string, Set<string>>();
  for (const name of missing) {
    const purl = purlOf(type, name);
    if (purl === undefined || wanted.has(purl)) continue;
    wanted.set(purl, new Set());
    due.set(purl, new Set());
  }
  for (const [purl, versions] of unfetched) {
    const before = wanted.get(purl) ?? new Set();
    if (versions.every((version) => before.has(version))) continue;
    // All earlier ones, because an answer replaces the one before it.
    const all = new Set([...before, ...versions]);
    wanted.set(purl, all);
    due.set(purl, all);
  }
  return due;
}

function resolutionOf(
  root: ResolutionRoot,
  graph: ResolvedGraph,
  lookups: ReadonlyMap<string, Lookup>,
  now: Date,
): Resolution {
  const host = [...lookups.values()][0]?.host ?? '';
  return {
    root: root.purl,
    dependencies: dependenciesOf(root, graph),
    source: `${host} listed on ${now.toISOString().slice(0, 10)}`,
  };
}

function unresolvedOf(root: ResolutionRoot, { nodes, problems }: ResolvedGraph): LookUpTrouble[] {
  const all = [...problems, ...nodes.flatMap(({ unresolved }) => unresolved.map(({ problem }) => problem))];
  if (all.length === 0) return [];
  const listed = [...new Set(all)].slice(0, PROBLEMS_LISTED);
  const more = all.length > listed.length ? ` And ${all.length - listed.length} more.` : '';
  return [
    {
      code: 'registry-unresolved',
      message: `Not all dependencies of ${root.files.join(', ')} can be resolved: ${listed.join('; ')}.${more}`,
    },
  ];
}
