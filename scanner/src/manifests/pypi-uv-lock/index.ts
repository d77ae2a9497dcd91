// Reads uv.lock.
// Format: https://docs.astral.sh/uv/concepts/projects/layout/#the-lockfile
import type { DependencyScope, PackageDependency, PackageFinding } from '../../findings.ts';
import { consumed } from '../consumed.ts';
import { dependencyOf, packageOf, pypiName } from '../identity.ts';
import type { ManifestMember } from '../member.ts';
import { asEntries, asFields, asList, asText, isFields, own, type Problems, readSafely, textOf } from '../problems.ts';
import { readTomlTables } from '../toml-tables.ts';

interface Entry {
  fullName: string;
  version: string;
  isLocal: boolean;
  line: number;
  fields: Record<string, unknown>;
}

export const pypiUvLock: ManifestMember = {
  name: 'pypi-uv-lock',
  namesProject: true,
  // `uv lock --script` writes a lockfile beside a script.
  wants: (_path, file) => file === 'uv.lock' || file.endsWith('.py.lock'),
  read: (bytes) =>
    readSafely('The uv.lock', (problems): PackageFinding[] => {
      const { rest, tables } = readTomlTables(textOf(bytes), 'package', problems);
      asList(own(rest, 'package'), 'package', problems);
      const entries = consumed(tables, ({ fields, line }) => entryOf(fields, line, problems));
      const versions = new Map<string, string>();
      for (const { fullName, version } of entries) versions.set(pypiName(fullName), version);
      const direct = directScopes(entries, problems);
      return consumed(entries, (entry) => (entry.isLocal ? undefined : findingOf(entry, versions, direct, problems)));
    }),
};

function entryOf(fields: Record<string, unknown>, line: number, problems: Problems): Entry {
  const fullName = asText(own(fields, 'name'), 'package.name', problems);
  const source = asFields(own(fields, 'source'), `package.${fullName}.source`, problems);
  return {
    fullName,
    fields,
    line,
    version: asText(own(fields, 'version'), `package.${fullName}.version`, problems),
    isLocal: ['virtual', 'editable', 'directory', 'path'].some((kind) => own(source, kind) !== undefined),
  };
}

function findingOf(
  entry: Entry,
  versions: ReadonlyMap<string, string>,
  direct: ReadonlyMap<string, DependencyScope>,
  problems: Problems,
): PackageFinding | undefined {
  const { fullName, version, fields } = entry;
  const archive = own(fields, 'sdist') ?? asList(own(fields, 'wheels'), `package.${fullName}.wheels`, problems)[0];
  const about = asFields(archive, `package.${fullName}.sdist`, problems);
  const scope = direct.get(pypiName(fullName));
  return packageOf(
    'pypi',
    fullName,
    {
      role: 'locks',
      version,
      line: entry.line,
      scope: scope ?? 'runtime',
      isDirect: scope !== undefined,
      downloadUrl: asText(own(about, 'url'), `package.${fullName}.sdist.url`, problems),
      integrity: asText(own(about, 'hash'), `package.${fullName}.sdist.hash`, problems),
      dependencies: dependenciesOf(entry, versions, problems),
    },
    problems,
  );
}

function dependenciesOf(
  { fullName, fields }: Entry,
  versions: ReadonlyMap<string, string>,
  problems: Problems,
): PackageDependency[] {
  return wantedBy(fullName, fields, problems).flatMap(({ name, version, scope }) => {
    if (scope === 'development') return [];
    return (
      dependencyOf(
        'pypi',
        name,
        { version: version || (versions.get(pypiName(name)) ?? ''), requirement: '', scope },
        problems,
      ) ?? []
    );
  });
}

/** The requests of the project's own packages; runtime has priority. */
function directScopes(entries: readonly Entry[], problems: Problems): Map<string, DependencyScope> {
  const direct = new Map<string, DependencyScope>();
  for (const { fullName, fields, isLocal } of entries) {
    if (!isLocal) continue;
    for (const { name, scope } of wantedBy(fullName, fields, problems)) {
      if (scope === 'runtime' || !direct.has(pypiName(name))) direct.set(pypiName(name), scope);
    }
  }
  return direct;
}

function wantedBy(
  fullName: string,
  fields: Record<string, unknown>,
  problems: Problems,
): { name: string; version: string; scope: DependencyScope }[] {
  const field = `package.${fullName}`;
  const list = (value: unknown, inner: string, scope: DependencyScope) =>
    asList(value, `${field}.${inner}`, problems)
      .filter(isFields)
      .map((item) => ({
        name: asText(own(item, 'name'), `${field}.${inner}.name`, problems),
        version: asText(own(item, 'version'), `${field}.${inner}.version`, problems),
        scope,
      }));
  const groups = (inner: string, scope: DependencyScope) =>
    asEntries(own(fields, inner), `${field}.${inner}`, problems).flatMap(([group, value]) =>
      list(value, `${inner}.${group}`, scope),
    );
  return [
    ...list(own(fields, 'dependencies'), 'dependencies', 'runtime'),
    ...groups('optional-dependencies', 'optional'),
    ...groups('dev-dependencies', 'development'),
  ];
}
