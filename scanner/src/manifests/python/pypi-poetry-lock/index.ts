// Reads poetry.lock, and pdm.lock, which has the same tables. Neither marks direct dependencies.
// Format: https://python-poetry.org/docs/basic-usage/#installing-with-poetrylock

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
  asTexts,
  isFields,
  own,
  type Problems,
  readSafely,
  textOf,
} from '../../shared/problems.ts';
import { scopeOfExtras, scopeOfGroup } from '../../shared/pypi-purposes.ts';
import { parseRequirement } from '../../shared/pypi-requirement.ts';
import { isArchiveFile } from '../../shared/source-location.ts';

export const reader: ManifestReader = {
  read: (bytes) =>
    readSafely('The lockfile', (problems) => {
      const { rest: lock, tables } = readTomlTables(textOf(bytes), 'package', problems);
      asList(own(lock, 'package'), 'package', problems);
      const versions = new Map(
        tables.map(({ fields }) => [
          pypiName(String(own(fields, 'name'))),
          asText(own(fields, 'version'), 'package.version', problems),
        ]),
      );
      // Until Poetry 1.5 all hashes were in one table.
      const files = asFields(
        own(asFields(own(lock, 'metadata'), 'metadata', problems), 'files'),
        'metadata.files',
        problems,
      );
      const extras = extrasOfProject(own(lock, 'extras'), problems);
      return consumed(tables, ({ fields, line }) => findingOf(fields, line, { versions, files, extras }, problems));
    }),
};

interface Lock {
  versions: ReadonlyMap<string, string>;
  files: Record<string, unknown>;
  /** The project's own extras that need a package, by its name. */
  extras: ReadonlyMap<string, readonly string[]>;
}

function findingOf(
  entry: Record<string, unknown>,
  line: number,
  { versions, files, extras }: Lock,
  problems: Problems,
): PackageFinding | undefined {
  const fullName = asText(own(entry, 'name'), 'package.name', problems);
  const source = asFields(own(entry, 'source'), `package.${fullName}.source`, problems);
  const sourceKind = asText(own(source, 'type'), `package.${fullName}.source.type`, problems);
  // The package is in a folder of the project. PDM writes its path; archives have one too.
  const path = asText(own(entry, 'path'), `package.${fullName}.path`, problems);
  if (sourceKind === 'directory' || (path !== '' && !isArchiveFile(path))) return undefined;
  return packageOf(
    'pypi',
    fullName,
    {
      role: 'locks',
      line,
      version: asText(own(entry, 'version'), `package.${fullName}.version`, problems),
      scope: scopeOf(entry, extras.get(pypiName(fullName)) ?? []),
      description: asText(
        own(entry, 'description') ?? own(entry, 'summary'),
        `package.${fullName}.description`,
        problems,
      ),
      downloadUrl:
        sourceKind === 'legacy' || sourceKind === 'file'
          ? ''
          : asText(own(source, 'url'), `package.${fullName}.source.url`, problems),
      integrity: firstHash(own(entry, 'files') ?? own(files, fullName)),
      dependencies: withExtras(
        dependenciesOf(own(entry, 'dependencies'), fullName, versions, problems),
        own(entry, 'extras'),
        fullName,
        versions,
        problems,
      ),
    },
    problems,
  );
}

/** Poetry 1 writes a category, Poetry 2 and PDM the groups that need the package. */
function scopeOf(entry: Record<string, unknown>, extras: readonly string[]): DependencyScope {
  const written = own(entry, 'groups');
  const groups = Array.isArray(written) ? written.filter((group) => typeof group === 'string') : [];
  if (groups.length > 0 && !groups.some((group) => group === 'main' || group === 'default'))
    return groups.map(scopeOfGroup).reduce(strongerScope);
  if (own(entry, 'category') === 'dev') return 'development';
  return own(entry, 'optional') === true ? scopeOfExtras(extras) : 'runtime';
}

/** At the end of the file, Poetry lists the project's extras with all packages that they need directly. */
function extrasOfProject(value: unknown, problems: Problems): Map<string, string[]> {
  const extras = new Map<string, string[]>();
  for (const [extra, list] of asEntries(value, 'extras', problems)) {
    for (const text of asTexts(list, `extras.${extra}`, problems)) {
      const name = pypiName(/^[\w.-]*/.exec(text)?.[0] ?? '');
      extras.set(name, [...(extras.get(name) ?? []), extra]);
    }
  }
  return extras;
}

/** A table of ranges (Poetry) or a list of requirements (PDM). */
function dependenciesOf(
  value: unknown,
  fullName: string,
  versions: ReadonlyMap<string, string>,
  problems: Problems,
): PackageDependency[] {
  const wanted = Array.isArray(value)
    ? value
        .map((text) =>
          parseRequirement(asText(text, `package.${fullName}.dependencies`, problems), 'runtime', problems),
        )
        .filter((found) => found !== undefined)
    : asEntries(value, `package.${fullName}.dependencies`, problems).map(([name, range]) => {
        const choice = Array.isArray(range) ? range[0] : range;
        const requirement = isFields(choice) ? own(choice, 'version') : choice;
        const scope: DependencyScope = isFields(choice) && own(choice, 'optional') === true ? 'optional' : 'runtime';
        return { fullName: name, requirement: typeof requirement === 'string' ? requirement : '', scope };
      });
  return wanted.flatMap(({ fullName: name, requirement, scope }) => {
    // PDM writes a separate entry for a package with extras, which depends on the package itself.
    if (pypiName(name) === pypiName(fullName)) return [];
    const version = versions.get(pypiName(name)) ?? '';
    return (
      dependencyOf('pypi', name, { version, requirement: requirement === '*' ? '' : requirement, scope }, problems) ??
      []
    );
  });
}

/**
 * Poetry lists extras that nothing requests beside the dependencies. If such a package is locked for another reason, the extra works with it:
 * an optional edge, whose marker names the extra. Packages that are not locked stay out.
 */
function withExtras(
  needed: PackageDependency[],
  extras: unknown,
  fullName: string,
  versions: ReadonlyMap<string, string>,
  problems: Problems,
): PackageDependency[] {
  // PDM writes the list of requested extras of an entry here.
  if (Array.isArray(extras)) return needed;
  const edges = new Map(needed.map((edge) => [edge.purl, edge]));
  for (const [extra, list] of asEntries(extras, `package.${fullName}.extras`, problems)) {
    for (const text of asList(list, `package.${fullName}.extras.${extra}`, problems)) {
      const wanted = parseRequirement(
        asText(text, `package.${fullName}.extras.${extra}`, problems),
        'optional',
        problems,
      );
      const name = pypiName(wanted?.fullName ?? '');
      const version = versions.get(name);
      if (wanted === undefined || version === undefined || name === pypiName(fullName)) continue;
      const { requirement } = wanted;
      const about = { version, requirement, scope: 'optional' as const, marker: `extra == ${JSON.stringify(extra)}` };
      const edge = dependencyOf('pypi', name, about, problems);
      if (edge !== undefined && !edges.has(edge.purl)) edges.set(edge.purl, edge);
    }
  }
  return [...edges.values()];
}

function firstHash(files: unknown): string {
  const first: unknown = Array.isArray(files) ? files[0] : undefined;
  const hash = isFields(first) ? own(first, 'hash') : undefined;
  return typeof hash === 'string' ? hash : '';
}
