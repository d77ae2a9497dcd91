// Reads pnpm-lock.yaml of lockfile versions 5, 6 and 9. A first document of its own may lock pnpm itself and its configuration, as tools of
// the development.
// Format: https://github.com/pnpm/spec/tree/master/lockfile

import type { DependencyScope, PackageDependency, PackageFinding } from '../../findings.ts';
import { itemAt } from '../../items.ts';
import { dependencyOf, packageOf } from '../identity.ts';
import { yamlSectionLines } from '../lines.ts';
import { parseLockfileDocuments } from '../lockfile-yaml.ts';
import type { ManifestMember } from '../member.ts';
import { asEntries, asFields, asText, isFields, own, type Problems, readSafely, textOf } from '../problems.ts';

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

export const npmPnpmLock: ManifestMember = {
  name: 'npm-pnpm-lock',
  namesProject: true,
  wants: (_path, file) => file === 'pnpm-lock.yaml',
  read: (bytes) =>
    readSafely('The pnpm-lock.yaml', (problems): PackageFinding[] => {
      const { lock, lines } = parsed(bytes, problems);
      const direct = directScopes(lock, problems);
      const packages = asFields(own(lock, 'packages'), 'packages', problems);
      // Version 9 separates packages (`packages`) from their resolutions (`snapshots`).
      const snapshots = isFields(own(lock, 'snapshots'))
        ? (own(lock, 'snapshots') as Record<string, unknown>)
        : packages;
      const scopes =
        own(lock, 'snapshots') === undefined
          ? new Map<string, DependencyScope>()
          : reachedScopes(lock, snapshots, problems);
      const findings = new Map<string, PackageFinding>();
      for (const key of Object.keys(snapshots)) {
        const value = own(snapshots, key);
        // Frees each resolution, because all resolutions and all findings would not fit in memory together.
        if (snapshots !== packages) snapshots[key] = null;
        const described = own(packages, key);
        const about = asFields(described ?? value, key, problems);
        const id = packageId(key, own(about, 'version'), own(about, 'name'));
        // A folder of the code base.
        if (id === undefined && own(asFields(own(about, 'resolution'), key, problems), 'type') === 'directory')
          continue;
        if (id === undefined) {
          problems.add(`"packages.${key}" should be a name and a version; it was left out.`);
          continue;
        }
        addFinding(
          id,
          key,
          value,
          own(packages, withoutPeers(key)) ?? described,
          { direct, scopes, line: lines[withoutPeers(key)] ?? lines[key] },
          findings,
          problems,
        );
      }
      addUnlisted(direct.byVersion, findings, problems);
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
    direct: Direct;
    scopes: ReadonlyMap<string, DependencyScope>;
    line: number | undefined;
  },
  findings: Map<string, PackageFinding>,
  problems: Problems,
): void {
  const fields = asFields(snapshot, `packages.${key}`, problems);
  const about = asFields(described, `packages.${key}`, problems);
  const resolution = asFields(own(about, 'resolution'), `packages.${key}.resolution`, problems);
  const name = `${id.fullName}@${id.version}`;
  const directScope = known.direct.byVersion.get(name) ?? known.direct.byKey.get(key);
  const scope =
    directScope ??
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
      isDirect: directScope !== undefined,
      downloadUrl: asText(
        own(resolution, 'tarball') ?? own(resolution, 'repo'),
        `packages.${key}.resolution`,
        problems,
      ),
      integrity: asText(own(resolution, 'integrity'), `packages.${key}.resolution.integrity`, problems),
      dependencies: dependenciesOf(fields, key, problems),
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

function dependenciesOf(fields: Record<string, unknown>, key: string, problems: Problems): PackageDependency[] {
  return SECTIONS.slice(0, 2).flatMap(([section, scope]) =>
    asEntries(own(fields, section), `packages.${key}.${section}`, problems).flatMap(([name, written]) => {
      const target = resolved(name, asText(written, `packages.${key}.${section}.${name}`, problems));
      return dependencyOf('npm', target.fullName, { version: target.version, requirement: '', scope }, problems) ?? [];
    }),
  );
}

interface Direct {
  /** By `name@version`. */
  byVersion: Map<string, DependencyScope>;
  /** Of repositories and archives, whose versions are only in their entries: by the keys of these. */
  byKey: Map<string, DependencyScope>;
}

/** The scope of each direct dependency of a workspace project; runtime has priority. */
function directScopes(lock: Record<string, unknown>, problems: Problems): Direct {
  const direct: Direct = { byVersion: new Map(), byKey: new Map() };
  const add = (known: Map<string, DependencyScope>, id: string, scope: DependencyScope) => {
    if (scope === 'runtime' || !known.has(id)) known.set(id, scope);
  };
  for (const importer of importersOf(lock, problems)) {
    for (const [section, scope] of SECTIONS) {
      for (const [name, written] of asEntries(own(importer, section), section, problems)) {
        const reference = versionText(written, `${section}.${name}`, problems);
        const { fullName, version } = resolved(name, reference);
        if (version !== '') add(direct.byVersion, `${fullName}@${version}`, scope);
        else for (const key of [reference, `${name}@${reference}`]) add(direct.byKey, key, scope);
      }
    }
  }
  return direct;
}

/** Version 9 does not mark development packages: they are the packages that no runtime dependency needs. */
function reachedScopes(
  lock: Record<string, unknown>,
  snapshots: Record<string, unknown>,
  problems: Problems,
): Map<string, DependencyScope> {
  const scopes = new Map<string, DependencyScope>();
  const importers = importersOf(lock, problems);
  for (const [section, scope] of SECTIONS) {
    const queue = importers.flatMap((importer) =>
      asEntries(own(importer, section), section, problems).map(([name, written]) =>
        snapshotKey(name, versionText(written, name, problems)),
      ),
    );
    for (let key = queue.pop(); key !== undefined; key = queue.pop()) {
      const fields = own(snapshots, key);
      if (scopes.has(key) || !isFields(fields)) continue;
      scopes.set(key, scope);
      for (const [inner] of SECTIONS.slice(0, 2)) {
        const targets = own(fields, inner);
        if (isFields(targets))
          for (const [name, written] of Object.entries(targets)) queue.push(snapshotKey(name, String(written)));
      }
    }
  }
  // `runtime` is the default for unknown keys, and most packages have it.
  for (const [key, scope] of scopes) if (scope === 'runtime') scopes.delete(key);
  return new Map(scopes);
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

function snapshotKey(name: string, reference: string): string {
  return /^(@?[^@]+)@\d/.test(reference) ? reference : `${name}@${reference}`;
}

/** The target of `name: reference`: a version with peers, or the id of another package if the name is an alias. */
function resolved(name: string, reference: string): PackageId {
  if (/^(link|file|workspace):/.test(reference)) return { fullName: name, version: '' };
  if (/^\d/.test(reference)) return { fullName: name, version: withoutPeers(reference) };
  return packageId(reference, undefined, undefined) ?? { fullName: name, version: '' };
}

/** `/name/1.0.0_peers` of version 5, `/name@1.0.0(peers)` of version 6, `name@1.0.0(peers)` of version 9. */
function packageId(key: string, version: unknown, name: unknown): PackageId | undefined {
  if (typeof name === 'string' && typeof version === 'string') return { fullName: name, version };
  const id = withoutPeers(key.replace(/^\//, ''));
  const match = /^((?:@[^/@]+\/)?[^/@]+)[/@](\d[^/]*)$/.exec(id);
  if (match !== null) return { fullName: itemAt(match, 1), version: itemAt(match, 2) };
  // `name@https://…` of version 9: the version, if any, is a field of the entry.
  const address = /^((?:@[^/@]+\/)?[^/@]+)@\w+[:+]/.exec(id);
  return address === null || typeof version !== 'string' ? undefined : { fullName: itemAt(address, 1), version };
}

/** Peers follow in parentheses, or in version 5 after the first underscore of the version. */
function withoutPeers(id: string): string {
  const parenthesis = id.indexOf('(');
  if (parenthesis >= 0) return id.slice(0, parenthesis);
  const version = /(?:^|[/@])\d[^_/@]*(?=_)/.exec(id);
  return version === null ? id : id.slice(0, version.index + version[0].length);
}
