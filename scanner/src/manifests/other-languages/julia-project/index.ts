// Reads Project.toml of Julia. The UUID identifies a package; it is a qualifier of the purl.
// Format: https://pkgdocs.julialang.org/v1/toml-files/
import type { DependencyScope } from '../../../dependency-scopes.ts';
import type { PackageFinding } from '../../../findings.ts';
import type { ManifestReader } from '../../member.ts';
import { tomlLines } from '../../shared/formats/line-index.ts';
import { readToml } from '../../shared/formats/toml-tables.ts';
import { type ManifestRequirement, manifestFindings } from '../../shared/identity.ts';
import { asEntries, asFields, asText, asTexts, own, readSafely, textOf } from '../../shared/problems.ts';

export const reader: ManifestReader = {
  read: (bytes) =>
    readSafely('The Project.toml', (problems): PackageFinding[] => {
      const text = textOf(bytes);
      const project = readToml(text, problems);
      const lineOf = tomlLines(text);
      const of = (name: string) => asText(own(project, name), name, problems);
      const compat = asFields(own(project, 'compat'), 'compat', problems);
      const targets = asFields(own(project, 'targets'), 'targets', problems);
      const forTests = new Set(asTexts(own(targets, 'test'), 'targets.test', problems));
      const byName = new Map<string, ManifestRequirement>();
      const add = (section: string, scopeOf: (name: string) => DependencyScope) => {
        for (const [fullName, value] of asEntries(own(project, section), section, problems)) {
          const uuid = asText(value, `${section}.${fullName}`, problems);
          if (byName.has(fullName) || uuid === '') continue;
          const requirement = asText(own(compat, fullName), `compat.${fullName}`, problems);
          const version = /^=\s*(\d+\.\d+\.\d+\S*)$/.exec(requirement)?.[1] ?? '';
          byName.set(fullName, {
            fullName,
            qualifiers: { uuid },
            requirement,
            version,
            scope: scopeOf(fullName),
            line: lineOf(section, fullName),
          });
        }
      };
      add('deps', () => 'runtime');
      add('weakdeps', () => 'optional');
      add('extras', (name) => (forTests.has(name) ? 'test' : 'development'));
      const uuid = of('uuid');
      const self = {
        fullName: of('name'),
        role: 'declares' as const,
        qualifiers: { uuid },
        line: lineOf('name'),
        version: of('version'),
        declaredLicense: of('license'),
      };
      // An environment has requests, but no name and no UUID.
      return manifestFindings(
        'julia',
        self.fullName === '' || uuid === '' ? undefined : self,
        [...byName.values()],
        problems,
      );
    }),
};
