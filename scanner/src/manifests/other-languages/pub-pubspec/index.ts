// Reads pubspec.yaml of Dart and Flutter.
// Format: https://dart.dev/tools/pub/pubspec
import type { DependencyScope } from '../../../dependency-scopes.ts';
import type { ManifestReader } from '../../member.ts';
import { yamlLines } from '../../shared/formats/line-index.ts';
import { parseYaml } from '../../shared/formats/yaml-fields.ts';
import { type ManifestRequirement, manifestFindings } from '../../shared/identity.ts';
import { asEntries, asText, isFields, own, type Problems, readSafely, textOf } from '../../shared/problems.ts';

const SECTIONS: readonly [string, DependencyScope][] = [
  ['dependencies', 'runtime'],
  ['dev_dependencies', 'development'],
];

export const reader: ManifestReader = {
  read: (bytes) =>
    readSafely('The pubspec.yaml', (problems) => {
      const text = textOf(bytes);
      const manifest = parseYaml(text);
      if (!isFields(manifest)) {
        problems.add('A pubspec.yaml should be a mapping with "name"; nothing was read from it.');
        return [];
      }
      const lineOf = yamlLines(text, 2);
      const of = (name: string) => asText(own(manifest, name), name, problems);
      const self = {
        fullName: of('name'),
        role: 'declares' as const,
        line: lineOf('name'),
        version: of('version'),
        description: of('description'),
        homepageUrl: of('homepage'),
        repositoryUrl: of('repository'),
      };
      const requirements = SECTIONS.flatMap(([section, scope]) =>
        asEntries(own(manifest, section), section, problems).flatMap(([name, value]) => {
          const found = requirementOf(name, value, section, scope, problems);
          return found === undefined ? [] : [{ ...found, line: lineOf(section, name) }];
        }),
      );
      return manifestFindings('pub', self.fullName === '' ? undefined : self, requirements, problems);
    }),
};

/** A text is a version range, a table names another source. `any` and an empty value allow all versions. */
function requirementOf(
  fullName: string,
  value: unknown,
  section: string,
  scope: DependencyScope,
  problems: Problems,
): ManifestRequirement | undefined {
  const fields = isFields(value) ? value : undefined;
  // These are a folder of the project, and a part of the SDK.
  if (fields !== undefined && (own(fields, 'path') !== undefined || own(fields, 'sdk') !== undefined)) return undefined;
  const git = fields === undefined ? undefined : own(fields, 'git');
  const address = isFields(git)
    ? asText(own(git, 'url'), `${section}.${fullName}.git.url`, problems)
    : asText(git, `${section}.${fullName}.git`, problems);
  const written = asText(fields === undefined ? value : own(fields, 'version'), `${section}.${fullName}`, problems);
  const requirement = address || (written === 'any' ? '' : written);
  const version = /^\d+\.\d+\.\d+([-+][\w.+-]+)?$/.test(requirement) ? requirement : '';
  return { fullName, requirement, version, scope };
}
