// Reads manifest.csv, which `make legal-info` of Buildroot writes: each package of the image with version, license and source.
// Format: https://buildroot.org/downloads/manual/manual.html#legal-info
import type { PackageFinding } from '../../../findings.ts';
import type { ManifestReader } from '../../member.ts';
import { packageOf } from '../../shared/identity.ts';
import { readSafely, textOf } from '../../shared/problems.ts';

const HEADINGS = ['PACKAGE', 'VERSION', 'LICENSE', 'LICENSE FILES'];

export const reader: ManifestReader = {
  read: (bytes) =>
    readSafely('The manifest.csv of Buildroot', (problems): PackageFinding[] => {
      const [head = '', ...rows] = textOf(bytes).split('\n');
      const columns = cells(head);
      if (HEADINGS.some((heading, i) => columns[i] !== heading)) {
        problems.add(`Line 1 should begin with ${HEADINGS.join(', ')}; nothing was read from the manifest.csv.`);
        return [];
      }
      const site = columns.indexOf('SOURCE SITE');
      const archive = columns.indexOf('SOURCE ARCHIVE');
      return rows.flatMap((row, i) => {
        const values = cells(row);
        const [name = '', version = '', license = ''] = values;
        if (name === '') return [];
        const address = values[site] ?? '';
        const file = values[archive] ?? '';
        const found = packageOf(
          'buildroot',
          name,
          {
            role: 'locks',
            isPresent: true,
            version: version === 'unknown' ? '' : version,
            declaredLicense: license === 'unknown' ? '' : license,
            downloadUrl: /^(https?|ftp):/.test(address)
              ? `${address.replace(/\/+$/, '')}/${file}`.replace(/\/$/, '')
              : '',
            line: i + 2,
          },
          problems,
        );
        return found ?? [];
      });
    }),
};

/** The values of a line of CSV: quoted values may contain commas, and two quotes in them mean one. */
function cells(line: string): string[] {
  return [...line.slice(0, 100_000).matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quotedText, bare]) =>
    (quotedText?.replaceAll('""', '"') ?? bare ?? '').trim(),
  );
}
