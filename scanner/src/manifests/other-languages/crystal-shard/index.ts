// Reads shard.yml and shard.lock of Crystal.
// Format: https://github.com/crystal-lang/shards/blob/master/docs/shard.yml.adoc
import type { DependencyScope } from '../../../dependency-scopes.ts';
import type { PackageFinding } from '../../../findings.ts';
import type { ManifestReader } from '../../member.ts';
import { yamlLines } from '../../shared/formats/line-index.ts';
import { parseLockfileYaml } from '../../shared/formats/lockfile-yaml.ts';
import { parseYaml } from '../../shared/formats/yaml-fields.ts';
import { type ManifestRequirement, manifestFindings, packageOf } from '../../shared/identity.ts';
import {
  asEntries,
  asFields,
  asText,
  isFields,
  own,
  type Problems,
  readSafely,
  textOf,
} from '../../shared/problems.ts';

type Fields = Record<string, unknown>;

const SECTIONS: readonly [string, DependencyScope][] = [
  ['dependencies', 'runtime'],
  ['development_dependencies', 'development'],
];
const HOSTS: readonly [string, string][] = [
  ['github', 'https://github.com/'],
  ['gitlab', 'https://gitlab.com/'],
  ['bitbucket', 'https://bitbucket.org/'],
  ['codeberg', 'https://codeberg.org/'],
];

export const reader: ManifestReader = {
  read: (bytes) =>
    readSafely('The file of Shards', (problems): PackageFinding[] => {
      const text = textOf(bytes);
      // A lockfile can be very large; a shard.yml is written by people and may use all of YAML.
      const manifest = /^shards:/m.test(text) ? parseLockfileYaml(text, problems) : parseYaml(text);
      if (!isFields(manifest)) {
        problems.add(
          'A shard.yml should be a mapping with "name", a shard.lock one with "shards"; nothing was read from it.',
        );
        return [];
      }
      const lineOf = yamlLines(text, 2);
      const shards = own(manifest, 'shards');
      if (shards !== undefined) {
        return asEntries(shards, 'shards', problems).flatMap(([name, value]) => {
          const entry = asFields(value, `shards.${name}`, problems);
          const of = (key: string) => asText(own(entry, key), `shards.${name}.${key}`, problems);
          const commit = /\+git\.commit\.([0-9a-f]+)$/.exec(of('version'))?.[1] ?? of('commit');
          const address = addressOf(entry, problems);
          const version = of('version').replace(/\+git\.commit\..*$/, '') || commit;
          const parts = {
            role: 'locks',
            version,
            line: lineOf('shards', name),
            repositoryUrl: address,
            downloadUrl: commit === '' || address === '' ? '' : `${address}#${commit}`,
          } as const;
          return packageOf('crystal', name, parts, problems) ?? [];
        });
      }
      const of = (name: string) => asText(own(manifest, name), name, problems);
      const fullName = of('name');
      const self = {
        fullName,
        role: 'declares' as const,
        line: lineOf('name'),
        version: of('version'),
        declaredLicense: of('license'),
        description: of('description').replace(/\s+/g, ' '),
        homepageUrl: of('homepage'),
        repositoryUrl: of('repository'),
      };
      const requirements = SECTIONS.flatMap(([section, scope]) =>
        asEntries(own(manifest, section), section, problems).flatMap(([name, value]): ManifestRequirement[] => {
          const entry = asFields(value, `${section}.${name}`, problems);
          // The shard is in a folder of the project.
          if (own(entry, 'path') !== undefined) return [];
          const requirement = asText(
            own(entry, 'version') ?? own(entry, 'branch') ?? own(entry, 'tag') ?? own(entry, 'commit'),
            `${section}.${name}.version`,
            problems,
          );
          const version = /^=?\s*(\d+\.\d+\.\d+[\w.+-]*)$/.exec(requirement)?.[1] ?? '';
          return [{ fullName: name, requirement, version, scope, line: lineOf(section, name) }];
        }),
      );
      return manifestFindings('crystal', fullName === '' ? undefined : self, requirements, problems);
    }),
};

function addressOf(entry: Fields, problems: Problems): string {
  for (const [key, host] of HOSTS) {
    const path = asText(own(entry, key), key, problems);
    if (path !== '') return host + path;
  }
  return asText(own(entry, 'git') ?? own(entry, 'hg') ?? own(entry, 'fossil'), 'git', problems);
}
