// Reads package.json: the package itself, its license, and its requests.
// Format: https://docs.npmjs.com/cli/configuring-npm/package-json
import type { DependencyScope } from '../../../dependency-scopes.ts';
import { partyIn } from '../../../parties.ts';
import type { ManifestReader } from '../../member.ts';
import { visitJsonLines } from '../../shared/formats/lines.ts';
import { type ManifestRequirement, manifestFindings } from '../../shared/identity.ts';
import { exactNpmVersion, npmLicense, npmRepository, resolveNpmAlias } from '../../shared/npm-names.ts';
import {
  asEntries,
  asFields,
  asText,
  asTexts,
  isFields,
  own,
  type Problems,
  readSafely,
  textOf,
} from '../../shared/problems.ts';

/**
 * In order of priority: a name in several sections counts in the first one. npm itself lets `optionalDependencies`
 * override `dependencies`.
 */
const SECTIONS: readonly [string, DependencyScope][] = [
  ['optionalDependencies', 'optional'],
  ['dependencies', 'runtime'],
  ['peerDependencies', 'peer'],
  ['devDependencies', 'development'],
];

export const reader: ManifestReader = {
  read: (bytes) =>
    readSafely('The package.json', (problems) => {
      const text = textOf(bytes);
      const manifest: unknown = JSON.parse(text);
      if (!isFields(manifest)) {
        problems.add('A package.json should be an object; nothing was read from it.');
        return [];
      }
      // The file is that of gx, a former publishing tool for Go libraries, or another tool's file of the same name.
      if (isFields(own(manifest, 'gx'))) return [];
      const fullName = asText(own(manifest, 'name'), 'name', problems);
      // `name/part` without a version: packages put such files into folders to redirect imports of that path.
      if (/^(@[^/]+\/)?[^/@]+\/./.test(fullName) && own(manifest, 'version') === undefined) return [];
      const self =
        fullName === '' ? undefined : { fullName, role: 'declares' as const, ...describe(manifest, problems) };
      return manifestFindings('npm', self, requirementsOf(manifest, text, problems), problems);
    }),
};

function describe(manifest: Record<string, unknown>, problems: Problems) {
  const homepage = own(manifest, 'homepage');
  return {
    version: asText(own(manifest, 'version'), 'version', problems),
    declaredLicense:
      npmLicense(own(manifest, 'license'), 'license', problems) ||
      npmLicense(own(manifest, 'licenses'), 'licenses', problems),
    description: asText(own(manifest, 'description'), 'description', problems),
    homepageUrl: typeof homepage === 'string' ? homepage.trim() : '',
    repositoryUrl: npmRepository(own(manifest, 'repository')),
    // Older clients wrote these into installed packages.
    downloadUrl: asText(own(manifest, '_resolved'), '_resolved', problems),
    integrity: asText(own(manifest, '_integrity'), '_integrity', problems),
    supplier: partyIn(own(manifest, 'author')) || partyIn(own(manifest, 'maintainers')),
  };
}

/**
 * Adds packages that are inside the archive; npm accepts both spellings. `true` means all dependencies, which are
 * already in the map.
 */
function addBundled(
  manifest: Record<string, unknown>,
  byName: Map<string, ManifestRequirement>,
  problems: Problems,
): void {
  for (const field of ['bundledDependencies', 'bundleDependencies']) {
    const value = own(manifest, field);
    if (typeof value === 'boolean') continue;
    // Some projects list them with ranges, like other sections.
    const names = isFields(value) ? Object.keys(value) : asTexts(value, field, problems);
    for (const fullName of names)
      if (!byName.has(fullName)) byName.set(fullName, { fullName, requirement: '', version: '', scope: 'runtime' });
  }
}

function requirementsOf(manifest: Record<string, unknown>, text: string, problems: Problems): ManifestRequirement[] {
  const lines = new Map<string, number>();
  visitJsonLines(text, 2, ([section, key], line) => lines.set(`${section} ${key}`, line));
  const optionalPeers = asFields(own(manifest, 'peerDependenciesMeta'), 'peerDependenciesMeta', problems);
  const byName = new Map<string, ManifestRequirement>();
  for (const [section, scope] of SECTIONS) {
    const value = own(manifest, section);
    // Old packages use an empty list for "none".
    if (Array.isArray(value) && value.length === 0) continue;
    for (const [key, written] of asEntries(value, section, problems)) {
      if (byName.has(key)) continue;
      const wanted = resolveNpmAlias(key, asText(written, `${section}.${key}`, problems));
      const meta = own(optionalPeers, key);
      const isOptionalPeer = scope === 'peer' && isFields(meta) && own(meta, 'optional') === true;
      byName.set(key, {
        ...wanted,
        version: exactNpmVersion(wanted.requirement),
        scope: isOptionalPeer ? 'optional' : scope,
        line: lines.get(`${section} ${key}`),
      });
    }
  }
  addBundled(manifest, byName, problems);
  return [...byName.values()];
}
