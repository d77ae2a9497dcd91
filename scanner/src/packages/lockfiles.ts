// Completes lockfiles from the manifests around them: which packages the code base requests directly, and which only development needs.
// Pure.

import type { DependencyScope } from '../dependency-scopes.ts';
import { isStrongerScope, reachedScopes } from '../dependency-scopes.ts';
import type { PackageFinding } from '../findings.ts';
import { formatPurl } from '../purl/purl.ts';
import { componentOf } from './describe.ts';
import type { FilePackages } from './files.ts';
import { folderOf } from './folders.ts';

export interface Lockfile extends FilePackages {
  type: string;
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
  const scopes = knowsScopes ? undefined : scopesFrom(packages, roots, requested, lockfile.type);
  return packages.map((found) => ({
    ...found,
    isDirect: found.isDirect ?? roots.has(found),
    scope: scopes?.get(found.purl) ?? found.scope,
  }));
}

export function addRequestedScope(requested: RequestedScopes, component: string, scope: DependencyScope): void {
  const before = requested.get(component);
  if (before === undefined || isStrongerScope(scope, before)) requested.set(component, scope);
}

/** The names by which manifests may request a package: its own, and those that it replaces. */
function componentsOf({ purl, type, provides = [] }: PackageFinding): string[] {
  const replaced = provides.flatMap((fullName) => {
    const at = fullName.lastIndexOf('/');
    const made = formatPurl({ type, namespace: fullName.slice(0, Math.max(0, at)), name: fullName.slice(at + 1) });
    return 'value' in made ? [made.value] : [];
  });
  return [componentOf(purl), ...replaced];
}

/** Of several versions of a requested component, those that no other package requires; if all are required, all of them. */
function requestedRoots(packages: readonly PackageFinding[], requested: RequestedScopes): Set<PackageFinding> {
  const required = new Set(packages.flatMap(({ dependencies }) => dependencies.map(({ purl }) => purl)));
  const byComponent = new Map<string, PackageFinding[]>();
  for (const found of packages) {
    if (found.isDirect === false) continue;
    for (const component of componentsOf(found)) {
      if (!requested.has(component)) continue;
      const versions = byComponent.get(component);
      if (versions === undefined) byComponent.set(component, [found]);
      else versions.push(found);
    }
  }
  const roots = new Set<PackageFinding>();
  for (const versions of byComponent.values()) {
    const free = versions.filter(({ purl }) => !required.has(purl));
    for (const found of free.length > 0 ? free : versions) roots.add(found);
  }
  return roots;
}

/**
 * The strongest scope on any path from a root; unreachable packages keep their own. npm's optional and peer dependencies may be absent, so they
 * weaken a path. Those of other ecosystems belong to an extra or a feature that somebody requested.
 */
function scopesFrom(
  packages: readonly PackageFinding[],
  roots: ReadonlySet<PackageFinding>,
  requested: RequestedScopes,
  type: string,
): Map<string, DependencyScope> {
  const byPurl = new Map(packages.map((found) => [found.purl, found]));
  return reachedScopes(
    [...roots].flatMap((root) => {
      const scopes = componentsOf(root).flatMap((component) => requested.get(component) ?? []);
      return (scopes.length === 0 ? (['runtime'] as const) : scopes).map((scope) => ({ key: root.purl, scope }));
    }),
    (key) =>
      (byPurl.get(key)?.dependencies ?? [])
        // An extra that nothing requests brings no package.
        .filter(({ purl, marker }) => marker === undefined && byPurl.has(purl))
        .map(({ purl, scope }) => ({ key: purl, scope: type === 'npm' || scope === 'optional' ? scope : 'runtime' })),
  );
}
