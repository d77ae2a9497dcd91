// Reads glide.lock. It does not state which packages the code base requests directly.
// Format: https://glide.readthedocs.io/en/latest/glide.yaml/
import type { DependencyScope } from '../../../dependency-scopes.ts';
import type { PackageFinding } from '../../../findings.ts';
import type { ManifestReader } from '../../member.ts';
import { visitYamlLines } from '../../shared/formats/lines.ts';
import { parseYaml } from '../../shared/formats/yaml-fields.ts';
import { packageOf } from '../../shared/identity.ts';
import { asFields, asList, asText, own, readSafely, textOf } from '../../shared/problems.ts';
import { goRepository } from '../golang-names.ts';

const SECTIONS: readonly [string, DependencyScope][] = [
  ['imports', 'runtime'],
  ['testImports', 'test'],
  ['devImports', 'test'],
];

export const reader: ManifestReader = {
  read: (bytes) =>
    readSafely('The glide.lock', (problems): PackageFinding[] => {
      const text = textOf(bytes);
      const lock = asFields(parseYaml(text), 'glide.lock', problems);
      const lines = new Map<string, number>();
      visitYamlLines(text, 3, ([section, index, key], line) => {
        if (key === 'name') lines.set(`${section} ${index}`, line);
      });
      return SECTIONS.flatMap(([section, scope]) =>
        asList(own(lock, section), section, problems).flatMap((value, i) => {
          const fields = asFields(value, `${section}[${i}]`, problems);
          const name = asText(own(fields, 'name'), `${section}[${i}].name`, problems);
          const version = asText(own(fields, 'version'), `${section}[${i}].version`, problems);
          const line = lines.get(`${section} ${i}`);
          const parts = { role: 'locks' as const, version, scope, repositoryUrl: goRepository(name) };
          return packageOf('golang', name, { ...parts, ...(line === undefined ? {} : { line }) }, problems) ?? [];
        }),
      );
    }),
};
