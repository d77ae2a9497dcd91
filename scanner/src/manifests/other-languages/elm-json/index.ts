// Reads elm.json: an application locks all packages, a package requests version ranges.
// Format: https://github.com/elm/compiler/tree/master/docs/elm.json
import type { PackageFinding } from '../../../findings.ts';
import type { ManifestReader } from '../../member.ts';
import { readJsonObject } from '../../shared/formats/json-manifest.ts';
import { jsonLines } from '../../shared/formats/line-index.ts';
import { type ManifestRequirement, manifestFindings, packageOf } from '../../shared/identity.ts';
import { asEntries, asFields, asText, own, readSafely, textOf } from '../../shared/problems.ts';

const SECTIONS = [
  ['dependencies', 'runtime'],
  ['test-dependencies', 'test'],
] as const;

export const reader: ManifestReader = {
  read: (bytes) =>
    readSafely('The elm.json', (problems): PackageFinding[] => {
      const text = textOf(bytes);
      const manifest = readJsonObject(text, 'An elm.json', problems);
      if (manifest === undefined) return [];
      const { fields, of } = manifest;
      const lineOf = jsonLines(text, 3);
      if (of('type') === 'application') {
        return SECTIONS.flatMap(([section, scope]) => {
          const kinds = asFields(own(fields, section), section, problems);
          return (['direct', 'indirect'] as const).flatMap((kind) =>
            asEntries(own(kinds, kind), `${section}.${kind}`, problems).flatMap(([name, value]) => {
              const version = asText(value, `${section}.${kind}.${name}`, problems);
              const parts = {
                role: 'locks',
                version,
                scope,
                isDirect: kind === 'direct',
                line: lineOf(section, kind, name),
              } as const;
              return packageOf('elm', name, parts, problems) ?? [];
            }),
          );
        });
      }
      const fullName = of('name');
      const self = {
        fullName,
        role: 'declares' as const,
        line: lineOf('name'),
        version: of('version'),
        declaredLicense: of('license'),
        description: of('summary'),
        repositoryUrl: fullName === '' ? '' : `https://github.com/${fullName}`,
      };
      const requirements = SECTIONS.flatMap(([section, scope]) =>
        asEntries(own(fields, section), section, problems).map(([name, value]): ManifestRequirement => {
          const requirement = asText(value, `${section}.${name}`, problems);
          return { fullName: name, requirement, version: '', scope, line: lineOf(section, name) };
        }),
      );
      return manifestFindings('elm', fullName === '' ? undefined : self, requirements, problems);
    }),
};
