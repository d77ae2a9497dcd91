// Reads pnpm-lock.yaml of lockfile versions 5, 6 and 9. A first document of its own may lock pnpm itself and its configuration, as tools of
// the development.
// Format: https://github.com/pnpm/spec/tree/master/lockfile

import type { DependencyScope } from '../../../dependency-scopes.ts';
import { reachedScopes, type ScopedStep } from '../../../dependency-scopes.ts';
import type { PackageDependency, PackageFinding } from '../../../findings.ts';
import { itemAt } from '../../../items.ts';
import type { ManifestReader } from '../../member.ts';
import { yamlSectionLines } from '../../shared/formats/lines.ts';
import { parseLockfileDocuments } from '../../shared/formats/lockfile-yaml.ts';
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

const SECTIONS: readonly [string, DependencyScope][] = [
  ['dependencies', 'runtime'],
  ['optionalDependencies', 'optional'],
  ['devDependencies', 'development'],
  ['configDependencies', 'development'],
  ['packageManagerDependencies', 'development'],
];

interface PackageId {
  fullName: string;
  version: string;
}

interface Listed {
  packages: Record<string, unknown>;
  snapshots: Record<string, unknown>;
}

/** A package that a project of the workspace requests; without a key if the lockfile has no entry for it. */
interface Request extends PackageId {
  key: string | undefined;
  scope: DependencyScope;
}

export const reader: ManifestReader = {
  read: (bytes) =>
    readSafely('The pnpm-lock.yaml', (problems): PackageFinding[] => {
      const { lock, lines } = parsed(bytes, problems);
      const packages = asFields(own(lock, 'packages'), 'packages', problems);
      // Version 9 separates packages (`packages`) from their resolutions (`snapshots`).
      const snapshots = isFields(own(lock, 'snapshots'))
        ? (own(lock, 'snapshots') as Record<string, unknown>)
        : packages;
      const listed: Listed = { packages, snapshots };
      const roots = requestsOf(lock, listed, problems);
      const direct = directScopes(roots);
      const scopes =
        own(lock, 'snapshots') === undefined ? new Map<string, DependencyScope>() : weakScopes(roots, listed);
      const findings = new Map<string, PackageFinding>();
      for (const key of Object.keys(snapshots)) {
        const value = own(snapshots, key);
        // Frees each resolution, because all resolutions and all findings would not fit in memory together.
        if (snapshots !== packages) snapshots[key] = null;
        const described = own(packages, withoutPeers(key)) ?? own(packages, key);
        const about = asFields(described ?? value, key, problems);
        if (isFolder(about)) continue;
        const id = packageId(key, own(about, 'version'), own(about, 'name'));
        if (id === undefined) {
          problems.add(`"packages.${key}" should be a name and a version; it was left out.`);
          continue;
        }
        addFinding(
          id,
          key,
          value,
          described,
          { direct, scopes, listed, line: lines[withoutPeers(key)] ?? lines[key] },
          findings,
          problems,
        );
      }
      addUnlisted(direct, findings, problems);
      return [...findings.values()];
    }),
};

/** Returns the needed parts of the text, so that the text itself can be freed before the findings are made. */
function parsed(bytes: Uint8Array, problems: Problems) {
  const text = textOf(bytes);
  return { lines: yamlSectionLines(text, 'packages'), lock: merged(parseLockfileDocuments(text, problems)) };
}

/** Fields of later documents complete and replace those of earlier ones. js-yaml limits the depth. */
function merged(documents: readonly Record<string, unknown>[]): Record<string, unknown> {
  const [first = {}, ...others] = documents;
  return others.reduce((before, after) => {
    const fields = new Map(Object.entries(before));
    for (const [key, value] of Object.entries(after)) {
      const earlier = fields.get(key);
      fields.set(key, isFields(earlier) && isFields(value) ? merged([earlier, value]) : value);
    }
    return Object.fromEntries(fields);
  }, first);
}

/** Adds packages that the projects request in a settled version but a truncated lockfile does not list. */
function addUnlisted(
  direct: ReadonlyMap<string, DependencyScope>,
  findings: Map<string, PackageFinding>,
  problems: Problems,
): void {
  for (const [id, scope] of direct) {
    const at = id.lastIndexOf('@');
    const parts = { role: 'locks', version: id.slice(at + 1), scope, isDirect: true } as const;
    const found = packageOf('npm', id.slice(0, at), parts, problems);
    if (found !== undefined && !findings.has(found.purl)) findings.set(found.purl, found);
  }
}

/** A package that was resolved with different peers is one finding with the dependencies of all resolutions. */
function addFinding(
  id: PackageId,
  key: string,
  snapshot: unknown,
  described: unknown,
  known: {
    direct: ReadonlyMap<string, DependencyScope>;
    scopes: ReadonlyMap<string, DependencyScope>;
    listed: Listed;
    line: number | undefined;
  },
  findings: Map<string, PackageFinding>,
  problems: Problems,
): void {
  const fields = asFields(snapshot, `packages.${key}`, problems);
  const about = asFields(described, `packages.${key}`, problems);
  const resolution = asFields(own(about, 'resolution'), `packages.${key}.resolution`, problems);
  const name = `${id.fullName}@${id.version}`;
  const scope =
    known.direct.get(name) ??
    // An optional part of a tool of the development is not part of the product either.
    (own(fields, 'dev') === 'true' || known.scopes.get(key) === 'development'
      ? 'development'
      : own(fields, 'optional') === 'true'
        ? 'optional'
        : (known.scopes.get(key) ?? 'runtime'));
  const found = packageOf(
    'npm',
    id.fullName,
    {
      role: 'locks',
      version: id.version,
      ...(known.line === undefined ? {} : { line: known.line }),
      scope,
      isDirect: known.direct.has(name),
      downloadUrl: asText(
        own(resolution, 'tarball') ?? own(resolution, 'repo'),
        `packages.${key}.resolution`,
        problems,
      ),
      integrity: asText(own(resolution, 'integrity'), `packages.${key}.resolution.integrity`, problems),
      dependencies: dependenciesOf(fields, key, known.listed, problems),
    },
    problems,
  );
  if (found === undefined) return;
  const same = findings.get(found.purl);
  if (same === undefined) findings.set(found.purl, found);
  else {
    const purls = new Set(same.dependencies.map(({ purl }) => purl));
    same.dependencies.push(...found.dependencies.filter(({ purl }) => !purls.has(purl)));
    if (found.scope === 'runtime') same.scope = 'runtime';
  }
}

function dependenciesOf(
  fields: Record<string, unknown>,
  key: string,
  listed: Listed,
  problems: Problems,
): PackageDependency[] {
  return SECTIONS.slice(0, 2).flatMap(([section, scope]) =>
    asEntries(own(fields, section), `packages.${key}.${section}`, problems).flatMap(([name, written]) => {
      const target = resolved(name, asText(written, `packages.${key}.${section}.${name}`, problems), listed);
      return dependencyOf('npm', target.fullName, { version: target.version, requirement: '', scope }, problems) ?? [];
    }),
  );
}

/**
 * What the projects of the workspace request. A folder that is installed like a package (`file:`, injected packages) belongs to the project,
 * so its requests are the project's too.
 */
function requestsOf(lock: Record<string, unknown>, listed: Listed, problems: Problems): Request[] {
  const folders = Object.entries(listed.snapshots)
    .filter(([key]) => isFolder(own(listed.packages, withoutPeers(key)) ?? own(listed.packages, key)))
    .map(([, fields]) => (isFields(fields) ? fields : {}));
  return [...importersOf(lock, problems), ...folders].flatMap((importer) =>
    SECTIONS.flatMap(([section, scope]) =>
      asEntries(own(importer, section), section, problems).map(([name, written]) => {
        const reference = versionText(written, `${section}.${name}`, problems);
        return { key: keyOf(name, reference, listed), ...resolved(name, reference, listed), scope };
      }),
    ),
  );
}

/** Whether the entry is a folder of the project and no package of a registry. */
function isFolder(about: unknown): boolean {
  const resolution = isFields(about) ? own(about, 'resolution') : undefined;
  return isFields(resolution) && own(resolution, 'type') === 'directory';
}

/** The scope of each direct dependency of a workspace project, by `name@version`; runtime has priority. */
function directScopes(requests: readonly Request[]): Map<string, DependencyScope> {
  const direct = new Map<string, DependencyScope>();
  for (const { fullName, version, scope } of requests) {
    const id = `${fullName}@${version}`;
    if (version !== '' && (scope === 'runtime' || !direct.has(id))) direct.set(id, scope);
  }
  return direct;
}

/** Version 9 does not mark development packages: they are the packages that no runtime dependency needs. */
function weakScopes(requests: readonly Request[], listed: Listed): Map<string, DependencyScope> {
  const roots = requests.flatMap(({ key, scope }) => (key === undefined ? [] : [{ key, scope }]));
  const scopes = reachedScopes(roots, (key) => stepsFrom(own(listed.snapshots, key), listed));
  // `runtime` is the default for unknown keys, and most packages have it.
  for (const [key, scope] of scopes) if (scope === 'runtime') scopes.delete(key);
  return new Map(scopes);
}

/** The entries themselves say what is optional: an optional peer that is there for another reason stands among the optional ones too. */
function stepsFrom(fields: unknown, listed: Listed): ScopedStep[] {
  return SECTIONS.slice(0, 2).flatMap(([section]) => {
    const targets = isFields(fields) ? own(fields, section) : undefined;
    return Object.entries(isFields(targets) ? targets : {}).flatMap(([name, written]) => {
      const key = keyOf(name, String(written), listed);
      return key === undefined ? [] : [{ key, scope: 'runtime' }];
    });
  });
}

function importersOf(lock: Record<string, unknown>, problems: Problems): Record<string, unknown>[] {
  const importers = own(lock, 'importers');
  if (importers === undefined) return [lock];
  return asEntries(importers, 'importers', problems).map(([name, value]) =>
    asFields(value, `importers.${name}`, problems),
  );
}

/** Version 5 writes only the version, later versions write it beside the specifier. */
function versionText(written: unknown, field: string, problems: Problems): string {
  return asText(isFields(written) ? own(written, 'version') : written, field, problems);
}

/**
 * The key of the entry that `name: reference` means. The reference is a version with peers, or the whole key of a package under another name, of
 * an address or of a file.
 */
function keyOf(name: string, reference: string, { snapshots }: Listed): string | undefined {
  return [`${name}@${reference}`, reference, `/${name}@${reference}`, `/${name}/${reference}`, `/${reference}`].find(
    (key) => own(snapshots, key) !== undefined,
  );
}

/** The package that `name: reference` means; without a version if it is a folder or has no entry. */
function resolved(name: string, reference: string, listed: Listed): PackageId {
  if (/^(link|workspace):/.test(reference)) return { fullName: name, version: '' };
  if (/^\d/.test(reference)) return { fullName: name, version: withoutPeers(reference) };
  const key = keyOf(name, reference, listed) ?? reference;
  const about = own(listed.packages, withoutPeers(key)) ?? own(listed.packages, key);
  if (isFolder(about)) return { fullName: name, version: '' };
  const fields = isFields(about) ? about : {};
  return packageId(key, own(fields, 'version'), own(fields, 'name')) ?? { fullName: name, version: '' };
}

/**
 * `/name/1.0.0_peers` of version 5, `/name@1.0.0(peers)` of version 6, `name@1.0.0(peers)` of version 9. Entries of addresses and files state
 * their version, and until version 6 their name; in version 9 the name precedes the address.
 */
function packageId(key: string, version: unknown, name: unknown): PackageId | undefined {
  if (typeof name === 'string' && typeof version === 'string') return { fullName: name, version };
  const id = withoutPeers(key.replace(/^\//, ''));
  const match = /^((?:@[^/@]+\/)?[^/@]+)[/@](\d[^/]*)$/.exec(id);
  if (match !== null) return { fullName: itemAt(match, 1), version: itemAt(match, 2) };
  const [, fullName] = /^((?:@[^/@]+\/)?[^/@]+)@[a-z][a-z0-9+.-]*:/.exec(id) ?? [];
  return fullName === undefined ? undefined : { fullName, version: typeof version === 'string' ? version : '' };
}

/** Peers follow in parentheses, or in version 5 after the first underscore of the version. */
function withoutPeers(id: string): string {
  const parenthesis = id.indexOf('(');
  if (parenthesis >= 0) return id.slice(0, parenthesis);
  const version = /(?:^|[/@])\d[^_/@]*(?=_)/.exec(id);
  return version === null ? id : id.slice(0, version.index + version[0].length);
}
