// Reads project.json of the first .NET Core, which MSBuild project files replaced. Other tools use this name too: a
// file without `dependencies` and `frameworks` is ignored.
// Format: https://learn.microsoft.com/nuget/archive/project-json
import type { DependencyScope } from '../../../dependency-scopes.ts';
import type { ManifestReader } from '../../member.ts';
import { jsonLines } from '../../shared/formats/line-index.ts';
import { type ManifestRequirement, manifestFindings } from '../../shared/identity.ts';
import { asEntries, asText, isFields, own, type Problems, readSafely, textOf } from '../../shared/problems.ts';
import { exactNugetVersion } from '../nuget-names.ts';

export const reader: ManifestReader = {
  read: (bytes) =>
    readSafely('The project.json', (problems) => {
      const text = textOf(bytes);
      const manifest: unknown = JSON.parse(text);
      if (!isFields(manifest) || !isFields(own(manifest, 'frameworks') ?? own(manifest, 'dependencies'))) return [];
      return manifestFindings('nuget', undefined, requirementsOf(manifest, text, problems), problems);
    }),
};

function requirementsOf(manifest: Record<string, unknown>, text: string, problems: Problems): ManifestRequirement[] {
  const lineOf = jsonLines(text, 4);
  const byName = new Map<string, ManifestRequirement>();
  const add = (list: unknown, path: string[], scope: DependencyScope) => {
    if (!isFields(list)) return;
    for (const [fullName, value] of asEntries(list, path.join('.'), problems)) {
      const requirement = asText(
        isFields(value) ? own(value, 'version') : value,
        [...path, fullName].join('.'),
        problems,
      );
      const type = isFields(value) ? own(value, 'type') : undefined;
      // The entry is a project of the same solution.
      if (type === 'project' || (isFields(value) && own(value, 'target') === 'project') || byName.has(fullName))
        continue;
      byName.set(fullName, {
        fullName,
        requirement,
        version: exactNugetVersion(requirement),
        scope: type === 'build' ? 'build' : scope,
        line: lineOf(...path, fullName),
      });
    }
  };
  add(own(manifest, 'dependencies'), ['dependencies'], 'runtime');
  for (const [framework, value] of asEntries(own(manifest, 'frameworks'), 'frameworks', problems))
    if (isFields(value)) add(own(value, 'dependencies'), ['frameworks', framework, 'dependencies'], 'runtime');
  add(own(manifest, 'tools'), ['tools'], 'build');
  return [...byName.values()];
}
