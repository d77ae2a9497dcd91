// The tables `targets` and `libraries` that files of restored and of built .NET projects share: `Name/1.0.0` with what it depends on.
import type { DependencyScope } from '../../dependency-scopes.ts';
import type { PackageDependency, PackageFinding } from '../../findings.ts';
import { consumedFields } from '../shared/consumed.ts';
import { dependencyOf, packageOf } from '../shared/identity.ts';
import { asEntries, asFields, asText, isFields, own, type Problems } from '../shared/problems.ts';

/** Own projects and assemblies of the framework are not packages. */
const PACKAGE_TYPES = new Set(['package', 'runtimepack', '']);

type Fields = Record<string, unknown>;

/**
 * `direct` gives, by lower-case name, the packages that the project itself references. Empties both tables, because
 * all entries and all findings would not fit in memory together. What is not shipped only took part in the build.
 */
export function libraryFindings(
  file: Fields,
  direct: ReadonlyMap<string, DependencyScope>,
  lines: Readonly<Record<string, number>>,
  problems: Problems,
  isShipped: (id: string) => boolean = () => true,
): PackageFinding[] {
  const libraries = asFields(own(file, 'libraries'), 'libraries', problems);
  const known = new Set<string>();
  return asEntries(own(file, 'targets'), 'targets', problems).flatMap(([target, value]) => {
    const entries = asFields(value, `targets.${target}`, problems);
    const versions = versionsOf(entries);
    return consumedFields(entries, (id, about) => {
      if (known.has(id)) return undefined;
      const library = asFields(own(libraries, id), `libraries.${id}`, problems);
      const found = findingOf(id, isFields(about) ? about : {}, library, versions, direct, problems);
      if (found === undefined) return undefined;
      if (!isShipped(id)) found.scope = 'build';
      known.add(id);
      if (isFields(libraries[id])) libraries[id] = null;
      const line = lines[id];
      if (line !== undefined) found.line = line;
      return found;
    });
  });
}

function versionsOf(entries: Fields): Map<string, string> {
  const versions = new Map<string, string>();
  for (const id of Object.keys(entries))
    versions.set(id.slice(0, id.indexOf('/')).toLowerCase(), id.slice(id.indexOf('/') + 1));
  return versions;
}

function findingOf(
  id: string,
  about: Fields,
  library: Fields,
  versions: ReadonlyMap<string, string>,
  direct: ReadonlyMap<string, DependencyScope>,
  problems: Problems,
): PackageFinding | undefined {
  const type = asText(own(library, 'type') ?? own(about, 'type'), `libraries.${id}.type`, problems);
  if (!PACKAGE_TYPES.has(type)) return undefined;
  const slash = id.indexOf('/');
  const name = slash < 0 ? id : id.slice(0, slash);
  const digest = asText(own(library, 'sha512'), `libraries.${id}.sha512`, problems);
  return packageOf(
    'nuget',
    name.replace(/^runtimepack\./, ''),
    {
      role: 'locks',
      version: slash < 0 ? '' : id.slice(slash + 1),
      scope: direct.get(name.toLowerCase()) ?? 'runtime',
      isDirect: direct.has(name.toLowerCase()),
      integrity: digest === '' || digest.startsWith('sha512-') ? digest : `sha512-${digest}`,
      dependencies: dependenciesOf(id, about, versions, problems),
    },
    problems,
  );
}

function dependenciesOf(
  id: string,
  about: Fields,
  versions: ReadonlyMap<string, string>,
  problems: Problems,
): PackageDependency[] {
  return asEntries(own(about, 'dependencies'), `${id}.dependencies`, problems).flatMap(([name, written]) => {
    const requirement = asText(written, `${id}.dependencies.${name}`, problems);
    const version = versions.get(name.toLowerCase()) ?? '';
    return dependencyOf('nuget', name, { version, requirement, scope: 'runtime' }, problems) ?? [];
  });
}
