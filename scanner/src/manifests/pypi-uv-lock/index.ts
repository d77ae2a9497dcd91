// Reads uv.lock.
// Format: https://docs.astral.sh/uv/concepts/projects/layout/#the-lockfile
import { SCOPE_ORDER } from '../../dependency-scopes.ts';
import type { DependencyScope, PackageDependency, PackageFinding } from '../../findings.ts';
import { consumed } from '../consumed.ts';
import { dependencyOf, packageOf, pypiName } from '../identity.ts';
import type { ManifestMember } from '../member.ts';
import {
  asEntries,
  asFields,
  asList,
  asText,
  asTexts,
  createProblems,
  isFields,
  own,
  type Problems,
  readSafely,
  textOf,
} from '../problems.ts';
import { scopeOfExtra, scopeOfGroup } from '../pypi-purposes.ts';
import { readTomlTables } from '../toml-tables.ts';

interface Entry {
  fullName: string;
  /** The normalized name; one text for all tables of names. */
  key: string;
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
      for (const { key, version } of entries) versions.set(key, version);
      const scopes = scopesOf(entries, problems);
      return consumed(entries, (entry) => (entry.isLocal ? undefined : findingOf(entry, versions, scopes, problems)));
    }),
};

function entryOf(fields: Record<string, unknown>, line: number, problems: Problems): Entry {
  const fullName = asText(own(fields, 'name'), 'package.name', problems);
  const source = asFields(own(fields, 'source'), `package.${fullName}.source`, problems);
  return {
    fullName,
    key: pypiName(fullName),
    line,
    version: asText(own(fields, 'version'), `package.${fullName}.version`, problems),
    fields,
    isLocal: ['virtual', 'editable', 'directory', 'path'].some((kind) => own(source, kind) !== undefined),
  };
}

function findingOf(
  entry: Entry,
  versions: ReadonlyMap<string, string>,
  { direct, reached }: Scopes,
  problems: Problems,
): PackageFinding | undefined {
  const { fullName, key, version, fields } = entry;
  const archive = own(fields, 'sdist') ?? asList(own(fields, 'wheels'), `package.${fullName}.wheels`, problems)[0];
  const about = asFields(archive, `package.${fullName}.sdist`, problems);
  return packageOf(
    'pypi',
    fullName,
    {
      role: 'locks',
      version,
      line: entry.line,
      scope: reached.get(key) ?? 'runtime',
      isDirect: direct.has(key),
      downloadUrl: asText(own(about, 'url'), `package.${fullName}.sdist.url`, problems),
      integrity: asText(own(about, 'hash'), `package.${fullName}.sdist.hash`, problems),
      dependencies: dependenciesOf(entry, versions, problems),
    },
    problems,
  );
}

function dependenciesOf(entry: Entry, versions: ReadonlyMap<string, string>, problems: Problems): PackageDependency[] {
  return wantedBy(entry, problems).flatMap(({ name, version, section }) => {
    if (section === 'dev-dependencies') return [];
    const scope = section === 'dependencies' ? 'runtime' : 'optional';
    const about = { version: version || (versions.get(pypiName(name)) ?? ''), requirement: '', scope } as const;
    return dependencyOf('pypi', name, about, problems) ?? [];
  });
}

interface Scopes {
  /** Names that the project's own packages request. */
  direct: ReadonlySet<string>;
  /** The strongest scope in which an own package needs it, by name; absent for `runtime`. */
  reached: ReadonlyMap<string, DependencyScope>;
}

function scopesOf(entries: readonly Entry[], problems: Problems): Scopes {
  const byName = new Map<string, Entry[]>();
  for (const entry of entries) byName.set(entry.key, [...(byName.get(entry.key) ?? []), entry]);
  const roots = entries
    .filter(({ isLocal }) => isLocal)
    .flatMap((entry) => wantedBy(entry, problems).map((one) => ({ ...one, scope: scopeOfRequest(one) })));
  const reached = new Map<string, DependencyScope>();
  const extras = new Set<string>();
  // The findings report the problems of the entries.
  const unheard = createProblems();
  for (const scope of SCOPE_ORDER) {
    const queue: Wanted[] = roots.filter((root) => root.scope === scope);
    for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
      const key = pypiName(next.name);
      const isNew = !reached.has(key);
      if (isNew) reached.set(key, scope);
      const asked = next.extras.filter((extra) => !extras.has(`${key}[${extra}]`));
      for (const extra of asked) extras.add(`${key}[${extra}]`);
      if (!isNew && asked.length === 0) continue;
      for (const entry of byName.get(key) ?? []) {
        for (const wanted of wantedBy(entry, unheard)) {
          const isExtra = wanted.section === 'optional-dependencies' && asked.includes(wanted.group);
          if (isExtra || (isNew && wanted.section === 'dependencies')) queue.push(wanted);
        }
      }
    }
  }
  // Most packages have the default.
  for (const [name, scope] of reached) if (scope === 'runtime') reached.delete(name);
  return { direct: new Set(roots.map(({ name }) => pypiName(name))), reached: new Map(reached) };
}

function scopeOfRequest({ section, group }: Wanted): DependencyScope {
  if (section === 'dependencies') return 'runtime';
  return section === 'dev-dependencies' ? scopeOfGroup(group) : scopeOfExtra(group);
}

interface Wanted {
  name: string;
  version: string;
  section: 'dependencies' | 'optional-dependencies' | 'dev-dependencies';
  /** The extra or the group; '' for a dependency. */
  group: string;
  /** The extras that are requested of it. */
  extras: readonly string[];
}

const NO_EXTRAS: readonly string[] = [];

function wantedBy({ fullName, fields }: Entry, problems: Problems): Wanted[] {
  const field = `package.${fullName}`;
  const list = (value: unknown, section: Wanted['section'], group: string): Wanted[] => {
    const inner = group === '' ? `${field}.${section}` : `${field}.${section}.${group}`;
    return asList(value, inner, problems)
      .filter(isFields)
      .map((item) => ({
        name: asText(own(item, 'name'), `${inner}.name`, problems),
        version: asText(own(item, 'version'), `${inner}.version`, problems),
        section,
        group,
        extras: own(item, 'extra') === undefined ? NO_EXTRAS : asTexts(own(item, 'extra'), `${inner}.extra`, problems),
      }));
  };
  const groups = (section: Wanted['section']) =>
    asEntries(own(fields, section), `${field}.${section}`, problems).flatMap(([group, value]) =>
      list(value, section, group),
    );
  return [
    ...list(own(fields, 'dependencies'), 'dependencies', ''),
    ...groups('optional-dependencies'),
    ...groups('dev-dependencies'),
  ];
}
