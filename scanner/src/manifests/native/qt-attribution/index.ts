// Reads qt_attribution.json, in which Qt and programs of KDE describe the third-party code in a folder.
// Format: https://doc.qt.io/qt-6/qtattributionsscanner.html
import type { PackageFinding } from '../../../findings.ts';
import type { ManifestReader } from '../../member.ts';
import { heldPackage } from '../../shared/held.ts';
import { asFields, asText, own, type Problems, readSafely, textOf } from '../../shared/problems.ts';

export const reader: ManifestReader = {
  read: (bytes) =>
    readSafely('The qt_attribution.json', (problems) => {
      const text = textOf(bytes);
      const file: unknown = JSON.parse(text);
      const entries = Array.isArray(file) ? (file as unknown[]) : [file];
      const lines = linesOfNames(text);
      return entries.flatMap((entry, index) => heldBy(entry, `entry ${index + 1}`, lines[index], problems) ?? []);
    }),
};

function heldBy(
  entry: unknown,
  field: string,
  line: number | undefined,
  problems: Problems,
): PackageFinding | undefined {
  const fields = asFields(entry, field, problems);
  const text = (name: string) => asText(own(fields, name), `${field}.${name}`, problems);
  if (text('Name') === '') {
    problems.add(`"Name" of ${field} is missing; it was left out.`);
    return undefined;
  }
  const folder = text('Path').replace(/^\.\//, '').replace(/\/$/, '');
  return heldPackage(
    {
      name: text('Name'),
      purl: text('PURL'),
      version: text('Version'),
      url: text('Homepage'),
      downloadUrl: text('DownloadLocation'),
      license: text('LicenseId') || text('License'),
      description: text('Description'),
      folder,
      ...(line === undefined ? {} : { line }),
    },
    problems,
  );
}

/** The lines of the names, one for each entry. */
function linesOfNames(text: string): number[] {
  return text.split('\n').flatMap((content, at) => (/^[^:]*"Name"\s*:/.test(content) ? [at + 1] : []));
}
