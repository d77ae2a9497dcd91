// Resolves dependencies as npm installs them into an empty folder: a tree of folders in which each version is as near
// to the root as possible, without hiding another version from packages that use that one.
// https://docs.npmjs.com/cli/v11/commands/npm-install#algorithm
import { addEdge, addNode, addUnresolved, graphOf, type ResolvedGraph, unsatisfied } from '../graph.ts';
import { findVersion, type Requirement, type Universe, type UniverseVersion } from '../universe.ts';
import { matchingVersions, pickedVersion, satisfies } from './matching.ts';
import { resolveWithPeers } from './peers/index.ts';

/** A folder `node_modules/<slot>`: one version under one name, and the folders inside it. */
interface Folder {
  name: string;
  version: string;
  /** True if the folder has another name than the package. */
  isAlias: boolean;
  parent: Folder | undefined;
  slots: Map<string, Folder>;
  /** Slots that must stay empty, because a package inside sees a version through them. */
  kept: Set<string>;
  requirements: readonly Requirement[];
  isResolved: boolean;
  /** Its node in the graph. Undefined for a bundled package until a package uses it. */
  node: number | undefined;
  /** Packages inside the archive of another package, under the names that the universe has for them. */
  bundled: UniverseVersion | undefined;
}

export interface NpmOptions {
  /** True to install the peers that packages require, as npm 7 and later do. */
  withPeers?: boolean;
}

export function resolveNpm(
  universe: Universe,
  name: string,
  version: string,
  { withPeers = false }: NpmOptions = {},
): ResolvedGraph {
  const graph = graphOf(name, version);
  const found = findVersion(universe, name, version);
  if (found === undefined) {
    graph.problems.push(`The version ${version} of ${name} is not known.`);
    return graph;
  }
  if (withPeers) return resolveWithPeers(universe, found);
  const root = folderOf(found, undefined, universe);
  root.node = 0;
  unpackBundle(root, found, universe);
  const stack = [root];
  for (let folder = stack.pop(); folder !== undefined; folder = stack.pop()) {
    if (folder.isResolved) continue;
    folder.isResolved = true;
    const next: Folder[] = [];
    for (const requirement of folder.requirements) {
      const target = resolveOne(folder, requirement, universe, graph);
      if (target !== undefined && !target.isResolved) next.push(target);
    }
    stack.push(...next.reverse());
  }
  graph.problems.push(...unusedBundles(root));
  return graph;
}

/** The folder that satisfies a requirement: a visible one, or a new one. */
function resolveOne(
  folder: Folder,
  requirement: Requirement,
  universe: Universe,
  graph: ResolvedGraph,
): Folder | undefined {
  const slot = slotOf(requirement);
  const matches = matchingVersions(universe.versions(requirement.name), requirement.range);
  const { used, isReplaced } = inSight(folder, slot, requirement, matches, universe);
  if (used !== undefined) {
    keepSight(folder, slot);
    const isFirstUse = used.node === undefined;
    used.node ??= addNode(graph, used.bundled?.name ?? used.name, used.bundled?.version ?? used.version);
    addEdge(graph, folder.node ?? 0, used.node, requirement, isFirstUse);
    return used;
  }
  const picked = pickedVersion(universe.versions(requirement.name), matches);
  if (picked === undefined) {
    addUnresolved(graph, folder.node ?? 0, requirement, unsatisfied(requirement));
    return undefined;
  }
  return install(folder, requirement, picked, isReplaced, universe, graph);
}

/** The folder that Node finds if it searches upwards for the slot, if its version fits. */
function inSight(
  from: Folder,
  slot: string,
  requirement: Requirement,
  matches: readonly UniverseVersion[],
  universe: Universe,
): { used?: Folder; isReplaced: boolean } {
  for (let folder: Folder | undefined = from; folder !== undefined; folder = folder.parent) {
    const child = folder.slots.get(slot);
    if (child === undefined) continue;
    if (fits(child, requirement, matches)) return { used: child, isReplaced: false };
    // A bundled version that does not fit is replaced in its place.
    const isBundle = child.bundled !== undefined && findVersion(universe, child.name, child.version) === undefined;
    if (isBundle && folder === from) {
      folder.slots.delete(slot);
      return { isReplaced: true };
    }
    return { isReplaced: false };
  }
  return { isReplaced: false };
}

function fits(child: Folder, requirement: Requirement, matches: readonly UniverseVersion[]): boolean {
  if (requirement.range === '*') return true;
  const isByName = !requirement.type.has('knownas') && !child.isAlias;
  if (isByName && matches.some((match) => match.version === child.version && match.name === child.name)) return true;
  return (!isByName || child.bundled !== undefined) && satisfies(child.version, requirement.range);
}

/** No folder between a user and the version that it sees may get another version in this slot. */
function keepSight(from: Folder, slot: string): void {
  for (let folder: Folder | undefined = from; folder !== undefined && !folder.slots.has(slot); folder = folder.parent) {
    folder.kept.add(slot);
  }
}

function install(
  user: Folder,
  requirement: Requirement,
  picked: UniverseVersion,
  isHere: boolean,
  universe: Universe,
  graph: ResolvedGraph,
): Folder | undefined {
  const slot = slotOf(requirement);
  const refuse = (problem: string) => {
    addUnresolved(graph, user.node ?? 0, requirement, problem);
    return undefined;
  };
  if (user.slots.has(slot)) return refuse(`cannot install two versions of this package at the same level: ${slot}`);
  let parent = user;
  while (!isHere && parent.parent !== undefined && !parent.parent.slots.has(slot) && !parent.parent.kept.has(slot)) {
    parent.kept.add(slot);
    parent = parent.parent;
  }
  // A package in a folder of its own name would find the outer one. Only the root has no such name.
  if (parent.parent !== undefined && parent.name === picked.name) {
    return refuse(
      `unreachable version ${picked.name} ${picked.version} installed under ${parent.name} ${parent.version}`,
    );
  }
  const folder = folderOf(picked, parent, universe);
  folder.isAlias = slot !== picked.name;
  unpackBundle(folder, picked, universe);
  parent.slots.set(slot, folder);
  folder.node = addNode(graph, picked.name, picked.version);
  addEdge(graph, user.node ?? 0, folder.node, requirement, true);
  return folder;
}

function folderOf(version: UniverseVersion, parent: Folder | undefined, universe: Universe): Folder {
  return {
    name: version.name,
    version: version.version,
    isAlias: false,
    parent,
    slots: new Map(),
    kept: new Set(),
    requirements: installed(version.requirements, universe),
    isResolved: false,
    node: undefined,
    bundled: undefined,
  };
}

/**
 * The requirements that npm installs for a user of the package, sorted by name. Upper and lower case do not matter,
 * except that lower case comes first between equal names.
 */
function installed(requirements: readonly Requirement[], universe: Universe): Requirement[] {
  const usable = requirements.filter(({ type }) => !type.has('dev') && type.get('scope') !== 'peer');
  const optional = new Set(usable.filter(({ type }) => type.has('opt')).map(({ name }) => name));
  const regular = new Set(usable.filter(({ type }) => type.size === 0).map(({ name }) => name));
  return usable
    .filter(({ name, type }) => type.has('opt') || !optional.has(name))
    .filter((requirement) => bundleOf(requirement, universe) === undefined)
    .filter(({ name, type }) => !(type.get('scope') === 'bundle' && regular.has(name)))
    .sort((a, b) => compareNames(slotOf(a), slotOf(b)));
}

function compareNames(a: string, b: string): number {
  const [left, right] = [a.toLowerCase(), b.toLowerCase()];
  if (left !== right) return left < right ? -1 : 1;
  return a > b ? -1 : a < b ? 1 : 0;
}

function slotOf({ name, type }: Requirement): string {
  return type.get('knownas') ?? name;
}

/** The version in a bundle that a requirement means. The universe names it by its users, such as `a>1.0.0>b`. */
function bundleOf({ name, range, type }: Requirement, universe: Universe): UniverseVersion | undefined {
  if (type.size > 0) return undefined;
  const matches = matchingVersions(universe.versions(name), range);
  return matches.length === 1 && matches[0]?.attributes.has('derivedfrom') ? matches[0] : undefined;
}

/** Puts the packages of the archive into the folder, and the packages that these contain. */
function unpackBundle(folder: Folder, version: UniverseVersion, universe: Universe): void {
  const open: [Folder, UniverseVersion][] = [[folder, version]];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [parent, holder] = next;
    for (const requirement of holder.requirements) {
      const bundled = bundleOf(requirement, universe);
      if (bundled === undefined || isInside(parent, bundled)) continue;
      const child = folderOf(bundled, parent, universe);
      child.bundled = bundled;
      child.name = bundled.attributes.get('derivedfrom') ?? bundled.name;
      const slot = bundled.name.slice(bundled.name.lastIndexOf('>') + 1);
      child.isAlias = slot !== child.name;
      parent.slots.set(slot, child);
      open.push([child, bundled]);
    }
  }
}

/** A bundle cannot contain itself. */
function isInside(folder: Folder, bundled: UniverseVersion): boolean {
  for (let at: Folder | undefined = folder; at !== undefined; at = at.parent) if (at.bundled === bundled) return true;
  return false;
}

function unusedBundles(root: Folder): string[] {
  const unused: string[] = [];
  const open = [root];
  for (let folder = open.pop(); folder !== undefined; folder = open.pop()) {
    if (folder.node === undefined) unused.push(`unused bundled version ${folder.name} ${folder.version}`);
    else open.push(...folder.slots.values());
  }
  return unused.length === 0 ? [] : [unused.sort().join(',')];
}
