// Reads the machine-readable copyright file of an installed Debian package: usr/share/doc/NAME/copyright. The file does
// not name its package; `../../../packages/present.ts` knows the path and uses the finding. Files in free form give
// nothing here; the license engine finds the licenses in their text.
// Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
import type { PackageFinding } from '../../../findings.ts';
import type { ManifestReader } from '../../member.ts';
import { readStanzas } from '../../shared/formats/stanzas.ts';
import { packageOf } from '../../shared/identity.ts';
import { createProblems, readSafely, textOf } from '../../shared/problems.ts';

const FIELDS = new Set(['format', 'files', 'license', 'source', 'upstream-name']);
const MAX_LICENSES = 30;

export const reader: ManifestReader = {
  read: (bytes) =>
    readSafely('The copyright file', (problems): PackageFinding[] => {
      const text = textOf(bytes);
      if (!/^(Format|Format-Specification):/m.test(text.slice(0, 2000))) return [];
      // People write these files by hand, so a line without a field is not reported.
      const stanzas = readStanzas(text, FIELDS, createProblems());
      const stated = stanzas
        .filter(({ fields }) => fields.has('files'))
        .map(({ fields, lines }) => ({
          files: fields.get('files') ?? '',
          license: (fields.get('license') ?? '').split('\n')[0]?.trim() ?? '',
          line: lines.get('license'),
        }))
        .filter(({ license }) => license !== '');
      // The license for all files (`*`) is that of the package; other stanzas only describe parts of it.
      const main = stated.find(({ files }) => files === '*');
      const licenses = [...new Set(stated.map(({ license }) => license))].slice(0, MAX_LICENSES);
      const declaredLicense =
        main?.license ??
        licenses.map((one) => (/ or /i.test(one) && licenses.length > 1 ? `(${one})` : one)).join(' AND ');
      if (declaredLicense === '') return [];
      const line = (main ?? stated[0])?.line;
      const found = packageOf(
        'deb',
        'debian/copyright',
        { role: 'locks', isPresent: true, declaredLicense, ...(line === undefined ? {} : { line }) },
        problems,
      );
      return found === undefined ? [] : [found];
    }),
};
