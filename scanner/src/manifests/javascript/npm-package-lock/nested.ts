// Reads `dependencies` of lockfile version 1: packages, nested as they are installed. Nested ones are not direct; of the
// outermost ones it does not state it. Pure.

import type { PackageFinding } from '../../../findings.ts';
import { valueFor } from '../../../items.ts';
import { dependencyOf, packageOf } from '../../shared/identity.ts';
import { resolveNpmAlias } from '../../shared/npm-names.ts';
import { asEntries, asFields, asText, own, type Problems } from '../../shared/problems.ts';
import { scopeOf } from './installed.ts';

interface NestedPackage {
  fullName: string;
  version: string;
  downloadUrl: string;
}

interface Level {
  parent: Level | undefined;
  packages: Map<string, NestedPackage>;
}

const MAX_DEPTH = 200;

/** `lines` has the lines of the outermost entries; nested packages have the line of their outermost entry. */
export function readNested(
  value: unknown,
  lines: Readonly<Record<string, number>>,
  problems: Problems,
): PackageFinding[] {
  const findings: PackageFinding[] = [];
  readLevel(value, 'dependencies', { parent: undefined, depth: 0, lines }, findings, problems);
  return findings;
}

interface Place {
  parent: Level | undefined;
  depth: number;
  /** Empty below the outermost level. */
  lines: Readonly<Record<string, number>>;
  /** The line of the outermost entry that contains these packages. */
  line?: number | undefined;
}

const NO_LINES: Readonly<Record<string, number>> = Object.create(null);

function readLevel(
  value: unknown,
  field: string,
  { parent, depth, lines, line: outerLine }: Place,
  findings: PackageFinding[],
  problems: Problems,
): void {
  if (depth > MAX_DEPTH) {
    problems.add(`"dependencies" should be nested at most ${MAX_DEPTH} levels deep; deeper packages were left out.`);
    return;
  }
  const entries = asEntries(value, field, problems).map(([key, entry]) => ({
    key,
    fields: asFields(entry, `${field}.${key}`, problems),
  }));
  const level: Level = { parent, packages: new Map() };
  for (const { key, fields } of entries)
    level.packages.set(key, packageAt(key, asText(own(fields, 'version'), `${field}.${key}.version`, problems)));
  for (const { key, fields } of entries) {
    const { fullName, version, downloadUrl } = valueFor(level.packages, key);
    const inner = own(fields, 'dependencies');
    const line = outerLine ?? lines[key];
    const scope: Level = { parent: level, packages: new Map() };
    for (const [name, entry] of inner === undefined ? [] : asEntries(inner, `${field}.${key}.dependencies`, problems)) {
      scope.packages.set(
        name,
        packageAt(name, asText(own(asFields(entry, name, problems), 'version'), 'version', problems)),
      );
    }
    const found = packageOf(
      'npm',
      fullName,
      {
        role: 'locks',
        version,
        ...(line === undefined ? {} : { line }),
        ...(depth > 0 && { isDirect: false }),
        scope: scopeOf(fields),
        downloadUrl: addressOf(own(fields, 'resolved'), `${field}.${key}.resolved`, problems) || downloadUrl,
        integrity: asText(own(fields, 'integrity'), `${field}.${key}.integrity`, problems),
        dependencies: asEntries(
          own(fields, 'requires') === true ? undefined : own(fields, 'requires'),
          `${field}.${key}.requires`,
          problems,
        ).flatMap(([name, written]) =>
          edge(name, asText(written, `${field}.${key}.requires.${name}`, problems), scope, problems),
        ),
      },
      problems,
    );
    if (found !== undefined) findings.push(found);
    const below = { parent: level, depth: depth + 1, lines: NO_LINES, line };
    if (inner !== undefined) readLevel(inner, `${field}.${key}.dependencies`, below, findings, problems);
  }
}

/** npm writes `false` for packages that came inside the archive of another one. */
function addressOf(resolved: unknown, field: string, problems: Problems): string {
  return resolved === false ? '' : asText(resolved, field, problems);
}

/** Instead of a version, an entry of this form may have an alias (`npm:other@1.0.0`) or an address. */
function packageAt(key: string, written: string): NestedPackage {
  // Files that were edited by hand may have paths (`node_modules/…`) as keys, like the other form.
  const name = key.slice(
    key.lastIndexOf('node_modules/') + (key.includes('node_modules/') ? 'node_modules/'.length : 1),
  );
  const { fullName, requirement } = resolveNpmAlias(name, written);
  const isAddress = /[:/]/.test(requirement);
  return { fullName, version: isAddress ? '' : requirement, downloadUrl: isAddress ? requirement : '' };
}

function edge(key: string, requirement: string, from: Level, problems: Problems) {
  for (let level: Level | undefined = from; level !== undefined; level = level.parent) {
    const target = level.packages.get(key);
    if (target === undefined) continue;
    return (
      dependencyOf('npm', target.fullName, { version: target.version, requirement, scope: 'runtime' }, problems) ?? []
    );
  }
  return dependencyOf('npm', key, { requirement, scope: 'runtime' }, problems) ?? [];
}
