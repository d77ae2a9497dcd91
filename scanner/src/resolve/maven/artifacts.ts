// Artifacts of Maven as the resolver needs them: when two requirements mean the same artifact, which dependencies are
// excluded, and which versions are managed.
import { findVersion, type Requirement, type Universe, type UniverseVersion } from '../universe.ts';

export interface Artifact {
  version: UniverseVersion;
  /** The node of the artifact in the graph. */
  node: number;
  key: string;
  /** The artifact whose requirement added it to the tree. Undefined for the root. */
  user: Artifact | undefined;
  /** `group:artifact`, each of which may be `*`. */
  exclusions: ReadonlySet<string>;
  /** The repositories that are searched for its dependencies, besides the central one. */
  repositories: readonly string[];
}

/** What dependency management says about an artifact. */
interface ManagedArtifact {
  /** '' if it says none. */
  range: string;
  exclusions: readonly string[];
}

/** By the key of the artifact. */
export type Managed = ReadonlyMap<string, ManagedArtifact>;

/** Types whose files have another extension or a classifier. https://maven.apache.org/ref/current/maven-core/artifact-handlers.html */
const FILES_OF_TYPES: ReadonlyMap<string, { classifier?: string }> = new Map([
  ['jar', {}],
  ['ejb', {}],
  ['maven-plugin', {}],
  ['ejb-client', { classifier: 'client' }],
  ['test-jar', { classifier: 'tests' }],
  ['java-source', { classifier: 'sources' }],
  ['javadoc', { classifier: 'javadoc' }],
]);

/** The tree has one version for each key: group and artifact, classifier, and the extension of the file if it is not "jar". */
export function keyOf({ name, type }: Requirement): string {
  const kind = type.get('mavenartifacttype') ?? 'jar';
  const jar = FILES_OF_TYPES.get(kind);
  const classifier = type.get('mavenclassifier') ?? jar?.classifier ?? '';
  return [name, classifier, jar === undefined ? kind : ''].join('|');
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
export function managedBy(universe: Universe, root: UniverseVersion): Managed {
  const managed = new Map<string, ManagedArtifact>();
  const seen = new Set<UniverseVersion>();
  // The list grows during the loop.
  const open = [root];
  for (const version of open) {
    if (seen.has(version)) continue;
    seen.add(version);
    const entries = version.requirements.filter(({ type }) => type.get('mavendependencyorigin') === 'management');
    for (const entry of entries.filter(({ type }) => type.get('scope') !== 'import')) {
      if (!managed.has(keyOf(entry)))
        managed.set(keyOf(entry), { range: entry.range, exclusions: exclusionsOf(entry) });
    }
    for (const { name, range } of entries.filter(({ type }) => type.get('scope') === 'import')) {
      const bom = findVersion(universe, name, range);
      if (bom !== undefined) open.push(bom);
    }
  }
  return managed;
}
