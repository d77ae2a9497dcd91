// Reads the machine-readable copyright file of an installed Debian package: usr/share/doc/NAME/copyright. It does not say whose it is; the
// finding only serves `../../packages/present.ts`, which knows the path. Files in free words give nothing: their licenses are found as text.
// Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
import type { PackageFinding } from '../../findings.ts';
import { packageOf } from '../identity.ts';
import type { ManifestMember } from '../member.ts';
import { createProblems, readSafely, textOf } from '../problems.ts';
import { readStanzas } from '../stanzas.ts';

const FIELDS = new Set(['format', 'files', 'license', 'source', 'upstream-name']);
const MAX_LICENSES = 30;

export const debCopyright: ManifestMember = {
  name: 'deb-copyright',
  mayBeEmpty: true,
  wants: (path, file) => file === 'copyright' && /(^|\/)usr\/share\/doc\/[^/]+\/copyright$/.test(path),
  read: (bytes) =>
    readSafely('The copyright file', (problems): PackageFinding[] => {
      const text = textOf(bytes);
      if (!/^(Format|Format-Specification):/m.test(text.slice(0, 2000))) return [];
      // People write these files; what is no field is no fault worth a line in the log.
      const stanzas = readStanzas(text, FIELDS, createProblems());
      const stated = stanzas
        .filter(({ fields }) => fields.has('files'))
        .map(({ fields, lines }) => ({
          files: fields.get('files') ?? '',
          license: (fields.get('license') ?? '').split('\n')[0]?.trim() ?? '',
          line: lines.get('license'),
        }))
        .filter(({ license }) => license !== '');
      // What holds for all files is the license of the package; the others are those of parts.
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
