// Reads the list of installed packages of Bottlerocket, which has no database of rpm: application-inventory.json.
// Format: https://github.com/bottlerocket-os/bottlerocket/blob/develop/README.md (software inventory)
import type { PackageFinding } from '../../../findings.ts';
import type { ManifestReader } from '../../member.ts';
import { createLineCursor } from '../../shared/formats/lines.ts';
import { packageOf } from '../../shared/identity.ts';
import { asFields, asList, asText, own, readSafely, textOf } from '../../shared/problems.ts';

export const reader: ManifestReader = {
  read: (bytes) =>
    readSafely('The list of installed packages', (problems): PackageFinding[] => {
      const text = textOf(bytes);
      const inventory = asFields(JSON.parse(text), 'application-inventory.json', problems);
      const lineOf = createLineCursor(text);
      return asList(own(inventory, 'Content'), 'Content', problems).flatMap((value, i) => {
        const fields = asFields(value, `Content.${i}`, problems);
        const field = (name: string) => asText(own(fields, name), `Content.${i}.${name}`, problems);
        const name = field('Name');
        const epoch = field('Epoch');
        const release = field('Release');
        const line = lineOf(`"${name}"`);
        const parts = {
          role: 'locks' as const,
          isPresent: true,
          version: release === '' ? field('Version') : `${field('Version')}-${release}`,
          qualifiers: { arch: field('Architecture'), epoch: /^[1-9]\d*$/.test(epoch) ? epoch : '' },
          description: field('Summary'),
          homepageUrl: field('Url'),
          ...(line === undefined ? {} : { line }),
        };
        return packageOf('rpm', `bottlerocket/${name}`, parts, problems) ?? [];
      });
    }),
};
