// The tables `targets` and `libraries` that files of restored and of built .NET projects share: `Name/1.0.0` with what it depends on.
import type { DependencyScope, PackageDependency, PackageFinding } from '../findings.ts';
import { dependencyOf, packageOf } from './identity.ts';
import type { LineOf } from './line-index.ts';
import { asEntries, asFields, asText, isFields, own, type Problems } from './problems.ts';

/** Own projects and assemblies of the framework are not packages. */
const PACKAGE_TYPES = new Set(['package', 'runtimepack', '']);

type Fields = Record<string, unknown>;

/** `direct` gives, by lower-case name, the packages that the project itself references. */
export function libraryFindings(
  file: Fields,
  direct: ReadonlyMap<string, DependencyScope>,
  lineOf: LineOf,
  problems: Problems,
): PackageFinding[] {
  const libraries = asFields(own(file, 'libraries'), 'libraries', problems);
  const byId = new Map<string, PackageFinding>();
  for (const [target, value] of asEntries(own(file, 'targets'), 'targets', problems)) {
    const entries = asEntries(value, `targets.${target}`, problems);
    const versions = versionsOf(entries);
    for (const [id, about] of entries) {
      if (byId.has(id)) continue;
      const library = asFields(own(libraries, id), `libraries.${id}`, problems);
      const found = findingOf(id, isFields(about) ? about : {}, library, versions, direct, problems);
      const line = lineOf('libraries', id);
      if (found !== undefined) byId.set(id, line === undefined ? found : { ...found, line });
    }
  }
  return [...byId.values()];
}

function versionsOf(entries: readonly [string, unknown][]): Map<string, string> {
  return new Map(entries.map(([id]) => [id.slice(0, id.indexOf('/')).toLowerCase(), id.slice(id.indexOf('/') + 1)]));
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
