// The result of reading a document of another system: items and files in the form of project data, and decisions on vulnerabilities. The issues name
// everything else in the document.
import { isDistributed, type StatedPackage } from '@assay/scanner/advisories';
import type { Issues, Members } from '@assay/scanner/member-reader';
import { typeOfPurl } from '../../domain/inventories/inventory.ts';
import type { IncomingFile, IncomingItem } from '../incoming.ts';
import { NO_LINKS, NO_NOTES, NOTHING_FOUND } from '../incoming-fields.ts';

export interface ForeignAnalysis {
  place: string;
  /** Name of the vulnerability. */
  advisory: string;
  /** Further names of the vulnerability. */
  aliases?: string[];
  /** True if it holds for each component of the project that has the vulnerability; `purl` is empty then. */
  isForProject?: boolean;
  /** purl of the component with its version. */
  purl: string;
  /** A value of CycloneDX in capitals; '' if there is none. */
  state: string;
  justification: string;
  response: string;
  detail: string;
  isSuppressed: boolean;
  /** Further members of exported project data; other systems do not have them. */
  exported?: ExportedAnalysis;
}

interface ExportedAnalysis {
  /** Only for a component without a package URL. */
  componentName: string;
  versionName: string;
  reason: string;
  remarks: string;
  author: string;
  /** The name of the rule that made it; '' for people. */
  rule: string;
  decidedOn: string;
  expiresOn: string;
  /** True if it holds in all projects of the other server. */
  isEverywhere: boolean;
}

export interface ForeignData {
  /** For people: `findings of Dependency-Track, project shop`. */
  source: string;
  items: IncomingItem[];
  files: IncomingFile[];
  analyses: ForeignAnalysis[];
}

export interface ForeignFormat {
  name: string;
  /** For people. */
  title: string;
  recognizes(document: Members): boolean;
  read(document: Members, issues: Issues): ForeignData;
}

/** An element without a name is no item. */
export function withoutName(place: string, issues: Issues): never[] {
  issues.push({ code: 'no-name', path: place, message: `${place} has neither name nor purl; it was left out.` });
  return [];
}

type Said = Pick<IncomingItem, 'place' | 'name' | 'type'> & Partial<IncomingItem>;

/** An item with only the members that a format has. */
export function itemOf(said: Said): IncomingItem {
  return {
    id: undefined,
    identity: '',
    ...NOTHING_FOUND,
    component: undefined,
    licenseExpression: '',
    possibleLicenses: [],
    priority: undefined,
    usage: {},
    links: NO_LINKS,
    workflow: [],
    customFields: [],
    files: [],
    excludedFiles: [],
    status: 'DRAFT',
    isStatusSetByPerson: false,
    isPublished: false,
    isEdited: true,
    createdBy: '',
    ...said,
    notes: { ...NO_NOTES, ...said.notes },
  };
}

/** One License Only item for each license, with the files for which people concluded it. */
export function licenseItems(
  files: Iterable<{ path: string; license: string; note: string }>,
  place: string,
): IncomingItem[] {
  const byLicense = new Map<string, { paths: string[]; notes: Set<string> }>();
  for (const { path, license, note } of files) {
    const found = byLicense.get(license) ?? { paths: [], notes: new Set<string>() };
    found.paths.push(path);
    if (note !== '') found.notes.add(`${path}: ${note}`);
    byLicense.set(license, found);
  }
  return [...byLicense].map(([license, { paths, notes }]) =>
    itemOf({
      place: `${place} (${license})`,
      name: license.slice(0, 255),
      type: 'LICENSE',
      licenseExpression: license,
      files: paths,
      notes: { ...NO_NOTES, auditorReviewNotes: [...notes].join('\n').slice(0, 65_535) },
    }),
  );
}

/** What a document says of a package of a distribution beside its package URL; nothing for other packages. */
export function distributionOf(stated: StatedPackage): { distribution?: StatedPackage } {
  return isDistributed(typeOfPurl(stated.purl)) ? { distribution: stated } : {};
}

export { NO_NOTES } from '../incoming-fields.ts';

/** Returns '' for the words of SPDX that mean that nobody has concluded a license. */
export function concluded(license: string): string {
  return ['NOASSERTION', 'NONE', ''].includes(license.trim()) ? '' : license.trim();
}

export function stays(issues: Issues, count: number, what: string, why: string): void {
  if (count > 0) issues.push({ code: 'stays', path: '', message: `${count} ${what} stay in the document: ${why}.` });
}

/** Reports members with other names in one issue for all objects: `cpe (3), hashes (12)`. They stay in the document. */
export function membersStay(issues: Issues, objects: readonly Members[], taken: readonly string[], what: string): void {
  const known = new Set(taken);
  const left = new Map<string, number>();
  for (const one of objects)
    for (const name of Object.keys(one))
      if (!known.has(name) && (left.has(name) || left.size < MOST_NAMES)) left.set(name, (left.get(name) ?? 0) + 1);
  if (left.size === 0) return;
  const names = [...left]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, count]) => `${name.slice(0, 60)} (${count})`);
  const more = left.size === MOST_NAMES ? ', and perhaps more' : '';
  issues.push({
    code: 'stays',
    path: '',
    message: `These members of ${what} cannot be imported and stay in the document: ${names.join(', ')}${more}.`,
  });
}

/** Limits the names in the issue, because a foreign document may contain any number of names. */
const MOST_NAMES = 40;
