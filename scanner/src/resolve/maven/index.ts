// Resolves dependencies as Maven does: of several versions of one artifact, the one nearest to the root wins, if all
// hard requirements (ranges) allow it.
// https://maven.apache.org/guides/introduction/introduction-to-dependency-mechanism.html
import { itemAt } from '../../items.ts';
import { compareVersions } from '../../versions/index.ts';
import { addEdge, addNode, addUnresolved, graphOf, type ResolvedGraph, unsatisfied } from '../graph.ts';
import { findVersion, type Requirement, type Universe, type UniverseVersion } from '../universe.ts';
import { type Artifact, exclusionsOf, isExcluded, keyOf, type Managed, managedBy } from './artifacts.ts';
import { isReachable, repositoriesOf } from './repositories.ts';
import { chosenVersion } from './selection.ts';

/** The largest number of passes. Passes repeat until hard requirements far from the root change nothing any more. */
const MAX_PASSES = 50;
/** Relocations that follow each other. */
const MOST_RELOCATIONS = 10;

interface Walk {
  universe: Universe;
  managed: Managed;
  /** The requirements that the previous pass found, by artifact, from the nearest to the farthest. */
  known: ReadonlyMap<string, readonly string[]>;
  met: Map<string, string[]>;
  graph: ResolvedGraph;
  /** The node of each chosen artifact, and of each version. */
  chosen: Map<string, number>;
  nodes: Map<string, number>;
  isEverythingReachable: boolean;
  /** Set if a version is in a repository that its users do not name. */
  needsOthers: boolean;
}

/**
 * If versions are in several repositories, the result is the graph that can use all of them. A problem is added if the
 * graph with only the repositories that each version names is different.
 */
export function resolveMaven(universe: Universe, name: string, version: string): ResolvedGraph {
  const root = findVersion(universe, name, version);
  if (root === undefined) {
    return { ...graphOf(name, version), problems: [`The version ${version} of ${name} is not known.`] };
  }
  const open = settle(universe, root, true);
  if (!open.needsOthers) return open.graph;
  const narrow = settle(universe, root, false);
  if (!isSameGraph(open.graph, narrow.graph)) {
    open.graph.problems.push('multi-registry resolution differ: missing repository configuration');
  }
  return open.graph;
}

/** Walks the tree again until a walk finds the same requirements as the walk before. */
function settle(universe: Universe, root: UniverseVersion, isEverythingReachable: boolean): Walk {
  const managed = managedBy(universe, root);
  let known: ReadonlyMap<string, readonly string[]> = new Map();
  for (let pass = 1; ; pass++) {
    const walk: Walk = {
      universe,
      managed,
      known,
      met: new Map(),
      graph: graphOf(root.name, root.version),
      chosen: new Map(),
      nodes: new Map([[`${root.name}@${root.version}`, 0]]),
      isEverythingReachable,
      needsOthers: false,
    };
    walkTree(walk, root);
    if (pass > 1 && isSameRequests(known, walk.met)) return walk;
    if (pass === MAX_PASSES) {
      walk.graph.problems.push(`The requirements do not settle after ${MAX_PASSES} passes.`);
      return walk;
    }
    known = walk.met;
  }
}

function walkTree(walk: Walk, root: UniverseVersion): void {
  const { named, holding } = repositoriesOf(root);
  const start: Artifact = {
    version: root,
    node: 0,
    key: keyOf({ name: root.name, range: '', type: new Map() }),
    user: undefined,
    exclusions: new Set(),
    repositories: [...named, ...holding],
  };
  walk.chosen.set(start.key, 0);
  const queue = [start];
  // The queue grows during the loop.
  for (const artifact of queue) {
    for (const requirement of effectiveRequirements(walk, artifact, artifact === start)) {
      const next = follow(walk, artifact, requirement);
      if (next !== undefined) queue.push(next);
    }
  }
}

/**
 * The dependencies that a user of the artifact gets: no test dependencies, no optional ones, and provided ones only at
 * the root.
 */
function requirementsOf({ requirements }: UniverseVersion, isRoot: boolean): Requirement[] {
  return requirements.filter(
    ({ type }) =>
      !type.has('test') &&
      !type.has('opt') &&
      !type.has('mavendependencyorigin') &&
      (isRoot || type.get('scope') !== 'provided'),
  );
}

/** The dependency management of the root decides the versions of transitive dependencies. */
function managedAt(walk: Walk, requirement: Requirement, isRoot: boolean): Requirement {
  const range = isRoot ? '' : (walk.managed.get(keyOf(requirement))?.range ?? '');
  return range === '' ? requirement : { ...requirement, range };
}

/**
 * What a version requires, with dependency management and relocations applied. If a relocation leads to an artifact that the version
 * requires anyway, the higher version comes first.
 */
function effectiveRequirements(walk: Walk, artifact: Artifact, isRoot: boolean): Requirement[] {
  const relocatedKeys = new Set<string>();
  const requirements = requirementsOf(artifact.version, isRoot)
    .filter(({ name }) => !isExcluded(artifact.exclusions, name))
    .flatMap((one) => {
      const managed = managedAt(walk, one, isRoot);
      const moved = relocated(walk, managed);
      if (moved === managed) return [managed];
      relocatedKeys.add(keyOf(moved));
      if (moved.name === managed.name) return [moved];
      return isExcluded(artifact.exclusions, moved.name) ? [] : [managedAt(walk, moved, isRoot)];
    });
  for (const key of relocatedKeys) putHighestFirst(requirements, key);
  return requirements;
}

function putHighestFirst(requirements: Requirement[], key: string): void {
  const places = requirements.flatMap((one, at) => (keyOf(one) === key ? [at] : []));
  const same = places.map((at) => itemAt(requirements, at)).sort((a, b) => compareVersions('maven', b.range, a.range));
  places.forEach((at, order) => {
    requirements[at] = itemAt(same, order);
  });
}

/** The requirement of the artifact that takes the place of the required one, if its version says so. */
function relocated({ universe }: Walk, requirement: Requirement): Requirement {
  let current = requirement;
  for (let step = 0; step < MOST_RELOCATIONS; step++) {
    const version = findVersion(universe, current.name, current.range);
    const to = /^([^:]+:[^:]+):([^:]+)$/.exec(version?.attributes.get('relocatedto') ?? '');
    const [, name = '', range = ''] = to ?? [];
    if (to === null || (name === current.name && range === current.range)) return current;
    current = { ...current, name, range };
  }
  return current;
}

/** The artifact that a requirement adds to the tree. Undefined if it is already there or not available. */
function follow(walk: Walk, user: Artifact, requirement: Requirement): Artifact | undefined {
  const key = keyOf(requirement);
  const there = walk.chosen.get(key);
  // What an artifact, or a dependency of it, requires of the artifact itself does not decide its version.
  if (!isBelow(user, key)) walk.met.set(key, [...(walk.met.get(key) ?? []), requirement.range]);
  if (there !== undefined) {
    addEdge(walk.graph, user.node, there, requirement, false);
    return undefined;
  }
  const version = choose(walk, user, requirement, key);
  if (version === undefined) {
    // Provided dependencies come from the environment.
    if (requirement.type.get('scope') !== 'provided') {
      addUnresolved(walk.graph, user.node, requirement, unsatisfied(requirement));
    }
    return undefined;
  }
  const versionKey = `${version.name}@${version.version}`;
  const other = walk.nodes.get(versionKey);
  const node = other ?? addNode(walk.graph, version.name, version.version);
  walk.chosen.set(key, node);
  walk.nodes.set(versionKey, node);
  addEdge(walk.graph, user.node, node, requirement, other === undefined);
  // Archives of these types contain their dependencies.
  const isComplete = ['ear', 'war', 'rar'].includes(requirement.type.get('mavenartifacttype') ?? '');
  if (other !== undefined || isComplete) return undefined;
  return {
    version,
    node,
    key,
    user,
    exclusions: new Set([
      ...exclusionsOf(requirement),
      ...(walk.managed.get(key)?.exclusions ?? []),
      ...user.exclusions,
    ]),
    repositories: [...user.repositories, ...repositoriesOf(version).named],
  };
}

function isBelow(user: Artifact, key: string): boolean {
  for (let at: Artifact | undefined = user; at !== undefined; at = at.user) if (at.key === key) return true;
  return false;
}

function choose(walk: Walk, user: Artifact, requirement: Requirement, key: string): UniverseVersion | undefined {
  const all = walk.universe.versions(requirement.name);
  const reachable = all.filter((one) => isReachable(one, user.repositories));
  if (reachable.length < all.length) walk.needsOthers = true;
  const requests = walk.known.get(key) ?? [requirement.range];
  return chosenVersion(walk.isEverythingReachable ? all : reachable, requirement.range, requests);
}

function isSameRequests(a: ReadonlyMap<string, readonly string[]>, b: ReadonlyMap<string, readonly string[]>): boolean {
  return a.size === b.size && [...a].every(([key, ranges]) => ranges.join('\n') === b.get(key)?.join('\n'));
}

function isSameGraph(a: ResolvedGraph, b: ResolvedGraph): boolean {
  const text = ({ nodes, edges }: ResolvedGraph) =>
    JSON.stringify([
      nodes.map((node) => [node.name, node.version, node.unresolved.length]),
      edges.map((edge) => [edge.from, edge.to, edge.requirement]),
    ]);
  return text(a) === text(b);
}
