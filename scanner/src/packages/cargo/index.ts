// Completes the findings of Cargo.toml files from their workspace: the nearest one above that shares the fields that
// they inherit. Pure.
import type { CargoWorkspace } from '../../definitions.ts';
import type { PackageDependency, PackageFinding } from '../../findings.ts';
import type { FilePackages } from '../files.ts';
import { folderOf } from '../folders.ts';
import { requestOf, requiredOf, versioned } from '../requests.ts';

const TEXTS: Readonly<Record<string, 'declaredLicense' | 'description' | 'homepageUrl' | 'repositoryUrl'>> = {
  license: 'declaredLicense',
  description: 'description',
  homepage: 'homepageUrl',
  repository: 'repositoryUrl',
};

export function completeCargo(files: readonly FilePackages[]): FilePackages[] {
  const workspaces = new Map<string, Workspace>();
  for (const { path, packages } of files)
    for (const { defines } of packages)
      if (defines?.cargo !== undefined && defines.cargo.shared.length + defines.cargo.dependencies.length > 0)
        workspaces.set(folderOf(path), { ...defines.cargo, path });
  return files.map((file) => {
    const member = file.packages.find(({ defines }) => defines?.cargo !== undefined)?.defines?.cargo;
    if (member === undefined || member.inherits.length + member.inheritsDependencies.length === 0) return file;
    const workspace = nearest(folderOf(file.path), workspaces);
    return workspace === undefined ? file : { path: file.path, packages: inherited(file.packages, member, workspace) };
  });
}

/** With its Cargo.toml. */
type Workspace = CargoWorkspace & { path: string };

function nearest(folder: string, workspaces: ReadonlyMap<string, Workspace>): Workspace | undefined {
  for (let from = folder; ; from = folderOf(from)) {
    const found = workspaces.get(from);
    if (found !== undefined || from === '') return found;
  }
}

function inherited(
  packages: readonly PackageFinding[],
  { inherits, inheritsDependencies }: CargoWorkspace,
  workspace: Workspace,
): PackageFinding[] {
  const shared = new Map(workspace.shared);
  const byPurl = new Map(
    inheritsDependencies.flatMap((key) => {
      const asked = requestOf('cargo', '', key, { version: '', requirement: '', scope: 'runtime' });
      const entry = workspace.dependencies.find((one) => one.key === key);
      return asked === undefined || entry === undefined ? [] : [[asked.purl, entry] as const];
    }),
  );
  const settle = (wanted: PackageDependency): PackageDependency[] => {
    const entry = byPurl.get(wanted.purl);
    if (entry === undefined) return [wanted];
    if (entry.isLocal === true) return [];
    const { scope, line } = wanted;
    const { requirement } = entry;
    const version = /^=\s*(\d+\.\d+\.\d+\S*)$/.exec(requirement)?.[1] ?? '';
    return [
      requestOf('cargo', '', entry.fullName, { version, requirement, scope, ...(line === undefined ? {} : { line }) }),
    ].filter((made) => made !== undefined);
  };
  return packages.flatMap((found): PackageFinding[] => {
    if (found.role !== 'declares') return [found];
    const before = new Set(found.dependencies);
    const dependencies = found.dependencies.flatMap(settle);
    const crate: PackageFinding = { ...found, dependencies };
    for (const field of inherits) {
      const value = shared.get(field) ?? '';
      const text = TEXTS[field];
      const hadLicense = crate.declaredLicense !== '';
      if (text !== undefined && crate[text] === '') crate[text] = value;
      if (field === 'license-file' && crate.declaredLicense === '' && value !== '')
        crate.declaredLicense = `SEE LICENSE IN ${value}`;
      if (!hadLicense && crate.declaredLicense !== '') crate.licensePath = workspace.path;
      if (field === 'version' && crate.version === '' && value !== '')
        Object.assign(crate, { version: value, purl: versioned(crate.purl, value) });
    }
    // Exact requests become findings of their own, as the reader of a single file makes them.
    const exact = dependencies.filter((wanted) => !before.has(wanted) && /@[^/]+$/.test(wanted.purl));
    return [crate, ...exact.flatMap((wanted) => requiredOf(wanted) ?? [])];
  });
}
