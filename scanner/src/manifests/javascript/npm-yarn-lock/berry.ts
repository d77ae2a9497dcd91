// Reads the yarn.lock of Yarn 2 and later: YAML, in which workspaces of the project are listed like packages. Pure.
import type { DependencyScope } from '../../../dependency-scopes.ts';
import type { PackageDependency, PackageFinding } from '../../../findings.ts';
import { visitYamlLines } from '../../shared/formats/lines.ts';
import { parseLockfileYaml } from '../../shared/formats/lockfile-yaml.ts';
import { dependencyOf, packageOf } from '../../shared/identity.ts';
import { resolveNpmAlias } from '../../shared/npm-names.ts';
import { asEntries, asFields, asText, isFields, own, type Problems } from '../../shared/problems.ts';
import { isArchiveFile } from '../../shared/source-location.ts';
import { splitDescriptor } from './descriptor.ts';

interface Entry {
  descriptors: string[];
  fullName: string;
  version: string;
  /** The part of `resolution` after the name: `npm:1.2.3`, `workspace:.`, `patch:…`. */
  reference: string;
  fields: Record<string, unknown>;
  line: number | undefined;
}

export function readBerry(text: string, problems: Problems): PackageFinding[] {
  const lines = new Map<string, number>();
  visitYamlLines(text, 1, ([key = ''], line) => lines.set(key, line));
  const entries = Object.entries(parseLockfileYaml(text, problems))
    .filter(([key]) => key !== '__metadata')
    .map(([key, value]) => entryOf(key, value, lines.get(key), problems))
    .filter((entry) => entry !== undefined);
  const byDescriptor = descriptorsOf(entries);
  const direct = new Set<string>();
  const findings: { found: PackageFinding; entry: Entry }[] = [];
  for (const entry of entries) {
    const targets = dependenciesOf(entry, byDescriptor, problems);
    if (isLocal(entry)) {
      for (const { target } of targets) if (target !== undefined) direct.add(idOf(target));
      continue;
    }
    const found = packageOf(
      'npm',
      entry.fullName,
      {
        role: 'locks',
        version: entry.version,
        ...(entry.line === undefined ? {} : { line: entry.line }),
        downloadUrl: /^(npm|patch):/.test(entry.reference) ? '' : entry.reference,
        integrity: asText(own(entry.fields, 'checksum'), `${entry.descriptors[0]}.checksum`, problems),
        dependencies: targets.map(({ dependency }) => dependency),
      },
      problems,
    );
    if (found !== undefined) findings.push({ found, entry });
  }
  return findings.map(({ found, entry }) => ({ ...found, isDirect: direct.has(idOf(entry)) }));
}

/** A patched package and the one that was patched are two entries of the same package. */
const idOf = ({ fullName, version }: Entry): string => `${fullName}@${version}`;

/** `patch:a@npm%3A1#a.patch::locator=…`: the lockfile adds in which project the request is, and what it resolved to. */
const withoutBindings = (descriptor: string): string => descriptor.replace(/::(?:locator|version|hash)=.*$/, '');

/**
 * The entries by descriptor, and by name alone if a name has only one entry (or one with the package that it patches): `resolutions` in the
 * package.json replace a range, and the packages that request it still have the old one.
 */
function descriptorsOf(entries: readonly Entry[]): Map<string, Entry> {
  const found = new Map<string, Entry>();
  const byKey = new Map<string, Set<Entry>>();
  for (const entry of entries) {
    for (const descriptor of entry.descriptors) {
      found.set(descriptor, entry);
      if (!found.has(withoutBindings(descriptor))) found.set(withoutBindings(descriptor), entry);
      const key = splitDescriptor(descriptor)?.key;
      if (key === undefined) continue;
      const same = byKey.get(key);
      if (same === undefined) byKey.set(key, new Set([entry]));
      else same.add(entry);
    }
  }
  for (const [key, same] of byKey) {
    const patches = [...same].filter(({ reference }) => reference.startsWith('patch:'));
    const sources = new Set(patches.map(idOf));
    const others = [...same].filter((entry) => !patches.includes(entry) && !sources.has(idOf(entry)));
    const [only, ...more] = [...patches, ...others];
    if (only !== undefined && more.length === 0) found.set(key, only);
  }
  return found;
}

function entryOf(key: string, value: unknown, line: number | undefined, problems: Problems): Entry | undefined {
  const fields = asFields(value, key, problems);
  const resolution = splitDescriptor(asText(own(fields, 'resolution'), `${key}.resolution`, problems));
  if (resolution === undefined) {
    if (isFields(value)) problems.add(`"${key}.resolution" should be a name and a reference; the entry was left out.`);
    return undefined;
  }
  const version = asText(own(fields, 'version'), `${key}.version`, problems);
  const descriptors = key.split(',').map((part) => part.trim());
  const { key: name, requirement: reference } = resolution;
  const { fullName } = reference.startsWith('npm:') ? { fullName: name } : resolveNpmAlias(name, reference);
  return { descriptors, fullName, version, reference, fields, line };
}

/** Workspaces, links, portals and files that are no archives are folders of the project. A patched package counts as the package itself. */
function isLocal({ reference }: Entry): boolean {
  return /^(workspace|link|portal|file|virtual):/.test(reference) && !isArchiveFile(reference);
}

function dependenciesOf(entry: Entry, byDescriptor: ReadonlyMap<string, Entry>, problems: Problems) {
  const optional = asFields(own(entry.fields, 'dependenciesMeta'), 'dependenciesMeta', problems);
  const found: { dependency: PackageDependency; target: Entry | undefined }[] = [];
  for (const [key, written] of asEntries(
    own(entry.fields, 'dependencies'),
    `${entry.descriptors[0]}.dependencies`,
    problems,
  )) {
    const requirement = asText(written, `${entry.descriptors[0]}.dependencies.${key}`, problems);
    // Lockfiles before version 8 omit `npm:` before plain ranges.
    const locator = `::locator=${encodeURIComponent(`${entry.fullName}@${entry.reference}`)}`;
    const target = [`${key}@${requirement}${locator}`, `${key}@${requirement}`, `${key}@npm:${requirement}`, key]
      .map((descriptor) => byDescriptor.get(descriptor))
      .find((one) => one !== undefined);
    const meta = own(optional, key);
    const scope: DependencyScope = isFields(meta) && own(meta, 'optional') === 'true' ? 'optional' : 'runtime';
    const wanted = resolveNpmAlias(key, requirement);
    const parts = {
      version: target !== undefined && !isLocal(target) ? target.version : '',
      requirement: wanted.requirement,
      scope,
    };
    const dependency = dependencyOf('npm', target?.fullName ?? wanted.fullName, parts, problems);
    if (dependency !== undefined) found.push({ dependency, target });
  }
  return found;
}
