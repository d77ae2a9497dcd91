// Reads haxelib.json.
// Format: https://lib.haxe.org/documentation/creating-a-haxelib-package/
import type { PackageFinding } from '../../../findings.ts';
import type { ManifestReader } from '../../member.ts';
import { readJsonObject } from '../../shared/formats/json-manifest.ts';
import { jsonLines } from '../../shared/formats/line-index.ts';
import { type ManifestRequirement, manifestFindings } from '../../shared/identity.ts';
import { asEntries, asText, own, readSafely, textOf } from '../../shared/problems.ts';

export const reader: ManifestReader = {
  read: (bytes) =>
    readSafely('The haxelib.json', (problems): PackageFinding[] => {
      const text = textOf(bytes);
      const manifest = readJsonObject(text, 'A haxelib.json', problems);
      if (manifest === undefined) return [];
      const { fields, of } = manifest;
      const lineOf = jsonLines(text, 2);
      const fullName = of('name');
      const self = {
        fullName,
        role: 'declares' as const,
        line: lineOf('name'),
        version: of('version'),
        declaredLicense: of('license'),
        description: of('description'),
        homepageUrl: of('url'),
      };
      const requirements = asEntries(own(fields, 'dependencies'), 'dependencies', problems).map(
        ([name, value]): ManifestRequirement => {
          const requirement = asText(value, `dependencies.${name}`, problems);
          // An empty string allows any version.
          const version = /^\d[\w.+-]*$/.test(requirement) ? requirement : '';
          return { fullName: name, requirement, version, scope: 'runtime', line: lineOf('dependencies', name) };
        },
      );
      return manifestFindings('haxe', fullName === '' ? undefined : self, requirements, problems);
    }),
};
