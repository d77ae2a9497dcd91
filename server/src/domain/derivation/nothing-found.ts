// A scan that found no package: "nothing understood" is never "nothing found". Its result, log and page say why. Pure.
import { countOf } from '../count-text.ts';

export interface ScannedCounts {
  /** Files of the code base. */
  total: number;
  excluded: number;
  /** Items of components. */
  components: number;
  /** Files, and archives in the code base, that could not be read completely. */
  unread: number;
}

/** The issue of a scan without packages; undefined if it found some. */
export function nothingFound(counts: ScannedCounts): { code: string; path: string; message: string } | undefined {
  if (counts.components > 0) return undefined;
  return { code: 'nothing-found', path: '', message: `${reasonOf(counts)} So nothing was compared with advisories.` };
}

function reasonOf({ total, excluded, unread }: ScannedCounts): string {
  if (total === 0) return 'The code base has no files, so nothing was scanned.';
  if (excluded >= total) return `All ${countOf(total, 'file')} of the code base are excluded, so nothing was scanned.`;
  if (unread > 0)
    return `No package was found, and ${countOf(unread, 'file')} could not be read completely: the code base may contain packages.`;
  return `No package was found in ${countOf(total - excluded, 'file')}: none of them is a manifest, lockfile or library that Assay knows.`;
}
