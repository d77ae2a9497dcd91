// Combines Python requirements files: constraints give versions and are not requests, and the name of a file shows its purpose. Pure.
import type { DependencyScope } from '../../dependency-scopes.ts';
import type { PackageFinding } from '../../findings.ts';
import { mayBeNamed } from '../../manifests/index.ts';
import { isRequirementsFile } from '../../manifests/python/pypi-requirements/names.ts';
import { candidatePaths, resolvedPath } from '../../manifests/shared/named-manifests.ts';
import { scopeOfFile } from '../../manifests/shared/pypi-purposes.ts';
import { componentOf } from '../describe.ts';
import type { FilePackages } from '../files.ts';
import { folderOf } from '../folders.ts';
import { versioned } from '../requests.ts';

export function completePython(files: readonly FilePackages[]): FilePackages[] {
  const scopes = scopesOfNamed(files);
  const requirements = files.filter(({ path }) => isRequirementsFile(path) || (scopes.has(path) && mayBeNamed(path)));
  if (requirements.length === 0) return [...files];
  const byPath = new Map(requirements.map((file) => [file.path, file]));
  const { included, constraining } = referredFiles(requirements);
  const isConstraint = (path: string) =>
    !included.has(path) && (constraining.has(path) || /(^|[-_./])constraints?[^/]*$/i.test(path));
  return files.map((file) => {
    if (!byPath.has(file.path)) return file;
    // A package named by a constraint is used only if something requests it.
    if (isConstraint(file.path)) return { path: file.path, packages: [] };
    const versions = constraintsOf(file.path, byPath);
    const byName = scopeOf(file.path);
    const scope = byName === 'runtime' ? (scopes.get(file.path) ?? byName) : byName;
    return { path: file.path, packages: file.packages.map((found) => completed(found, versions, scope)) };
  });
}

/** The requirements files that other manifests name. A scope counts if every naming has one. */
function scopesOfNamed(files: readonly FilePackages[]): Map<string, DependencyScope> {
  const scopes = new Map<string, DependencyScope>();
  for (const { path, packages } of files)
    for (const { defines } of packages)
      for (const named of defines?.names ?? [])
        if (named.manifest === 'pypi-requirements')
          for (const target of candidatePaths(path, named))
            scopes.set(target, scopes.get(target) === 'runtime' ? 'runtime' : (named.scope ?? 'runtime'));
  return scopes;
}

/** Paths that other requirements files include by `-r` and by `-c`. */
function referredFiles(files: readonly FilePackages[]): { included: Set<string>; constraining: Set<string> } {
  const included = new Set<string>();
  const constraining = new Set<string>();
  for (const { path, packages } of files) {
    for (const { defines } of packages) {
      for (const name of pathsOf(path, defines?.requirements?.includes)) included.add(name);
      for (const name of pathsOf(path, defines?.requirements?.constraints)) constraining.add(name);
    }
  }
  return { included, constraining };
}

/** Versions by component, from the constraints of a file and its includes. Files may include each other. */
function constraintsOf(path: string, byPath: ReadonlyMap<string, FilePackages>): Map<string, string> {
  const versions = new Map<string, string>();
  const visited = new Set<string>();
  const waiting = [{ path, isConstraint: false }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const file = byPath.get(next.path);
    if (file === undefined || visited.has(next.path)) continue;
    visited.add(next.path);
    for (const { purl, version, defines } of file.packages) {
      if (next.isConstraint && version !== '') versions.set(componentOf(purl), version);
      const { includes = [], constraints = [] } = defines?.requirements ?? {};
      for (const name of pathsOf(next.path, includes)) waiting.push({ path: name, isConstraint: next.isConstraint });
      for (const name of pathsOf(next.path, constraints)) waiting.push({ path: name, isConstraint: true });
    }
  }
  return versions;
}

/** The files in the code base that a file names relative to its folder. */
function pathsOf(path: string, names: readonly string[] = []): string[] {
  return names.flatMap((name) => resolvedPath(folderOf(path), name) ?? []);
}

function completed(
  found: PackageFinding,
  versions: ReadonlyMap<string, string>,
  scope: DependencyScope,
): PackageFinding {
  if (found.role !== 'requires') return found;
  const version = found.version || (versions.get(componentOf(found.purl)) ?? '');
  const purl = version === found.version ? found.purl : versioned(found.purl, version);
  return { ...found, version, purl, scope: found.scope === 'runtime' ? scope : found.scope };
}

function scopeOf(path: string): DependencyScope {
  const file = path.slice(path.lastIndexOf('/') + 1).replace(/\.(txt|in|pip)$/i, '');
  return scopeOfFile(file);
}
