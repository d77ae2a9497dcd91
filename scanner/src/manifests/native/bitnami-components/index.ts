// Reads .bitnami_components.json, which older images of Bitnami have instead of SPDX documents: the programs below
// /opt/bitnami with their versions.
import type { PackageFinding } from '../../../findings.ts';
import type { ManifestReader } from '../../member.ts';
import { jsonLines } from '../../shared/formats/line-index.ts';
import { packageOf } from '../../shared/identity.ts';
import { asEntries, asFields, asText, own, readSafely, textOf } from '../../shared/problems.ts';

export const reader: ManifestReader = {
  read: (bytes) =>
    readSafely('The .bitnami_components.json', (problems): PackageFinding[] => {
      const text = textOf(bytes);
      const lineOf = jsonLines(text, 1);
      return asEntries(JSON.parse(text), 'components', problems).flatMap(([name, entry]) => {
        const fields = asFields(entry, name, problems);
        const value = (field: string): string => asText(own(fields, field), `${name}.${field}`, problems);
        const qualifiers = Object.fromEntries(
          (['arch', 'distro'] as const)
            .map((key) => [key, value(key)] as const)
            .filter(([, written]) => written !== ''),
        );
        const about = {
          role: 'locks' as const,
          isPresent: true,
          version: value('version'),
          qualifiers,
          line: lineOf(name),
        };
        return packageOf('bitnami', name, about, problems) ?? [];
      });
    }),
};
