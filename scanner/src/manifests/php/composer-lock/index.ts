// Reads composer.lock, and the list of installed packages that Composer writes (vendor/composer/installed.json).
// Format: https://getcomposer.org/doc/01-basic-usage.md#commit-your-composer-lock-file-to-version-control
import type { DependencyScope } from '../../../dependency-scopes.ts';
import type { PackageDependency, PackageFinding } from '../../../findings.ts';
import type { ManifestReader } from '../../member.ts';
import { consumed } from '../../shared/consumed.ts';
import { jsonLines } from '../../shared/formats/line-index.ts';
import { dependencyOf, packageOf } from '../../shared/identity.ts';
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
import { composerTexts, isComposerPackage } from '../composer-names.ts';

const REPLACING = ['replace', 'provide'];

interface Entry {
  fullName: string;
  version: string;
  scope: DependencyScope;
  fields: Record<string, unknown>;
  line: number | undefined;
}

/** Holds no fields, so that those of an entry can be freed after its finding is made. */
type Named = Pick<Entry, 'fullName' | 'version'>;

export const reader: ManifestReader = {
  read: (bytes) =>
    readSafely('The composer.lock', (problems): PackageFinding[] => {
      const entries = entriesOf(bytes, problems);
      if (entries === undefined) {
        problems.add(
          'A composer.lock should be an object with "packages", or a list of them; nothing was read from it.',
        );
        return [];
      }
      if (entries.length === 0) problems.add('A composer.lock should list "packages", but this one names none.');
      const byName = providers(entries, problems);
      return consumed(entries, (entry) => findingOf(entry, byName, problems));
    }),
};

/**
 * A list in the installed.json of Composer 1. That of Composer 2 has `packages`, and a list with the names of
 * development packages.
 */
function entriesOf(bytes: Uint8Array, problems: Problems): Entry[] | undefined {
  const text = textOf(bytes);
  const lock: unknown = JSON.parse(text);
  if (Array.isArray(lock)) {
    const lineOf = jsonLines(text, 1);
    return lock.map((entry, i) => entryOf(entry, `[${i}]`, 'runtime', lineOf(i), problems));
  }
  if (!isFields(lock) || (own(lock, 'packages') === undefined && own(lock, 'packages-dev') === undefined))
    return undefined;
  const lineOf = jsonLines(text, 2);
  const development = new Set(asTexts(own(lock, 'dev-package-names'), 'dev-package-names', problems));
  return ['packages', 'packages-dev'].flatMap((section) =>
    asList(own(lock, section), section, problems).map((value, i) => {
      const scope = section === 'packages' ? 'runtime' : 'development';
      const entry = entryOf(value, `${section}[${i}]`, scope, lineOf(section, i), problems);
      if (development.has(entry.fullName)) entry.scope = 'development';
      return entry;
    }),
  );
}

function entryOf(
  value: unknown,
  field: string,
  scope: DependencyScope,
  line: number | undefined,
  problems: Problems,
): Entry {
  const fields = asFields(value, field, problems);
  const fullName = asText(own(fields, 'name'), `${field}.name`, problems);
  return { fullName, fields, scope, line, version: asText(own(fields, 'version'), `${field}.version`, problems) };
}

/**
 * Packages by lower-case name. A package also stands for names that it replaces or provides, unless another package has
 * that name.
 */
function providers(entries: readonly Entry[], problems: Problems): Map<string, Named> {
  const byName = new Map<string, Named>();
  for (const { fullName, version } of entries) byName.set(fullName.toLowerCase(), { fullName, version });
  for (const { fullName, version, fields } of entries) {
    for (const section of REPLACING) {
      const value = own(fields, section);
      if (!isFields(value)) continue;
      for (const [name] of asEntries(value, `${fullName}.${section}`, problems))
        if (!byName.has(name.toLowerCase())) byName.set(name.toLowerCase(), { fullName, version });
    }
  }
  return byName;
}

function findingOf(entry: Entry, byName: ReadonlyMap<string, Named>, problems: Problems): PackageFinding | undefined {
  const { fullName, version, scope, line, fields } = entry;
  const texts = composerTexts(fields, `${fullName}.`, problems);
  const dependencies = dependenciesOf(entry, byName, problems);
  const provides = replacedBy(fields, byName).filter((name) => byName.get(name)?.fullName === fullName);
  return packageOf(
    'composer',
    fullName,
    {
      role: 'locks',
      version,
      scope,
      line,
      ...texts,
      dependencies,
      ...(provides.length === 0 ? {} : { provides }),
    },
    problems,
  );
}

/** Names for which a package may stand, in lower case. */
function replacedBy(fields: Record<string, unknown>, byName: ReadonlyMap<string, Named>): string[] {
  return REPLACING.flatMap((section) => {
    const value = own(fields, section);
    return isFields(value) ? Object.keys(value).map((name) => name.toLowerCase()) : [];
  }).filter((name) => byName.has(name) && isComposerPackage(name));
}

function dependenciesOf(
  { fullName, fields }: Entry,
  byName: ReadonlyMap<string, Named>,
  problems: Problems,
): PackageDependency[] {
  const required = own(fields, 'require');
  if (!isFields(required)) return [];
  return asEntries(required, `${fullName}.require`, problems).flatMap(([name, written]) => {
    if (!isComposerPackage(name)) return [];
    const provider = byName.get(name.toLowerCase());
    const requirement = asText(written, `${fullName}.require.${name}`, problems);
    const parts = { version: provider?.version ?? '', requirement, scope: 'runtime' as const };
    return dependencyOf('composer', provider?.fullName ?? name, parts, problems) ?? [];
  });
}
