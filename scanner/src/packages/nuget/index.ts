// Completes the findings of MSBuild projects from Directory.Packages.props and Directory.Build.props above them:
// central versions and properties. Pure.
import type { NugetDefinitions } from '../../definitions.ts';
import type { PackageDependency, PackageFinding } from '../../findings.ts';
import { exactNugetVersion } from '../../manifests/dotnet/nuget-names.ts';
import { fillProperties } from '../../manifests/dotnet/nuget-project/properties.ts';
import { candidatePaths } from '../../manifests/shared/named-manifests.ts';
import { hasVersion } from '../describe.ts';
import type { FilePackages } from '../files.ts';
import { folderOf } from '../folders.ts';
import { requestOf, requiredOf, versioned } from '../requests.ts';

interface Shared {
  path: string;
  folder: string;
  definitions: NugetDefinitions;
  versions: Map<string, string>;
  properties: Map<string, string>;
}

const SHARED = /\.(props|targets)$/i;
/** Files that one project imports; a hostile one may import all others. */
const MOST_IMPORTS = 200;

export function completeNuget(files: readonly FilePackages[]): FilePackages[] {
  const shared = files.flatMap(sharedOf);
  if (shared.length === 0) return [...files];
  const byFolder = new Map<string, Shared[]>();
  for (const one of shared) byFolder.set(one.folder, [...(byFolder.get(one.folder) ?? []), one]);
  const unique = uniqueProperties(shared);
  const byPath = new Map(files.map((file) => [file.path, file]));
  const hasProjects = files.some(({ path, packages }) => !SHARED.test(path) && packages.some(requestsPackage));
  return files.map((file) => {
    const isOfNuget = file.packages.some(({ type }) => type === 'nuget');
    if (!isOfNuget) return file;
    const known = [...importedBy(file, byPath), ...around(folderOf(file.path), byFolder), unique];
    const complete = completed(file, known);
    // Central versions alone show what is used only if the code base has no project file.
    return hasProjects ? complete : { path: file.path, packages: [...complete.packages, ...listed(file)] };
  });
}

function sharedOf({ path, packages }: FilePackages): Shared[] {
  return packages.flatMap(({ defines }) => {
    if (defines?.nuget === undefined) return [];
    const { versions, properties } = defines.nuget;
    return [
      {
        path,
        folder: folderOf(path),
        definitions: defines.nuget,
        versions: new Map(versions.map(({ name, version }) => [name.toLowerCase(), version])),
        properties: new Map(properties.map(([name, value]) => [name.toLowerCase(), value])),
      },
    ];
  });
}

/**
 * Properties that only one value in the code base has: a project may import a file of any folder, such as
 * eng/Versions.props.
 */
function uniqueProperties(shared: readonly Shared[]): Shared {
  const properties = new Map<string, string>();
  const several = new Set<string>();
  for (const one of shared) {
    if (!SHARED.test(one.path)) continue;
    for (const [name, value] of one.properties) {
      if (properties.has(name) && properties.get(name) !== value) several.add(name);
      properties.set(name, value);
    }
  }
  for (const name of several) properties.delete(name);
  return { path: '', folder: '', definitions: { versions: [], properties: [] }, versions: new Map(), properties };
}

/** The definitions of the files that a file imports, and of those that these import. */
function importedBy(file: FilePackages, byPath: ReadonlyMap<string, FilePackages>): Shared[] {
  const visited = new Set([file.path]);
  const found: Shared[] = [];
  const waiting = [file];
  for (let next = waiting.pop(); next !== undefined && visited.size < MOST_IMPORTS; next = waiting.pop())
    for (const { defines } of next.packages)
      for (const named of defines?.names ?? [])
        for (const path of named.manifest === 'nuget-project' ? candidatePaths(next.path, named) : []) {
          const imported = byPath.get(path);
          if (imported === undefined || visited.has(path)) continue;
          visited.add(path);
          found.push(...sharedOf(imported));
          waiting.push(imported);
        }
  return found;
}

function requestsPackage({ type, role, dependencies }: PackageFinding): boolean {
  return type === 'nuget' && (role === 'requires' || (role === 'declares' && dependencies.length > 0));
}

/** The shared files of a folder and of those above it, the nearest first. */
function around(folder: string, byFolder: ReadonlyMap<string, Shared[]>): Shared[] {
  const found: Shared[] = [];
  for (let from = folder; ; from = folderOf(from)) {
    found.push(...(byFolder.get(from) ?? []).filter(({ path }) => SHARED.test(path)));
    if (from === '') return found;
  }
}

function completed(file: FilePackages, shared: readonly Shared[]): FilePackages {
  const own = sharedOf(file);
  const packages = file.packages.flatMap((found): PackageFinding[] => {
    if (found.role === 'declares')
      return [{ ...found, dependencies: found.dependencies.map((wanted) => settled(wanted, own, shared)) }];
    if (found.role !== 'requires' || found.version !== '' || found.type !== 'nuget') return [found];
    const { purl, requirement = '', scope, line } = found;
    const wanted = { purl, requirement, scope, isDirect: true, ...(line === undefined ? {} : { line }) };
    return [requiredOf(settled(wanted, own, shared)) ?? found];
  });
  // A package that gets its version only here becomes a request, as if the manifest had named the version.
  const known = new Set(packages.map(({ purl }) => purl));
  const exact = packages
    .filter(({ role }) => role === 'declares')
    .flatMap(({ dependencies }) => dependencies)
    .filter(({ purl }) => hasVersion(purl) && !known.has(purl));
  return { path: file.path, packages: [...packages, ...exact.flatMap((wanted) => requiredOf(wanted) ?? [])] };
}

function settled(wanted: PackageDependency, own: readonly Shared[], shared: readonly Shared[]): PackageDependency {
  if (hasVersion(wanted.purl)) return wanted;
  const name = decodeURIComponent(wanted.purl.slice(wanted.purl.lastIndexOf('/') + 1)).toLowerCase();
  const sources = [...own, ...shared];
  const central = sources.find(({ versions }) => versions.has(name))?.versions.get(name) ?? '';
  const requirement = fillProperties(wanted.requirement || central, (property) =>
    sources.find(({ properties }) => properties.has(property))?.properties.get(property),
  );
  const version = exactNugetVersion(requirement);
  return { ...wanted, requirement, purl: version === '' ? wanted.purl : versioned(wanted.purl, version) };
}

function listed({ packages }: FilePackages): PackageFinding[] {
  return packages
    .flatMap(({ defines }) => defines?.nuget?.versions ?? [])
    .flatMap(({ name, version, line }) => {
      const about = { version: exactNugetVersion(version), requirement: version, scope: 'runtime' as const, line };
      const wanted = requestOf('nuget', '', name, about);
      return wanted === undefined ? [] : (requiredOf(wanted) ?? []);
    });
}
