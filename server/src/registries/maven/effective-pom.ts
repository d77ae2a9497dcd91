// Computes the effective model of a pom: its dependencies after parents, properties, managed versions and imported bills of material are applied.
// Pure: it gets poms by `find`, and returns the ones that it did not get as `missing`. The caller fetches them and calls
// it again.
// https://maven.apache.org/ref/current/maven-model-builder/
//
// Decided here:
// - Profiles that are active in a build without options, on the usual machine of maven-profiles, are applied.
// - A dependency or managed entry with an undefined `${…}` is left out and reported, because the real package is unknown.
// - Dependencies with a system path are left out, because they do not come from a repository.

import { chosenProfiles } from '@assay/scanner/maven-profiles';
import type { Requirement } from '@assay/scanner/resolve';
import { child, childText, type Element, listed, parseXml } from '@assay/scanner/xml';

export interface MavenCoordinates {
  group: string;
  artifact: string;
  version: string;
}

/** A dependency, or a managed entry, as written. */
interface Wanted extends MavenCoordinates {
  scope: string;
  /** Kind of file: '' is "jar". */
  type: string;
  classifier: string;
  /** '' if absent. */
  optional: string;
  exclusions: readonly string[];
}

export interface PomModel extends MavenCoordinates {
  parent?: MavenCoordinates & { relativePath: string };
  /** The artifact that takes its place. Parts that it omits are ''. */
  relocation?: MavenCoordinates;
  properties: ReadonlyMap<string, string>;
  dependencies: readonly Wanted[];
  managed: readonly Wanted[];
  description: string;
  url: string;
  /** Names of its licenses, else their addresses. */
  licenses: readonly string[];
}

export interface EffectivePom {
  /** Its own and its parents' dependencies, with managed versions, scopes and exclusions filled in. */
  requirements: Requirement[];
  /** Managed versions, including those of imported bills of material; for the root of a resolution. */
  managed: Requirement[];
  /** The artifact that takes the place of this one. */
  relocation?: MavenCoordinates;
  /** Parents and bills of material that `find` does not have. */
  missing: MavenCoordinates[];
  /** Sentences about values that could not be filled in. */
  problems: string[];
}

export type FindPom = (wanted: MavenCoordinates, from: PomModel) => PomModel | undefined;

/** Real chains and imports are short; this limit ends circles and hostile ones. */
const MOST_PARENTS = 30;
const MOST_IMPORTS = 300;
const MOST_STEPS = 20;
const LONGEST_PROPERTY = 1000;
const LONGEST_VALUE = 10_000;
const MOST_PROBLEMS = 20;

/** Undefined if the text is not a pom. Never throws. */
export function readPom(text: string): PomModel | undefined {
  let project: Element | undefined;
  try {
    project = parseXml(text);
  } catch {
    return undefined;
  }
  if (project?.name !== 'project') return undefined;
  const parent = child(project, 'parent');
  const relocation = child(child(project, 'distributionManagement'), 'relocation');
  const levels = [project, ...chosenProfiles(project)];
  return {
    group: childText(project, 'groupId') || childText(parent, 'groupId'),
    artifact: childText(project, 'artifactId'),
    version: childText(project, 'version') || childText(parent, 'version'),
    ...(parent && { parent: { ...coordinatesOf(parent), relativePath: relativePathOf(parent) } }),
    ...(relocation && { relocation: coordinatesOf(relocation) }),
    properties: new Map(levels.flatMap((level) => [...propertiesOf(level)])),
    dependencies: merged(levels.map((level) => listed(level, 'dependencies', 'dependency').map(wantedOf))),
    managed: merged(
      levels.map((level) => listed(child(level, 'dependencyManagement'), 'dependencies', 'dependency').map(wantedOf)),
    ),
    description: childText(project, 'description').replace(/\s+/g, ' '),
    url: childText(project, 'url'),
    licenses: listed(project, 'licenses', 'license')
      .map((license) => childText(license, 'name') || childText(license, 'url'))
      .filter((name) => name !== ''),
  };
}

/** The dependency of a profile replaces the same dependency of the project. */
function merged([own = [], ...ofProfiles]: Wanted[][]): Wanted[] {
  const all = [...own];
  const places = new Map<string, number>();
  for (const [at, wanted] of own.entries()) if (!places.has(keyOf(wanted))) places.set(keyOf(wanted), at);
  for (const wanted of ofProfiles.flat()) {
    const at = places.get(keyOf(wanted)) ?? all.length;
    places.set(keyOf(wanted), at);
    all[at] = wanted;
  }
  return all;
}

/** Longer values come from hostile files, not from real builds. */
function propertiesOf(level: Element): Map<string, string> {
  const all = child(level, 'properties')?.children ?? [];
  return new Map(
    all.map(({ name, text }) => [name, text.trim()] as const).filter(([, value]) => value.length <= LONGEST_PROPERTY),
  );
}

function coordinatesOf(element: Element): MavenCoordinates {
  return {
    group: childText(element, 'groupId'),
    artifact: childText(element, 'artifactId'),
    version: childText(element, 'version'),
  };
}

function relativePathOf(parent: Element): string {
  const written = child(parent, 'relativePath');
  return written === undefined ? '../pom.xml' : written.text.trim();
}

function wantedOf(element: Element): Wanted {
  return {
    ...coordinatesOf(element),
    scope: childText(element, 'scope'),
    type: childText(element, 'type'),
    classifier: childText(element, 'classifier'),
    optional: childText(element, 'optional'),
    exclusions: listed(element, 'exclusions', 'exclusion').map(
      (one) => `${childText(one, 'groupId') || '*'}:${childText(one, 'artifactId') || '*'}`,
    ),
  };
}

/** The pom and its parents, the nearest first. Calls `onMissing` for each missing parent. */
export function parentsOf(pom: PomModel, find: FindPom, onMissing: (wanted: MavenCoordinates) => void): PomModel[] {
  const chain = [pom];
  for (let last = pom; last.parent !== undefined && chain.length < MOST_PARENTS; ) {
    const next = find(last.parent, last);
    if (next === undefined) {
      onMissing(last.parent);
      break;
    }
    if (chain.includes(next)) break;
    chain.push(next);
    last = next;
  }
  return chain;
}

export function effectivePom(pom: PomModel, find: FindPom): EffectivePom {
  const missing = new Map<string, MavenCoordinates>();
  const problems = new Set<string>();
  const note: Notes = {
    missing: ({ group, artifact, version }) =>
      missing.set(`${group}:${artifact}:${version}`, { group, artifact, version }),
    problem: (sentence) => {
      if (problems.size < MOST_PROBLEMS) problems.add(sentence);
    },
  };
  const chain = parentsOf(pom, find, note.missing);
  const fill = fillFrom(chain);
  const managed = managedBy(pom, find, note);
  const dependencies = new Map<string, Wanted>();
  for (const { dependencies: own } of chain)
    for (const written of own) {
      const wanted = filled(written, fill);
      const key = keyOf(wanted);
      if (!dependencies.has(key)) dependencies.set(key, withManaged(wanted, managed.get(key)));
    }
  const requirementsOf = (all: Iterable<Wanted>, origin: 'management' | '') =>
    [...all].flatMap((wanted) => requirementOf(wanted, origin, note));
  return {
    requirements: requirementsOf(dependencies.values(), ''),
    managed: requirementsOf(managed.values(), 'management'),
    ...(pom.relocation && { relocation: relocationOf(pom, pom.relocation, fill) }),
    missing: [...missing.values()],
    problems: [...problems],
  };
}

/** What a relocation omits stays as it is. */
function relocationOf(pom: PomModel, to: MavenCoordinates, fill: (text: string) => string): MavenCoordinates {
  return {
    group: fill(to.group || pom.group),
    artifact: fill(to.artifact || pom.artifact),
    version: fill(to.version || pom.version),
  };
}

interface Notes {
  missing(wanted: MavenCoordinates): void;
  problem(sentence: string): void;
}

/** The first entry of a key wins: the pom's own, then its parents', then those of imported bills of material in their order. */
function managedBy(root: PomModel, find: FindPom, note: Notes): Map<string, Wanted> {
  const managed = new Map<string, Wanted>();
  const visited = new Set<PomModel>();
  const open: PomModel[] = [root];
  while (open.length > 0 && visited.size < MOST_IMPORTS) {
    const pom = open.shift() as PomModel;
    if (visited.has(pom)) continue;
    visited.add(pom);
    const chain = parentsOf(pom, find, note.missing);
    const fill = fillFrom(chain);
    const entries = chain.flatMap((level) => level.managed.map((written) => filled(written, fill)));
    for (const entry of entries)
      if (entry.scope !== 'import' && !managed.has(keyOf(entry))) managed.set(keyOf(entry), entry);
    // Imports of a bill of material come before the next bill.
    const imported = entries
      .filter(({ scope }) => scope === 'import')
      .flatMap((wanted) => importedBy(pom, wanted, find, note));
    open.unshift(...imported);
  }
  return managed;
}

function importedBy(from: PomModel, wanted: Wanted, find: FindPom, note: Notes): PomModel[] {
  if (isOpen(wanted)) {
    note.problem(`The bill of material ${nameOf(wanted)}:${wanted.version} has an undefined property`);
    return [];
  }
  const found = find(wanted, from);
  if (found === undefined) note.missing(wanted);
  return found === undefined ? [] : [found];
}

/** The managed entry fills in what the dependency omits. */
function withManaged(wanted: Wanted, managed: Wanted | undefined): Wanted {
  if (managed === undefined) return wanted;
  return {
    ...wanted,
    version: wanted.version || managed.version,
    scope: wanted.scope || managed.scope,
    optional: wanted.optional || managed.optional,
    exclusions: wanted.exclusions.length > 0 ? wanted.exclusions : managed.exclusions,
  };
}

/** Undefined for packages that no repository has. */
function requirementOf(wanted: Wanted, origin: 'management' | '', note: Notes): Requirement[] {
  if (wanted.scope === 'system' || wanted.group === '' || wanted.artifact === '') return [];
  if (isOpen(wanted)) {
    note.problem(`The dependency ${nameOf(wanted)}:${wanted.version} has an undefined property`);
    return [];
  }
  const type = new Map<string, string>();
  if (origin !== '') type.set('mavendependencyorigin', origin);
  if (origin !== '' && wanted.scope !== '') type.set('managedscope', wanted.scope);
  if (origin === '' && wanted.scope === 'test') type.set('test', '');
  if (origin === '' && wanted.scope === 'provided') type.set('scope', 'provided');
  if (origin === '' && wanted.optional === 'true') type.set('opt', '');
  if (wanted.classifier !== '') type.set('mavenclassifier', wanted.classifier);
  if (kindOf(wanted) !== 'jar') type.set('mavenartifacttype', kindOf(wanted));
  if (wanted.exclusions.length > 0) type.set('mavenexclusions', wanted.exclusions.join(','));
  return [{ name: nameOf(wanted), range: wanted.version, type }];
}

function filled(wanted: Wanted, fill: (text: string) => string): Wanted {
  return {
    group: fill(wanted.group),
    artifact: fill(wanted.artifact),
    version: fill(wanted.version),
    scope: fill(wanted.scope),
    type: fill(wanted.type),
    classifier: fill(wanted.classifier),
    optional: fill(wanted.optional),
    exclusions: wanted.exclusions.map(fill),
  };
}

/** In the resolver's form: a test jar is a jar with a classifier. */
function keyOf(wanted: Wanted): string {
  return [nameOf(wanted), wanted.classifier, kindOf(wanted)].join('|');
}

function kindOf({ type }: Wanted): string {
  return type === '' ? 'jar' : type;
}

function nameOf({ group, artifact }: Pick<Wanted, 'group' | 'artifact'>): string {
  return `${group}:${artifact}`;
}

function isOpen({ group, artifact, version }: Wanted): boolean {
  return `${group}${artifact}${version}`.includes('${');
}

/** Fills in properties from the nearest level that sets them, and the coordinates of the project itself. Unknown names stay. */
function fillFrom(chain: readonly PomModel[]): (text: string) => string {
  const settingOf = (name: string): string | undefined => {
    for (const { properties } of chain) {
      const value = properties.get(name);
      if (value !== undefined) return value;
    }
    const [, ofParent, key] = /^(?:project\.|pom\.)?(parent\.)?(groupId|artifactId|version)$/.exec(name) ?? [];
    const from = ofParent === undefined ? chain[0] : chain[0]?.parent;
    if (key === undefined || from === undefined) return undefined;
    return key === 'groupId' ? from.group : key === 'artifactId' ? from.artifact : from.version;
  };
  return (text) => {
    let current = text;
    for (let step = 0; step < MOST_STEPS && current.includes('${'); step++) {
      const next = current.replace(/\$\{([^${}]+)\}/g, (whole, name: string) => settingOf(name.trim()) || whole);
      // Limits properties that double in each round, before they fill the memory.
      if (next === current || next.length > LONGEST_VALUE) break;
      current = next;
    }
    return current;
  };
}
