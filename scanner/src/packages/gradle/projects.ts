// Names the projects of Gradle builds: a project has the group and version of its script, of `allprojects` in a script above, or of
// gradle.properties; its name is in settings.gradle or is that of its folder. Pure.
import type { GradleProject } from '../../definitions.ts';
import type { PackageDependency, PackageFinding } from '../../findings.ts';
import { formatPurl } from '../../purl/purl.ts';
import type { FilePackages } from '../files.ts';
import { folderOf, joined } from '../folders.ts';
import { NO_TEXTS } from '../requests.ts';
import type { GradleVariables } from './variables.ts';

interface Build {
  rootName: string;
  /** Folders of the included projects. */
  folders: ReadonlySet<string>;
}

/** Adds a package for each project with a known group. */
export function withProjects(files: readonly FilePackages[], variables: GradleVariables): FilePackages[] {
  const builds = new Map<string, Build>();
  const scripts = new Map<string, GradleProject>();
  const properties = new Map<string, ReadonlyMap<string, string>>();
  for (const { path, packages } of files) {
    const folder = folderOf(path);
    for (const { defines } of packages) {
      if (defines?.properties !== undefined) properties.set(folder, new Map(defines.properties));
      const project = defines?.gradle?.project;
      if (project === undefined) continue;
      if (isNamed(path, 'settings')) {
        const folders = new Set(
          project.includes.map((one) => joined(folder, one.replace(/^:/, '').replaceAll(':', '/'))),
        );
        builds.set(folder, { rootName: project.rootName, folders });
      } else if (isNamed(path, 'build')) scripts.set(folder, project);
    }
  }
  if (scripts.size === 0) return [...files];
  return files.map((file) => {
    if (!isNamed(file.path, 'build')) return file;
    const folder = folderOf(file.path);
    const name = nameOf(folder, builds);
    const value = (field: 'group' | 'version') =>
      variables.fill(inheritedValue(field, folder, scripts, properties), folder);
    const found =
      name === '' ? undefined : projectFinding(value('group'), name, value('version'), file, scripts.get(folder));
    return found === undefined ? file : { path: file.path, packages: [found, ...file.packages] };
  });
}

function isNamed(path: string, script: 'build' | 'settings'): boolean {
  return new RegExp(`(?:^|/)${script}\\.gradle(?:\\.kts)?$`).test(path) && !/(?:^|\/)buildSrc\//.test(path);
}

/** '' if neither settings nor the folder give a name. */
function nameOf(folder: string, builds: ReadonlyMap<string, Build>): string {
  const base = folder.slice(folder.lastIndexOf('/') + 1);
  const own = builds.get(folder);
  if (own !== undefined) return own.rootName || base;
  for (let outer = folder; outer !== ''; ) {
    outer = folderOf(outer);
    const build = builds.get(outer);
    // A script that its build does not include is a build of its own, for example a template or a test.
    if (build !== undefined) return build.folders.has(folder) ? base : '';
  }
  return base;
}

function inheritedValue(
  field: 'group' | 'version',
  folder: string,
  scripts: ReadonlyMap<string, GradleProject>,
  properties: ReadonlyMap<string, ReadonlyMap<string, string>>,
): string {
  const shared = field === 'group' ? 'sharedGroup' : 'sharedVersion';
  const own = scripts.get(folder)?.[field] ?? '';
  if (own !== '') return own;
  for (let outer = folder; ; outer = folderOf(outer)) {
    const value = scripts.get(outer)?.[shared] || (properties.get(outer)?.get(field) ?? '');
    if (value !== '' || outer === '') return value;
  }
}

function projectFinding(
  group: string,
  name: string,
  written: string,
  { packages }: FilePackages,
  project: GradleProject | undefined,
): PackageFinding | undefined {
  if (!/^[\w-]+(?:\.[\w-]+)*$/.test(group) || !/^[\w.-]+$/.test(name)) return undefined;
  const version = /^[\w.+-]{1,100}$/.test(written) && written !== 'unspecified' ? written : '';
  const purl = formatPurl({ type: 'maven', namespace: group, name, version });
  if (!('value' in purl)) return undefined;
  return {
    role: 'declares',
    purl: purl.value,
    type: 'maven',
    namespace: group,
    name,
    version,
    scope: 'runtime',
    ...NO_TEXTS,
    ...(project === undefined ? {} : { line: project.line }),
    dependencies: packages.flatMap((found) =>
      found.role === 'requires' && found.type === 'maven' ? [edgeTo(found)] : [],
    ),
  };
}

function edgeTo({ purl, requirement = '', scope, line }: PackageFinding): PackageDependency {
  return { purl, requirement, scope, isDirect: true, ...(line === undefined ? {} : { line }) };
}
