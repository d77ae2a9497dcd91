// Reads SPDX documents in JSON, .spdx-NAME.spdx, which Bitnami puts beside each program of its images.
// Format: https://spdx.github.io/spdx-spec/v2.3/
import type { PackageFinding } from '../../../findings.ts';
import { parsePurl } from '../../../purl/purl.ts';
import type { ManifestReader } from '../../member.ts';
import { packageOf } from '../../shared/identity.ts';
import { asFields, asList, asText, own, readSafely, textOf } from '../../shared/problems.ts';

export const reader: ManifestReader = {
  read: (bytes) =>
    readSafely('The SPDX document of Bitnami', (problems): PackageFinding[] => {
      const text = textOf(bytes);
      if (text.trimStart().startsWith('SPDXVersion:')) {
        problems.add('The SPDX document of Bitnami should be JSON but is tag-value; nothing was read from it.');
        return [];
      }
      const document = asFields(JSON.parse(text), 'document', problems);
      const byId = new Map<string, PackageFinding>();
      for (const entry of asList(own(document, 'packages'), 'packages', problems)) {
        const fields = asFields(entry, 'packages', problems);
        const value = (field: string): string => known(asText(own(fields, field), `packages.${field}`, problems));
        const reference = asList(own(fields, 'externalRefs'), 'packages.externalRefs', problems)
          .map((item) => asFields(item, 'packages.externalRefs', problems))
          .find((item) => own(item, 'referenceType') === 'purl');
        const purl = parsePurl(asText(reference && own(reference, 'referenceLocator'), 'referenceLocator', problems));
        if ('problem' in purl || purl.value.type !== 'bitnami') continue;
        const found = packageOf(
          'bitnami',
          purl.value.name,
          {
            role: 'locks',
            isPresent: true,
            version: purl.value.version ?? value('versionInfo'),
            qualifiers: { ...purl.value.qualifiers } as Record<string, string>,
            declaredLicense: value('licenseDeclared') || value('licenseConcluded'),
            homepageUrl: value('homepage'),
            downloadUrl: value('downloadLocation'),
          },
          problems,
        );
        if (found !== undefined) byId.set(value('SPDXID'), found);
      }
      for (const entry of asList(own(document, 'relationships'), 'relationships', problems)) {
        const fields = asFields(entry, 'relationships', problems);
        const from = byId.get(String(own(fields, 'spdxElementId')));
        const to = byId.get(String(own(fields, 'relatedSpdxElement')));
        if (from === undefined || to === undefined || from === to || own(fields, 'relationshipType') !== 'CONTAINS')
          continue;
        from.dependencies.push({ purl: to.purl, requirement: '', scope: 'runtime', isDirect: true });
      }
      return [...byId.values()];
    }),
};

function known(text: string): string {
  return text === 'NOASSERTION' || text === 'NONE' ? '' : text;
}
