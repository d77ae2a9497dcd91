// Collects a package together with the peers that it needs, before they are placed. Each package that requires others has
// trees of its own for that; in such a tree all members of a set lie side by side and must agree with each other.
import type { Requirement, Universe, UniverseVersion } from '../../universe.ts';
import { fetchedVersion, inOrderOfPreference } from '../matching.ts';
import { canReplace, isPeer, isValid, type Link, placeOf, Tree, type TreePlace } from './tree.ts';

const byName = new Intl.Collator('en').compare;

export function compareLinks(a: Link, b: Link): number {
  return byName(a.name, b.name);
}

/** Peers of peers that are collected at once. Real chains are short; this ends circles of versions that exclude each other. */
export const LONGEST_CHAIN = 100;

export interface PeerSets {
  universe: Universe;
  /** The length of the chain that is being collected. */
  depth: number;
  /** The versions of each package, the best first, and the version that each requirement leads to. */
  sorted: Map<string, UniverseVersion[]>;
  chosen: Map<string, UniverseVersion | undefined>;
  /** The newest tree of each place that requires others, and the place of each tree. */
  trees: Map<TreePlace, Tree>;
  sources: Map<Tree, TreePlace>;
  /** The place whose tree a member of a set comes from, and the same for the places made of it. */
  sourceOf: Map<TreePlace, TreePlace>;
  /** Called if peer requirements of the project itself contradict each other. npm refuses to install them. */
  onConflict(link: Link, other: Link | undefined): void;
}

export function newTree(sets: PeerSets, source: TreePlace): Tree {
  const tree = new Tree(source.version, source.tree);
  sets.trees.set(source, tree);
  sets.sources.set(tree, source);
  return tree;
}

/**
 * The package that a requirement leads to, with its peers, in a tree. If `also` is not met by it but by another version that
 * the requirement allows too, it is that version. Undefined if the universe has none.
 */
export function collect(
  sets: PeerSets,
  link: Link,
  tree: Tree,
  also: Link | undefined,
  required: Set<TreePlace>,
): TreePlace | undefined {
  const first = fetch(sets, link, tree);
  const second = also !== undefined && !isValid(also) ? fetch(sets, also, tree) : undefined;
  const place = second !== undefined && isValid(link) ? second : first;
  if (place === undefined) return undefined;
  tree.add(place, tree.root);
  const isNeeded = [link, also].some((one) => one && required.has(one.from) && one.kind !== 'optional-peer');
  if (isNeeded) required.add(place);
  const source = sets.sources.get(tree);
  if (source !== undefined) sets.sourceOf.set(place, source);
  // The peers of a longer chain are collected when their user is placed.
  if (sets.depth < LONGEST_CHAIN) {
    sets.depth++;
    collectPeers(sets, place, tree, required);
    sets.depth--;
  }
  return place;
}

function fetch(sets: PeerSets, { name, requirement }: Link, tree: Tree): TreePlace | undefined {
  const version = versionFor(sets, requirement);
  if (version === undefined) return undefined;
  const place = placeOf(name, version, tree);
  tree.add(place, tree.root);
  return place;
}

export function versionFor(
  { universe, sorted, chosen }: PeerSets,
  { name, range }: Requirement,
): UniverseVersion | undefined {
  const key = `${name} ${range}`;
  if (chosen.has(key)) return chosen.get(key);
  const versions = sorted.get(name) ?? inOrderOfPreference(universe.versions(name));
  sorted.set(name, versions);
  const version = fetchedVersion(versions, range);
  chosen.set(key, version);
  return version;
}

function collectPeers(sets: PeerSets, place: TreePlace, tree: Tree, required: Set<TreePlace>): void {
  const peers = [...place.links.values()].filter((link) => isPeer(link) && !isMet(link)).sort(compareLinks);
  for (const link of peers) {
    if (!tree.has(place)) return;
    if (isMet(link)) continue;
    const ofSource = tree.root.links.get(link.name);
    if (link.to === undefined) {
      // A narrow requirement of a peer says which of the versions that the source allows is the right one.
      collect(sets, ofSource ?? link, tree, ofSource === undefined ? undefined : link, required);
      if (ofSource !== undefined && !isValid(link)) reportConflict(sets, link, ofSource, tree, required);
      continue;
    }
    const wanted = fetch(sets, link, new Tree(link.from.version, tree));
    if (wanted !== undefined && canReplace(wanted, link.to)) collect(sets, link, tree, undefined, required);
    else reportConflict(sets, link, ofSource, tree, required);
  }
}

function isMet(link: Link): boolean {
  return link.to !== undefined && isValid(link);
}

function reportConflict(
  sets: PeerSets,
  link: Link,
  other: Link | undefined,
  tree: Tree,
  required: ReadonlySet<TreePlace>,
): void {
  const source = sets.sources.get(tree);
  const isOfProject = source?.tree.isProject === true && source.parent === undefined;
  if (isOfProject && required.has(link.from)) sets.onConflict(link, other);
}
