// Reads paket.dependencies and paket.lock of Paket, the other package manager of .NET.
// Format: https://fsprojects.github.io/Paket/dependencies-file.html, https://fsprojects.github.io/Paket/lock-file.html
import type { DependencyScope } from '../../../dependency-scopes.ts';
import type { PackageDependency, PackageFinding } from '../../../findings.ts';
import type { ManifestReader } from '../../member.ts';
import { dependencyOf, type Ecosystem, packageOf } from '../../shared/identity.ts';
import { type Problems, quoted, readSafely, textOf } from '../../shared/problems.ts';
import { exactNugetVersion } from '../nuget-names.ts';

export const reader: ManifestReader = {
  read: (bytes) =>
    readSafely('The file of Paket', (problems): PackageFinding[] => {
      const lines = textOf(bytes).split('\n');
      const isLock = lines.some((line) => /^(NUGET|GITHUB|GIT|HTTP|GROUP )/.test(line));
      return isLock ? lockedOf(lines, problems) : requestedOf(lines, problems);
    }),
};

/** `nuget Name ~> 1.0 framework: net45`, `github owner/repo file.fs`, in groups. */
function requestedOf(lines: readonly string[], problems: Problems): PackageFinding[] {
  let scope: DependencyScope = 'runtime';
  const byPurl = new Map<string, PackageFinding>();
  for (const [i, raw] of lines.entries()) {
    const words = raw
      .replace(/(^|\s)(\/\/|#).*$/, '')
      .trim()
      .split(/\s+/);
    const [verb = '', name = '', ...rest] = words;
    if (verb === 'group') scope = scopeOfGroup(name);
    const type: Ecosystem | undefined =
      verb === 'nuget' || verb === 'clitool' ? 'nuget' : verb === 'github' ? 'github' : undefined;
    if (type === undefined) continue;
    const requirement = type === 'nuget' ? versionText(rest) : '';
    const version = exactNugetVersion(requirement.replace(/^==?\s*/, ''));
    const fullName = type === 'github' ? (name.split(':')[0] ?? '') : name;
    const parts = {
      role: 'requires' as const,
      version,
      requirement,
      scope: verb === 'clitool' ? 'build' : scope,
      isDirect: true,
      line: i + 1,
    } as const;
    const found = packageOf(type, fullName, parts, problems);
    if (found !== undefined && !byPurl.has(found.purl)) byPurl.set(found.purl, found);
  }
  return [...byPurl.values()];
}

/** The words before the first setting, such as `framework: net45`. */
function versionText(words: readonly string[]): string {
  const end = words.findIndex((word) => /^[a-z_]+:/i.test(word));
  return words
    .slice(0, end < 0 ? words.length : end)
    .filter((word) => !/^(prerelease|alpha|beta|rc|strategy|lowest_matching)$/i.test(word))
    .join(' ');
}

function scopeOfGroup(name: string): DependencyScope {
  if (/test/i.test(name)) return 'test';
  return /^(build|fake|tools?|docs?|formatting|analyzers?)$/i.test(name) ? 'build' : 'runtime';
}

interface Locked {
  type: Ecosystem;
  name: string;
  version: string;
  scope: DependencyScope;
  line: number;
  wants: { name: string; requirement: string }[];
}

/** A line with 4 spaces is `Name (1.0.0) - restriction`, a line with 6 spaces is `Other (>= 2.0)`. */
function lockedOf(lines: readonly string[], problems: Problems): PackageFinding[] {
  const locked: Locked[] = [];
  let scope: DependencyScope = 'runtime';
  let section = '';
  let remote = '';
  for (const [i, raw] of lines.entries()) {
    const content = raw.trim();
    const indent = raw.length - raw.trimStart().length;
    if (content === '') continue;
    if (indent === 0) {
      section = content.split(' ')[0] ?? '';
      if (section === 'GROUP') scope = scopeOfGroup(content.slice(6));
      continue;
    }
    if (content.startsWith('remote:')) remote = content.slice(7).trim();
    if (indent < 4) continue;
    const [, name, version = ''] = /^(\S+)(?: \(([^()]*)\))?/.exec(content) ?? [];
    if (indent >= 6) {
      if (name !== undefined) locked.at(-1)?.wants.push({ name, requirement: version });
    } else if (section === 'NUGET' && name !== undefined)
      locked.push({ type: 'nuget', name, version, scope, line: i + 1, wants: [] });
    else if (section === 'GITHUB')
      locked.push({ type: 'github', name: remote, version, scope, line: i + 1, wants: [] });
    else if (name === undefined)
      problems.add(`Line ${i + 1} should be a package and its version but is ${quoted(content)}; it was left out.`);
  }
  return findingsOf(locked, problems);
}

function findingsOf(locked: readonly Locked[], problems: Problems): PackageFinding[] {
  const versions = new Map(locked.map(({ name, version }) => [name.toLowerCase(), version]));
  const byPurl = new Map<string, PackageFinding>();
  for (const { type, name, version, scope, line, wants } of locked) {
    const dependencies = wants.flatMap((wanted): PackageDependency[] => {
      const found = dependencyOf(
        'nuget',
        wanted.name,
        { version: versions.get(wanted.name.toLowerCase()) ?? '', requirement: wanted.requirement, scope: 'runtime' },
        problems,
      );
      return found === undefined ? [] : [found];
    });
    const found = packageOf(type, name, { role: 'locks', version, scope, line, dependencies }, problems);
    if (found !== undefined && !byPurl.has(found.purl)) byPurl.set(found.purl, found);
  }
  return [...byPurl.values()];
}
