// Resolves dependencies as npm 7 and later install them into an empty folder. Unlike older ones, they install the peers that a
// package requires, beside the package or further out, together as a set.
// https://docs.npmjs.com/cli/v11/using-npm/config#legacy-peer-deps
//
// Decided here:
// - npm refuses to install if the project's own requirements contradict the peers of each other. Here the graph is that of
//   `npm install --force`, and the conflict is a problem of the graph.
// - Deeper conflicts are accepted, as npm does: a package gets a peer that it does not allow.
import { addEdge, addNode, addUnresolved, graphOf, type ResolvedGraph, unsatisfied } from '../../graph.ts';
import type { Universe, UniverseVersion } from '../../universe.ts';
import { collect, compareLinks, newTree, type PeerSets, versionFor } from './peer-sets.ts';
import { type Placement, placePackage } from './placement.ts';
import { depthOf, isPeer, isValid, type Link, outwards, pathOf, satisfies, Tree, type TreePlace } from './tree.ts';

export function resolveWithPeers(universe: Universe, root: UniverseVersion): ResolvedGraph {
  const conflicts = new Map<string, string>();
  const tree = new Tree(root);
  const sets: PeerSets = {
    universe,
    depth: 0,
    sorted: new Map(),
    chosen: new Map(),
    trees: new Map(),
    sources: new Map(),
    sourceOf: new Map(),
    onConflict: (link, other) => {
      const wanted = wantText(link);
      const before = conflicts.get(wanted);
      if (before === undefined || before === wanted) conflicts.set(wanted, wanted + againstText(other));
    },
  };
  const plan: Plan = { tree, sets, queue: new Set([tree.root]), seen: new Set(), tries: new Map(), isRestless: false };
  for (let place = next(plan); place !== undefined; place = next(plan)) placeRequirements(plan, place);
  const graph = graphFrom(tree, sets);
  graph.problems.push(
    ...[...conflicts.values()].map((conflict) => `npm would refuse this installation (ERESOLVE): ${conflict}`),
  );
  return graph;
}

interface Plan {
  tree: Tree;
  sets: PeerSets;
  /** Places whose requirements are not placed yet. */
  queue: Set<TreePlace>;
  seen: Set<TreePlace>;
  /** How often each requirement of each folder was placed. */
  tries: Map<string, number>;
  /** True if a requirement was placed too often. */
  isRestless: boolean;
}

/**
 * Sets of peers that contradict each other would replace each other for ever. After this many tries they are accepted as they are, and
 * after the last one the requirement is not placed again.
 */
const CALM_TRIES = 10;
const MOST_TRIES = 20;

const byPath = new Intl.Collator('en').compare;

/** The outermost place whose requirements are not placed yet. */
function next({ tree, queue, seen }: Plan): TreePlace | undefined {
  let found: { place: TreePlace; depth: number; path: string } | undefined;
  for (const place of queue) {
    if (seen.has(place) || !tree.has(place)) {
      queue.delete(place);
      continue;
    }
    const depth = depthOf(place);
    if (found !== undefined && depth > found.depth) continue;
    const path = pathOf(place);
    if (found === undefined || depth < found.depth || byPath(path, found.path) < 0) found = { place, depth, path };
  }
  if (found !== undefined) queue.delete(found.place);
  return found?.place;
}

function placeRequirements(plan: Plan, place: TreePlace): void {
  const { sets, seen } = plan;
  seen.add(place);
  const tasks: { link: Link; member: TreePlace }[] = [];
  for (const link of openLinks(place)) {
    if (!mayTry(plan, link)) continue;
    const member = memberFor(sets, place, link);
    if (member !== undefined) tasks.push({ link, member });
  }
  for (const { link, member } of tasks.sort((a, b) => compareLinks(a.link, b.link))) {
    const placed = placePackage(link, member, {
      onConflict: (top) => sets.onConflict(top, undefined),
      mayDisplace: !plan.isRestless,
    });
    for (const one of placed) lookAgain(plan, one);
  }
}

function mayTry(plan: Plan, link: Link): boolean {
  const key = `${pathOf(link.from)} ${link.name}`;
  const tried = (plan.tries.get(key) ?? 0) + 1;
  plan.tries.set(key, tried);
  if (tried > CALM_TRIES) plan.isRestless = true;
  if (tried > MOST_TRIES && link.to !== undefined) link.isOverridden = true;
  return tried <= MOST_TRIES;
}

/** The package that a requirement leads to: a member of a set that was collected before, or a new set. */
function memberFor(sets: PeerSets, place: TreePlace, link: Link): TreePlace | undefined {
  const source = isPeer(link) ? (sets.sourceOf.get(place) ?? place) : place;
  const tree = sets.trees.get(source) ?? newTree(sets, source);
  const known = tree.root.links.get(link.name);
  if (known?.to !== undefined && isValid(known) && satisfies(known.to, link)) return known.to;
  if (link.kind === 'optional-peer') {
    const near = nearest(place.parent ?? place, link);
    if (near !== undefined) return near;
  }
  return collect(sets, link, isPeer(link) ? tree : newTree(sets, place), undefined, new Set([place]));
}

/** A place around or inside that meets the requirement, breadth first. */
function nearest(start: TreePlace, link: Link): TreePlace | undefined {
  const queue = [...start.children.values()];
  // The list grows during the loop.
  for (const place of queue) {
    if (satisfies(place, link)) return place;
    queue.push(...place.children.values());
  }
  return undefined;
}

function openLinks(place: TreePlace): Link[] {
  return [...place.links.values()].filter((link) => (!link.isOverridden && !isValid(link)) || isMissingOptional(link));
}

/** An optional peer that is not there is not installed; another optional dependency is. */
function isMissingOptional({ to, kind }: Link): boolean {
  return to === undefined && kind === 'optional';
}

function lookAgain({ sets, queue, seen }: Plan, { place, link, check, again }: Placement): void {
  const source = check.place.parent === undefined ? undefined : sets.sourceOf.get(check.place);
  if (source !== undefined) sets.sourceOf.set(place, source);
  for (const user of place.users) {
    if (user === link || user.isOverridden || isValid(user)) continue;
    if (check.own === 'replace') seen.delete(user.from);
    if (!seen.has(user.from)) queue.add(user.from);
  }
  queue.add(place);
  for (const one of again) {
    seen.delete(one);
    queue.add(one);
  }
}

/** The places that the root needs. What nothing needs any more, npm removes. */
function graphFrom(tree: Tree, sets: PeerSets): ResolvedGraph {
  const { root } = tree;
  const graph = graphOf(root.version.name, root.version.version);
  const nodes = new Map<TreePlace, number>([[root, 0]]);
  const queue = [root];
  const optionalPeers: Link[] = [];
  // The list grows during the loop.
  for (const place of queue) {
    for (const link of [...place.links.values()].sort(compareLinks)) {
      const from = nodes.get(place) ?? 0;
      if (link.kind === 'optional-peer') optionalPeers.push(link);
      else if (link.to === undefined) {
        addUnresolved(
          graph,
          from,
          link.requirement,
          versionFor(sets, link.requirement) ? displaced(link) : unsatisfied(link.requirement),
        );
      } else {
        const known = nodes.get(link.to);
        const to = known ?? addNode(graph, link.to.version.name, link.to.version.version);
        if (known === undefined) queue.push(link.to);
        nodes.set(link.to, to);
        addEdge(graph, from, to, link.requirement, known === undefined);
      }
    }
  }
  for (const link of optionalPeers) {
    const to = link.to === undefined ? undefined : nodes.get(link.to);
    if (to !== undefined) addEdge(graph, nodes.get(link.from) ?? 0, to, link.requirement, false);
  }
  return graph;
}

function displaced({ name, requirement }: Link): string {
  return `${name}@${requirement.range} has no place, because other packages contradict its peers`;
}

function wantText({ from, name, requirement }: Link): string {
  return `${userText(from)} requires ${name}@${requirement.range}`;
}

function againstText(other: Link | undefined): string {
  return other === undefined ? '' : `, but ${userText(other.from)} requires ${other.requirement.range}`;
}

function userText(place: TreePlace): string {
  return [...outwards(place)].length === 1 ? 'the project' : `${place.version.name} ${place.version.version}`;
}
