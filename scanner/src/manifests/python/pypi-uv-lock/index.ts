// Reads uv.lock.
// Format: https://docs.astral.sh/uv/concepts/projects/layout/#the-lockfile

import type { DependencyScope } from '../../../dependency-scopes.ts';
import { reachedScopes, type ScopedStep } from '../../../dependency-scopes.ts';
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
  asTexts,
  createProblems,
  isFields,
  own,
  type Problems,
  readSafely,
  textOf,
} from '../../shared/problems.ts';
import { scopeOfExtra, scopeOfGroup } from '../../shared/pypi-purposes.ts';

interface Entry {
  fullName: string;
  version: string;
  isLocal: boolean;
  line: number;
  fields: Record<string, unknown>;
}

interface Wanted {
  name: string;
  version: string;
  scope: DependencyScope;
  /** The extras that are requested. */
  extras: string[];
  /** The extra of the requesting package that needs it; '' for none. */
  extra: string;
}

interface Scopes {
  direct: ReadonlySet<string>;
  reached: ReadonlyMap<string, DependencyScope>;
}

export const reader: ManifestReader = {
  read: (bytes) =>
    readSafely('The uv.lock', (problems): PackageFinding[] => {
      const { rest, tables } = readTomlTables(textOf(bytes), 'package', problems);
      asList(own(rest, 'package'), 'package', problems);
      const entries = consumed(tables, ({ fields, line }) => entryOf(fields, line, problems));
      const versions = new Map<string, string>();
      for (const { fullName, version } of entries) versions.set(pypiName(fullName), version);
      const scopes = scopesOf(entries, versions, problems);
      return consumed(entries, (entry) => (entry.isLocal ? undefined : findingOf(entry, versions, scopes, problems)));
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
    // A `path` leads to an archive, the others to folders of the project.
    isLocal: ['virtual', 'editable', 'directory'].some((kind) => own(source, kind) !== undefined),
  };
}

function findingOf(
  entry: Entry,
  versions: ReadonlyMap<string, string>,
  { direct, reached }: Scopes,
  problems: Problems,
): PackageFinding | undefined {
  const { fullName, version, fields } = entry;
  const key = keyOf(fullName, version);
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

function dependenciesOf(
  { fullName, fields }: Entry,
  versions: ReadonlyMap<string, string>,
  problems: Problems,
): PackageDependency[] {
  return wantedBy(fullName, fields, problems).flatMap(({ name, version, scope }) => {
    if (scope === 'development' || scope === 'test') return [];
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

function keyOf(fullName: string, version: string): string {
  return `${pypiName(fullName)}@${version}`;
}

/**
 * The requests of the project's own packages, and the scope of every package that they reach. A package's extra is a step of its own
 * (`a@1.0[x]`), because only those that request it need what it brings.
 */
function scopesOf(entries: readonly Entry[], versions: ReadonlyMap<string, string>, problems: Problems): Scopes {
  const direct = new Set<string>();
  const roots: ScopedStep[] = [];
  const byKey = new Map<string, Entry>();
  for (const entry of entries) {
    const { fullName, version, fields, isLocal } = entry;
    if (!isLocal) byKey.set(keyOf(fullName, version), entry);
    else
      for (const wanted of wantedBy(fullName, fields, problems)) {
        const [key = '', ...extras] = keysOf(wanted, versions);
        direct.add(key);
        // The extras of the project itself have the scope of their purpose.
        const scope = wanted.scope === 'optional' ? scopeOfExtra(wanted.extra) : wanted.scope;
        for (const one of [key, ...extras]) roots.push({ key: one, scope });
      }
  }
  const reached = reachedScopes(roots, (key) => stepsFrom(key, byKey, versions));
  // `runtime` is the default for unknown keys, and most packages have it.
  for (const [key, scope] of reached) if (scope === 'runtime') reached.delete(key);
  return { direct, reached: new Map(reached) };
}

function stepsFrom(
  key: string,
  byKey: ReadonlyMap<string, Entry>,
  versions: ReadonlyMap<string, string>,
): ScopedStep[] {
  const [, id = key, extra = ''] = /^(.+)\[(.+)\]$/.exec(key) ?? [];
  const entry = byKey.get(id);
  if (entry === undefined) return [];
  // The fields are read again for the findings, which tell their problems.
  return wantedBy(entry.fullName, entry.fields, createProblems())
    .filter((wanted) => wanted.extra === extra && (wanted.scope === 'runtime' || wanted.scope === 'optional'))
    .flatMap((wanted) => keysOf(wanted, versions))
    .map((one) => ({ key: one, scope: 'runtime' as const }));
}

/** The wanted package, then its wanted extras. */
function keysOf({ name, version, extras }: Wanted, versions: ReadonlyMap<string, string>): string[] {
  const key = keyOf(name, version || (versions.get(pypiName(name)) ?? ''));
  return [key, ...extras.map((extra) => `${key}[${pypiName(extra)}]`)];
}

function wantedBy(fullName: string, fields: Record<string, unknown>, problems: Problems): Wanted[] {
  const field = `package.${fullName}`;
  const list = (value: unknown, inner: string, scope: DependencyScope, extra: string) =>
    asList(value, `${field}.${inner}`, problems)
      .filter(isFields)
      .map((item) => ({
        name: asText(own(item, 'name'), `${field}.${inner}.name`, problems),
        version: asText(own(item, 'version'), `${field}.${inner}.version`, problems),
        scope,
        extras: asTexts(own(item, 'extra'), `${field}.${inner}.extra`, problems),
        extra,
      }));
  const groups = (inner: string, scopeOf: (group: string) => DependencyScope) =>
    asEntries(own(fields, inner), `${field}.${inner}`, problems).flatMap(([group, value]) =>
      list(value, `${inner}.${group}`, scopeOf(group), pypiName(group)),
    );
  return [
    ...list(own(fields, 'dependencies'), 'dependencies', 'runtime', ''),
    ...groups('optional-dependencies', () => 'optional'),
    ...groups('dev-dependencies', scopeOfGroup),
  ];
}
