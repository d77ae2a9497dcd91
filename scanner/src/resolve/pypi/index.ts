// Resolves dependencies as pip does: pins one package after the other, and goes back if a pin makes the rest
// impossible.
// https://pip.pypa.io/en/stable/topics/more-dependency-resolution/
import { addEdge, addNode, graphOf, type ResolvedGraph } from '../graph.ts';
import { findVersion, type Requirement, type Universe, type UniverseVersion } from '../universe.ts';
import { type Candidates, candidatesOf, extrasOf } from './candidates.ts';
import { DEFAULT_ENVIRONMENT, type Environment } from './markers.ts';

/** pip gives up after this number of attempts. */
const MAX_ROUNDS = 200_000;

/** The state of a package: who requires it, and which versions are left. */
interface Criterion {
  requests: readonly { requirement: Requirement; parent: UniverseVersion }[];
  extras: ReadonlySet<string>;
  /** Versions that were tried and failed. */
  failed: ReadonlySet<UniverseVersion>;
  /** From the worst to the best. */
  candidates: readonly UniverseVersion[];
}

interface State {
  /** In the order in which they were pinned. */
  pins: Map<string, { version: UniverseVersion; extras: ReadonlySet<string> }>;
  criteria: Map<string, Criterion>;
}

/** Why a requirement cannot be met. */
interface Conflict {
  conflict: string;
}

export function resolvePypi(
  universe: Universe,
  name: string,
  version: string,
  environment: Environment = DEFAULT_ENVIRONMENT,
): ResolvedGraph {
  const root = findVersion(universe, name, version);
  const graph = graphOf(name, version);
  if (root === undefined) return { ...graph, problems: [`The version ${version} of ${name} is not known.`] };
  const candidates = candidatesOf(universe, root, environment);
  const state = resolve(root, candidates);
  if ('conflict' in state) return { ...graph, problems: [state.conflict] };
  return { ...graphFrom(root, state), problems: [...candidates.problems] };
}

function resolve(root: UniverseVersion, candidates: Candidates): State | Conflict {
  const first: State = { pins: new Map(), criteria: new Map() };
  const direct = candidates.requirementsOf(root, new Set());
  for (const requirement of direct) {
    const criterion = withRequest(first.criteria.get(requirement.name), requirement, root, candidates);
    if ('conflict' in criterion) return criterion;
    first.criteria.set(requirement.name, criterion);
  }
  const order = new Map(direct.map(({ name }, at) => [name, at]));
  const states = [first, copyOf(first)];
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const state = states.at(-1) as State;
    const next = mostUrgent(state, order);
    if (next === undefined) return state;
    const conflict = pin(state, next, candidates);
    if (conflict === undefined) states.push(copyOf(state));
    else if (!goBack(states)) return conflict;
  }
  return { conflict: `No solution was found in ${MAX_ROUNDS} attempts.` };
}

/**
 * The package to pin next: first one with a required exact version, then one with any range. Among equals, direct
 * requirements come first, then the order of names.
 */
function mostUrgent(state: State, order: ReadonlyMap<string, number>): string | undefined {
  let best: { name: string; key: (number | string)[] } | undefined;
  for (const [name, criterion] of state.criteria) {
    if (isSatisfied(state, name, criterion)) continue;
    const range = criterion.requests.find(({ requirement }) => requirement.range !== '')?.requirement.range;
    const rating = range === undefined ? 3 : range.includes('==') ? 1 : 2;
    // pip pins setuptools last, because it has very many versions and few requirements limit them.
    const key = [Number(name.toLowerCase() === 'setuptools'), rating, order.get(name) ?? Number.MAX_SAFE_INTEGER, name];
    if (best === undefined || isBefore(key, best.key)) best = { name, key };
  }
  return best?.name;
}

function isBefore(a: readonly (number | string)[], b: readonly (number | string)[]): boolean {
  const at = a.findIndex((value, i) => value !== b[i]);
  return at !== -1 && (a[at] as number | string) < (b[at] as number | string);
}

function isSatisfied({ pins }: State, name: string, criterion: Criterion): boolean {
  const pinned = pins.get(name);
  if (pinned === undefined || !criterion.candidates.includes(pinned.version)) return false;
  return [...criterion.extras].every((extra) => pinned.extras.has(extra));
}

/** Pins the best version whose requirements fit the others. Returns the conflict if there is none. */
function pin(state: State, name: string, candidates: Candidates): Conflict | undefined {
  const criterion = state.criteria.get(name) as Criterion;
  let conflict: Conflict | undefined;
  for (const version of criterion.candidates.toReversed()) {
    const added = criteriaWith(state, version, criterion.extras, candidates);
    if ('conflict' in added) {
      conflict ??= added;
      continue;
    }
    // Takes back the newest pin first.
    state.pins.delete(name);
    state.pins.set(name, { version, extras: criterion.extras });
    for (const [other, changed] of added) state.criteria.set(other, changed);
    return undefined;
  }
  return conflict ?? { conflict: `no candidates at all for: ${name}` };
}

/** If one version has several requirements for the same package, all of them count. */
function criteriaWith(
  state: State,
  version: UniverseVersion,
  extras: ReadonlySet<string>,
  candidates: Candidates,
): Map<string, Criterion> | Conflict {
  const changed = new Map<string, Criterion>();
  for (const requirement of candidates.requirementsOf(version, extras)) {
    const before = changed.get(requirement.name) ?? state.criteria.get(requirement.name);
    const criterion = withRequest(before, requirement, version, candidates);
    if ('conflict' in criterion) return criterion;
    changed.set(requirement.name, criterion);
  }
  return changed;
}

function withRequest(
  known: Criterion | undefined,
  requirement: Requirement,
  parent: UniverseVersion,
  candidates: Candidates,
): Criterion | Conflict {
  const before = known ?? {
    requests: [],
    extras: new Set<string>(),
    failed: new Set<UniverseVersion>(),
    candidates: [],
  };
  if (before.requests.some((one) => one.parent === parent && isSameRequirement(one.requirement, requirement)))
    return before;
  const requests = [...before.requests, { requirement, parent }];
  const allowed = candidates
    .allowed(
      requirement.name,
      requests.map((one) => one.requirement),
    )
    .filter((version) => !before.failed.has(version));
  if (allowed.length === 0) return conflictOf(requirement.name, requests, candidates);
  return {
    requests,
    extras: new Set([...before.extras, ...extrasOf(requirement)]),
    failed: before.failed,
    candidates: allowed,
  };
}

function isSameRequirement(a: Requirement, b: Requirement): boolean {
  return (
    a.range === b.range && a.type.size === b.type.size && [...a.type].every(([key, value]) => b.type.get(key) === value)
  );
}

function conflictOf(name: string, requests: Criterion['requests'], candidates: Candidates): Conflict {
  const written = requests.map(
    ({ requirement, parent }) => `${requirement.range || 'any version'} (for ${parent.name} ${parent.version})`,
  );
  const isUnknown = candidates.allowed(name, []).length === 0;
  return {
    conflict: isUnknown
      ? `no candidates at all for: ${name} ${written.join(', ')}`
      : `incompatible requirements on ${name}: ${written.join(', ')}`,
  };
}

/** Takes pins back until one of them can get another version. False if there is nothing left to change. */
function goBack(states: State[]): boolean {
  while (states.length >= 3) {
    states.pop();
    const broken = states.pop() as State;
    const [name, { version }] = [...broken.pins].at(-1) as [string, { version: UniverseVersion }];
    const failed = new Map([...broken.criteria].map(([other, criterion]) => [other, criterion.failed]));
    failed.set(name, new Set([...(failed.get(name) ?? []), version]));
    const state = copyOf(states.at(-1) as State);
    states.push(state);
    if (failMore(state, failed)) return true;
  }
  return false;
}

/** Removes failed versions from the candidates. False if a package has none left. */
function failMore(state: State, failed: ReadonlyMap<string, ReadonlySet<UniverseVersion>>): boolean {
  for (const [name, versions] of failed) {
    const criterion = state.criteria.get(name);
    if (criterion === undefined || versions.size === 0) continue;
    const all = new Set([...versions, ...criterion.failed]);
    const candidates = criterion.candidates.filter((version) => !all.has(version));
    if (candidates.length === 0) return false;
    state.criteria.set(name, { ...criterion, failed: all, candidates });
  }
  return true;
}

function copyOf({ pins, criteria }: State): State {
  return { pins: new Map(pins), criteria: new Map(criteria) };
}

/**
 * The pins that are reachable from the root, because going back can leave others behind. A version follows from several
 * requirements, so no edge is marked as the one that selected it.
 */
function graphFrom(root: UniverseVersion, { pins, criteria }: State): ResolvedGraph {
  const graph = graphOf(root.name, root.version);
  const ids = new Map<UniverseVersion, number>([[root, 0]]);
  const children = new Map<UniverseVersion, { requirement: Requirement; to: UniverseVersion }[]>();
  for (const [name, { requests }] of criteria) {
    const to = name === root.name ? root : pins.get(name)?.version;
    if (to === undefined) continue;
    for (const { requirement, parent } of requests)
      children.set(parent, [...(children.get(parent) ?? []), { requirement, to }]);
  }
  // The list grows during the loop.
  const queue = [root];
  for (const parent of queue) {
    for (const { requirement, to } of children.get(parent) ?? []) {
      if (!ids.has(to)) {
        ids.set(to, addNode(graph, to.name, to.version));
        queue.push(to);
      }
      addEdge(graph, ids.get(parent) ?? 0, ids.get(to) ?? 0, requirement, false);
    }
  }
  return graph;
}
