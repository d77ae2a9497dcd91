// Whether the evidence of an inventory item is still in the code, after a scan. Pure.
//
//   The item                                     | this scan                                   | then its evidence is
//   ---------------------------------------------+---------------------------------------------+-----------------------------
//   of any kind                                  | found it                                    | there
//   never had evidence (by hand, import, SBOM),  | did not find it                             | not asked for
//   or a person took away its last file          |                                             |
//   has files that a person tied                 | did not find it, one of these files is there| there, held by these files
//   ... and scans had found it                   | finds another version in the places of all  | missing
//                                                | of these files                              |
//   has files that this scan skipped, or could   | did not find it                             | unknown: stays as it was
//   not read                                     |                                             |
//   any other                                    | did not find it                             | missing
//
// A missing item is gone and counts nowhere, until its evidence is found again or a person keeps it by decision. The files that scans tied to an
// edited item prove nothing: a lockfile that no longer names a version stays a file of the item. What a person tied proves the item while the file has
// the contents of then; review-lapse.ts says what follows when it has others. A person who names another version than scans do is not contradicted
// by an upgrade: only what scans had found themselves is replaced.

export interface Seen {
  isFound: boolean;
  /** Paths that this scan did not look at, or could not understand. */
  unknown: (path: string) => boolean;
  /** The other version of the component that this scan found in the place of this file; undefined if there is none. */
  replacement?: (path: string) => string | undefined;
}

/** `isHeldByTies`: only files that a person tied prove the item. */
export type Evidence =
  | { is: 'there'; isHeldByTies: boolean }
  | { is: 'not-asked' | 'unknown' }
  | { is: 'missing'; why: string };

export interface EvidencedItem {
  files: readonly string[];
  /** Those of its files that a scan tied to it. */
  foundFiles: readonly string[];
  /** Those of its files that scans exclude. */
  outsideFiles: readonly string[];
  hadEvidence: boolean;
  /** True if a person created it or changed anything of it. */
  isEdited: boolean;
  /** A scan has found the item before. */
  wasFound: boolean;
}

export function evidenceAfter(item: EvidencedItem, { isFound, unknown, replacement }: Seen): Evidence {
  if (isFound) return { is: 'there', isHeldByTies: false };
  if (!item.hadEvidence) return { is: 'not-asked' };
  // Nobody has tied files to an item that nobody has edited.
  const found = new Set(item.isEdited ? item.foundFiles : item.files);
  const tied = item.files.filter((path) => !found.has(path));
  if (tied.length > 0) {
    const replacements = item.wasFound ? tied.map((path) => replacement?.(path)) : [undefined];
    const others = replacements.filter((one) => one !== undefined);
    if (others.length < replacements.length) return { is: 'there', isHeldByTies: true };
    return {
      is: 'missing',
      why: `The scan finds ${[...new Set(others)].join(', ')} in its place: ${pathsText(tied)}.`,
    };
  }
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
