// Reads deno.lock of versions 2 to 5: packages of npm and JSR, and modules by their addresses.
// Format: https://docs.deno.com/runtime/fundamentals/modules/#integrity-checking-and-lock-files
import type { DependencyScope } from '../../../dependency-scopes.ts';
import type { PackageDependency, PackageFinding } from '../../../findings.ts';
import type { ManifestReader } from '../../member.ts';
import { consumedFields } from '../../shared/consumed.ts';
import { visitJsonLines } from '../../shared/formats/lines.ts';
import { dependencyOf, packageOf } from '../../shared/identity.ts';
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
import { parseDenoSpecifier } from '../deno-specifiers.ts';

type Fields = Record<string, unknown>;
type Lines = Readonly<Record<string, number>>;
type Registry = 'npm' | 'jsr';

interface Resolved {
  type: string;
  fullName: string;
  version: string;
}

interface Known {
  /** undefined if the file does not list specifiers. */
  direct: ReadonlySet<string> | undefined;
  resolved: ReadonlyMap<string, Resolved>;
  lines: Lines;
}

/** `cjs@npm:real@1.0.0` is the package real, under another name. */
const ALIAS = /^.+?@npm:(?=.)/;

const SECTIONS: readonly [string, DependencyScope][] = [
  ['dependencies', 'runtime'],
  ['optionalDependencies', 'optional'],
];

export const reader: ManifestReader = {
  read: (bytes) =>
    readSafely('The deno.lock', (problems): PackageFinding[] => {
      const { value, lines } = parsed(bytes);
      const lock = asFields(value, 'deno.lock', problems);
      // Version 3 has them below `packages`, version 2 below `npm.packages`.
      const packages = asFields(own(lock, 'packages'), 'packages', problems);
      const npm = asFields(own(lock, 'npm') ?? own(packages, 'npm'), 'npm', problems);
      const older = asFields(own(npm, 'packages'), 'npm.packages', problems);
      const specifiers = own(lock, 'specifiers') ?? own(packages, 'specifiers') ?? own(npm, 'specifiers');
      const resolved = resolutionsOf(specifiers, problems);
      const direct = specifiers === undefined ? undefined : directOf(resolved, own(lock, 'workspace'));
      const known = { direct, resolved, lines };
      return [
        ...registryFindings('npm', own(npm, 'packages') === undefined ? npm : older, known, problems),
        ...registryFindings('jsr', own(lock, 'jsr') ?? own(packages, 'jsr'), known, problems),
        ...remoteFindings(own(lock, 'remote'), lines, problems),
      ];
    }),
};

/** Returns the needed parts of the text, so that the text itself can be freed before the findings are made. */
function parsed(bytes: Uint8Array): { value: unknown; lines: Lines } {
  const text = textOf(bytes);
  const value: unknown = JSON.parse(text);
  // Keys of an object are those that the parser made; in a map they would be slices, which keep the text in memory.
  const lines = Object.create(null) as Record<string, number>;
  visitJsonLines(text, 3, (path, line) => {
    lines[path.at(-1) ?? ''] ??= line;
  });
  return { value, lines };
}

/** `name@version`. For npm packages, their peers follow after an underscore. */
function idOf(key: string): { fullName: string; version: string } | undefined {
  const at = key.indexOf('@', 1);
  return at < 0 ? undefined : { fullName: key.slice(0, at), version: key.slice(at + 1).split('_')[0] ?? '' };
}

/** Empties `value`, because all entries and all findings would not fit in memory together. */
function registryFindings(
  type: Registry,
  value: unknown,
  { direct, resolved, lines }: Known,
  problems: Problems,
): PackageFinding[] {
  const found = new Set<string>();
  const byName = versionsOf(value);
  return consumedFields(asFields(value, type, problems), (key, entry) => {
    const id = idOf(key);
    if (id === undefined || id.version === '') {
      problems.add(`"${type}.${key}" should be a name and a version; it was left out.`);
      return undefined;
    }
    const fields = asFields(entry, `${type}.${key}`, problems);
    const line = lines[key];
    const made = packageOf(
      type,
      id.fullName,
      {
        role: 'locks',
        version: id.version,
        ...(direct === undefined ? {} : { isDirect: direct.has(`${type}:${id.fullName}@${id.version}`) }),
        integrity: asText(own(fields, 'integrity'), `${type}.${key}.integrity`, problems),
        dependencies: dependenciesOf(type, fields, byName, resolved, problems),
        ...(line === undefined ? {} : { line }),
      },
      problems,
    );
    if (made === undefined || found.has(made.purl)) return undefined;
    found.add(made.purl);
    return made;
  });
}

/** The only version of a name; '' if there are several. */
function versionsOf(value: unknown): Map<string, string> {
  const byName = new Map<string, string>();
  for (const key of isFields(value) ? Object.keys(value) : []) {
    const id = idOf(key);
    if (id !== undefined)
      byName.set(id.fullName, byName.has(id.fullName) && byName.get(id.fullName) !== id.version ? '' : id.version);
  }
  return byName;
}

/**
 * A table of names and ids (versions 2 and 3), or a list of names and ids (versions 4 and 5). In JSR packages, entries
 * begin with `jsr:` or `npm:`.
 */
function dependenciesOf(
  type: Registry,
  fields: Fields,
  byName: ReadonlyMap<string, string>,
  resolved: ReadonlyMap<string, Resolved>,
  problems: Problems,
): PackageDependency[] {
  const lists = SECTIONS.flatMap(([section, scope]) => {
    const value = own(fields, section);
    const texts: unknown[] = Array.isArray(value) ? value : isFields(value) ? Object.values(value) : [];
    return texts.filter((text) => typeof text === 'string').map((text) => ({ text, scope }));
  });
  return lists.flatMap(({ text, scope }) => {
    const specifier = parseDenoSpecifier(text);
    const target = specifier === undefined ? undefined : resolved.get(text);
    const id = specifier ?? idOf(text.replace(ALIAS, '')) ?? { fullName: text.replace(ALIAS, ''), version: '' };
    const of = specifier?.type ?? type;
    const version = target?.version ?? (id.version || (of === type ? (byName.get(id.fullName) ?? '') : ''));
    return dependencyOf(of, id.fullName, { version, requirement: specifier?.requirement ?? '', scope }, problems) ?? [];
  });
}

/** The package of each specifier. */
function resolutionsOf(specifiers: unknown, problems: Problems): Map<string, Resolved> {
  const resolved = new Map<string, Resolved>();
  for (const [specifier, written] of asEntries(specifiers, 'specifiers', problems)) {
    // Version 2 omits `npm:`.
    const parsed = parseDenoSpecifier(specifier.includes(':') ? specifier : `npm:${specifier}`);
    const text = asText(written, `specifiers.${specifier}`, problems);
    if (parsed === undefined) continue;
    const { type, fullName } = parsed;
    const id = text.replace(/^(npm|jsr):/, '');
    const [version = ''] = (id.startsWith(`${fullName}@`) ? id.slice(fullName.length + 1) : id).split('_');
    resolved.set(specifier, { type, fullName, version });
  }
  return resolved;
}

/** The direct requests of the workspace in their resolved versions. A file without a workspace lists only direct requests. */
function directOf(resolved: ReadonlyMap<string, Resolved>, workspace: unknown): Set<string> {
  const wanted = isFields(workspace) ? wantedBy(workspace, 0) : undefined;
  const direct = new Set<string>();
  for (const [specifier, { type, fullName, version }] of resolved)
    if (wanted === undefined || wanted.has(specifier)) direct.add(`${type}:${fullName}@${version}`);
  return direct;
}

function wantedBy(workspace: Fields, depth: number): Set<string> {
  const wanted = new Set<string>();
  for (const [key, value] of Object.entries(workspace)) {
    if (key === 'dependencies' && Array.isArray(value)) for (const text of value) wanted.add(String(text));
    else if (isFields(value) && depth < 4) for (const text of wantedBy(value, depth + 1)) wanted.add(text);
  }
  return wanted;
}

/** The addresses of all files of a module give one package. */
function remoteFindings(value: unknown, lines: Lines, problems: Problems): PackageFinding[] {
  const found = new Map<string, PackageFinding>();
  for (const [url] of asEntries(value, 'remote', problems)) {
    const specifier = parseDenoSpecifier(url);
    if (specifier === undefined || specifier.version === '') continue;
    const line = lines[url];
    const parts = { role: 'locks' as const, version: specifier.version, ...(line === undefined ? {} : { line }) };
    const made = packageOf(specifier.type, specifier.fullName, parts, problems);
    if (made !== undefined && !found.has(made.purl)) found.set(made.purl, made);
  }
  return [...found.values()];
}
