// Whether the review of an item still holds: its approval or rejection rests on the component, version and license that the item had then. Pure.
//
//   What the item has now                                            | a decided item             | an item whose review lapsed
//   -----------------------------------------------------------------+----------------------------+-------------------------------
//   everything as at the decision                                    | stays as decided           | is decided again as before
//   another component or version                                     | lapses                     | stays a draft
//   another selected license                                         | lapses                     | stays a draft
//   the selected license, but the evidence concludes another one     | lapses                     | stays a draft
//   the selected license, and now the evidence concludes the same    | stays as decided           | is decided again as before
//   it follows from another decision, which was withdrawn            | lapses                     | stays a draft
//   other words in its license texts than the review rested on       | lapses                     | stays a draft
//   approved for tests or development, and it ships now              | lapses                     | stays a draft
//   the item is gone                                                 | lapses                     | stays a draft
//   only tied files prove it, and none has the contents of then      | lapses                     | stays a draft
//   approved, and one more license is possible                       | lapses                     | stays a draft
//   rejected, and one of the possible licenses is no longer possible | lapses                     | stays a draft
//
// Licenses are compared as expressions, not as texts. What an old decision did not record is not compared. A lapsed item is a draft that no person has
// decided, so that policies may decide it anew.
import { expressionKey } from '@assay/scanner/expressions';
import type { StoredDecision } from '../decisions/decision.ts';
import { isRuntimeScope } from '../derivation/derived-components.ts';
import type { DecidedStatus } from '../inventories/inventory.ts';
import { wireTime } from '../wire-times.ts';

/** What changed since the decision, as people read it. */
export const lapseSubjects = [
  'component',
  'version',
  'license',
  'evidence',
  'possible licenses',
  'tied files',
  'license texts',
  'use',
  'presence',
  'decision',
] as const;
export interface LapseChange {
  what: (typeof lapseSubjects)[number];
  from: string;
  to: string;
}

/** The review that no longer holds. */
export interface ReviewLapse {
  status: DecidedStatus;
  isByPerson: boolean;
  /** Login, or System. */
  by: string;
  /** ISO 8601. */
  decidedAt: string;
  lapsedAt: string;
  changes: LapseChange[];
  /** All of it as one sentence. */
  why: string;
}

export interface ReviewedFacts {
  componentId: number | null;
  versionId: number | null;
  /** Names for people. */
  component: string;
  version: string;
  licenseExpression: string;
  /** The license that the evidence concludes; undefined if there is no evidence. */
  concluded: string | undefined;
  possibleLicenses: readonly string[];
  /** The scan since which the item is gone. */
  goneSinceScan: number | null;
  /** Whether a scan here has looked what proves the item. */
  isScanned: boolean;
  /** Present if only files that people tied prove the item, and none of them has the contents that were tied. */
  doubt?: TieDoubt;
  /** What its license texts say is not what the review rested on. Absent if either is not known. */
  hasOtherTexts?: boolean;
  /** For what manifests name it, at the review and now; '' for what is not known. */
  scopes?: { before: string; now: string };
  /** The decision from which the review follows by itself was withdrawn. */
  isWithdrawn?: boolean;
}

/** Tied files that have other contents now. */
export interface TieDoubt {
  /** Stands for the contents of these files. */
  contents: string;
  /** As people read them: some of the paths. */
  paths: string;
}

export type ReviewDecision = Pick<StoredDecision, 'subject' | 'value' | 'ground' | 'author' | 'decidedAt'>;

export type ReviewValidity = { is: 'holds' } | { is: 'lapsed'; lapse: ReviewLapse };

/** The review rests while its item is gone; nobody has to decide it again. */
export const isOfGone = ({ changes }: Pick<ReviewLapse, 'changes'>) => changes.some(({ what }) => what === 'presence');

/** As the interface shows it. */
export const shownLapse = ({ status, by, decidedAt, lapsedAt, changes, why }: ReviewLapse) => ({
  ...{ status, decidedBy: by, decidedOn: wireTime(new Date(decidedAt)), lapsedOn: wireTime(new Date(lapsedAt)) },
  changes: changes.map(({ what, from, to }) => ({ what, from, to })),
  why,
});

/** Whether this review of an item, approved or rejected, holds for its facts now. */
export function standingOfReview(decision: ReviewDecision, now: ReviewedFacts, at: Date): ReviewValidity {
  const status = decision.value.status as DecidedStatus;
  const changes = changesSince(decision, status, now);
  if (changes.length === 0) return { is: 'holds' };
  const { by } = decision.ground;
  const about = {
    status,
    isByPerson: by !== 'policy',
    by: decision.author,
    decidedAt: decision.decidedAt.toISOString(),
  };
  const license = textOf(decision.ground.licenseExpression);
  return {
    is: 'lapsed',
    lapse: { ...about, lapsedAt: at.toISOString(), changes, why: whyLapsed(about, license, changes) },
  };
}

const VERBS: Record<DecidedStatus, string> = { APPROVED: 'Approved', REJECTED: 'Rejected' };

function whyLapsed(
  { status, isByPerson, by, decidedAt }: Pick<ReviewLapse, 'status' | 'isByPerson' | 'by' | 'decidedAt'>,
  license: string | undefined,
  changes: readonly LapseChange[],
): string {
  const under = license === undefined ? '' : ` under ${named(license)}`;
  const who = isByPerson ? by : by === 'System' ? 'the policy' : `the policy (${by})`;
  const now = changes.map(changeText);
  return `${VERBS[status]}${under} by ${who} on ${decidedAt.slice(0, 10)}; ${now.join('; ')}.`;
}

function changeText({ what, from, to }: LapseChange): string {
  switch (what) {
    case 'possible licenses':
      return from === '' ? `${to} may apply as well` : `${from} no longer applies`;
    case 'evidence':
      return `the evidence was ${named(from)} and is now ${named(to)}`;
    case 'tied files':
      return `no scan finds it, and the files that a person tied to it have other contents now: ${to}`;
    case 'license texts':
      return 'the words of its license texts are different now';
    case 'decision':
      return `the decision from which it follows was ${to}`;
    case 'presence':
      return `it is ${to}`;
    case 'license':
      return `the license is now ${named(to)}`;
    default:
      return `the ${what} is now ${named(to)}, it was ${named(from)}`;
  }
}

const named = (text: string) => (text === '' ? 'unknown' : text);

function changesSince({ subject, ground }: ReviewDecision, status: DecidedStatus, now: ReviewedFacts): LapseChange[] {
  // Whatever else has changed: nobody looks at what is not there. It is told when the item is back.
  if (now.goneSinceScan !== null)
    return [{ what: 'presence', from: 'in the code', to: `gone since scan ${now.goneSinceScan}` }];
  if (now.isWithdrawn) return [{ what: 'decision', from: 'in force', to: 'withdrawn' }];
  const changes = changesOfComponent(subject.finding ?? '', ground, now);
  if (now.doubt !== undefined && ground.doubtedContents !== now.doubt.contents)
    changes.push({ what: 'tied files', from: '', to: now.doubt.paths });
  if (now.hasOtherTexts) changes.push({ what: 'license texts', from: '', to: 'other words' });
  if (status === 'APPROVED' && now.scopes && shipsOnlyNow(now.scopes))
    changes.push({ what: 'use', from: now.scopes.before, to: now.scopes.now });
  const license = textOf(ground.licenseExpression);
  if (license !== undefined && !isSame(license, now.licenseExpression))
    return [...changes, { what: 'license', from: license, to: now.licenseExpression }];
  const concluded = textOf(ground.concluded);
  const isOtherEvidence = concluded !== undefined && now.concluded !== undefined && !isSame(concluded, now.concluded);
  if (isOtherEvidence && !isSame(now.concluded ?? '', now.licenseExpression))
    changes.push({ what: 'evidence', from: concluded, to: now.concluded ?? '' });
  const possible = changeOfPossible(ground.possibleLicenses, status, now.possibleLicenses);
  return possible ? [...changes, possible] : changes;
}

/** By ids of the library, because a component that gets another name or package URL is the same one. */
function changesOfComponent(finding: string, ground: ReviewDecision['ground'], now: ReviewedFacts): LapseChange[] {
  const [, component = '', version = ''] = finding.startsWith('component\n') ? finding.split('\n') : [];
  const isOther = (then: unknown, id: number | null) => then !== undefined && then !== id;
  return [
    ...(isOther(ground.componentId, now.componentId)
      ? [{ what: 'component' as const, from: component, to: now.component }]
      : []),
    // The same version for another release of the distribution was reviewed as well.
    ...(isOther(ground.versionId, now.versionId) && !(ground.componentId === now.componentId && version === now.version)
      ? [{ what: 'version' as const, from: version, to: now.version }]
      : []),
  ];
}

/** What only developers used was approved for them. */
const shipsOnlyNow = ({ before, now }: { before: string; now: string }) =>
  before !== '' && !isRuntimeScope(before) && isRuntimeScope(now);

/** An approval is endangered by licenses that may apply as well, a rejection by those that no longer do. */
function changeOfPossible(then: unknown, status: DecidedStatus, now: readonly string[]): LapseChange | undefined {
  if (!Array.isArray(then)) return undefined;
  const had = then.map(String);
  const other = status === 'APPROVED' ? without(now, had) : without(had, now);
  if (other.length === 0) return undefined;
  const names = other.join(', ');
  return status === 'APPROVED'
    ? { what: 'possible licenses', from: '', to: names }
    : { what: 'possible licenses', from: names, to: '' };
}

function without(all: readonly string[], others: readonly string[]): string[] {
  const keys = new Set(others.map(expressionKey));
  return all.filter((one) => !keys.has(expressionKey(one)));
}

const isSame = (a: string, b: string) => a === b || expressionKey(a) === expressionKey(b);
const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined);
