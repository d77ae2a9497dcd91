// Reads Chart.lock of Helm, and requirements.lock of Helm 2: exact versions of the requested charts.
// Format: https://helm.sh/docs/topics/charts/#chart-dependencies
import type { PackageFinding } from '../../../findings.ts';
import type { ManifestReader } from '../../member.ts';
import { yamlLines } from '../../shared/formats/line-index.ts';
import { parseLockfileYaml } from '../../shared/formats/lockfile-yaml.ts';
import { packageOf } from '../../shared/identity.ts';
import { asFields, asList, asText, own, readSafely, textOf } from '../../shared/problems.ts';

export const reader: ManifestReader = {
  read: (bytes) =>
    readSafely('The Chart.lock', (problems): PackageFinding[] => {
      const text = textOf(bytes);
      // Python tools also write a requirements.lock.
      if (!/^dependencies:/m.test(text)) return [];
      const lock = parseLockfileYaml(text, problems);
      const lineOf = yamlLines(text, 3);
      return asList(own(lock, 'dependencies'), 'dependencies', problems).flatMap((value, i) => {
        const chart = asFields(value, `dependencies[${i}]`, problems);
        const of = (key: string) => asText(own(chart, key), `dependencies[${i}].${key}`, problems);
        const name = of('name');
        const repository = of('repository');
        if (name === '' || repository.startsWith('file:')) return [];
        const parts = {
          role: 'locks',
          isDirect: true,
          version: of('version'),
          qualifiers: { repository_url: /^(https?|oci):/.test(repository) ? repository : '' },
          line: lineOf('dependencies', i, 'name'),
        } as const;
        return packageOf('helm', name, parts, problems) ?? [];
      });
    }),
};
