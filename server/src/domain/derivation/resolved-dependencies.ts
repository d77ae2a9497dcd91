// Resolves dependencies of manifests without a lockfile: finds the versions that the package manager would install for their ranges, from
// the answers of registries. Pure.
//
// Decided here:
// - The result is what would be installed on the day of the scan, not what was installed earlier; the notes say so.
// - A package that only peer requests of npm need has the scope "peer".
// - Maven has no lockfile: requests of its poms are always resolved. Packages that only a provided dependency needs are not runtime.

import type { DependencyScope } from '@assay/scanner';
import { type DescribedPackage, parsePurl } from '@assay/scanner/packages';
import { KnownUniverse, type Requirement, type ResolvedGraph } from '@assay/scanner/resolve';
import { componentPurlOf } from '../inventories/inventory.ts';
import type { FactRequirement, Lookup } from './registries.ts';
import { nameOf, purlOf, type RequestingPackage, type ResolutionRoot, type ResolvedType } from './resolution-roots.ts';

/** The result of a resolution, as plain data. */
export interface ResolvedDependency {
  purl: string;
  type: ResolvedType;
  isDirect: boolean;
  scope: DependencyScope;
  files: string[];
  /** purls with versions. */
  dependencies: string[];
}

export interface Resolution {
  root: string;
  dependencies: ResolvedDependency[];
  /** The registry that states the versions, and the time of its answer. */
  source: string;
}

/** The name of the root among the packages; no package can have it. */
const ROOT = '<root>';
const ROOT_VERSION = '0.0.0';
export const ROOT_KEY = { name: ROOT, version: ROOT_VERSION };

/** The facts of registries in the form of a resolver, with the root. */
export function universeFor(root: ResolutionRoot, lookups: ReadonlyMap<string, Lookup>): KnownUniverse {
  const universe = new KnownUniverse();
  const slots = new Set<string>();
  const requirements = root.requirements.map(({ name, range, extras, marker, type: said }) => {
    const type = new Map(Object.entries(said ?? {}));
    // Only an alias can ask for a package a second time. The finding does not state the name of the alias.
    if (root.type === 'npm' && slots.has(name)) type.set('knownas', `${name} (${slots.size})`);
    slots.add(type.get('knownas') ?? name);
    if (extras !== undefined) type.set('enableddependencies', extras);
    if (marker !== undefined) type.set('environment', marker);
    return { name, range, type };
  });
  universe.add({ ...ROOT_KEY, attributes: new Map(), requirements });
  for (const lookup of lookups.values()) addToUniverse(universe, root.type, lookup);
  for (const { name, version, requirements: asked } of root.own ?? [])
    universe.add({ name, version, attributes: new Map(), requirements: asked.map(requirementOf) });
  return universe;
}

/** The answer of a registry on one package; undefined if it could not be asked. */
export function addToUniverse(universe: KnownUniverse, type: ResolvedType, { purl, outcome, facts }: Lookup): void {
  const name = nameOf(purl);
  if (name === undefined || outcome === 'FAILED') return;
  universe.addPackage(name);
  for (const { version, isWithdrawn, tags, requiresPython, relocatedTo, requirements: asked } of facts.versions) {
    const attributes = new Map<string, string>();
    if (tags) attributes.set('tags', tags.join(','));
    if (requiresPython) attributes.set('requirespython', requiresPython);
    if (relocatedTo) attributes.set('relocatedto', relocatedTo);
    // npm installs a deprecated version if no other fits; pip installs a yanked one if it is pinned.
    if (isWithdrawn) attributes.set(type === 'maven' ? 'deleted' : 'blocked', '');
    universe.add({ name, version, attributes, requirements: asked.map(requirementOf) });
  }
}

function requirementOf({ name, range, type }: FactRequirement): Requirement {
  return { name, range, type: new Map(Object.entries(type ?? {})) };
}

/** Chosen versions with dependencies that no registry has been asked for yet. */
export function unfetchedVersions(
  type: ResolvedType,
  graph: ResolvedGraph,
  lookups: ReadonlyMap<string, Lookup>,
): Map<string, string[]> {
  const unfetched = new Map<string, string[]>();
  for (const { name, version } of graph.nodes.slice(1)) {
    const purl = purlOf(type, name);
    const facts = purl === undefined ? undefined : lookups.get(purl)?.facts;
    if (purl !== undefined && facts?.versions.find((one) => one.version === version)?.license === null) {
      unfetched.set(purl, [...(unfetched.get(purl) ?? []), version]);
    }
  }
  return unfetched;
}

/** The versions of a graph as dependencies of the root. Those that a runtime dependency needs are runtime. */
export function dependenciesOf(root: ResolutionRoot, { nodes, edges }: ResolvedGraph): ResolvedDependency[] {
  const own = new Set((root.own ?? []).map(({ name }) => name));
  const out = childrenOf(edges);
  const direct = new Set(out.get(0) ?? []);
  const scopeOf = nodeScopes(root, { nodes, edges }, direct);
  return nodes.flatMap((node, at): ResolvedDependency[] => {
    const purl = at === 0 || own.has(node.name) ? undefined : purlOf(root.type, node.name, node.version);
    if (purl === undefined) return [];
    const children = (out.get(at) ?? []).flatMap((to) => {
      const child = nodes[to];
      return child === undefined ? [] : [purlOf(root.type, child.name, child.version) ?? ''];
    });
    return [
      {
        purl,
        type: root.type,
        isDirect: direct.has(at),
        scope: scopeOf(at),
        files: root.files,
        dependencies: [...new Set(children)].filter((child) => child !== '').sort(),
      },
    ];
  });
}

/** The scope of each node, by the direct dependencies that need it. */
function nodeScopes(
  root: ResolutionRoot,
  { nodes, edges }: Pick<ResolvedGraph, 'nodes' | 'edges'>,
  direct: ReadonlySet<number>,
): (node: number) => DependencyScope {
  const declared = declaredScopes(root);
  const declaredOf = (node: number) => declared.direct.get(nodes[node]?.name ?? '') ?? 'runtime';
  const isRuntime = (node: number) => ['runtime', 'optional'].includes(declaredOf(node));
  // In Maven the scope of a direct dependency overrides those of all others that need it.
  const isBarred = (node: number) =>
    root.type === 'maven' && (direct.has(node) ? !isRuntime(node) : declared.barred.has(nodes[node]?.name ?? ''));
  const start = [...direct].filter(isRuntime);
  const withoutPeers = edges.filter(({ type }) => type.get('scope') !== 'peer');
  const runtime = reachable(start, childrenOf(root.type === 'npm' ? withoutPeers : edges), isBarred);
  if (root.type !== 'npm') return (node) => (runtime.has(node) ? 'runtime' : 'development');
  const peers = [...direct].filter((node) => declaredOf(node) === 'peer');
  const beside = reachable([...start, ...peers], childrenOf(edges), () => false);
  return (node) => (runtime.has(node) ? 'runtime' : beside.has(node) ? 'peer' : 'development');
}

function childrenOf(edges: ResolvedGraph['edges']): Map<number, number[]> {
  const out = new Map<number, number[]>();
  for (const { from, to } of edges) out.set(from, [...(out.get(from) ?? []), to]);
  return out;
}

/**
 * The scopes of direct dependencies, by name, and the names of artifacts that dependency management keeps out of the runtime. If one name
 * has several scopes, runtime counts.
 */
function declaredScopes({ requirements }: ResolutionRoot) {
  const direct = new Map<string, DependencyScope>();
  const barred = new Set<string>();
  for (const { name, scope, type } of requirements) {
    if (!isManagement(type) && direct.get(name) !== 'runtime') direct.set(name, scope);
    if (isManagement(type) && scope !== 'runtime') barred.add(name);
  }
  return { direct, barred };
}

/** An entry that only manages versions requests nothing. */
function isManagement(type: Record<string, string> | undefined): boolean {
  return type?.mavendependencyorigin === 'management';
}

function reachable(
  from: readonly number[],
  out: ReadonlyMap<number, readonly number[]>,
  isBarred: (node: number) => boolean,
): Set<number> {
  const seen = new Set(from);
  // The set grows while it is walked.
  for (const node of seen) for (const next of out.get(node) ?? []) if (!isBarred(next)) seen.add(next);
  return seen;
}

/** The packages of a code base with the resolved versions: instead of requests without a version, and beside them. */
export function withResolved<Package extends RequestingPackage>(
  packages: readonly Package[],
  resolutions: readonly Resolution[],
  describe: (dependency: ResolvedDependency, source: string) => Package,
): Package[] {
  if (resolutions.length === 0) return [...packages];
  const known = new Set(packages.map(({ purl }) => purl));
  const added = new Map<string, Package>();
  for (const { dependencies, source } of resolutions) {
    for (const dependency of dependencies) {
      const before = added.get(dependency.purl);
      const described = describe(dependency, source);
      if (!known.has(dependency.purl))
        added.set(dependency.purl, before === undefined ? described : bothOf(before, described));
    }
  }
  const children = new Map<string, readonly ResolvedDependency[]>();
  for (const { dependencies } of resolutions)
    for (const one of dependencies) children.set(one.purl, [...(children.get(one.purl) ?? []), one]);
  const directOf = new Map(
    resolutions.map(({ root, dependencies }) => [
      root,
      dependencies.filter(({ isDirect }) => isDirect).map(({ purl }) => purl),
    ]),
  );
  const resolved = new Set([...directOf.values()].flat().map(componentPurlOf));
  return [
    ...packages
      // This request without a version is now answered by resolved versions.
      .filter((one) => one.isDirect === undefined || one.version !== '' || !resolved.has(one.purl))
      .map((one) => withVersions(one, directOf.get(one.purl) ?? []))
      .map((one) => withChildren(one, children.get(one.purl))),
    ...added.values(),
  ];
}

/** A dependency with a known version gets the packages that were resolved below it. */
function withChildren<Package extends RequestingPackage>(
  one: Package,
  resolved: readonly ResolvedDependency[] = [],
): Package {
  if (one.isDirect === undefined || one.dependencies.length > 0) return one;
  const purls = [...new Set(resolved.flatMap(({ dependencies }) => dependencies))].sort();
  if (purls.length === 0) return one;
  return {
    ...one,
    dependencies: purls.map((purl) => ({ purl, requirement: '', scope: 'runtime' as const, isDirect: false })),
  };
}

function withVersions<Package extends RequestingPackage>(one: Package, direct: readonly string[]): Package {
  if (direct.length === 0) return one;
  const versions = new Map(direct.map((purl) => [componentPurlOf(purl), purl]));
  return {
    ...one,
    dependencies: one.dependencies.map((dependency) => ({
      ...dependency,
      purl: versions.get(dependency.purl) ?? dependency.purl,
    })),
  };
}

/** Merges the packages that two packages of the code base both need. */
function bothOf<Package extends RequestingPackage>(a: Package, b: Package): Package {
  return {
    ...a,
    isDirect: a.isDirect === true || b.isDirect === true,
    scope: a.scope === 'runtime' ? a.scope : b.scope,
    files: [...new Set([...a.files, ...b.files])].sort(),
  };
}

/** A resolved dependency in the form of the scanner's findings. */
export function describedDependency(
  { purl, type, isDirect, scope, files, dependencies }: ResolvedDependency,
  versionSource: string,
): DescribedPackage & { versionSource?: string } {
  const read = parsePurl(purl);
  const { namespace, name, version } = 'value' in read ? read.value : { namespace: null, name: purl, version: null };
  return {
    purl,
    type,
    namespace: namespace ?? '',
    name,
    version: version ?? '',
    declaredLicense: '',
    licenseExpression: '',
    description: '',
    homepageUrl: '',
    repositoryUrl: '',
    downloadUrl: '',
    integrity: '',
    scope,
    isDirect,
    requirement: '',
    files,
    proofs: [],
    ownedFolders: [],
    dependencies: dependencies.map((child) => ({ purl: child, requirement: '', scope: 'runtime', isDirect: false })),
    versionSource,
  };
}
