// Reads `packages` of lockfile versions 2 and 3: one entry for each installed folder. Pure.

import type { DependencyScope } from '../../../dependency-scopes.ts';
import type { PackageDependency, PackageFinding } from '../../../findings.ts';
import { valueFor } from '../../../items.ts';
import { consumed } from '../../shared/consumed.ts';
import { dependencyOf, packageOf } from '../../shared/identity.ts';
import { npmLicense, resolveNpmAlias } from '../../shared/npm-names.ts';
import { asEntries, asFields, asText, isFields, own, type Problems } from '../../shared/problems.ts';

const MODULES = 'node_modules/';
const SECTIONS: readonly [string, DependencyScope][] = [
  ['dependencies', 'runtime'],
  ['optionalDependencies', 'optional'],
  ['peerDependencies', 'peer'],
  ['devDependencies', 'development'],
];

interface Installed {
  fullName: string;
  version: string;
  /** For a link: the folder of the project to which it points. */
  target?: string;
}

type Fields = Record<string, unknown>;

/** Empties `value`, because all entries and all findings would not fit in memory together. */
export function readInstalled(
  value: unknown,
  lines: Readonly<Record<string, number>>,
  problems: Problems,
): PackageFinding[] {
  const byFolder = new Map<string, Installed>();
  const entries = takenFrom(value, problems);
  for (const { folder, fields } of entries) {
    const target = own(fields, 'link') === true ? own(fields, 'resolved') : undefined;
    byFolder.set(folder, {
      fullName: nameOf(folder, fields),
      version: asText(own(fields, 'version'), `packages.${folder}.version`, problems),
      ...(typeof target === 'string' && { target }),
    });
  }
  const direct = directFolders(entries, byFolder, problems);
  return consumed(entries, ({ folder, fields }) => {
    // Folders outside node_modules are the project and its workspaces; links refer to them.
    if (!folder.includes(MODULES) || own(fields, 'link') === true) return undefined;
    const found = findingOf(folder, fields, byFolder, problems);
    if (found === undefined) return undefined;
    const line = lines[folder];
    found.isDirect = direct.has(folder);
    if (line !== undefined) found.line = line;
    return found;
  });
}

function takenFrom(value: unknown, problems: Problems): { folder: string; fields: Fields }[] {
  const packages = asFields(value, 'packages', problems);
  return Object.keys(packages).map((folder) => {
    const fields = asFields(own(packages, folder), `packages.${folder}`, problems);
    packages[folder] = null;
    return { folder, fields };
  });
}

function findingOf(
  folder: string,
  fields: Fields,
  byFolder: ReadonlyMap<string, Installed>,
  problems: Problems,
): PackageFinding | undefined {
  const { fullName, version } = valueFor(byFolder, folder);
  return packageOf(
    'npm',
    fullName,
    {
      role: 'locks',
      version,
      scope: scopeOf(fields),
      declaredLicense: npmLicense(own(fields, 'license'), `packages.${folder}.license`, problems),
      downloadUrl: asText(own(fields, 'resolved'), `packages.${folder}.resolved`, problems),
      integrity: asText(own(fields, 'integrity'), `packages.${folder}.integrity`, problems),
      dependencies: dependenciesOf(folder, fields, byFolder, problems),
    },
    problems,
  );
}

/**
 * The entry of an alias states the real name. For other entries, the name is the folder after the last `node_modules/`.
 */
function nameOf(folder: string, fields: Fields): string {
  const name = own(fields, 'name');
  if (typeof name === 'string' && name !== '') return name;
  return folder.slice(folder.lastIndexOf(MODULES) + MODULES.length);
}

/**
 * Packages with `devOptional` are needed for development and by an optional package, so a production installation may
 * contain them.
 */
export function scopeOf(fields: Record<string, unknown>): DependencyScope {
  if (own(fields, 'dev') === true) return 'development';
  if (own(fields, 'optional') === true || own(fields, 'devOptional') === true) return 'optional';
  return own(fields, 'peer') === true ? 'peer' : 'runtime';
}

function dependenciesOf(
  folder: string,
  fields: Fields,
  byFolder: ReadonlyMap<string, Installed>,
  problems: Problems,
): PackageDependency[] {
  const dependencies: PackageDependency[] = [];
  // A package's own development dependencies are not installed with it.
  for (const [section, scope] of SECTIONS.slice(0, 3)) {
    for (const [key, written] of asEntries(own(fields, section), `packages.${folder}.${section}`, problems)) {
      const wanted = resolveNpmAlias(key, asText(written, `packages.${folder}.${section}.${key}`, problems));
      const at = resolve(folder, key, byFolder);
      const target = at === undefined ? undefined : valueFor(byFolder, at);
      // A peer that is not installed is not an edge of the graph.
      if (target === undefined && scope !== 'runtime') continue;
      const dependency = dependencyOf(
        'npm',
        target?.fullName ?? wanted.fullName,
        { version: target?.version ?? '', requirement: wanted.requirement, scope },
        problems,
      );
      if (dependency !== undefined) dependencies.push(dependency);
    }
  }
  return dependencies;
}

/** The folder in which Node finds `name` from another folder: its own node_modules, or the nearest one above. */
function resolve(folder: string, name: string, byFolder: ReadonlyMap<string, Installed>): string | undefined {
  for (let from = folder; ; ) {
    const candidate = from === '' ? MODULES + name : `${from}/${MODULES}${name}`;
    const found = byFolder.get(candidate);
    if (found !== undefined) return followed(candidate, found, byFolder);
    if (from === '') return undefined;
    const inner = from.lastIndexOf(`/${MODULES}`);
    from = inner >= 0 ? from.slice(0, inner) : '';
  }
}

/** A workspace is installed as a link to its folder. */
function followed(folder: string, { target }: Installed, byFolder: ReadonlyMap<string, Installed>): string {
  return target !== undefined && byFolder.has(target) ? target : folder;
}

function directFolders(
  entries: readonly { folder: string; fields: Fields }[],
  byFolder: ReadonlyMap<string, Installed>,
  problems: Problems,
): Set<string> {
  const direct = new Set<string>();
  for (const { folder, fields } of entries) {
    if (folder.includes(MODULES)) continue;
    for (const [section] of SECTIONS) {
      const value = own(fields, section);
      if (!isFields(value)) continue;
      for (const [key] of asEntries(value, section, problems)) {
        const found = resolve(folder, key, byFolder);
        if (found !== undefined) direct.add(found);
      }
    }
  }
  return direct;
}
