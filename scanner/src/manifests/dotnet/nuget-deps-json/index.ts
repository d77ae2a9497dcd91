// Reads *.deps.json, which is beside a built .NET application and lists the libraries that it loads.
// Format: https://github.com/dotnet/sdk/blob/main/documentation/specs/runtime-configuration-file.md
import type { DependencyScope } from '../../../dependency-scopes.ts';
import type { PackageFinding } from '../../../findings.ts';
import type { ManifestReader } from '../../member.ts';
import { jsonSectionLines } from '../../shared/formats/lines.ts';
import { asEntries, asFields, isFields, own, type Problems, readSafely, textOf } from '../../shared/problems.ts';
import { libraryFindings } from '../nuget-libraries.ts';

export const reader: ManifestReader = {
  read: (bytes) =>
    readSafely('The deps.json', (problems): PackageFinding[] => {
      const { deps, lines } = parsed(bytes);
      if (!isFields(deps) || !isFields(own(deps, 'targets'))) {
        problems.add('A deps.json should be an object with "targets"; nothing was read from it.');
        return [];
      }
      const shipped = withFiles(deps);
      const isShipped = (id: string) => shipped.size === 0 || shipped.has(id) || id.startsWith('runtimepack.');
      return libraryFindings(deps, ofProjects(deps, problems), lines, problems, isShipped);
    }),
};

/** Returns the needed parts of the text, so that the text itself can be freed before the findings are made. */
function parsed(bytes: Uint8Array) {
  const text = textOf(bytes);
  const deps: unknown = JSON.parse(text);
  return { deps, lines: jsonSectionLines(text, 'libraries') };
}

/** What the application loads; `compile` and an empty entry name what only its compiler needed, or a package that consists of its dependencies. */
const LOADED = ['runtime', 'native', 'runtimeTargets', 'resources'];

/** The libraries that have files in the application. In files that name no files at all there are none. */
function withFiles(deps: Record<string, unknown>): Set<string> {
  const found = new Set<string>();
  for (const target of Object.values(fieldsOf(own(deps, 'targets'))))
    for (const [id, about] of Object.entries(fieldsOf(target))) {
      const files = LOADED.flatMap((member) => Object.keys(fieldsOf(own(fieldsOf(about), member))));
      // NuGet's `_._` stands for no file, because the framework has it.
      if (files.some((file) => !file.endsWith('_._'))) found.add(id);
    }
  return found;
}

const fieldsOf = (value: unknown): Record<string, unknown> => (isFields(value) ? value : {});

/** The packages on which the application's own projects depend, by lower-case name. */
function ofProjects(deps: Record<string, unknown>, problems: Problems): Map<string, DependencyScope> {
  const direct = new Map<string, DependencyScope>();
  const libraries = asFields(own(deps, 'libraries'), 'libraries', problems);
  for (const [target, value] of asEntries(own(deps, 'targets'), 'targets', problems)) {
    for (const [id, about] of asEntries(value, `targets.${target}`, problems)) {
      const library = own(libraries, id);
      if (!isFields(library) || own(library, 'type') !== 'project' || !isFields(about)) continue;
      for (const [name] of asEntries(own(about, 'dependencies'), `${id}.dependencies`, problems))
        direct.set(name.toLowerCase(), 'runtime');
    }
  }
  return direct;
}
