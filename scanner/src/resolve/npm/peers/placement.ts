// Places a package and its peers in the tree of the project: as near to the root as possible, without hiding a version from a
// package that uses it. Removes places that are not needed any more.
import semver from 'semver';
import { type Check, checkPlacement, entrySets } from './placement-check.ts';
import {
  canReplace,
  deepestPlaceFor,
  exclusiveSet,
  isInside,
  isPeer,
  isSamePackage,
  isValid,
  type Link,
  outwards,
  pathOf,
  placeOf,
  satisfies,
  type TreePlace,
  visible,
} from './tree.ts';

export interface Placement {
  place: TreePlace;
  link: Link;
  check: Check;
  /** Places whose requirements must be looked at again. */
  again: Set<TreePlace>;
}

export interface PlacementRules {
  /** Called for a conflict that npm refuses. */
  onConflict(link: Link, member: TreePlace): void;
  /** Whether a set of peers that is in the way may be removed, to be placed deeper later. */
  mayDisplace: boolean;
}

/** The packages that were placed, the first one before its peers. */
export function placePackage(link: Link, member: TreePlace, rules: PlacementRules): Placement[] {
  const placed: Placement[] = [];
  const request: Request = { link, member, parent: undefined, check: undefined };
  placeOne(request, placed, rules);
  return placed;
}

interface Request {
  link: Link;
  /** The package in the tree of its set. */
  member: TreePlace;
  parent: Request | undefined;
  check: Check | undefined;
}

function placeOne(request: Request, placed: Placement[], rules: PlacementRules): void {
  const { link, member } = request;
  if (link.to !== undefined && isValid(link)) return;
  const { fitting, alone } = findTarget(request);
  if (fitting === undefined && isOfProject(request)) rules.onConflict(topOf(request).link, topOf(request).member);
  const check = fitting ?? alone;
  if (check === undefined) {
    link.isOverridden = true;
    return;
  }
  request.check = check;
  const verdict = check.verdict === 'conflict' ? check.own : check.verdict;
  const { target } = check;
  if (verdict === 'keep') {
    if (isPeer(link) && !isValid(link)) link.isOverridden = true;
    removeDuplicatesIn(target);
    return;
  }
  // A package never contains itself.
  for (const outer of outwards(target)) if (outer.parent !== undefined && isSamePackage(outer, member)) return;
  const place = placeOf(member.name, member.version, target.tree);
  const again = new Set<TreePlace>();
  const old = target.children.get(place.name);
  if (old === undefined) target.tree.add(place, target);
  else replaceOld(old, place, again, rules);
  if (isPeer(link) && !satisfies(place, link)) link.isOverridden = true;
  placed.push({ place, link, check, again });
  if (link.to !== undefined && link.to !== place && isValid(link)) removeIfDuplicate(link.to);
  removeDuplicatesOf(place, target);
  for (const peer of [...place.links.values()]) {
    if (isValid(peer) || !isPeer(peer) || peer.isOverridden) continue;
    const next = member.parent?.children.get(peer.name);
    if (next === undefined || !satisfies(next, peer)) continue;
    placeOne({ link: peer, member: next, parent: request, check: undefined }, placed, rules);
  }
}

/** The outermost folder in which the whole set can lie, and the outermost one for the package alone. */
function findTarget(request: Request): { fitting: Check | undefined; alone: Check | undefined } {
  const { link, member, parent } = request;
  let fitting: Check | undefined;
  let alone: Check | undefined;
  for (const target of outwards(startOf(request))) {
    const wanted = target.links.get(link.name);
    if (target.parent !== undefined && wanted !== undefined && isPeer(wanted)) continue;
    const check = checkPlacement(member, link, target, parent?.check);
    if (check.own !== 'conflict') alone = check;
    if (check.verdict === 'conflict') break;
    fitting = check;
  }
  return { fitting, alone };
}

function startOf({ link, parent }: Request): TreePlace {
  return deepestPlaceFor(parent === undefined ? link.from : startOf(parent), link.name);
}

function topOf(request: Request): Request {
  return request.parent === undefined ? request : topOf(request.parent);
}

/** Whether the project itself requires the set, so that npm refuses a conflict instead of accepting it. */
function isOfProject(request: Request): boolean {
  const { link } = topOf(request);
  if (link.from.parent === undefined) return true;
  if (!isPeer(link)) return false;
  const users = [...link.from.users];
  if (users.some((user) => !isPeer(user) && user.from.parent === undefined)) return true;
  return users.some(isPeer) && [...entrySets(link.from).keys()].some(({ from }) => from.parent === undefined);
}

function replaceOld(old: TreePlace, place: TreePlace, again: Set<TreePlace>, { mayDisplace }: PlacementRules): void {
  const target = old.parent as TreePlace;
  const { tree } = old;
  const abandoned: TreePlace[] = [];
  for (const link of old.links.values()) {
    const { to } = link;
    if (to !== undefined && !place.links.has(link.name)) {
      abandoned.push(...exclusiveSet([to], (one) => one.to !== to));
    }
  }
  const displaced: TreePlace[] = [];
  for (const link of old.users) {
    if (satisfies(place, link) || !isPeer(link) || link.from.parent !== target || link.isOverridden) continue;
    for (const entry of entrySets(link.from).keys()) {
      const entered = entry.to as TreePlace;
      const canMove = mayDisplace && deepestPlaceFor(entered, place.name) !== target && entry.from.parent !== undefined;
      if (canMove) displaced.push(...exclusiveSet([entered], (one) => one.to !== entered && !one.isOverridden));
      else link.isOverridden = true;
    }
  }
  tree.replace(old, place);
  removeUnneeded(place, abandoned);
  for (const one of displaced) {
    for (const link of one.users) again.add(link.from);
    if (tree.has(one)) tree.remove(one);
  }
}

/** Removes what only the replaced version needed. */
function removeUnneeded(place: TreePlace, abandoned: readonly TreePlace[]): void {
  const unneeded = new Set(
    [...place.links.values()].flatMap((link) => (link.to !== undefined && !isValid(link) ? [link.to] : [])),
  );
  for (const one of abandoned) {
    for (const member of exclusiveSet([one], (link) => link.to !== one && isValid(link))) unneeded.add(member);
  }
  const set = exclusiveSet(unneeded, (link) => link.from !== place && link.to !== place && isValid(link));
  for (const one of set) if (one !== place.tree.root && place.tree.has(one)) place.tree.remove(one);
}

/** Deeper places of the same name may be served by the new one. */
function removeDuplicatesOf(place: TreePlace, target: TreePlace): void {
  const { tree } = place;
  for (const other of tree.placesNamed(place.name)) {
    if (!tree.has(other) || other.parent === undefined || !isInside(other, target)) continue;
    removeIfDuplicate(other);
    if (!tree.has(other)) continue;
    for (const child of [...other.children.values()]) removeIfDuplicate(child);
  }
}

function removeDuplicatesIn(place: TreePlace): void {
  if (removeIfDuplicate(place)) return;
  const children = [...place.children.values()].sort((a, b) => byPath(pathOf(a), pathOf(b)));
  for (const child of children) if (place.tree.has(child)) removeDuplicatesIn(child);
}

const byPath = new Intl.Collator('en').compare;

function removeIfDuplicate(place: TreePlace): boolean {
  const { tree } = place;
  if (!tree.has(place) || !isDuplicate(place)) return false;
  for (const one of exclusiveSet([place], (link) => link.to !== place && isValid(link))) {
    if (one !== tree.root && tree.has(one)) tree.remove(one);
  }
  return true;
}

/** Whether all users of a place would find an equal or newer version without it. */
function isDuplicate(place: TreePlace): boolean {
  const outer = place.parent?.parent;
  if (outer === undefined) return false;
  if (place.users.size === 0) return true;
  const other = visible(outer, place.name);
  if (other === undefined) return false;
  if (isSamePackage(other, place)) return true;
  return canReplace(other, place) && semver.gte(other.version.version, place.version.version, { loose: true });
}
