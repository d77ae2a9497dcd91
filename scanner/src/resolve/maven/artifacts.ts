// Artifacts of Maven as the resolver needs them: when two requirements mean the same artifact, which dependencies are
// excluded, and which versions are managed.
import { findVersion, type Requirement, type Universe, type UniverseVersion } from '../universe.ts';

export interface Artifact {
  version: UniverseVersion;
  /** The node of the artifact in the graph. */
  node: number;
  /** `group:artifact`, each of which may be `*`. */
  exclusions: ReadonlySet<string>;
  /** The repositories that are searched for its dependencies, besides the central one. */
  repositories: readonly string[];
}

/** The managed range of each artifact, by its key. */
export type Managed = ReadonlyMap<string, string>;

/** The tree has one version for each key: group and artifact, classifier, and the type if it is not "jar". */
export function keyOf({ name, type }: Requirement): string {
  const kind = type.get('mavenartifacttype') ?? 'jar';
  return [name, type.get('mavenclassifier') ?? '', kind === 'jar' ? '' : kind].join('|');
}

export function exclusionsOf({ type }: Requirement): string[] {
  return (type.get('mavenexclusions') ?? '').split(/[,|]/).filter((one) => one !== '');
}

export function isExcluded(exclusions: ReadonlySet<string>, name: string): boolean {
  if (exclusions.size === 0) return false;
  const [group = '', artifact = ''] = name.split(':');
  return [name, `${group}:*`, `*:${artifact}`, '*:*'].some((one) => exclusions.has(one));
}

/**
 * The dependency management of the root, and of the boms that it imports. The first entry for an artifact counts, and
 * entries of the root count before those of a bom.
 */
export function managedVersions(universe: Universe, root: UniverseVersion): Managed {
  const managed = new Map<string, string>();
  const seen = new Set<UniverseVersion>();
  // The list grows during the loop.
  const open = [root];
  for (const version of open) {
    if (seen.has(version)) continue;
    seen.add(version);
    const entries = version.requirements.filter(({ type }) => type.get('mavendependencyorigin') === 'management');
    for (const entry of entries.filter(({ type }) => type.get('scope') !== 'import')) {
      if (!managed.has(keyOf(entry))) managed.set(keyOf(entry), entry.range);
    }
    for (const { name, range } of entries.filter(({ type }) => type.get('scope') === 'import')) {
      const bom = findVersion(universe, name, range);
      if (bom !== undefined) open.push(bom);
    }
  }
  return managed;
}
