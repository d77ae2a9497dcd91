// Reads vcpkg.json: the project or port and its requirements. vcpkg takes versions from its baseline, so most requests
// have none.
// Format: https://learn.microsoft.com/en-us/vcpkg/reference/vcpkg-json
import type { PackageFinding } from '../../findings.ts';
import { manifestFindings, type Requirement } from '../identity.ts';
import { createLineCursor } from '../lines.ts';
import type { ManifestMember } from '../member.ts';
import { asFields, asList, asText, isFields, own, type Problems, readSafely, textOf } from '../problems.ts';

const VERSIONS = ['version', 'version-semver', 'version-date', 'version-string'];

export const vcpkgManifest: ManifestMember = {
  name: 'vcpkg-manifest',
  wants: (_path, file) => file === 'vcpkg.json',
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
): Requirement[] {
  lineOf('"dependencies"');
  const wanted = new Map<string, Requirement>();
  for (const entry of asList(own(fields, 'dependencies'), 'dependencies', problems)) {
    const about = isFields(entry) ? entry : { name: entry };
    const fullName = asText(own(about, 'name'), 'dependencies.name', problems);
    if (fullName === '' || wanted.has(fullName)) continue;
    const least = asText(own(about, 'version>='), `dependencies.${fullName}.version>=`, problems);
    wanted.set(fullName, {
      fullName,
      requirement: least === '' ? '' : `>=${least}`,
      version: overrides.get(fullName) ?? '',
      scope: own(about, 'host') === true ? 'build' : 'runtime',
      line: lineOf(`"${fullName}"`),
    });
  }
  return [...wanted.values()];
}
