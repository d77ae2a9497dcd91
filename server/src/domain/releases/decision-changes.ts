// What became of the decisions of a project since its former release, in words. Pure.
//
//   The decision                                                                 | Told as
//   -----------------------------------------------------------------------------+----------
//   no longer holds since the former release: the reason says what changed       | LAPSED
//   a file that was reviewed in the former release is not reviewed any more      | LAPSED
//   a review of another version that does not count for the one that is there    | LAPSED
//   counts now for a version, a project or contents on which it was not made     | CARRIED
//   is not among the decisions of the former release                             | NEW
//   was among them, and was taken back without another one in its place          | WITHDRAWN
//   anything else holds as before                                                | not told
import type { Decision, DecisionKind } from '../decisions/decision.ts';

export const decisionChanges = ['LAPSED', 'CARRIED', 'NEW', 'WITHDRAWN'] as const;
export type DecisionChange = (typeof decisionChanges)[number];

export const DECISION_CHANGE_WORDS: Readonly<Record<DecisionChange, string>> = {
  LAPSED: 'Lapsed',
  CARRIED: 'Carried',
  NEW: 'New',
  WITHDRAWN: 'Withdrawn',
};

export const DECISION_KIND_WORDS: Readonly<Record<DecisionKind, string>> = {
  'license-choice': 'License chosen',
  'concluded-license': 'License concluded',
  review: 'Review',
  'file-reviewed': 'File reviewed',
  'file-tied': 'File added or removed',
  'item-removed': 'Item removed',
  'item-kept': 'Item kept without evidence',
  suppression: 'Vulnerability suppressed',
  analysis: 'Vulnerability analysed',
  'analysis-rule': 'Rule about vulnerabilities',
  'notice-text': 'Notices text',
  'copyright-edit': 'Copyright edited',
  usage: 'Usage',
  note: 'Notes',
};

/** What a decision is about: its item, or what its subject names. */
export function subjectWords({ subject }: Pick<Decision, 'subject'>, itemName: string): string {
  const { advisory, path, pathPattern, component, version, finding, text, rule } = subject;
  const of = [component, version].filter(Boolean).join(' ');
  const named = [advisory, path ?? pathPattern, itemName || of, text, rule].filter(Boolean);
  return named.join(', ') || (finding ?? '');
}

const LONGEST_VALUE = 160;

/** "Approved", "reviewed: yes", "license expression: MIT"; long texts are cut. */
export function valueWords({ value }: Pick<Decision, 'value'>): string {
  return Object.entries(value)
    .map(([member, one]) => (member === 'status' ? statusWord(String(one)) : `${memberWords(member)}: ${shown(one)}`))
    .join('; ');
}

const statusWord = (status: string) => `${status.charAt(0)}${status.slice(1).toLowerCase()}`;

/** `isReviewed` → "reviewed", `licenseExpression` → "license expression" */
const memberWords = (member: string) =>
  member
    .replace(/^is(?=[A-Z])/, '')
    .replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .trim();

function shown(one: unknown): string {
  if (typeof one === 'boolean') return one ? 'yes' : 'no';
  const text = typeof one === 'string' ? one : JSON.stringify(one);
  return text.length > LONGEST_VALUE ? `${text.slice(0, LONGEST_VALUE).toWellFormed()}…` : text;
}

/** "By the policy House policy." or 'By ann: "looked at by legal".' */
export function groundWords({ ground }: Pick<Decision, 'ground'>, author: string): string {
  const { by, words = '', policy = '', rule = '', source = '' } = ground;
  const who: Record<string, string> = {
    person: author,
    policy: `the policy ${policy}`.trim(),
    rule: `the rule ${rule}`.trim(),
    order: 'the order of preferred licenses',
    import: `import of ${source}${author === '' ? '' : `, by ${author}`}`,
    scan: 'a scan',
    migration: author,
  };
  return words === '' ? `By ${who[by] ?? by}.` : `By ${who[by] ?? by}: "${words}".`;
}
