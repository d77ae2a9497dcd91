// Gives requests of Gradle scripts without a version the one that a script above manages for all projects below. Pure.
import type { PackageFinding } from '../../findings.ts';
import { exactGradleVersion } from '../../manifests/java/gradle-notation.ts';
import type { FilePackages } from '../files.ts';
import { folderOf } from '../folders.ts';
import { versioned } from '../requests.ts';
import { type GradleVariables, projectFolder } from './variables.ts';

/** The managed version of `group:artifact` for a script in that folder; '' if there is none. */
export type ManagedVersions = (fullName: string, folder: string) => string;

export function createManagedVersions(files: readonly FilePackages[], variables: GradleVariables): ManagedVersions {
  const byFolder = new Map<string, Map<string, string>>();
  for (const { path, packages } of files) {
    const folder = projectFolder(path);
    for (const [name, version] of packages.flatMap(({ defines }) => defines?.gradle?.managed ?? [])) {
      const known = byFolder.get(folder) ?? new Map<string, string>();
      byFolder.set(folder, known);
      known.set(variables.fill(name, folder), variables.fill(version, folder));
    }
  }
  return (fullName, folder) => {
    for (let from = folder; byFolder.size > 0; from = folderOf(from)) {
      const version = byFolder.get(from)?.get(fullName);
      if (version !== undefined) return version;
      if (from === '') break;
    }
    return '';
  };
}

export function withManagedVersions(file: FilePackages, managed: ManagedVersions): FilePackages {
  if (!/\.gradle(?:\.kts)?$/.test(file.path)) return file;
  const folder = projectFolder(file.path);
  return { path: file.path, packages: file.packages.map((found) => withManagedVersion(found, managed, folder)) };
}

function withManagedVersion(found: PackageFinding, managed: ManagedVersions, folder: string): PackageFinding {
  const { role, type, namespace, name, version, requirement = '' } = found;
  if (role !== 'requires' || type !== 'maven' || version !== '' || requirement !== '') return found;
  const requested = managed(`${namespace}:${name}`, folder);
  if (requested === '') return found;
  const exact = exactGradleVersion(requested);
  return {
    ...found,
    requirement: requested,
    version: exact,
    purl: exact === '' ? found.purl : versioned(found.purl, exact),
  };
}
