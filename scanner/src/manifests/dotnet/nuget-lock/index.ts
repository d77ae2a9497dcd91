// Reads packages.lock.json: the packages with their versions, for each framework of a project.
// Format: https://learn.microsoft.com/nuget/consume-packages/package-references-in-project-files#locking-dependencies
import type { PackageDependency, PackageFinding } from '../../../findings.ts';
import type { ManifestReader } from '../../member.ts';
import { consumedFields } from '../../shared/consumed.ts';
import { jsonLines, type LineOf } from '../../shared/formats/line-index.ts';
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

type Fields = Record<string, unknown>;

export const reader: ManifestReader = {
  read: (bytes) =>
    readSafely('The packages.lock.json', (problems): PackageFinding[] => {
      const { lock, lineOf } = parsed(bytes);
      if (!isFields(lock) || own(lock, 'dependencies') === undefined) {
        problems.add('A packages.lock.json should be an object with "dependencies"; nothing was read from it.');
        return [];
      }
      const byPurl = new Map<string, PackageFinding>();
      for (const [framework, listed] of asEntries(own(lock, 'dependencies'), 'dependencies', problems))
        addFramework(framework, asFields(listed, `dependencies.${framework}`, problems), lineOf, byPurl, problems);
      return [...byPurl.values()];
    }),
};

/** Returns the needed parts of the text, so that the text itself can be freed before the findings are made. */
function parsed(bytes: Uint8Array): { lock: unknown; lineOf: LineOf } {
  const text = textOf(bytes);
  return { lock: JSON.parse(text), lineOf: jsonLines(text, 3) };
}

/** Empties `packages`, because all entries and all findings would not fit in memory together. */
function addFramework(
  framework: string,
  packages: Fields,
  lineOf: LineOf,
  byPurl: Map<string, PackageFinding>,
  problems: Problems,
): void {
  const versions = new Map<string, string>();
  for (const name of Object.keys(packages)) {
    const value = own(packages, name);
    if (isFields(value)) versions.set(name.toLowerCase(), asText(own(value, 'resolved'), `${name}.resolved`, problems));
  }
  consumedFields(packages, (name, value) => {
    const entry = asFields(value, `dependencies.${framework}.${name}`, problems);
    const type = asText(own(entry, 'type'), `${name}.type`, problems);
    // The entry is another project of the same solution.
    if (type === 'Project' || !isFields(value)) return;
    const found = packageOf(
      'nuget',
      name,
      {
        role: 'locks',
        version: versions.get(name.toLowerCase()) ?? '',
        isDirect: type === 'Direct',
        requirement: asText(own(entry, 'requested'), `${name}.requested`, problems),
        integrity: digestOf(asText(own(entry, 'contentHash'), `${name}.contentHash`, problems)),
        line: lineOf('dependencies', framework, name),
        dependencies: dependenciesOf(name, entry, versions, problems),
      },
      problems,
    );
    const before = found === undefined ? undefined : byPurl.get(found.purl);
    if (found !== undefined && before === undefined) byPurl.set(found.purl, found);
    else if (found?.isDirect === true && before !== undefined) before.isDirect = true;
  });
}

function dependenciesOf(
  name: string,
  entry: Fields,
  versions: ReadonlyMap<string, string>,
  problems: Problems,
): PackageDependency[] {
  return asEntries(own(entry, 'dependencies'), `${name}.dependencies`, problems).flatMap(([wanted, written]) => {
    const version = versions.get(wanted.toLowerCase()) ?? '';
    const requirement = asText(written, `${name}.dependencies.${wanted}`, problems);
    return dependencyOf('nuget', wanted, { version, requirement, scope: 'runtime' }, problems) ?? [];
  });
}

function digestOf(hash: string): string {
  return hash === '' ? '' : `sha512-${hash}`;
}
