// Reads project.assets.json, which NuGet writes into obj/ when it restores a project, and project.lock.json, its
// predecessor.
// Format: https://learn.microsoft.com/nuget/reference/nuget-client-sdk (NuGet.ProjectModel.LockFile)

import type { DependencyScope } from '../../../dependency-scopes.ts';
import type { PackageFinding } from '../../../findings.ts';
import { firstOf } from '../../../items.ts';
import type { ManifestReader } from '../../member.ts';
import { jsonSectionLines } from '../../shared/formats/lines.ts';
import {
  asEntries,
  asFields,
  asText,
  asTexts,
  isFields,
  own,
  type Problems,
  readSafely,
  textOf,
} from '../../shared/problems.ts';
import { libraryFindings } from '../nuget-libraries.ts';

export const reader: ManifestReader = {
  read: (bytes) =>
    readSafely('The project.assets.json', (problems): PackageFinding[] => {
      const { assets, lines } = parsed(bytes);
      if (!isFields(assets) || !isFields(own(assets, 'targets'))) {
        problems.add('A project.assets.json should be an object with "targets"; nothing was read from it.');
        return [];
      }
      return libraryFindings(assets, directScopes(assets, problems), lines, problems);
    }),
};

/** Returns the needed parts of the text, so that the text itself can be freed before the findings are made. */
function parsed(bytes: Uint8Array) {
  const text = textOf(bytes);
  const assets: unknown = JSON.parse(text);
  return { assets, lines: jsonSectionLines(text, 'libraries') };
}

/** The direct references of the project, by lower-case name. */
function directScopes(assets: Record<string, unknown>, problems: Problems): Map<string, DependencyScope> {
  const direct = new Map<string, DependencyScope>();
  const groups = asEntries(own(assets, 'projectFileDependencyGroups'), 'projectFileDependencyGroups', problems);
  for (const [framework, list] of groups)
    for (const text of asTexts(list, `projectFileDependencyGroups.${framework}`, problems))
      direct.set(firstOf(text.split(' ')).toLowerCase(), 'runtime');
  const project = asFields(own(assets, 'project'), 'project', problems);
  for (const [framework, value] of asEntries(own(project, 'frameworks'), 'project.frameworks', problems)) {
    const field = `project.frameworks.${framework}`;
    const dependencies = own(asFields(value, field, problems), 'dependencies');
    for (const [name, about] of asEntries(dependencies, `${field}.dependencies`, problems)) {
      const parent = isFields(about)
        ? asText(own(about, 'suppressParent'), `${field}.${name}.suppressParent`, problems)
        : '';
      const include = isFields(about) ? asText(own(about, 'include'), `${field}.${name}.include`, problems) : '';
      const isPrivate = parent === 'All' && !/\bCompile\b/.test(include) && include !== '';
      direct.set(name.toLowerCase(), isPrivate ? 'development' : 'runtime');
    }
  }
  return direct;
}
