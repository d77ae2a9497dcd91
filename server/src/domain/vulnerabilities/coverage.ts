// Whether items were compared with advisories, as answers, reports and mails say it. The scanner decides it (advisories/coverage.ts). Pure.
import { type NotComparedReason, notComparedInWords } from '@assay/scanner/advisories';

export { type NotComparedReason, notComparedReasons } from '@assay/scanner/advisories';

export const coverageStates = ['compared', 'not-compared'] as const;
export type CoverageState = (typeof coverageStates)[number];

/** The columns of the view `item_coverage`. */
export interface CoverageColumns {
  /** '' if it was compared. */
  not_compared_reason: NotComparedReason | '';
  not_compared_in_short: string;
  not_compared_sentence: string;
  coverage_note: string;
}

/** A version that matching has not reached; the view `item_coverage` has the same words. */
export const PENDING: CoverageColumns = {
  not_compared_reason: 'unread',
  not_compared_in_short: 'comparison pending',
  not_compared_sentence: 'The version waits to be compared with the advisories; this takes some seconds.',
  coverage_note: '',
};

export interface ShownCoverage {
  state: CoverageState;
  reason: NotComparedReason | '';
  inShort: string;
  sentence: string;
  note: string;
}

export function shownCoverage(row: CoverageColumns): ShownCoverage {
  return {
    state: row.not_compared_reason === '' ? 'compared' : 'not-compared',
    reason: row.not_compared_reason,
    inShort: row.not_compared_in_short,
    sentence: row.not_compared_sentence,
    note: row.coverage_note,
  };
}

interface NotComparedCount {
  reason: NotComparedReason;
  inShort: string;
  count: number;
}

/** How many of some items were compared. */
export interface CoverageSummary {
  items: number;
  compared: number;
  notCompared: number;
  /** The largest first. */
  reasons: NotComparedCount[];
  /** `12 of 80 not compared: no data for Maven`; '' if all were compared. */
  words: string;
}

export function coverageSummary(
  counts: readonly { reason: NotComparedReason | ''; inShort: string; count: number }[],
): CoverageSummary {
  const items = counts.reduce((sum, { count }) => sum + count, 0);
  const reasons = counts
    .flatMap(({ reason, inShort, count }) => (reason === '' ? [] : [{ reason, inShort, count }]))
    .sort((a, b) => b.count - a.count || (a.inShort < b.inShort ? -1 : 1));
  const notCompared = reasons.reduce((sum, { count }) => sum + count, 0);
  return { items, compared: items - notCompared, notCompared, reasons, words: notComparedInWords(reasons, items) };
}
