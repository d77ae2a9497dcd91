// Reads .mum, the description of an installed Windows update.
// Format: https://learn.microsoft.com/en-us/windows/win32/sbscs/assembly-manifests
import type { PackageFinding } from '../../../findings.ts';
import type { ManifestReader } from '../../member.ts';
import { readXmlTags } from '../../shared/formats/xml-tags.ts';
import { packageOf } from '../../shared/identity.ts';
import { readSafely, textOf } from '../../shared/problems.ts';

export const reader: ManifestReader = {
  read: (bytes) =>
    readSafely('The .mum', (problems): PackageFinding[] => {
      const tags = readXmlTags(textOf(bytes));
      const assembly = tags.find(({ name }) => name === 'assembly');
      // The first identity is that of the update itself; the others are replaced or required updates.
      const identity = tags.find(({ name }) => name === 'assemblyIdentity');
      const name = identity?.attributes.get('name') ?? '';
      if (identity === undefined || name === '') {
        problems.add('A .mum should have an "assemblyIdentity" with a name; nothing was read from it.');
        return [];
      }
      const found = packageOf(
        'windows-update',
        name,
        {
          role: 'locks',
          isPresent: true,
          version: identity.attributes.get('version') ?? '',
          description: assembly?.attributes.get('description') ?? '',
          homepageUrl: assembly?.attributes.get('supportInformation') ?? '',
          line: identity.line,
        },
        problems,
      );
      return found === undefined ? [] : [found];
    }),
};
