// Reads gleam.toml.
// Format: https://gleam.run/writing-gleam/gleam-toml/
import type { DependencyScope } from '../../../dependency-scopes.ts';
import type { ManifestReader } from '../../member.ts';
import { tomlLines } from '../../shared/formats/line-index.ts';
import { readToml } from '../../shared/formats/toml-tables.ts';
import { type ManifestRequirement, manifestFindings } from '../../shared/identity.ts';
import { asEntries, asText, asTexts, isFields, own, type Problems, readSafely, textOf } from '../../shared/problems.ts';
import { exactHexVersion } from '../hex-names.ts';

const SECTIONS: readonly [string, DependencyScope][] = [
  ['dependencies', 'runtime'],
  ['dev-dependencies', 'development'],
  ['dev_dependencies', 'development'],
];

export const reader: ManifestReader = {
  read: (bytes) =>
    readSafely('The gleam.toml', (problems) => {
      const text = textOf(bytes);
      const manifest = readToml(text, problems);
      const lineOf = tomlLines(text);
      const fullName = asText(own(manifest, 'name'), 'name', problems);
      const self = {
        fullName,
        role: 'declares' as const,
        line: lineOf('name'),
        version: asText(own(manifest, 'version'), 'version', problems),
        description: asText(own(manifest, 'description'), 'description', problems),
        declaredLicense: asTexts(own(manifest, 'licences') ?? own(manifest, 'licenses'), 'licences', problems).join(
          ' OR ',
        ),
        repositoryUrl: repositoryOf(own(manifest, 'repository')),
      };
      const requirements = SECTIONS.flatMap(([section, scope]) =>
        asEntries(own(manifest, section), section, problems).flatMap(([name, value]) => {
          const found = requirementOf(name, value, section, scope, problems);
          return found === undefined ? [] : [{ ...found, line: lineOf(section, name) }];
        }),
      );
      return manifestFindings('hex', fullName === '' ? undefined : self, requirements, problems);
    }),
};

function requirementOf(
  fullName: string,
  value: unknown,
  section: string,
  scope: DependencyScope,
  problems: Problems,
): ManifestRequirement | undefined {
  // The package is in a folder of the project.
  if (isFields(value) && own(value, 'path') !== undefined) return undefined;
  const git = isFields(value) ? asText(own(value, 'git'), `${section}.${fullName}.git`, problems) : '';
  const requirement =
    git || asText(isFields(value) ? own(value, 'version') : value, `${section}.${fullName}`, problems);
  return { fullName, requirement, version: exactHexVersion(requirement), scope };
}

function repositoryOf(value: unknown): string {
  if (!isFields(value)) return '';
  const of = (name: string) => (typeof own(value, name) === 'string' ? String(own(value, name)) : '');
  const hosts = new Map([
    ['github', 'github.com'],
    ['gitlab', 'gitlab.com'],
    ['codeberg', 'codeberg.org'],
    ['bitbucket', 'bitbucket.org'],
  ]);
  const host = hosts.get(of('type'));
  return host === undefined ? of('url') || of('href') : `https://${host}/${of('user')}/${of('repo')}`;
}
