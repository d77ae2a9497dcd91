// What a resolver knows of the world: packages, their versions, and what each version asks for. Types, and the universe that is held in
// memory. A resolver that meets a package it does not know goes on without it; `missing` says which, so that whoever can ask a registry
// does, and resolves again.

/** Attributes of a version or a dependency, by name in small letters. A mark without a value has ''. */
export type Attributes = ReadonlyMap<string, string>;

export interface Requirement {
  name: string;
  /** As it is written in the ecosystem; '' for any version. */
  range: string;
  /**
   * npm: dev, opt, scope (peer, bundle), knownas. Maven: test, opt, scope, mavenclassifier, mavenartifacttype, mavenexclusions,
   * mavendependencyorigin (management). PyPI: environment (a marker), enableddependencies (extras).
   */
  type: Attributes;
}

export interface UniverseVersion {
  name: string;
  version: string;
  /** tags, blocked (deprecated, or not listed), deleted, derivedfrom (it is bundled), registries, requirespython. */
  attributes: Attributes;
  requirements: readonly Requirement[];
}

export interface Universe {
  /** The versions of a package, in no order; none when it is not known. */
  versions(name: string): readonly UniverseVersion[];
}

/** A universe in memory. */
export class KnownUniverse implements Universe {
  readonly #packages = new Map<string, UniverseVersion[]>();
  /** The packages that were asked for and are not known. */
  readonly missing = new Set<string>();

  add(version: UniverseVersion): void {
    const versions = this.#packages.get(version.name) ?? [];
    // A version that is told twice is the one told last.
    const at = versions.findIndex((one) => one.version === version.version);
    if (at === -1) versions.push(version);
    else versions[at] = version;
    this.#packages.set(version.name, versions);
  }

  /** Says that a package is known, although it may have no versions. */
  addPackage(name: string): void {
    if (!this.#packages.has(name)) this.#packages.set(name, []);
    this.missing.delete(name);
  }

  versions(name: string): readonly UniverseVersion[] {
    const found = this.#packages.get(name);
    if (found === undefined) this.missing.add(name);
    return found?.filter((one) => !one.attributes.has('deleted')) ?? [];
  }

  /** All versions, deleted ones too. */
  *all(): Iterable<UniverseVersion> {
    for (const versions of this.#packages.values()) yield* versions;
  }
}

export function findVersion(universe: Universe, name: string, version: string): UniverseVersion | undefined {
  return universe.versions(name).find((one) => one.version === version);
}
