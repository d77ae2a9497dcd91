// Reads bun.lock in its text form. The key `a/b` is the copy of b that only a uses.
// Format: https://bun.com/docs/pm/lockfile

import type { DependencyScope } from '../../../dependency-scopes.ts';
import { reachedScopes, type ScopedStep } from '../../../dependency-scopes.ts';
import type { PackageDependency, PackageFinding } from '../../../findings.ts';
import type { ManifestReader } from '../../member.ts';
import { consumed } from '../../shared/consumed.ts';
import { parseJsonc } from '../../shared/formats/jsonc.ts';
import { jsonSectionLines } from '../../shared/formats/lines.ts';
import { dependencyOf, packageOf } from '../../shared/identity.ts';
import { resolveNpmAlias } from '../../shared/npm-names.ts';
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
import { isArchiveFile } from '../../shared/source-location.ts';

const SECTIONS: readonly [string, DependencyScope][] = [
  ['dependencies', 'runtime'],
  ['optionalDependencies', 'optional'],
  ['peerDependencies', 'peer'],
  ['devDependencies', 'development'],
];

interface Entry {
  key: string;
  fullName: string;
  version: string;
  isLocal: boolean;
  downloadUrl: string;
  integrity: string;
  line: number | undefined;
  /** Its dependencies, in the fields of package.json. */
  fields: Record<string, unknown>;
}

export const reader: ManifestReader = {
  read: (bytes) =>
    readSafely('The bun.lock', (problems): PackageFinding[] => {
      const { entries, scopes } = readEntries(bytes, problems);
      const listed = [...entries.values()].filter(({ isLocal }) => !isLocal);
      return consumed(listed, (entry) => {
        const found = findingOf(entry, entries, scopes, problems);
        // The lookups of other entries need none of these, and all of them would not fit in memory with all findings.
        Object.assign(entry, { downloadUrl: '', integrity: '', fields: {} });
        return found;
      });
    }),
};

/** Returns the needed parts of the text, so that the text itself can be freed before the findings are made. */
function readEntries(bytes: Uint8Array, problems: Problems) {
  const text = textOf(bytes);
  const lock = asFields(parseJsonc(text), 'bun.lock', problems);
  const lines = jsonSectionLines(text, 'packages');
  const entries = new Map<string, Entry>();
  for (const [key, value] of asEntries(own(lock, 'packages'), 'packages', problems)) {
    const entry = entryOf(key, value, lines[key], problems);
    if (entry !== undefined) entries.set(key, entry);
  }
  return { entries, scopes: scopesOf(lock, entries, problems) };
}

/** `["name@1.0.0", registry, dependencies, integrity]`; entries for addresses and folders omit some of these. */
function entryOf(key: string, value: unknown, line: number | undefined, problems: Problems): Entry | undefined {
  const parts: unknown[] = Array.isArray(value) ? value : [];
  const [id] = parts;
  const at = typeof id === 'string' ? id.indexOf('@', 1) : -1;
  if (typeof id !== 'string' || at < 0) {
    problems.add(`"packages.${key}" should be a list that begins with a name and a version; it was left out.`);
    return undefined;
  }
  const reference = id.slice(at + 1);
  const isAddress = /^(https?:|git\+|github:|git:|git@|gitlab:|bitbucket:)/.test(reference) || isArchiveFile(reference);
  const texts = parts.slice(1).filter((part) => typeof part === 'string');
  return {
    key,
    fullName: id.slice(0, at),
    version: isAddress ? '' : reference,
    isLocal: /^(workspace|link|file|root|portal):/.test(reference) && !isArchiveFile(reference),
    downloadUrl: isAddress ? reference : (texts.find((part) => part.startsWith('http')) ?? ''),
    integrity: texts.find((part) => /^sha\d+-/.test(part)) ?? '',
    line,
    fields: parts.find(isFields) ?? {},
  };
}

function findingOf(
  entry: Entry,
  entries: ReadonlyMap<string, Entry>,
  scopes: { direct: ReadonlySet<string>; reached: ReadonlyMap<string, DependencyScope> },
  problems: Problems,
): PackageFinding | undefined {
  const { key, fullName, version, downloadUrl, integrity, line, fields } = entry;
  const dependencies = SECTIONS.slice(0, 3).flatMap(([section, scope]) =>
    asEntries(own(fields, section), `packages.${key}.${section}`, problems).flatMap(
      ([name, written]): PackageDependency[] => {
        const target = entries.get(seenFrom(key, name, entries) ?? '');
        if (target === undefined && scope !== 'runtime') return [];
        const wanted = resolveNpmAlias(name, asText(written, `packages.${key}.${section}.${name}`, problems));
        const parts = {
          version: target?.isLocal === false ? target.version : '',
          requirement: wanted.requirement,
          scope,
        };
        return [dependencyOf('npm', target?.fullName ?? wanted.fullName, parts, problems)].filter(
          (one) => one !== undefined,
        );
      },
    ),
  );
  const isDirect = scopes.direct.has(key);
  const scope = scopes.reached.get(key) ?? 'runtime';
  return packageOf(
    'npm',
    fullName,
    {
      role: 'locks',
      version,
      scope,
      isDirect,
      downloadUrl,
      integrity,
      dependencies,
      ...(line === undefined ? {} : { line }),
    },
    problems,
  );
}

/** The key of the package that another package uses for a name: the one with the longest prefix. */
function seenFrom(key: string, name: string, entries: ReadonlyMap<string, Entry>): string | undefined {
  for (let prefix = key; prefix !== ''; prefix = outer(prefix)) {
    if (entries.has(`${prefix}/${name}`)) return `${prefix}/${name}`;
  }
  return entries.has(name) ? name : undefined;
}

/** `a/@s/b` is inside `a`. */
function outer(key: string): string {
  const at = key.lastIndexOf('/');
  if (at < 0) return '';
  const before = key.slice(0, at);
  const last = before.slice(before.lastIndexOf('/') + 1);
  return last.startsWith('@') ? before.slice(0, Math.max(0, before.length - last.length - 1)) : before;
}

/** The direct requests of workspaces, and for each package the strongest scope in which a workspace needs it. */
function scopesOf(lock: Record<string, unknown>, entries: ReadonlyMap<string, Entry>, problems: Problems) {
  const roots: ScopedStep[] = [];
  for (const [path, value] of asEntries(own(lock, 'workspaces'), 'workspaces', problems)) {
    const fields = asFields(value, `workspaces.${path}`, problems);
    const name = asText(own(fields, 'name'), `workspaces.${path}.name`, problems);
    for (const [section, scope] of SECTIONS) {
      for (const [wanted] of asEntries(own(fields, section), `workspaces.${path}.${section}`, problems)) {
        const key = seenFrom(name, wanted, entries);
        if (key !== undefined) roots.push({ key, scope });
      }
    }
  }
  return {
    direct: new Set(roots.map(({ key }) => key)),
    reached: reachedScopes(roots, (key) => stepsFrom(key, entries)),
  };
}

function stepsFrom(key: string, entries: ReadonlyMap<string, Entry>): ScopedStep[] {
  return SECTIONS.slice(0, 3).flatMap(([section, scope]) => {
    const wanted = own(entries.get(key)?.fields ?? {}, section);
    return (isFields(wanted) ? Object.keys(wanted) : []).flatMap((name) => {
      const target = seenFrom(key, name, entries);
      return target === undefined ? [] : [{ key: target, scope }];
    });
  });
}
