// Decisions in words: what was decided, where it counts, whether it holds, and who or what decided.
import { ITEM_FIELDS } from '../api/described.ts';
import type { Decision } from '../api/models.ts';
import { spoken } from '../elements/words.ts';

const LONGEST_VALUE = 160;

export const KINDS: Record<Decision['kind'], string> = {
  'license-choice': 'License chosen',
  'concluded-license': 'License concluded',
  review: 'Review',
  'file-reviewed': 'Files reviewed',
  'file-tied': 'Files added or removed',
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

export const STANDINGS = {
  holds: { tone: 'good', text: 'In effect' },
  lapsed: { tone: 'bad', text: 'No longer applies' },
  expired: { tone: 'wait', text: 'Expired' },
  superseded: { tone: 'wait', text: 'Replaced' },
  overruled: { tone: 'notice', text: 'Overruled' },
} as const;

export const SCOPES: Record<Decision['scope'], string> = {
  item: 'this item',
  project: 'this project',
  family: 'this project and its family',
  site: 'all projects',
};

const MEMBERS: Record<string, string> = {
  status: 'Status',
  text: 'Text',
  licenseExpression: 'License',
  isReviewed: 'Reviewed',
  isTied: 'Part of the item',
  state: 'State',
  justification: 'Justification',
  response: 'Response',
  detail: 'Detail',
  reason: 'Reason',
  remarks: 'Remarks',
  ...Object.fromEntries(ITEM_FIELDS.map(({ shownAs, title }) => [shownAs, title])),
};

/** For example `Status: Approved`. A path or an advisory comes first. A member without a label is shown by its name. */
export function valueText({ subject, value }: Decision): string {
  const about = subject.path ?? subject.pathPattern ?? subject.advisory;
  const told = Object.entries(value).map(([name, one]) => {
    const label = Object.hasOwn(MEMBERS, name) ? MEMBERS[name] : name;
    return `${label}: ${shortened(one)}`;
  });
  return [...(about === undefined ? [] : [about]), ...told].join(' · ');
}

export function groundText({ ground }: Decision): string {
  const words = [ground.policy ?? ground.source, ground.words].filter((one) => typeof one === 'string' && one !== '');
  const by = typeof ground.by === 'string' && ground.by !== 'person' ? [`by ${ground.by}`] : [];
  return [...by, ...words].map((one) => ` · ${one}`).join('');
}

function shortened(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  const text = typeof value === 'string' ? spokenConstant(value) : JSON.stringify(value);
  if (text === '') return 'empty';
  return text.length > LONGEST_VALUE ? `${text.slice(0, LONGEST_VALUE)}…` : text;
}

/**
 * Turns constants of the interface into text: `NOT_AFFECTED` becomes "Not affected". Leaves license names as they are.
 */
function spokenConstant(text: string): string {
  const isConstant = /^(?:DRAFT|APPROVED|REJECTED|[A-Z]+(?:_[A-Z]+)+)$/.test(text);
  return isConstant ? spoken(text) : text;
}

/** What the decision is about: a file, a vulnerability, a component, or the item as scans find it. */
export function subjectText({ subject }: Pick<Decision, 'subject'>): string {
  const { advisory, component, version, path, pathPattern, finding, rule, text } = subject;
  const where = [component, version].filter(Boolean).join(' ');
  const words = [advisory, path ?? pathPattern, where, rule, text, finding].filter(
    (one) => one !== undefined && one !== '',
  );
  return words.slice(0, 2).join(', ');
}
