// What becomes of the elements of an imported SBOM. Pure.
//
//   The element                                        | its fate
//   ---------------------------------------------------+---------------------------------------------------------------------------
//   a component that the project does not have         | MADE: a new item
//   one that it has in this version                    | JOINED: that item; a license that a person set there stays
//   named again in the same document                   | SAME: the item of the first one
//   a file, data, the system, what the document is     | LEFT_OUT, with a sentence
//   about, a component without a name, one that a      |
//   person deleted                                     |
//   named by the document before, and not by this one  | GONE: its item is gone if nothing else proves it

export const sbomFates = ['MADE', 'JOINED', 'SAME', 'LEFT_OUT', 'GONE'] as const;
export type SbomFate = (typeof sbomFates)[number];

/** Against the document before, which is about the same subject. */
export const sbomChanges = ['ADDED', 'CHANGED', 'UNCHANGED', 'GONE'] as const;
export type SbomChange = (typeof sbomChanges)[number];

export const SBOM_IDENTITY = 'sbom:';

export const isOfSbom = (identity: string): boolean => identity.startsWith(SBOM_IDENTITY);

/** Documents about one subject replace each other. Without a subject, the name of the file tells them apart. */
export function seriesOf(subject: { name: string; purl: string }, componentPurl: string, fileName: string): string {
  return (componentPurl || subject.name || `file ${fileName}`).replaceAll(BESIDE, ' ').slice(0, 700);
}

const BESIDE = '\n';

/** A further document of the same file about the same subject stands beside the first; the next file about it replaces all of them. */
export const seriesBeside = (series: string, path: string): string => besidesOf(series) + path.slice(0, 290);

/** With what the series of the further documents begin; `series` is that of any of them. */
export const besidesOf = (series: string): string => subjectOfSeries(series) + BESIDE;

/** The series of the first document of a file. */
export const subjectOfSeries = (series: string): string => series.split(BESIDE, 1)[0] ?? series;

/** Elements that are no components of a product, unless a package URL or a CPE says otherwise. */
const NO_COMPONENT: Readonly<Record<string, string>> = {
  file: 'It is a file: a project of an SBOM has none.',
  data: 'It is data.',
  'cryptographic-asset': 'It is a cryptographic asset.',
  device: 'It is a device.',
  'operating-system': 'It is the system, by which its packages are compared.',
};

/** A sentence that says why an element is no item; '' if it is one. */
export function whyLeftOut(element: {
  kind: string;
  name: string;
  isIdentified: boolean;
  isSubject: boolean;
  isList: boolean;
}): string {
  if (element.name.trim() === '') return 'It has neither a name nor a package URL.';
  if (element.isSubject) return 'It is what the document is about.';
  if (element.isIdentified) return '';
  if (element.isList) return 'It is a list of packages, which are elements of their own.';
  return Object.hasOwn(NO_COMPONENT, element.kind) ? (NO_COMPONENT[element.kind] ?? '') : '';
}

/** How the service that the site names takes exported SBOMs. */
export const sbomExportForms = ['DOCUMENT', 'DEPENDENCY_TRACK'] as const;
export type SbomExportForm = (typeof sbomExportForms)[number];
