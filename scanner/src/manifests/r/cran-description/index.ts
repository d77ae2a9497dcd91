// Reads DESCRIPTION, the manifest of an R package (also of projects that only use its fields).
// Format: https://cran.r-project.org/doc/manuals/r-release/R-exts.html#The-DESCRIPTION-file
import type { DependencyScope } from '../../../dependency-scopes.ts';
import type { ManifestReader } from '../../member.ts';
import { type ManifestRequirement, manifestFindings } from '../../shared/identity.ts';
import { readSafely, textOf } from '../../shared/problems.ts';
import { cranRequests, readDcf } from '../cran-names.ts';

const SECTIONS: readonly [string, DependencyScope][] = [
  ['Depends', 'runtime'],
  ['Imports', 'runtime'],
  ['LinkingTo', 'build'],
  ['Suggests', 'optional'],
  ['Enhances', 'optional'],
];

export const reader: ManifestReader = {
  read: (bytes) =>
    readSafely('The DESCRIPTION', (problems) => {
      const text = textOf(bytes);
      const [fields] = readDcf(text, (line) => problems.add(`Line ${line} should be "Field: value"; it was left out.`));
      const of = (name: string) => fields?.get(name)?.value ?? '';
      if (fields === undefined || (of('Package') === '' && !SECTIONS.some(([name]) => fields.has(name)))) {
        problems.add('A DESCRIPTION should have a field "Package"; nothing was read from it.');
        return [];
      }
      const addresses = of('URL')
        .split(/[\s,]+/)
        .filter((address) => address !== '');
      const repository = addresses.find((address) =>
        /^https?:\/\/(www\.)?(github|gitlab|bitbucket|codeberg|r-forge)\b/.test(address),
      );
      const self = {
        fullName: of('Package'),
        role: 'declares' as const,
        line: fields.get('Package')?.line,
        version: of('Version'),
        declaredLicense: of('License'),
        description: of('Title') || of('Description'),
        homepageUrl: addresses[0] ?? '',
        repositoryUrl: repository ?? '',
        supplier: of('Maintainer'),
      };
      const byName = new Map<string, ManifestRequirement>();
      for (const [section, scope] of SECTIONS) {
        for (const { name, requirement } of cranRequests(of(section))) {
          if (byName.has(name)) continue;
          const version = /^==\s*([\d.-]+)$/.exec(requirement)?.[1] ?? '';
          byName.set(name, { fullName: name, requirement, version, scope, line: fields.get(section)?.line });
        }
      }
      return manifestFindings('cran', self.fullName === '' ? undefined : self, [...byName.values()], problems);
    }),
};
