// Whether the evidence of an inventory item is still in the code, after a scan. Pure.
//
//   The item                                     | this scan                                   | then its evidence is
//   ---------------------------------------------+---------------------------------------------+-----------------------------
//   of any kind                                  | found it                                    | there
//   never had evidence (by hand, import, SBOM),  | did not find it                             | not asked for
//   or a person took away its last file          |                                             |
//   has files that a person tied                 | did not find it, one of these files is there| there
//   has files that this scan skipped, or could   | did not find it                             | unknown: stays as it was
//   not read                                     |                                             |
//   any other                                    | did not find it                             | missing
//
// A missing item is gone and counts nowhere, until its evidence is found again or a person keeps it by decision. The files that scans tied to an
// edited item prove nothing: a lockfile that no longer names a version stays a file of the item.

export interface Seen {
  isFound: boolean;
  /** Paths that this scan did not look at, or could not understand. */
  unknown: (path: string) => boolean;
}

export type Evidence = { is: 'there' | 'not-asked' | 'unknown' } | { is: 'missing'; why: string };

export interface EvidencedItem {
  files: readonly string[];
  /** Those of its files that a scan tied to it. */
  foundFiles: readonly string[];
  /** Those of its files that scans exclude. */
  outsideFiles: readonly string[];
  hadEvidence: boolean;
  /** True if a person created it or changed anything of it. */
  isEdited: boolean;
}

export function evidenceAfter(item: EvidencedItem, { isFound, unknown }: Seen): Evidence {
  if (isFound) return { is: 'there' };
  if (!item.hadEvidence) return { is: 'not-asked' };
  // Nobody has tied files to an item that nobody has edited.
  const found = new Set(item.isEdited ? item.foundFiles : item.files);
  if (item.files.some((path) => !found.has(path))) return { is: 'there' };
  if (item.files.some(unknown)) return { is: 'unknown' };
  return { is: 'missing', why: whyMissing(item) };
}

const PATHS_IN_SENTENCE = 3;

function whyMissing({ files, outsideFiles }: EvidencedItem): string {
  if (files.length === 0) return 'None of its files is in the code any more.';
  const outside = new Set(outsideFiles);
  if (files.every((path) => outside.has(path))) return `Its files are excluded from scans now: ${pathsText(files)}.`;
  return `The scan no longer finds it in ${pathsText(files.filter((path) => !outside.has(path)))}.`;
}

function pathsText(paths: readonly string[]): string {
  const rest = paths.length - PATHS_IN_SENTENCE;
  return `${paths.slice(0, PATHS_IN_SENTENCE).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}
