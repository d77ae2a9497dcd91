// Says whether a package, with the peers of its set, can be placed in a folder: as a new place, instead of the one there, or
// not at all because the one there is good enough or other packages would see the wrong version. Changes nothing.
import semver from 'semver';
import { LONGEST_CHAIN } from './peer-sets.ts';
import {
  canReplace,
  deepestPlaceFor,
  isInside,
  isPeer,
  isSamePackage,
  isValid,
  type Link,
  satisfies,
  type TreePlace,
  visible,
} from './tree.ts';

type Verdict = 'new' | 'replace' | 'keep' | 'conflict';

export interface Check {
  place: TreePlace;
  target: TreePlace;
  link: Link;
  /** The check of the package that has this one as a peer. */
  parent: Check | undefined;
  /** For the package and its peers. */
  verdict: Verdict;
  /** For the package alone. */
  own: Verdict;
}

/** `path` are the members of the set that are being checked. */
export function checkPlacement(
  place: TreePlace,
  link: Link,
  target: TreePlace,
  parent: Check | undefined,
  path: readonly TreePlace[] = [],
): Check {
  const check: Check = { place, target, link, parent, verdict: 'conflict', own: 'conflict' };
  const outcome = verdictOn(check, path);
  check.verdict = outcome.verdict;
  check.own = outcome.own ?? outcome.verdict;
  return check;
}

interface Outcome {
  verdict: Verdict;
  own?: Verdict;
}

function verdictOn(check: Check, path: readonly TreePlace[]): Outcome {
  const { place, target, link } = check;
  const wanted = target.links.get(link.name);
  if (wanted !== undefined && isPeer(wanted) && target.parent !== undefined) return { verdict: 'conflict' };
  const current = target.children.get(link.name);
  if (current !== undefined) return verdictBeside(check, current, path);
  if (wanted !== undefined && wanted !== link && !satisfies(place, wanted)) return { verdict: 'conflict' };
  const top = topOf(check).link.from;
  const hidden = target === top ? undefined : visible(target, link.name);
  for (const user of hidden?.users ?? []) {
    if (isInside(user.from, target) && isValid(user) && !satisfies(place, user)) return { verdict: 'conflict' };
  }
  return withPeers(check, 'new', path);
}

/** The folder has a place of this name already. */
function verdictBeside(check: Check, current: TreePlace, path: readonly TreePlace[]): Outcome {
  const { place, target, link, parent } = check;
  if (isSamePackage(place, current) && (satisfies(current, link) || !satisfies(place, link)))
    return { verdict: 'keep' };
  const isNewer = semver.gte(place.version.version, current.version.version, { loose: true });
  let tried: Outcome | undefined;
  if (isNewer && canReplace(place, current)) {
    tried = withPeers(check, 'replace', path);
    if (tried.verdict !== 'conflict') return tried;
  }
  const own = tried?.own === undefined ? {} : { own: tried.own };
  if (satisfies(current, link)) return { verdict: 'keep', ...own };
  const prefersShared = isPeer(link) || parent !== undefined;
  if (prefersShared && !isNewer && canReplace(place, current)) {
    tried = withPeers(check, 'replace', path);
    if (tried.verdict !== 'conflict') return tried;
  }
  if (target !== deepestTarget(check)) return { verdict: 'conflict', ...own };
  const isRequiredHere = !isPeer(link) && target === link.from;
  if (isRequiredHere) return tried ?? withPeers(check, 'replace', path);
  if (parent === undefined && !isPeer(link)) return { verdict: 'conflict', ...own };
  const canMove = [...entrySets(current)].every(([entry, members]) => canGive(check, entry, members));
  return canMove ? (tried ?? withPeers(check, 'replace', path)) : { verdict: 'conflict', ...own };
}

/** Whether a set of peers that is in the way can be replaced by the new set, or be placed deeper. */
function canGive(check: Check, entry: Link, members: ReadonlySet<TreePlace>): boolean {
  const { link, target, place } = check;
  if (entry === link || entry === topOf(check).link || entry.to === undefined) return true;
  const set = place.parent?.children ?? new Map<string, TreePlace>();
  const replacement = set.get(entry.to.name);
  if (replacement !== undefined && canReplace(replacement, entry.to, new Set(set.keys()))) return true;
  if (replacement === undefined && isReplaceableBy(entry.to, set)) return true;
  return [...members].every((member) => {
    const deepest = deepestPlaceFor(entry.from, member.name);
    return deepest !== target && !isInside(target, deepest);
  });
}

/** Whether all peers that can be reached from a place are met by the members of another set. */
function isReplaceableBy(start: TreePlace, set: ReadonlyMap<string, TreePlace>): boolean {
  const reached = new Set([start]);
  // The set grows during the loop.
  for (const place of reached) {
    for (const link of place.links.values()) {
      if (!isPeer(link) || !isValid(link)) continue;
      const replacement = set.get(link.name);
      if (replacement !== undefined && !satisfies(replacement, link)) return false;
      if (replacement === undefined && link.to !== undefined) reached.add(link.to);
    }
  }
  return true;
}

function withPeers(check: Check, own: Verdict, path: readonly TreePlace[]): Outcome {
  const { place, target } = check;
  check.own = own;
  const within = [...path, place];
  if (within.length > LONGEST_CHAIN) return { verdict: own, own };
  let hasConflict = false;
  for (const link of place.links.values()) {
    if (!isPeer(link) || link.to === undefined || within.includes(link.to)) continue;
    const deepest = deepestPlaceFor(target, link.to.name);
    if (checkPlacement(link.to, link, deepest, check, within).verdict === 'conflict') hasConflict = true;
  }
  return { verdict: hasConflict ? 'conflict' : own, own };
}

function deepestTarget(check: Check): TreePlace {
  const start = check.parent === undefined ? check.link.from : deepestTarget(check.parent);
  return deepestPlaceFor(start, check.link.name);
}

function topOf(check: Check): Check {
  return check.parent === undefined ? check : topOf(check.parent);
}

/** The links that lead into the sets of peers with this place, each with the members of the set that follow from it. */
export function entrySets(place: TreePlace): Map<Link, Set<TreePlace>> {
  const together = new Set([place]);
  // The set grows during the loop.
  for (const one of together) {
    for (const link of one.links.values()) if (isPeer(link) && isValid(link) && link.to) together.add(link.to);
    for (const link of one.users) if (isPeer(link) && isValid(link)) together.add(link.from);
  }
  const sets = new Map<Link, Set<TreePlace>>();
  for (const member of together) {
    for (const entry of member.users) {
      if (!isValid(entry) || (isPeer(entry) && entry.from.parent !== undefined)) continue;
      const set = peersOf(member);
      if (set.has(place)) sets.set(entry, set);
    }
  }
  return sets;
}

function peersOf(place: TreePlace): Set<TreePlace> {
  const set = new Set([place]);
  // The set grows during the loop.
  for (const one of set)
    for (const link of one.links.values()) if (isPeer(link) && isValid(link) && link.to) set.add(link.to);
  return set;
}
