// Reads pylock.toml and pylock.<name>.toml. The format need not mark direct packages; some tools also write `dependencies`.
// Specification: PEP 751, https://packaging.python.org/en/latest/specifications/pylock-toml/

import type { DependencyScope } from '../../../dependency-scopes.ts';
import { strongerScope } from '../../../dependency-scopes.ts';
import type { PackageDependency, PackageFinding } from '../../../findings.ts';
import type { ManifestReader } from '../../member.ts';
import { consumed } from '../../shared/consumed.ts';
import { readTomlTables } from '../../shared/formats/toml-tables.ts';
import { dependencyOf, packageOf, pypiName } from '../../shared/identity.ts';
import {
  asEntries,
  asFields,
  asList,
  asText,
  isFields,
  own,
  type Problems,
  readSafely,
  textOf,
} from '../../shared/problems.ts';
import { scopeOfExtras, scopeOfGroup } from '../../shared/pypi-purposes.ts';

type Fields = Record<string, unknown>;

export const reader: ManifestReader = {
  read: (bytes) =>
    readSafely('The pylock.toml', (problems): PackageFinding[] => {
      const { rest, tables } = readTomlTables(textOf(bytes), 'packages', problems);
      asList(own(rest, 'packages'), 'packages', problems);
      const versions = new Map(
        tables.map(({ fields }) => [
          pypiName(asText(own(fields, 'name'), 'packages.name', problems)),
          asText(own(fields, 'version'), 'packages.version', problems),
        ]),
      );
      return consumed(tables, ({ fields, line }, i) => {
        // The package is in a folder of the project.
        if (own(fields, 'directory') !== undefined) return undefined;
        return findingOf(fields, `packages[${i}]`, versions, line, problems);
      });
    }),
};

/** A package may be installed only for selected groups or extras. */
function scopeOf(marker: string): DependencyScope {
  const names = (list: string) =>
    [...marker.matchAll(new RegExp(`["']([^"']*)["']\\s+in\\s+${list}\\b`, 'g'))].map(([, name = '']) => name);
  const groups = names('dependency_groups');
  if (groups.length > 0) return groups.map(scopeOfGroup).reduce(strongerScope);
  const extras = names('extras');
  return extras.length > 0 ? scopeOfExtras(extras) : 'runtime';
}

function findingOf(
  entry: Fields,
  field: string,
  versions: ReadonlyMap<string, string>,
  line: number,
  problems: Problems,
): PackageFinding | undefined {
  const [wheel] = asList(own(entry, 'wheels'), `${field}.wheels`, problems);
  const archive = asFields(own(entry, 'sdist') ?? own(entry, 'archive') ?? wheel ?? own(entry, 'vcs'), field, problems);
  const [hash] = asEntries(own(archive, 'hashes'), `${field}.hashes`, problems);
  const dependencies = asList(own(entry, 'dependencies'), `${field}.dependencies`, problems)
    .filter(isFields)
    .flatMap((one): PackageDependency[] => {
      const name = asText(own(one, 'name'), `${field}.dependencies.name`, problems);
      const version = asText(own(one, 'version'), `${field}.dependencies.version`, problems);
      const parts = {
        version: version || (versions.get(pypiName(name)) ?? ''),
        requirement: '',
        scope: 'runtime' as const,
      };
      return [dependencyOf('pypi', name, parts, problems)].filter((made) => made !== undefined);
    });
  const marker = asText(own(entry, 'marker'), `${field}.marker`, problems);
  return packageOf(
    'pypi',
    asText(own(entry, 'name'), `${field}.name`, problems),
    {
      role: 'locks',
      version: asText(own(entry, 'version'), `${field}.version`, problems),
      scope: scopeOf(marker),
      downloadUrl: asText(own(archive, 'url'), `${field}.url`, problems),
      integrity: hash === undefined ? '' : `${hash[0]}:${asText(hash[1], `${field}.hashes.${hash[0]}`, problems)}`,
      dependencies,
      line,
    },
    problems,
  );
}
