// What other systems call the ecosystems of packages, each with its purl type. Those of OSV are in advisories/, because they say more than a type.

export const foreignTypes = {
  /** ORT: the first field of `NPM:@babel:core:7.0.0`. */
  ort: {
    Bower: 'bower',
    Carthage: 'carthage',
    Composer: 'composer',
    Conan: 'conan',
    Crate: 'cargo',
    DotNet: 'nuget',
    GitHub: 'github',
    Go: 'golang',
    GoMod: 'golang',
    Gem: 'gem',
    Hackage: 'hackage',
    Maven: 'maven',
    NPM: 'npm',
    NuGet: 'nuget',
    PIP: 'pypi',
    Pod: 'cocoapods',
    Pub: 'pub',
    PyPI: 'pypi',
    Swift: 'swift',
  },
  /** ClearlyDefined. Sources and binaries of a package have one license. */
  clearlydefined: {
    composer: 'composer',
    conda: 'conda',
    condasrc: 'conda',
    crate: 'cargo',
    deb: 'deb',
    debsrc: 'deb',
    gem: 'gem',
    git: 'github',
    go: 'golang',
    maven: 'maven',
    npm: 'npm',
    nuget: 'nuget',
    pod: 'cocoapods',
    pypi: 'pypi',
    sourcearchive: 'maven',
  },
} as const satisfies Record<string, Readonly<Record<string, string>>>;

export type ForeignSystem = keyof typeof foreignTypes;

/** The purl type of an ecosystem as the system calls it; undefined if it has none. */
export function purlTypeOf(system: ForeignSystem, name: string): string | undefined {
  const types: Readonly<Record<string, string>> = foreignTypes[system];
  return Object.hasOwn(types, name) ? types[name] : undefined;
}
