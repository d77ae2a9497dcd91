// Reads bower.json, and .bower.json, which Bower writes into each installed package.
// Format: https://github.com/bower/spec/blob/master/json.md
import type { DependencyScope } from '../../../dependency-scopes.ts';
import type { ManifestReader } from '../../member.ts';
import { visitJsonLines } from '../../shared/formats/lines.ts';
import { type ManifestRequirement, manifestFindings } from '../../shared/identity.ts';
import { exactNpmVersion, npmLicense, npmRepository } from '../../shared/npm-names.ts';
import { asEntries, asFields, asText, own, type Problems, readSafely, textOf } from '../../shared/problems.ts';

const SECTIONS: readonly [string, DependencyScope][] = [
  ['dependencies', 'runtime'],
  ['devDependencies', 'development'],
];

export const reader: ManifestReader = {
  read: (bytes) =>
    readSafely('The bower.json', (problems) => {
      const text = textOf(bytes);
      const manifest = asFields(JSON.parse(text), 'bower.json', problems);
      const fullName = asText(own(manifest, 'name'), 'name', problems);
      const homepage = own(manifest, 'homepage');
      const self = {
        fullName,
        role: 'declares' as const,
        version: asText(own(manifest, 'version') ?? own(manifest, '_release'), 'version', problems),
        declaredLicense: npmLicense(own(manifest, 'license') ?? own(manifest, 'licenses'), 'license', problems),
        description: asText(own(manifest, 'description'), 'description', problems),
        homepageUrl: typeof homepage === 'string' ? homepage.trim() : '',
        repositoryUrl: npmRepository(own(manifest, 'repository')),
        downloadUrl: asText(own(manifest, '_source'), '_source', problems),
      };
      const requirements = requirementsOf(manifest, text, problems);
      return manifestFindings('bower', fullName === '' ? undefined : self, requirements, problems);
    }),
};

/** `"jquery": "~2.1"`, `"jq": "jquery#~2.1"`, or an address. */
function requirementsOf(manifest: Record<string, unknown>, text: string, problems: Problems): ManifestRequirement[] {
  const lines = new Map<string, number>();
  visitJsonLines(text, 2, ([section, key], line) => lines.set(`${section} ${key}`, line));
  const byName = new Map<string, ManifestRequirement>();
  for (const [section, scope] of SECTIONS) {
    for (const [key, written] of asEntries(own(manifest, section), section, problems)) {
      const whole = asText(written, `${section}.${key}`, problems);
      const [source = '', range] = whole.split('#', 2);
      const isName = range !== undefined && /^[\w.-]+$/.test(source);
      const requirement = range ?? whole;
      if (byName.has(key)) continue;
      byName.set(key, {
        fullName: isName ? source : key,
        requirement: range !== undefined && !isName ? whole : requirement,
        version: exactNpmVersion(requirement),
        scope,
        line: lines.get(`${section} ${key}`),
      });
    }
  }
  return [...byName.values()];
}
