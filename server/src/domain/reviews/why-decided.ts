// Why an item has its status, in one sentence. Pure.

import { type Missed, missedWords, reasonOf, type Source, VERBS } from '../decisions/carried-words.ts';
import type { CarryWay } from '../decisions/carrying.ts';
import type { InventoryStatus } from '../inventories/inventory.ts';
import type { ReviewLapse } from './review-lapse.ts';

export interface DecidedFacts {
  status: InventoryStatus;
  lapse: ReviewLapse | null;
  review?: {
    by: string;
    author: string;
    decidedAt: Date;
    licenseExpression: string;
    words: string;
    /** The decision from which it follows, if the reader may know it. */
    source?: Source & { way: CarryWay };
    /** Of a policy: the rules that decide so today; undefined if none does. */
    rules?: { policy: string; reasons: readonly string[] };
  };
  /** A review of another version or project that does not count, and what is different. */
  missed?: Missed;
}

export function whyDecided({ status, lapse, review, missed }: DecidedFacts): string {
  if (lapse !== null) return lapse.why;
  if (status === 'DRAFT' || review === undefined)
    return `${undecided(status, review)}${missed ? ` ${missedWords(missed)}` : ''}`;
  const verb = VERBS[status] ?? status;
  const { by, author, decidedAt, licenseExpression, words, source } = review;
  const day = decidedAt.toISOString().slice(0, 10);
  // The words of a review that counts by itself are those of its source.
  if (by === 'scan') return source ? reasonOf(verb, source, source.way) : words || `${verb} on ${day}.`;
  const who = by === 'policy' ? 'the policy' : author;
  const under = licenseExpression === '' ? '' : ` under ${licenseExpression}`;
  const accepted = source ? ` as ${lowerFirst(reasonOf(verb, source, source.way)).replace(/\.$/, '')}` : '';
  const said = words === '' ? '' : ` ("${words}")`;
  const sentence = `${verb}${under} by ${who} on ${day}${accepted}${said}.`;
  return by === 'policy' ? `${sentence} ${rulesWords(review.rules)}` : sentence;
}

function rulesWords(rules: NonNullable<DecidedFacts['review']>['rules']): string {
  if (rules === undefined) return 'The policy would no longer decide so: its rules or the item have changed.';
  return `The rules of ${rules.policy}: ${rules.reasons.join(' ')}`;
}

function undecided(status: InventoryStatus, review: DecidedFacts['review']): string {
  if (status === 'DRAFT' && review?.by === 'person')
    return `Set to draft by ${review.author} on ${review.decidedAt.toISOString().slice(0, 10)}.`;
  return status === 'DRAFT' ? 'Nobody has decided.' : 'It was decided before decisions were recorded.';
}

const lowerFirst = (text: string) => `${text.charAt(0).toLowerCase()}${text.slice(1)}`;
