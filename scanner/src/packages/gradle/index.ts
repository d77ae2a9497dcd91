// Completes the findings of Gradle scripts with version catalogs, gradle.properties and the variables of other scripts. Pure.
import type { VersionCatalog } from '../../definitions.ts';
import type { DependencyScope } from '../../dependency-scopes.ts';
import type { PackageDependency, PackageFinding } from '../../findings.ts';
import {
  exactGradleVersion,
  splitNotation,
  withDollars,
  withoutVariables,
} from '../../manifests/java/gradle-notation.ts';
import type { FilePackages } from '../files.ts';
import { requestOf, requiredOf } from '../requests.ts';
import { createManagedVersions, withManagedVersions } from './managed.ts';
import { withProjects } from './projects.ts';
import { createGradleVariables, type GradleVariables, projectFolder } from './variables.ts';

type Entry = VersionCatalog['libraries'][number];

interface Catalog {
  path: string;
  /** The folder whose scripts may use the catalog. */
  folder: string;
  /** `libs` of libs.versions.toml. */
  name: string;
  entries: VersionCatalog;
  byAccessor: Map<string, Entry[]>;
  isUsed: boolean;
}

export function completeGradle(files: readonly FilePackages[]): FilePackages[] {
  const isOfGradle = ({ packages }: FilePackages) =>
    packages.some(({ defines }) => defines?.gradle !== undefined || defines?.catalog !== undefined);
  if (!files.some(isOfGradle)) return [...files];
  const variables = createGradleVariables(files);
  const catalogs = catalogsOf(files);
  const managed = createManagedVersions(files, variables);
  const complete = withProjects(
    files.map((file) => withManagedVersions(withOpenRequests(file, variables, catalogs), managed)),
    variables,
  );
  // A catalog that no script of the code base uses is read alone, because its entries are the only evidence.
  const alone = new Map(catalogs.filter(({ isUsed }) => !isUsed).map((catalog) => [catalog.path, catalog]));
  return complete.map((file) => {
    const catalog = alone.get(file.path);
    return catalog === undefined ? file : { path: file.path, packages: entriesOf(catalog) };
  });
}

function catalogsOf(files: readonly FilePackages[]): Catalog[] {
  return files.flatMap(({ path, packages }) =>
    packages.flatMap(({ defines }) => {
      const entries = defines?.catalog;
      if (entries === undefined) return [];
      const name = path.slice(path.lastIndexOf('/') + 1).replace(/\.versions\.toml$/, '');
      return [{ path, folder: projectFolder(path), name, entries, byAccessor: accessorsOf(entries), isUsed: false }];
    }),
  );
}

/** `commons-lang3` is `libs.commons.lang3` in scripts; plugins and bundles have a word before the name. */
function accessorsOf({ libraries, plugins, bundles }: VersionCatalog): Map<string, Entry[]> {
  const byAccessor = new Map<string, Entry[]>();
  for (const entry of libraries) byAccessor.set(accessorOf(entry.alias), [entry]);
  for (const entry of plugins) byAccessor.set(`plugins.${accessorOf(entry.alias)}`, [entry]);
  for (const bundle of bundles) {
    const members = bundle.libraries.flatMap((alias) => byAccessor.get(accessorOf(alias)) ?? []);
    byAccessor.set(`bundles.${accessorOf(bundle.alias)}`, members);
  }
  return byAccessor;
}

function accessorOf(alias: string): string {
  return alias.replace(/[-_]/g, '.');
}

function withOpenRequests(file: FilePackages, variables: GradleVariables, catalogs: readonly Catalog[]): FilePackages {
  const found = file.packages.flatMap(({ defines }) => defines?.gradle ?? []);
  const folder = projectFolder(file.path);
  const requests = found.flatMap(({ references, open }) => [
    ...references.flatMap((reference) => referenced(reference, folder, variables, catalogs)),
    ...open.flatMap(({ notation, scope, line }) => notationRequest(variables.fill(notation, folder), scope, line)),
  ]);
  if (requests.length === 0) return file;
  return { path: file.path, packages: [...file.packages, ...requests.flatMap((wanted) => requiredOf(wanted) ?? [])] };
}

function referenced(
  { accessor, scope, line }: { accessor: string; scope: DependencyScope; line: number },
  folder: string,
  variables: GradleVariables,
  catalogs: readonly Catalog[],
): PackageDependency[] {
  const [name = '', ...rest] = accessor.split('.');
  const path = rest.join('.').replace(/\.(get|asProvider)$/, '');
  const around = catalogs.filter((catalog) => isBelow(folder, catalog.folder));
  const catalog =
    around.find((one) => one.name === name && one.byAccessor.has(path)) ??
    around.find(({ byAccessor }) => byAccessor.has(path));
  if (catalog !== undefined) {
    catalog.isUsed = true;
    return (catalog.byAccessor.get(path) ?? []).flatMap((entry) =>
      notationRequest(withoutVariables(`${entry.name}:${entry.version}`), scope, line),
    );
  }
  // A script that uses a catalog shows what is used, even if this alias is unknown.
  for (const one of around) if (one.name === name) one.isUsed = true;
  const value = variables.get(accessor, folder);
  return value?.includes(':') === true ? notationRequest(variables.fill(value, folder), scope, line) : [];
}

/** `group:artifact:version`; nothing if the name is unknown. */
function notationRequest(notation: string, scope: DependencyScope, line: number | undefined): PackageDependency[] {
  const [fullName, written] = splitNotation(notation);
  const [group = '', name = ''] = withDollars(fullName).split(':');
  if (group === '' || name === '' || /[${}\\]/.test(fullName)) return [];
  const version = exactGradleVersion(written);
  const requirement = withDollars(written);
  const made = requestOf('maven', group, name, {
    version,
    requirement,
    scope,
    ...(line === undefined ? {} : { line }),
  });
  return made === undefined ? [] : [made];
}

function entriesOf({ entries }: Catalog): PackageFinding[] {
  return [
    ...entries.libraries.map((entry) => ({ entry, scope: 'runtime' as const })),
    ...entries.plugins.map((entry) => ({ entry, scope: 'build' as const })),
  ]
    .flatMap(({ entry: { name, version, line }, scope }) =>
      notationRequest(withoutVariables(`${name}:${version}`), scope, line),
    )
    .flatMap((wanted) => requiredOf(wanted) ?? []);
}

function isBelow(folder: string, above: string): boolean {
  return above === '' || folder === above || folder.startsWith(`${above}/`);
}
