// Decisions of people and policies: the subject and value of each kind, and which decisions hold. Pure.
//
//   Kind              | Subject                      | Value                           | The ground lapses when
//   ------------------+------------------------------+---------------------------------+------------------------------------------
//   license-choice    | component, version; finding  | licenseExpression               | the evidence no longer offers the choice
//   concluded-license | component, version           | licenseExpression ('' forgets)  | the evidence concludes another license
//   review            | finding                      | status                          | the item says so (reviews/review-lapse.ts)
//   file-reviewed     | sha256, path; or pathPattern | isReviewed                      | the file has other bytes
//   file-tied         | finding, path or pathPattern | isTied                          | the file has other bytes
//   item-removed      | finding                      | isRemoved                       | never
//   item-kept         | finding                      | isKept                          | never
//   suppression       | advisory, component          | isSuppressed, reason, versions  | never
//   analysis          | advisory, component          | state and what goes with it     | never
//   analysis-rule     | rule                         | condition, analysis, isEnabled  | never
//   notice-text       | finding                      | text                            | the item is under another license
//   copyright-edit    | text                         | action, replacement             | never
//   usage             | finding                      | fields that were set            | never
//   note              | finding                      | fields that were set            | never
//
// `finding` identifies an inventory item across scans and projects by component, version and license as scans find them.
import { expressionKey, licensesOf } from '@assay/scanner/expressions';
import { type Refusal, refuse } from '../refusal.ts';

export const decisionKinds = [
  'license-choice',
  'concluded-license',
  'review',
  'file-reviewed',
  'file-tied',
  'item-removed',
  'item-kept',
  'suppression',
  'analysis',
  'analysis-rule',
  'notice-text',
  'copyright-edit',
  'usage',
  'note',
] as const;
export type DecisionKind = (typeof decisionKinds)[number];

/** Who or what decided, as the ground of a decision says. `order` is the order of preferred licenses. */
export const decisionMakers = ['person', 'policy', 'rule', 'order', 'import', 'scan', 'migration'] as const;
type DecisionMaker = (typeof decisionMakers)[number];

/** From narrow to wide; the narrower scope wins. */
export const decisionScopes = ['item', 'project', 'family', 'site'] as const;
export type DecisionScope = (typeof decisionScopes)[number];

/** A subject has exactly the members of one of these alternatives. */
const SUBJECTS: Readonly<Record<DecisionKind, readonly (readonly string[])[]>> = {
  'license-choice': [['component', 'version'], ['finding']],
  'concluded-license': [['component', 'version']],
  review: [['finding']],
  'file-reviewed': [['path', 'sha256'], ['pathPattern']],
  'file-tied': [
    ['finding', 'path'],
    ['finding', 'pathPattern'],
  ],
  'item-removed': [['finding']],
  'item-kept': [['finding']],
  suppression: [['advisory', 'component']],
  analysis: [['advisory', 'component']],
  'analysis-rule': [['rule']],
  'notice-text': [['finding']],
  'copyright-edit': [['text']],
  usage: [['finding']],
  note: [['finding']],
};

export type DecisionSubject = Readonly<Record<string, string>>;

/** The reason of a decision. The members beside `by` can be compared with current facts. */
export interface DecisionGround {
  /** `order` is the site's order of preferred licenses. */
  by: DecisionMaker;
  /** What the person wrote. */
  words?: string;
  /** For an import: the file or system. */
  source?: string;
  /** For a policy: its name. */
  policy?: string;
  /** For a rule about vulnerabilities: its name. */
  rule?: string;
  /** License of the item at the time of the decision. */
  licenseExpression?: string;
  /** License that the evidence concluded, or offered as a choice, at the time of the decision. */
  concluded?: string;
  /** Digest of the file at the time of the decision. */
  sha256?: string;
  [fact: string]: unknown;
}

export interface Decision {
  kind: DecisionKind;
  subject: DecisionSubject;
  scope: DecisionScope;
  value: Readonly<Record<string, unknown>>;
  ground: DecisionGround;
}

export interface StoredDecision extends Decision {
  id: number;
  projectId: number | null;
  itemId: number | null;
  author: string;
  decidedAt: Date;
  expiresAt: Date | null;
  supersededAt: Date | null;
  /** Who took the decision back; '' or absent for all others. */
  undoneBy?: string;
}

/** The same text for the same subject, whatever the order of its members: as PostgreSQL writes jsonb, with shorter keys first. */
export function subjectKey(subject: DecisionSubject): string {
  const members = Object.keys(subject).sort((a, b) => a.length - b.length || (a < b ? -1 : a > b ? 1 : 0));
  return `{${members.map((member) => `${JSON.stringify(member)}: ${JSON.stringify(subject[member])}`).join(', ')}}`;
}

/** Refuses a subject without the members of its kind. */
export function refuseSubject(kind: DecisionKind, subject: DecisionSubject): Refusal | undefined {
  const given = Object.keys(subject).sort().join(', ');
  const alternatives = SUBJECTS[kind].map((members) => [...members].sort().join(', '));
  if (alternatives.includes(given)) return undefined;
  return refuse(
    'invalid',
    `The subject of a decision of the kind ${kind} has the members ${alternatives.join(' or ')}; here they are ${given || 'none'}.`,
  );
}

/** The current facts about the subjects of decisions; undefined members are unknown. */
export interface CurrentFacts {
  licenseExpression?: string;
  /** License concluded by the evidence, without decisions of people. */
  concluded?: string;
  sha256?: string;
  /** Whether the subject still exists. */
  isPresent?: boolean;
  /** Of the item: why its review no longer holds, as a sentence; blank if it does. */
  lapse?: string;
}

/** `overruled`: a decision of a narrower scope, or a newer one, has another value. */
export const standings = ['holds', 'lapsed', 'expired', 'superseded', 'overruled'] as const;
type Standing = (typeof standings)[number];

export interface StandingDecision {
  decision: StoredDecision;
  standing: Standing;
  /** The reason as a sentence; '' for a decision that holds. */
  why: string;
}

/**
 * Says which of these decisions hold at `now`, in the given order. For one subject, the decision of the narrowest scope wins, and the newer one
 * within a scope; other decisions are overruled if they have another value.
 */
export function standingOf(
  decisions: readonly StoredDecision[],
  factsOf: (decision: StoredDecision) => CurrentFacts,
  now: Date,
): StandingDecision[] {
  const alone = decisions.map((decision) => ({ decision, ...ownStanding(decision, factsOf(decision), now) }));
  const winners = new Map<string, StoredDecision>();
  for (const { decision, standing } of alone) {
    if (standing !== 'holds') continue;
    for (const key of [keyOf(decision), keyOfItem(decision)]) {
      const best = winners.get(key);
      if (best === undefined || isStronger(decision, best)) winners.set(key, decision);
    }
  }
  return alone.map((one) => {
    if (one.standing !== 'holds') return one;
    // Decisions about different items do not contradict each other.
    const winner = winners.get(one.decision.scope === 'item' ? keyOfItem(one.decision) : keyOf(one.decision));
    if (winner === undefined || winner === one.decision || sameValue(winner, one.decision)) return one;
    const why = `${winner.author} decided otherwise for ${scopeWords(winner.scope)}, which takes precedence over ${scopeWords(one.decision.scope)}.`;
    return { ...one, standing: 'overruled' as const, why };
  });
}

const keyOf = ({ kind, subject }: StoredDecision) => `${kind} ${subjectKey(subject)}`;
const keyOfItem = (decision: StoredDecision) => `${decision.itemId ?? 'none'} ${keyOf(decision)}`;

function ownStanding(decision: StoredDecision, facts: CurrentFacts, now: Date): { standing: Standing; why: string } {
  if (decision.undoneBy) return { standing: 'superseded', why: `${decision.undoneBy} has undone it.` };
  if (decision.supersededAt !== null)
    return { standing: 'superseded', why: 'A later decision on the same subject has replaced it.' };
  if (decision.expiresAt !== null && decision.expiresAt <= now)
    return { standing: 'expired', why: 'The decision had an end date.' };
  const change = changeOfGround(decision, facts);
  return change === undefined ? { standing: 'holds', why: '' } : { standing: 'lapsed', why: change };
}

/** How the subject or its evidence has changed since the decision, as a sentence. */
function changeOfGround({ kind, ground, value }: StoredDecision, facts: CurrentFacts): string | undefined {
  if (facts.isPresent === false) return 'The subject of the decision no longer exists.';
  if (kind === 'review' && facts.lapse) return facts.lapse;
  if (kind === 'license-choice' || kind === 'concluded-license') return changeOfEvidence(kind, ground, value, facts);
  const { licenseExpression: license, sha256 } = facts;
  if (license !== undefined && ground.licenseExpression !== undefined && license !== ground.licenseExpression)
    return `The license was ${ground.licenseExpression || 'not known'} then and is ${license || 'not known'} now.`;
  if (sha256 !== undefined && ground.sha256 !== undefined && sha256 !== ground.sha256)
    return 'The file has other contents now.';
  return undefined;
}

/** Says how the evidence has changed since a license decision; undefined if it still supports the decision. */
function changeOfEvidence(
  kind: DecisionKind,
  { concluded: then }: DecisionGround,
  { licenseExpression: decided }: Decision['value'],
  { concluded: now }: CurrentFacts,
): string | undefined {
  if (then === undefined || now === undefined || expressionKey(then) === expressionKey(now)) return undefined;
  const offered = new Set(licensesOf(now).map(expressionKey));
  if (kind === 'license-choice' && licensesOf(String(decided)).every((one) => offered.has(expressionKey(one))))
    return undefined;
  // The evidence now agrees with the decision.
  if (expressionKey(String(decided)) === expressionKey(now)) return undefined;
  return `The evidence was ${then || 'no license'} and is now ${now || 'no license'}.`;
}

function isStronger(a: StoredDecision, b: StoredDecision): boolean {
  const byScope = decisionScopes.indexOf(a.scope) - decisionScopes.indexOf(b.scope);
  if (byScope !== 0) return byScope < 0;
  return a.decidedAt.getTime() !== b.decidedAt.getTime() ? a.decidedAt > b.decidedAt : a.id > b.id;
}

function sameValue(a: StoredDecision, b: StoredDecision): boolean {
  const entries = (value: Decision['value']) =>
    JSON.stringify(Object.entries(value).sort(([x], [y]) => (x < y ? -1 : 1)));
  return entries(a.value) === entries(b.value);
}

function scopeWords(scope: DecisionScope): string {
  const words = { item: 'this item', project: 'the project', family: 'the family of projects', site: 'all projects' };
  return words[scope];
}
