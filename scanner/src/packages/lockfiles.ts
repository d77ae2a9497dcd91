// Completes lockfiles from the manifests around them: which packages the code base requests directly, and which only development needs.
// Pure.
import { SCOPE_ORDER } from '../dependency-scopes.ts';
import type { DependencyScope, PackageFinding } from '../findings.ts';
import { componentOf } from './describe.ts';
import { folderOf } from './folders.ts';

export interface Lockfile {
  path: string;
  type: string;
  packages: PackageFinding[];
  /** Whether it settles requests only of its own folder, and only of what it names: Gradle locks each project for itself. */
  isNarrow?: true;
  /** Whether it settles requests only for what it names, in all folders below: Terraform locks providers, but no modules. */
  isPartial?: true;
}

/**
 * Whether it settles only requests from its own folder, and only for packages that it lists: Gradle locks each project
 * separately.
 */
export type RequestedScopes = Map<string, DependencyScope>;

/** Lockfiles by the folders they cover. */
export interface LockIndex {
  /** The lockfile of an ecosystem in this folder or the nearest one around it. */
  nearest(folder: string, type: string): Lockfile | undefined;
  /** Whether a lockfile settles a manifest's request for the component, if the manifest is in this folder. */
  settles(folder: string, type: string, component: string): boolean;
  lockfiles: readonly Lockfile[];
}

export function indexLockfiles(lockfiles: readonly Lockfile[]): LockIndex {
  const byFolder = new Map<string, Lockfile>();
  /** The packages that narrow and partial lockfiles list, by type and folder. */
  const named = new Map<string, Set<string>>();
  for (const lockfile of lockfiles) {
    const key = `${lockfile.type}\n${lockedFolder(lockfile.path)}`;
    if (!byFolder.has(key)) byFolder.set(key, lockfile);
    if (lockfile.isNarrow !== true && lockfile.isPartial !== true) continue;
    const known = named.get(key) ?? new Set<string>();
    for (const { purl } of lockfile.packages) known.add(componentOf(purl));
    named.set(key, known);
  }
  const nearest = (folder: string, type: string): Lockfile | undefined => {
    for (let from = folder; ; from = folderOf(from)) {
      const found = byFolder.get(`${type}\n${from}`);
      if (found !== undefined && (found.isNarrow !== true || from === folder)) return found;
      if (from === '') return undefined;
    }
  };
  return {
    lockfiles,
    nearest,
    settles(folder, type, component) {
      const lockfile = nearest(folder, type);
      if (lockfile?.isNarrow !== true && lockfile?.isPartial !== true) return lockfile !== undefined;
      return named.get(`${type}\n${lockedFolder(lockfile.path)}`)?.has(component) === true;
    },
  };
}

/** The folder whose manifests a lockfile settles. */
function lockedFolder(path: string): string {
  return folderOf(path).replace(/(^|\/)gradle\/dependency-locks$/, '');
}

/**
 * Completes the findings of one lockfile. Formats that state directness and development themselves are unchanged; `requested` are the requests
 * of the own manifests below it. Without any, nothing changes.
 */
export function completed(lockfile: Lockfile, requested: RequestedScopes | undefined): PackageFinding[] {
  const { packages } = lockfile;
  if (requested === undefined || requested.size === 0) return packages;
  const knowsDirect = packages.every(({ isDirect }) => isDirect !== undefined);
  const knowsScopes = packages.some(({ scope }) => scope !== 'runtime');
  if (knowsDirect && knowsScopes) return packages;
  const roots = knowsDirect
    ? new Set(packages.filter(({ isDirect }) => isDirect))
    : requestedRoots(packages, requested);
  const scopes = knowsScopes ? undefined : reachedScopes(packages, roots, requested);
  return packages.map((found) => ({
    ...found,
    isDirect: found.isDirect ?? roots.has(found),
    scope: scopes?.get(found.purl) ?? found.scope,
  }));
}

export function addRequestedScope(requested: RequestedScopes, component: string, scope: DependencyScope): void {
  const before = requested.get(component);
  if (before === undefined || SCOPE_ORDER.indexOf(scope) < SCOPE_ORDER.indexOf(before)) requested.set(component, scope);
}

/** Of several versions of a requested component, those that no other package requires; if all are required, all of them. */
function requestedRoots(packages: readonly PackageFinding[], requested: RequestedScopes): Set<PackageFinding> {
  const required = new Set(packages.flatMap(({ dependencies }) => dependencies.map(({ purl }) => purl)));
  const byComponent = new Map<string, PackageFinding[]>();
  for (const found of packages) {
    const component = componentOf(found.purl);
    if (found.isDirect === false || !requested.has(component)) continue;
    const versions = byComponent.get(component);
    if (versions === undefined) byComponent.set(component, [found]);
    else versions.push(found);
  }
  const roots = new Set<PackageFinding>();
  for (const versions of byComponent.values()) {
    const free = versions.filter(({ purl }) => !required.has(purl));
    for (const found of free.length > 0 ? free : versions) roots.add(found);
  }
  return roots;
}

/** The strongest scope on any path from a root; unreachable packages keep their own. */
function reachedScopes(
  packages: readonly PackageFinding[],
  roots: ReadonlySet<PackageFinding>,
  requested: RequestedScopes,
): Map<string, DependencyScope> {
  const byPurl = new Map(packages.map((found) => [found.purl, found]));
  const scopes = new Map<string, DependencyScope>();
  /** What only optional edges of runtime packages reach. */
  const optional: PackageFinding[] = [];
  for (const scope of SCOPE_ORDER) {
    const queue = [...roots].filter((root) => (requested.get(componentOf(root.purl)) ?? 'runtime') === scope);
    if (scope === 'optional') queue.push(...optional);
    for (let found = queue.pop(); found !== undefined; found = queue.pop()) {
      if (scopes.has(found.purl)) continue;
      scopes.set(found.purl, scope);
      for (const { purl, marker, scope: ofEdge } of found.dependencies) {
        // An extra that nothing requests brings no package.
        if (marker !== undefined) continue;
        const next = byPurl.get(purl);
        if (next === undefined || scopes.has(purl)) continue;
        if (scope === 'runtime' && ofEdge === 'optional') optional.push(next);
        else queue.push(next);
      }
    }
  }
  return scopes;
}
