// Reads Manifest.toml of Julia, of versions 1 and 2.
// Format: https://pkgdocs.julialang.org/v1/toml-files/#Manifest.toml
import type { PackageDependency, PackageFinding } from '../../findings.ts';
import { dependencyOf, packageOf } from '../identity.ts';
import { type LineOf, tomlLines } from '../line-index.ts';
import type { ManifestMember } from '../member.ts';
import { asText, isFields, own, type Problems, readSafely, textOf } from '../problems.ts';
import { readToml } from '../toml-tables.ts';

interface Locked {
  name: string;
  uuid: string;
  version: string;
  fields: Record<string, unknown>;
  line: number | undefined;
}

export const juliaManifest: ManifestMember = {
  name: 'julia-manifest',
  wants: (_path, file) => /^(Julia)?Manifest(-v[\d.]+)?\.toml$/.test(file),
  read: (bytes) =>
    readSafely('The Manifest.toml', (problems): PackageFinding[] => {
      const text = textOf(bytes);
      const manifest = readToml(text, problems);
      // Some tools write the new format's number above the old layout.
      const isSecond = own(manifest, 'manifest_format') !== undefined && own(manifest, 'deps') !== undefined;
      const tables = isSecond ? own(manifest, 'deps') : manifest;
      const locked = lockedOf(isFields(tables) ? tables : {}, isSecond ? ['deps'] : [], tomlLines(text), problems);
      if (locked.length === 0)
        problems.add('A Manifest.toml should list packages with their UUIDs, but this one names none.');
      const byName = new Map(locked.map((one) => [one.name, one]));
      return locked.flatMap((one) => findingOf(one, byName, problems) ?? []);
    }),
};

/** A list of tables for each name, because two packages may have the same name. */
function lockedOf(
  tables: Record<string, unknown>,
  path: readonly string[],
  lineOf: LineOf,
  problems: Problems,
): Locked[] {
  return Object.entries(tables).flatMap(([name, list]) => {
    if (!Array.isArray(list)) return [];
    return list.filter(isFields).flatMap((fields, i): Locked[] => {
      const of = (key: string) => asText(own(fields, key), `${name}.${key}`, problems);
      const uuid = of('uuid');
      if (uuid === '') problems.add(`"${name}.uuid" is missing; the package was left out.`);
      // The package is in a folder of the project.
      if (uuid === '' || own(fields, 'path') !== undefined) return [];
      return [{ name, uuid, version: of('version'), fields, line: lineOf(...path, name, i) }];
    });
  });
}

function findingOf(one: Locked, byName: ReadonlyMap<string, Locked>, problems: Problems): PackageFinding | undefined {
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
