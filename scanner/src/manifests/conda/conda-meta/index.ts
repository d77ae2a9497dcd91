// Reads conda-meta/*.json, which Conda writes for each installed package, and info/index.json inside a package.
// Format: https://docs.conda.io/projects/conda-build/en/latest/resources/package-spec.html

import type { ManifestReader } from '../../member.ts';
import { packageOf } from '../../shared/identity.ts';
import { asFields, asText, asTexts, own, readSafely, textOf } from '../../shared/problems.ts';
import { condaDependencies } from '../conda-names.ts';

export const reader: ManifestReader = {
  read: (bytes) =>
    readSafely('The metadata of the Conda package', (problems) => {
      const fields = asFields(JSON.parse(textOf(bytes)), 'metadata', problems);
      const text = (key: string) => asText(own(fields, key), key, problems);
      if (text('name') === '') {
        problems.add('"name" is missing; nothing was read.');
        return [];
      }
      const sha256 = text('sha256');
      const found = packageOf(
        'conda',
        text('name'),
        {
          role: 'declares',
          version: text('version'),
          declaredLicense: text('license'),
          downloadUrl: text('url'),
          integrity: sha256 !== '' ? `sha256:${sha256}` : text('md5') === '' ? '' : `md5:${text('md5')}`,
          dependencies: condaDependencies(asTexts(own(fields, 'depends'), 'depends', problems), new Map(), problems),
        },
        problems,
      );
      return found === undefined ? [] : [found];
    }),
};
