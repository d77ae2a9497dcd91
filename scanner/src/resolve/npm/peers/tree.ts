// The tree of folders that npm 7 and later plan: each place is a folder `node_modules/<name>`, each link a requirement of its
// package. A link leads to the place that Node.js finds when it searches upwards.

import type { Requirement, UniverseVersion } from '../../universe.ts';
import { fits } from '../matching.ts';

type LinkKind = 'regular' | 'optional' | 'peer' | 'optional-peer';

export interface Link {
  from: TreePlace;
  name: string;
  requirement: Requirement;
  kind: LinkKind;
  to: TreePlace | undefined;
  /** True if npm accepts that another version is installed than this peer requirement allows. */
  isOverridden: boolean;
}

export interface TreePlace {
  name: string;
  version: UniverseVersion;
  parent: TreePlace | undefined;
  children: Map<string, TreePlace>;
  links: Map<string, Link>;
  /** The links that lead here. */
  users: Set<Link>;
  tree: Tree;
}

export class Tree {
  readonly root: TreePlace;
  /** True for the tree of the project, false for a tree in which a set of peers is collected. */
  readonly isProject: boolean;
  /** Which versions answer which ranges, for all trees of a resolution. */
  readonly answers: Map<string, boolean>;
  readonly #linksByName = new Map<string, Set<Link>>();
  readonly #placesByName = new Map<string, Set<TreePlace>>();

  /** `project` is the tree of the project, or another one made for it. */
  constructor(root: UniverseVersion, project?: Tree) {
    this.isProject = project === undefined;
    this.answers = project?.answers ?? new Map();
    this.root = placeOf('', root, this);
    this.#register(this.root);
  }

  has(place: TreePlace): boolean {
    for (let at: TreePlace | undefined = place; at !== undefined; at = at.parent) if (at === this.root) return true;
    return false;
  }

  placesNamed(name: string): TreePlace[] {
    return [...(this.#placesByName.get(name) ?? [])];
  }

  /** Puts a place without children into a folder, instead of the one that has this name there. */
  add(place: TreePlace, parent: TreePlace): void {
    const before = parent.children.get(place.name);
    if (before === place) return;
    if (before !== undefined) this.remove(before);
    place.parent = parent;
    parent.children.set(place.name, place);
    this.#register(place);
    this.#findTargets(place.name);
  }

  /** Puts a place where another one of the same name was. The folders inside stay. */
  replace(old: TreePlace, place: TreePlace): void {
    const parent = old.parent;
    if (parent === undefined) return;
    for (const child of old.children.values()) {
      child.parent = place;
      place.children.set(child.name, child);
    }
    old.children = new Map();
    this.add(place, parent);
  }

  remove(place: TreePlace): void {
    const parent = place.parent;
    if (parent?.children.get(place.name) === place) parent.children.delete(place.name);
    const inside = withInside(place);
    for (const one of inside) this.#unregister(one);
    place.parent = undefined;
    for (const name of new Set(inside.map((one) => one.name))) this.#findTargets(name);
  }

  #register(place: TreePlace): void {
    const places = this.#placesByName.get(place.name) ?? new Set();
    this.#placesByName.set(place.name, places.add(place));
    for (const link of place.links.values()) {
      const links = this.#linksByName.get(link.name) ?? new Set();
      this.#linksByName.set(link.name, links.add(link));
      aim(link);
    }
  }

  #unregister(place: TreePlace): void {
    this.#placesByName.get(place.name)?.delete(place);
    for (const link of place.links.values()) {
      this.#linksByName.get(link.name)?.delete(link);
      link.to?.users.delete(link);
      link.to = undefined;
    }
  }

  #findTargets(name: string): void {
    for (const link of this.#linksByName.get(name) ?? []) aim(link);
  }
}

function aim(link: Link): void {
  const to = visible(link.from, link.name);
  if (to === link.to) return;
  link.to?.users.delete(link);
  link.to = to;
  to?.users.add(link);
}

export function placeOf(name: string, version: UniverseVersion, tree: Tree): TreePlace {
  const place: TreePlace = {
    name,
    version,
    parent: undefined,
    children: new Map(),
    links: new Map(),
    users: new Set(),
    tree,
  };
  for (const [kind, requirement] of sortedByKind(version.requirements)) {
    const slot = requirement.type.get('knownas') ?? requirement.name;
    // A later kind replaces an earlier one.
    place.links.delete(slot);
    place.links.set(slot, { from: place, name: slot, requirement, kind, to: undefined, isOverridden: false });
  }
  return place;
}

const KINDS: readonly LinkKind[] = ['peer', 'optional-peer', 'regular', 'optional'];

function sortedByKind(requirements: readonly Requirement[]): [LinkKind, Requirement][] {
  const byKind = Map.groupBy(
    requirements.filter(({ type }) => !type.has('dev')),
    kindOf,
  );
  return KINDS.flatMap((kind) => (byKind.get(kind) ?? []).map((one): [LinkKind, Requirement] => [kind, one]));
}

function kindOf({ type }: Requirement): LinkKind {
  if (type.get('scope') === 'peer') return type.has('opt') ? 'optional-peer' : 'peer';
  return type.has('opt') ? 'optional' : 'regular';
}

export function isPeer({ kind }: Link): boolean {
  return kind === 'peer' || kind === 'optional-peer';
}

function isOptional({ kind }: Link): boolean {
  return kind === 'optional' || kind === 'optional-peer';
}

/** The place that a package in this folder finds under a name. */
export function visible(from: TreePlace, name: string): TreePlace | undefined {
  for (const place of outwards(from)) {
    const found = place.children.get(name);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The place and those around it, up to the root. */
export function* outwards(place: TreePlace): Generator<TreePlace> {
  for (let at: TreePlace | undefined = place; at !== undefined; at = at.parent) yield at;
}

function withInside(place: TreePlace): TreePlace[] {
  const all = [place];
  // The list grows during the loop.
  for (const one of all) all.push(...one.children.values());
  return all;
}

export function isInside(place: TreePlace, outer: TreePlace): boolean {
  for (const at of outwards(place)) if (at === outer) return true;
  return false;
}

export function satisfies(place: TreePlace, link: Link): boolean {
  if (place.name !== link.name) return false;
  const key = `${place.version.version} ${link.requirement.range}`;
  const { answers } = place.tree;
  const known = answers.get(key) ?? fits(place.version.version, link.requirement.range);
  answers.set(key, known);
  return known;
}

export function isValid(link: Link): boolean {
  if (link.to === undefined) return isOptional(link);
  // A peer inside of its user would be a different copy than that of the user's users.
  if (isPeer(link) && link.from === link.to.parent && link.from.parent !== undefined) return false;
  return satisfies(link.to, link);
}

export function isSamePackage(a: TreePlace, b: TreePlace): boolean {
  return a === b || (a.name === b.name && a.version.name === b.version.name && a.version.version === b.version.version);
}

/** The path of folders, for a fixed order. */
export function pathOf(place: TreePlace): string {
  return [...outwards(place)]
    .map(({ name }) => name)
    .reverse()
    .join('/');
}

export function depthOf(place: TreePlace): number {
  return [...outwards(place)].length;
}

/** The deepest folder in which a place of this name can lie: never inside of a package that has it as a peer. */
export function deepestPlaceFor(start: TreePlace, name: string): TreePlace {
  for (const place of outwards(start)) {
    const link = place.links.get(name);
    if (place.parent === undefined || link === undefined || !isPeer(link)) return place;
  }
  return start;
}

/** The places with all places that only they need. `counts` says which links are followed. */
export function exclusiveSet(start: Iterable<TreePlace>, counts: (link: Link) => boolean): Set<TreePlace> {
  const set = new Set(start);
  // The set grows during the loop.
  for (const place of set) for (const link of place.links.values()) if (link.to && counts(link)) set.add(link.to);
  for (let isChanged = true; isChanged && set.size > 0; ) {
    isChanged = false;
    for (const place of set) {
      if (![...place.users].some((link) => !set.has(link.from) && counts(link))) continue;
      set.delete(place);
      isChanged = true;
    }
  }
  return set;
}

/** Whether every user of the old place could use the other one, except users that only the old one needs. */
export function canReplace(place: TreePlace, old: TreePlace, replacedPeers: ReadonlySet<string> = new Set()): boolean {
  if (place.name !== old.name || place.version.name !== old.version.name) return false;
  const own = exclusiveSet([old], (link) => link.to !== old && isValid(link));
  return [...old.users].every((link) => {
    const isReplaced =
      old.parent !== undefined && link.from.parent === old.parent && isPeer(link) && replacedPeers.has(link.from.name);
    return isReplaced || own.has(link.from) || satisfies(place, link);
  });
}
