// What imported data say of items whose review lapsed, or whose evidence is gone.
import { own } from '@assay/scanner/items';
import type { MemberReader, Members } from '@assay/scanner/member-reader';
import { decidedStatuses } from '../domain/inventories/inventory.ts';
import { type LapseChange, lapseSubjects, type ReviewLapse } from '../domain/reviews/review-lapse.ts';

export interface IncomingMissing {
  sinceScan: number;
  why: string;
  isKept: boolean;
  /** Why a person kept it there. */
  keptWhy: string;
}

type ReaderOf = (object: Members, member: string) => MemberReader;

/** Nothing if the data name no lapse that people could understand. */
export function lapseIn(lapse: Members, readerOf: ReaderOf): { lapse?: ReviewLapse } {
  const read = readerOf(lapse, 'decisions.lapse');
  const status = read.choice<ReviewLapse['status'] | ''>('status', ['', ...decidedStatuses], '');
  const why = read.text('why');
  const [decidedAt, lapsedAt] = [read.text('decidedAt', 40), read.text('lapsedAt', 40)];
  if (status === '' || why === '' || [decidedAt, lapsedAt].some((at) => Number.isNaN(Date.parse(at)))) return {};
  const changes = read.objects('changes').flatMap((change): LapseChange[] => {
    const reader = readerOf(change, 'decisions.lapse.changes');
    const what = reader.choice<LapseChange['what'] | ''>('what', ['', ...lapseSubjects], '');
    return what === '' ? [] : [{ what, from: reader.text('from'), to: reader.text('to') }];
  });
  const who = { isByPerson: read.flag('isByPerson'), by: read.text('by', 255) };
  return { lapse: { status, ...who, decidedAt, lapsedAt, changes, why } };
}

export function missingIn(evidence: Members, readerOf: ReaderOf): { missing?: IncomingMissing } {
  const sinceScan = own(evidence, 'missingSinceScan');
  if (typeof sinceScan !== 'number' || !Number.isSafeInteger(sinceScan) || sinceScan < 1) return {};
  const read = readerOf(evidence, 'evidence');
  return { missing: { sinceScan, why: read.text('why'), isKept: read.flag('isKept'), keptWhy: read.text('keptWhy') } };
}
