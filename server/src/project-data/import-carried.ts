// What imported data say of the standing of an item that the project has: that its review lapsed, that its evidence was gone, that a person keeps it.
//
//   The data say                         | here                                             | then here
//   -------------------------------------+--------------------------------------------------+---------------------------------------------
//   the review lapsed                    | a draft that nobody has decided                  | it lapsed, with the decision that it rests on
//   the review lapsed                    | decided, or lapsed                               | stays
//   the evidence is gone, or is not      | no scan here has found the item                  | as in the data
//   the evidence is gone, or is not      | a scan here has found it, or missed it           | stays: the code here says what is there
//   a person keeps it                    | gone, and nobody keeps it                        | is kept, as a decision with the person's words
import { licensesOf } from '@assay/scanner/expressions';
import type { CarriedStanding } from '../db/inventories/gone-items.ts';
import type { DetailedItem } from '../db/inventories/items.ts';
import type { NewDecision } from '../decisions/index.ts';
import type { DecisionGround } from '../domain/decisions/decision.ts';
import { licenseFactsOf } from '../domain/licenses/license-facts.ts';
import type { ReviewLapse } from '../domain/reviews/review-lapse.ts';
import type { ImportSource } from './imported-decisions.ts';
import type { IncomingItem } from './incoming.ts';

interface Here {
  mayReview: boolean;
  /** Whether a scan has ever read the code of this project. */
  isScanned: boolean;
}

/** Undefined if the standing of the item stays. */
export function carriedStanding(
  before: DetailedItem,
  { lapse, missing, status }: IncomingItem,
  { mayReview, isScanned }: Here,
): CarriedStanding | undefined {
  const now: CarriedStanding = {
    id: before.id,
    had_evidence: before.had_evidence,
    missing_since_scan: before.missing_since_scan,
    missing_why: before.missing_why,
    is_kept: before.is_kept,
    review_lapse: before.review_lapse,
  };
  const after = { ...now };
  if (!isScanned || !before.had_evidence) {
    after.had_evidence = before.file_count > 0 || missing !== undefined;
    after.missing_since_scan = missing?.sinceScan ?? null;
    after.missing_why = missing?.why ?? '';
    if (missing === undefined) after.is_kept = false;
  }
  if (mayReview && missing?.isKept === true && after.missing_since_scan !== null) after.is_kept = true;
  const isUndecided = before.status === 'DRAFT' && !before.is_status_set_by_person && before.review_lapse === null;
  if (mayReview && isUndecided && status === 'DRAFT' && lapse !== undefined) after.review_lapse = lapse;
  const isSame = Object.entries(after).every(([column, value]) => now[column as keyof CarriedStanding] === value);
  return isSame ? undefined : after;
}

/**
 * The decision of a review that lapsed in the data. Its ground is what the item has, but for what had changed since the decision, so that scans here say
 * the same of it, and know when it holds again.
 */
export function lapsedReview(
  item: DetailedItem,
  finding: string,
  { status, isByPerson, by, decidedAt, changes, why }: ReviewLapse,
  { source }: ImportSource,
): NewDecision {
  const { concluded } = licenseFactsOf(item.license_facts);
  const was = new Map(changes.map(({ what, from, to }) => [what, { from, to }]));
  const possible = was.get('possible licenses');
  const [kind, component = '', version = ''] = finding.split('\n');
  const evidence = was.get('evidence')?.from ?? (concluded.source === 'none' ? undefined : concluded.expression);
  const ground: DecisionGround = {
    by: isByPerson ? 'import' : 'policy',
    source,
    licenseExpression: was.get('license')?.from ?? item.license_expression,
    // Another one than any here.
    componentId: was.has('component') ? null : item.component_id,
    versionId: was.has('version') ? null : item.version_id,
    // The license of then was possible then.
    possibleLicenses: [
      ...new Set([...possibleThen(item.possible_licenses, possible), ...licensesOf(was.get('license')?.from ?? '')]),
    ],
    ...(evidence !== undefined && { concluded: evidence }),
  };
  const then = [kind, was.get('component')?.from ?? component, was.get('version')?.from ?? version];
  return {
    kind: 'review',
    subject: { finding: kind === 'component' ? then.join('\n') : finding },
    scope: 'item',
    projectId: item.project_id,
    itemId: item.id,
    value: { status },
    ground,
    author: by,
    decidedAt: new Date(decidedAt),
    lapse: why,
  };
}

function possibleThen(now: readonly string[], changed: { from: string; to: string } | undefined): string[] {
  if (changed === undefined) return [...now];
  const since = new Set(changed.to.split(', '));
  return [...now.filter((one) => !since.has(one)), ...changed.from.split(', ').filter(Boolean)];
}
