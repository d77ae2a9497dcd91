// Sources of VEX: which revision of a document counts, and which of several statements decides. Pure.
//
//   A sent document          | Compared with the stored one of the same name
//   -------------------------+----------------------------------------------------
//   ADDED                    | there is none
//   SAME                     | the same bytes
//   OLDER, not taken         | an earlier date, or the same date and an earlier revision
//   REPLACED                 | anything else: what the supplier sends last counts
//
// Of several statements about one vulnerability of a version the youngest decides. If they were made at the same time, the more careful one does.
import type { AnalysisWords } from './suppression.ts';

export const vexDocumentChanges = ['ADDED', 'REPLACED', 'SAME', 'OLDER'] as const;
export type VexDocumentChange = (typeof vexDocumentChanges)[number];

/** What becomes of a decision of a source in a project. OVERRULED: its people have decided otherwise, or the same. */
export const vexEffects = ['DECIDES', 'OVERRULED'] as const;
export type VexEffect = (typeof vexEffects)[number];

export interface VexRevision {
  sha256: string;
  /** Null if unknown. */
  datedAt: Date | null;
  /** As the supplier counts; '' if unknown. */
  revision: string;
}

export function changeOfDocument(stored: VexRevision | undefined, sent: VexRevision): VexDocumentChange {
  if (stored === undefined) return 'ADDED';
  if (stored.sha256 === sent.sha256) return 'SAME';
  if (stored.datedAt === null || sent.datedAt === null) return 'REPLACED';
  const later = sent.datedAt.getTime() - stored.datedAt.getTime() || compareRevisions(sent.revision, stored.revision);
  return later < 0 ? 'OLDER' : 'REPLACED';
}

/** Numbers with dots, as CSAF, OpenVEX and CycloneDX count. 0 if one of them has another form. */
function compareRevisions(a: string, b: string): number {
  const isCount = /^\d{1,9}(\.\d{1,9}){0,3}$/;
  if (!isCount.test(a) || !isCount.test(b)) return 0;
  const [left, right] = [a.split('.').map(Number), b.split('.').map(Number)];
  for (let at = 0; at < Math.max(left.length, right.length); at++) {
    const difference = (left[at] ?? 0) - (right[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** The most careful first. */
const CARE: readonly AnalysisWords['state'][] = [
  'EXPLOITABLE',
  'IN_TRIAGE',
  'RESOLVED',
  'RESOLVED_WITH_PEDIGREE',
  'NOT_AFFECTED',
  'FALSE_POSITIVE',
];

export interface StatedVex {
  statementId: number;
  state: AnalysisWords['state'];
  /** Null if unknown; then any other is younger. */
  statedAt: Date | null;
}

/** Whether the first one decides before the second. */
export function decidesBefore(a: StatedVex, b: StatedVex): boolean {
  const younger = (a.statedAt?.getTime() ?? 0) - (b.statedAt?.getTime() ?? 0);
  if (younger !== 0) return younger > 0;
  const care = CARE.indexOf(a.state) - CARE.indexOf(b.state);
  return care !== 0 ? care < 0 : a.statementId > b.statementId;
}

/** What still affects a product, or is open, must go on counting. */
export function mayBeSuppressed(state: AnalysisWords['state']): boolean {
  return state !== 'EXPLOITABLE' && state !== 'IN_TRIAGE';
}
