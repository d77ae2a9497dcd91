// Reads vcpkg.json: the project or port and its requirements. vcpkg takes versions from its baseline, so most requests
// have none.
// Format: https://learn.microsoft.com/en-us/vcpkg/reference/vcpkg-json
import type { DependencyScope } from '../../../dependency-scopes.ts';
import type { PackageFinding } from '../../../findings.ts';
import type { ManifestReader } from '../../member.ts';
import { createLineCursor } from '../../shared/formats/lines.ts';
import { type ManifestRequirement, manifestFindings } from '../../shared/identity.ts';
import {
  asEntries,
  asFields,
  asList,
  asText,
  isFields,
  own,
  type Problems,
  readSafely,
  textOf,
} from '../../shared/problems.ts';

const VERSIONS = ['version', 'version-semver', 'version-date', 'version-string'];

export const reader: ManifestReader = {
  read: (bytes) =>
    readSafely('The vcpkg.json', (problems): PackageFinding[] => {
      const text = textOf(bytes);
      const fields = asFields(JSON.parse(text), 'vcpkg.json', problems);
      const value = (field: string): string => asText(own(fields, field), field, problems);
      const overrides = new Map(
        asList(own(fields, 'overrides'), 'overrides', problems).map((entry) => {
          const override = asFields(entry, 'overrides', problems);
          return [asText(own(override, 'name'), 'overrides.name', problems), versionOf(override, problems)] as const;
        }),
      );
      const description = own(fields, 'description');
      const self =
        value('name') === ''
          ? undefined
          : {
              fullName: value('name'),
              role: 'declares' as const,
              version: versionOf(fields, problems),
              declaredLicense: value('license'),
              description: Array.isArray(description)
                ? asText(description[0], 'description', problems)
                : value('description'),
              homepageUrl: value('homepage'),
            };
      return manifestFindings('vcpkg', self, requestsOf(fields, overrides, createLineCursor(text), problems), problems);
    }),
};

function versionOf(fields: Record<string, unknown>, problems: Problems): string {
  for (const field of VERSIONS) {
    const version = asText(own(fields, field), field, problems);
    if (version !== '') return version;
  }
  return '';
}

function requestsOf(
  fields: Record<string, unknown>,
  overrides: ReadonlyMap<string, string>,
  lineOf: (wanted: string) => number | undefined,
  problems: Problems,
): ManifestRequirement[] {
  lineOf('"dependencies"');
  const wanted = new Map<string, ManifestRequirement>();
  const add = (owner: Record<string, unknown>, field: string, scope: DependencyScope) => {
    for (const entry of asList(own(owner, 'dependencies'), field, problems)) {
      const about = isFields(entry) ? entry : { name: entry };
      const fullName = asText(own(about, 'name'), `${field}.name`, problems);
      const before = wanted.get(fullName);
      if (fullName === '' || (before !== undefined && (before.scope !== 'optional' || scope === 'optional'))) continue;
      const least = asText(own(about, 'version>='), `${field}.${fullName}.version>=`, problems);
      wanted.set(fullName, {
        fullName,
        requirement: least === '' ? '' : `>=${least}`,
        version: overrides.get(fullName) ?? '',
        scope: own(about, 'host') === true ? 'build' : scope,
        line: lineOf(`"${fullName}"`),
      });
    }
  };
  add(fields, 'dependencies', 'runtime');
  // A feature is chosen by those who install the package, unless it is a default.
  const defaults = new Set(
    asList(own(fields, 'default-features'), 'default-features', problems).map((entry) =>
      isFields(entry) ? own(entry, 'name') : entry,
    ),
  );
  for (const [name, feature] of asEntries(own(fields, 'features'), 'features', problems))
    if (isFields(feature)) add(feature, `features.${name}.dependencies`, defaults.has(name) ? 'runtime' : 'optional');
  return [...wanted.values()].filter(({ fullName }) => fullName !== own(fields, 'name'));
}
