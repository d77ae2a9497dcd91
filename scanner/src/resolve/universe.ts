// What a resolver knows: packages, their versions, and the requirements of each version. Types, and a universe in
// memory. If a resolver meets an unknown package, it continues without it. `missing` lists such packages, so that the
// caller can ask a registry and resolve again.

/** Attributes of a version or a dependency, by name in lower case. An attribute without a value has ''. */
export type Attributes = ReadonlyMap<string, string>;

export interface Requirement {
  name: string;
  /** As written in the ecosystem. '' means any version. */
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
  /** tags, blocked (deprecated, yanked, or not listed), deleted, derivedfrom (it is bundled), registries, requirespython, relocatedto. */
  attributes: Attributes;
  requirements: readonly Requirement[];
}

export interface Universe {
  /** The versions of a package, unsorted. Empty if the package is unknown. */
  versions(name: string): readonly UniverseVersion[];
}

/** A universe in memory. */
export class KnownUniverse implements Universe {
  readonly #packages = new Map<string, UniverseVersion[]>();
  /** Packages that were requested and are unknown. */
  readonly missing = new Set<string>();

  add(version: UniverseVersion): void {
    const versions = this.#packages.get(version.name) ?? [];
    // If a version is added twice, the last one counts.
    const at = versions.findIndex((one) => one.version === version.version);
    if (at === -1) versions.push(version);
    else versions[at] = version;
    this.#packages.set(version.name, versions);
  }

  /** Marks a package as known, even if it has no versions. */
  addPackage(name: string): void {
    if (!this.#packages.has(name)) this.#packages.set(name, []);
    this.missing.delete(name);
  }

  versions(name: string): readonly UniverseVersion[] {
    const found = this.#packages.get(name);
    if (found === undefined) this.missing.add(name);
    return found?.filter((one) => !one.attributes.has('deleted')) ?? [];
  }

  /** All versions, including deleted ones. */
  *all(): Iterable<UniverseVersion> {
    for (const versions of this.#packages.values()) yield* versions;
  }
}

export function findVersion(universe: Universe, name: string, version: string): UniverseVersion | undefined {
  return universe.versions(name).find((one) => one.version === version);
}
