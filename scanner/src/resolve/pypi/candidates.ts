// The versions of a Python package that requirements allow, and the requirements of a version in an environment.
import { compareVersions } from '../../versions/index.ts';
import { isPrerelease, type SpecifierTest, specifierTest } from '../../versions/pypi/specifier-test.ts';
import { readPythonVersion } from '../../versions/pypi/version.ts';
import type { Requirement, Universe, UniverseVersion } from '../universe.ts';
import { type Environment, type Marker, normalExtra, readMarker } from './markers.ts';

export interface Candidates {
  /** Versions that all requirements allow, from the worst to the best. */
  allowed(name: string, requirements: readonly Requirement[]): UniverseVersion[];
  /** The requirements of a version with these extras. */
  requirementsOf(version: UniverseVersion, extras: ReadonlySet<string>): Requirement[];
  /** Markers that cannot be read. Their requirements count. */
  problems: Set<string>;
}

/** The root is installed already, so no other version of its package can be chosen. */
export function candidatesOf(universe: Universe, root: UniverseVersion, environment: Environment): Candidates {
  const ascending = new Map<string, UniverseVersion[]>();
  const tests = new Map<string, SpecifierTest | undefined>();
  const matches = new Map<string, ReadonlySet<UniverseVersion>>();
  const final = new Map<string, ReadonlySet<UniverseVersion>>();
  const markers = new Map<string, Marker | undefined>();
  const problems = new Set<string>();

  const versionsOf = (name: string) =>
    remembered(ascending, name, () =>
      (name === root.name ? [root] : universe.versions(name))
        .filter((one) => fitsPython(one, environment))
        .sort((a, b) => compareVersions('pypi', a.version, b.version)),
    );
  const testOf = (range: string) => remembered(tests, range, () => specifierTest(range));
  // Cached, because the resolver asks for the same ranges again when it goes back.
  const matching = (name: string, range: string) =>
    remembered(matches, `${name} ${range}`, () => {
      const test = testOf(range);
      const fits = (one: UniverseVersion) => (test ? test.holds(one.version) : one.version === range);
      return new Set(versionsOf(name).filter(fits));
    });
  const finals = (name: string) =>
    remembered(final, name, () => new Set(versionsOf(name).filter((one) => !isPrereleaseText(one.version))));

  return {
    problems,
    allowed(name, requirements) {
      const namesPrerelease = requirements.some(({ range }) => testOf(range)?.namesPrerelease);
      // Without any specifier, pre-releases are better than nothing.
      const isOpen = requirements.every(({ range }) => range === '') && finals(name).size === 0;
      const sets = requirements.map(({ range }) => matching(name, range));
      if (!namesPrerelease && !isOpen) sets.push(finals(name));
      const fitting = versionsOf(name).filter((one) => sets.every((set) => set.has(one)));
      const listed = fitting.filter((one) => !isYanked(one));
      return listed.length === 0 && requirements.some(({ range }) => isPin(range)) ? fitting : listed;
    },
    requirementsOf(version, extras) {
      return version.requirements.filter(({ type }) => {
        const text = type.get('environment');
        if (text === undefined) return true;
        const marker = remembered(markers, text, () => readMarker(text));
        if (marker === undefined) problems.add(`The environment marker "${text.slice(0, 200)}" is not understood.`);
        return marker?.(environment, extras) ?? true;
      });
    },
  };
}

/** The extras that a requirement names. */
export function extrasOf({ type }: Requirement): string[] {
  return (type.get('enableddependencies') ?? '')
    .split(',')
    .map(normalExtra)
    .filter((extra) => extra !== '');
}

function fitsPython({ attributes }: UniverseVersion, environment: Environment): boolean {
  const text = attributes.get('requirespython') ?? '';
  const test = text === '' ? undefined : specifierTest(text);
  return test === undefined || test.holds(environment.python_full_version ?? '');
}

/** A yanked version is chosen only if a requirement pins it. */
function isYanked({ attributes }: UniverseVersion): boolean {
  return attributes.has('blocked');
}

function isPin(range: string): boolean {
  return range.split(',').some((part) => /^\s*={2,3}(?!.*\.\*\s*$)/.test(part));
}

function isPrereleaseText(text: string): boolean {
  const version = readPythonVersion(text);
  return version !== undefined && isPrerelease(version);
}

function remembered<Value>(known: Map<string, Value>, key: string, make: () => Value): Value {
  const found = known.get(key);
  if (found !== undefined || known.has(key)) return found as Value;
  const made = make();
  known.set(key, made);
  return made;
}
