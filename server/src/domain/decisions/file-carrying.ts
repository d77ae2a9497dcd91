// Whether a decision on a file's contents counts for other contents. Pure.
//
//   The contents now, beside those that were decided on                             | The decision
//   ---------------------------------------------------------------------------------+------------------------------------------
//   the same bytes, in any place                                                     | holds by its bytes
//   the same evidence, and the same text but for years, versions and banners         | holds by its text
//   the same evidence in the same place, and at least half of the other lines        | holds by its evidence
//   the same evidence and name elsewhere, and at least four fifths of the lines      | holds by its evidence: it was moved and edited
//   a new file: the same evidence, or none likewise, as a decided file of its component | holds by its component, as settings say
//   other evidence: a license, its words, a holder, an author, a clause               | lapses, and says what is new
//   the same evidence, and mostly other lines: another file under the same name       | lapses
//   no text, too large, or analysed in part                                           | lapses unless the bytes are the same
//
// A file is new if nothing was decided about its place: a swapped file never holds by its component. The place is the path without version strings, so that `tool-1.2/lib/a.c` and `tool-1.3/lib/a.c` are one place.
import { similarity } from '@assay/scanner/evidence-digests';
import type { Candidate, EvidenceComparison } from './carrying.ts';

export interface FileFactsThen {
  sha256: string;
  placeKey: string;
  /** Absent for what is no text. Sketch in Base64. */
  digests?: { text: string; evidence: string; sketch: string };
  /** In words, for people: licenses and holders. */
  licenses: readonly string[];
  holders: readonly string[];
  /** Of a new file, and of those that were decided beside it: the place of the folder of their component. */
  component?: string;
}

/** Two texts of a file's history usually have far more in common; two files of one author far less. */
const LEAST_SIMILARITY = 0.5;
const LEAST_OF_MOVED = 0.8;

const nameIn = (place: string) => place.slice(place.lastIndexOf('/') + 1);

export function compareFile(now: FileFactsThen): (candidate: Candidate<FileFactsThen>) => EvidenceComparison {
  return ({ former }) => {
    if (former.sha256 === now.sha256) return { way: 'bytes' };
    if (former.digests === undefined || now.digests === undefined)
      return { changes: ['it has other contents, and is no text that could be compared'] };
    if (former.digests.text === now.digests.text) return { way: 'text' };
    if (former.digests.evidence !== now.digests.evidence) return { changes: newEvidence(former, now) };
    if (now.component !== undefined && now.component === former.component) return { way: 'component' };
    const isMoved = former.placeKey !== now.placeKey;
    if (isMoved && nameIn(former.placeKey) !== nameIn(now.placeKey)) return { changes: ['it has other contents'] };
    const same = similarity(former.digests.sketch, now.digests.sketch);
    if (same >= (isMoved ? LEAST_OF_MOVED : LEAST_SIMILARITY)) return { way: 'evidence' };
    if (isMoved) return { changes: ['it has other contents'] };
    return { changes: [`only ${Math.round(same * 100)} % of its lines are the same`] };
  };
}

function newEvidence(former: FileFactsThen, now: FileFactsThen): string[] {
  const changes = [
    ...differences('license', former.licenses, now.licenses),
    ...differences('holder', former.holders, now.holders),
  ];
  return changes.length > 0 ? changes : ['the words of its license or copyright statements are different'];
}

function differences(what: string, former: readonly string[], now: readonly string[]): string[] {
  const had = new Set(former);
  const has = new Set(now);
  const added = now.filter((one) => !had.has(one));
  const gone = former.filter((one) => !has.has(one));
  return [
    ...(added.length > 0 ? [`the ${what} ${listed(added)} is new`] : []),
    ...(gone.length > 0 ? [`the ${what} ${listed(gone)} is gone`] : []),
  ];
}

const MOST_NAMES = 5;

function listed(names: readonly string[]): string {
  const rest = names.length - MOST_NAMES;
  return `${names.slice(0, MOST_NAMES).join(', ')}${rest > 0 ? ` (and ${rest} more)` : ''}`;
}
