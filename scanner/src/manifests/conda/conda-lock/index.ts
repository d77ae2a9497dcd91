// Reads conda-lock.yml, pixi.lock, and the explicit lists of Conda. The same package for several platforms is one finding.
// Formats: https://conda.github.io/conda-lock/output/, https://pixi.sh/latest/workspace/lockfile/
import type { DependencyScope } from '../../../dependency-scopes.ts';
import type { PackageDependency, PackageFinding } from '../../../findings.ts';
import type { ManifestReader } from '../../member.ts';
import { consumed } from '../../shared/consumed.ts';
import { createLineCursor } from '../../shared/formats/lines.ts';
import { parseLockfileYaml } from '../../shared/formats/lockfile-yaml.ts';
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
import { parseRequirement } from '../../shared/pypi-requirement.ts';
import { isArchiveFile } from '../../shared/source-location.ts';
import { condaDependencies } from '../conda-names.ts';

type Fields = Record<string, unknown>;

interface Locked {
  type: 'conda' | 'pypi';
  name: string;
  version: string;
  url: string;
  fields: Fields;
  line: number | undefined;
}

export const reader: ManifestReader = {
  read: (bytes) =>
    readSafely('The Conda lockfile', (problems): PackageFinding[] => {
      const locked = readLocked(bytes, problems);
      const versions = { conda: versionsOf(locked, 'conda'), pypi: versionsOf(locked, 'pypi') };
      const found = new Map<string, PackageFinding>();
      consumed(locked, (one) => {
        const made = findingOf(one, versions, problems);
        if (made === undefined) return;
        const before = found.get(made.purl);
        if (before === undefined) found.set(made.purl, made);
        else {
          const purls = new Set(before.dependencies.map(({ purl }) => purl));
          before.dependencies.push(...made.dependencies.filter(({ purl }) => !purls.has(purl)));
        }
      });
      return [...found.values()];
    }),
};

/** Finds the lines too, so that the text can be freed before the findings are made. */
function readLocked(bytes: Uint8Array, problems: Problems): Locked[] {
  const text = textOf(bytes);
  const lock = parseLockfileYaml(text, problems);
  // conda-lock writes `package`, pixi `packages`.
  const list = own(lock, 'package') ?? own(lock, 'packages');
  const lineOf = createLineCursor(text);
  lineOf(own(lock, 'package') === undefined ? 'packages:' : 'package:');
  return asList(list, 'packages', problems).flatMap((value, i) => {
    const one = lockedOf(value, `packages[${i}]`, problems);
    return one === undefined ? [] : [{ ...one, line: lineOf(one.url === '' ? one.name : one.url) }];
  });
}

/** conda-lock: `{ name, version, manager, url }`; pixi: `{ conda: url }`, or `{ pypi: url, name, version }`. */
function lockedOf(value: unknown, field: string, problems: Problems): Omit<Locked, 'line'> | undefined {
  const fields = asFields(value, field, problems);
  const text = (key: string) => asText(own(fields, key), `${field}.${key}`, problems);
  const kind = text('manager') || text('kind');
  const isPypi = kind === 'pip' || kind === 'pypi' || own(fields, 'pypi') !== undefined;
  const url = text('url') || text('conda') || text('pypi');
  // The package is a folder of the project.
  if (isPypi && /^(\.|file:)/.test(url) && !isArchiveFile(url)) return undefined;
  const [address = ''] = url.split(/[#?]/, 1);
  const named = /^(.+)-([^-]+)-[^-]+\.(?:conda|tar\.bz2)$/.exec(address.slice(address.lastIndexOf('/') + 1));
  const name = text('name') || (named?.[1] ?? '');
  if (name === '') {
    problems.add(`"${field}.name" is missing; the package was left out.`);
    return undefined;
  }
  return { type: isPypi ? 'pypi' : 'conda', name, version: text('version') || (named?.[2] ?? ''), url, fields };
}

function versionsOf(locked: readonly Locked[], type: Locked['type']): Map<string, string> {
  return new Map(locked.filter((one) => one.type === type).map(({ name, version }) => [keyOf(type, name), version]));
}

function keyOf(type: Locked['type'], name: string): string {
  return type === 'pypi' ? pypiName(name) : name;
}

function findingOf(
  { type, name, version, url, fields, line }: Locked,
  versions: Record<Locked['type'], ReadonlyMap<string, string>>,
  problems: Problems,
): PackageFinding | undefined {
  const field = `packages.${name}`;
  const hashes = asFields(own(fields, 'hash'), `${field}.hash`, problems);
  const sha256 = asText(own(fields, 'sha256') ?? own(hashes, 'sha256'), `${field}.sha256`, problems);
  const md5 = asText(own(fields, 'md5') ?? own(hashes, 'md5'), `${field}.md5`, problems);
  return packageOf(
    type,
    name,
    {
      role: 'locks',
      version,
      scope: scopeOf(fields),
      declaredLicense: asText(own(fields, 'license'), `${field}.license`, problems),
      downloadUrl: url,
      integrity: sha256 !== '' ? `sha256:${sha256}` : md5 === '' ? '' : `md5:${md5}`,
      dependencies: dependenciesOf(type, fields, field, versions, problems),
      ...(line === undefined ? {} : { line }),
    },
    problems,
  );
}

function scopeOf(fields: Fields): DependencyScope {
  const category = own(fields, 'category') ?? 'main';
  if (category === 'dev') return 'development';
  return category === 'main' ? (/^true$/.test(String(own(fields, 'optional'))) ? 'optional' : 'runtime') : 'optional';
}

/** conda-lock writes a table of ranges, pixi lists of specifications. */
function dependenciesOf(
  type: Locked['type'],
  fields: Fields,
  field: string,
  versions: Record<Locked['type'], ReadonlyMap<string, string>>,
  problems: Problems,
): PackageDependency[] {
  const table = own(fields, 'dependencies');
  if (isFields(table)) {
    return asEntries(table, `${field}.dependencies`, problems).flatMap(([name, range]) => {
      const of = type === 'pypi' && !versions.pypi.has(pypiName(name)) && versions.conda.has(name) ? 'conda' : type;
      const version = versions[of].get(keyOf(of, name)) ?? '';
      const requirement = asText(range, `${field}.dependencies.${name}`, problems);
      if (name.startsWith('__')) return [];
      return dependencyOf(of, name, { version, requirement, scope: 'runtime' }, problems) ?? [];
    });
  }
  if (type === 'conda')
    return condaDependencies(asTexts(own(fields, 'depends'), `${field}.depends`, problems), versions.conda, problems);
  return asTexts(own(fields, 'requires_dist'), `${field}.requires_dist`, problems).flatMap((text) => {
    const wanted = parseRequirement(text, 'runtime', problems);
    // Requests that belong to an extra are left out, because the lockfile does not say whether the extra is used.
    if (wanted === undefined || wanted.scope === 'optional') return [];
    const { fullName, requirement, scope } = wanted;
    const version = versions.pypi.get(pypiName(fullName)) ?? '';
    return dependencyOf('pypi', fullName, { version, requirement, scope }, problems) ?? [];
  });
}
