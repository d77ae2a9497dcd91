// Reads Manifest.toml of Julia, of versions 1 and 2.
// Format: https://pkgdocs.julialang.org/v1/toml-files/#Manifest.toml
import { detachedText } from '../../../detached-text.ts';
import type { PackageDependency, PackageFinding } from '../../../findings.ts';
import type { ManifestReader } from '../../member.ts';
import { consumed } from '../../shared/consumed.ts';
import { readTomlLists, type TomlTable } from '../../shared/formats/toml-tables.ts';
import { dependencyOf, packageOf } from '../../shared/identity.ts';
import { asText, isFields, own, type Problems, readSafely, textOf } from '../../shared/problems.ts';

interface Locked {
  name: string;
  uuid: string;
  version: string;
  fields: Record<string, unknown>;
  line: number;
}

/** Holds no fields, so that those of an entry can be freed after its finding is made. */
type Named = Pick<Locked, 'uuid' | 'version'>;

/** A list of tables for each name, because two packages may have the same name: `[[deps.JSON]]`, in version 1 `[[JSON]]`. */
const LIST = /^(deps\.)?([^.]+)$/;

export const reader: ManifestReader = {
  read: (bytes) =>
    readSafely('The Manifest.toml', (problems): PackageFinding[] => {
      const { rest, tables } = readTomlLists(textOf(bytes), (list) => LIST.test(list), problems);
      // Some tools write the new format's number above the old layout.
      const isSecond =
        own(rest, 'manifest_format') !== undefined && tables.some(({ list }) => LIST.exec(list)?.[1] !== undefined);
      const locked = consumed(tables, (table) => lockedOf(table, isSecond, problems));
      if (locked.length === 0)
        problems.add('A Manifest.toml should list packages with their UUIDs, but this one names none.');
      const byName = new Map<string, Named>();
      for (const { name, uuid, version } of locked) byName.set(name, { uuid, version });
      return consumed(locked, (one) => findingOf(one, byName, problems));
    }),
};

function lockedOf({ list, fields, line }: TomlTable, isSecond: boolean, problems: Problems): Locked | undefined {
  const [, prefix, name = ''] = LIST.exec(list) ?? [];
  if (isSecond !== (prefix !== undefined) || !isFields(fields)) return undefined;
  const of = (key: string) => asText(own(fields, key), `${name}.${key}`, problems);
  const uuid = of('uuid');
  if (uuid === '') problems.add(`"${name}.uuid" is missing; the package was left out.`);
  // The package is in a folder of the project.
  if (uuid === '' || own(fields, 'path') !== undefined) return undefined;
  return { name: detachedText(name), uuid: detachedText(uuid), version: of('version'), fields, line };
}

function findingOf(one: Locked, byName: ReadonlyMap<string, Named>, problems: Problems): PackageFinding | undefined {
  const { name, uuid, version, fields, line } = one;
  const wanted = own(fields, 'deps');
  const names = Array.isArray(wanted)
    ? wanted.filter((item) => typeof item === 'string')
    : isFields(wanted)
      ? Object.keys(wanted)
      : [];
  const tree = asText(own(fields, 'git-tree-sha1'), `${name}.git-tree-sha1`, problems);
  const dependencies = names.flatMap((dependency): PackageDependency[] => {
    const target = byName.get(dependency);
    const known = isFields(wanted) ? asText(own(wanted, dependency), `${name}.deps`, problems) : (target?.uuid ?? '');
    if (known === '') return [];
    const parts = {
      version: target?.version ?? '',
      qualifiers: { uuid: known },
      requirement: '',
      scope: 'runtime' as const,
    };
    const found = dependencyOf('julia', dependency, parts, problems);
    return found === undefined ? [] : [found];
  });
  return packageOf(
    'julia',
    name,
    {
      role: 'locks',
      version,
      qualifiers: { uuid },
      line,
      repositoryUrl: asText(own(fields, 'repo-url'), `${name}.repo-url`, problems),
      integrity: tree === '' ? '' : `git-tree-sha1:${tree}`,
      dependencies,
    },
    problems,
  );
}
