// Options that several kinds share, and how their values are read. Values are texts on the wire; unknown values are refused.
import { shippableScopes } from '../domain/inventories/shipped-scopes.ts';
import { parseWireTime } from '../domain/wire-times.ts';
import type { ReportItem } from './data.ts';
import type { ReportOption } from './report.ts';

type Draft = Omit<ReportOption, 'order' | 'type'>;

export const itemFilters: readonly Draft[] = [
  {
    name: 'status',
    label: 'Review status',
    description:
      'Only items with this status: Draft, Approved, Rejected. Several are separated by commas; blank for all.',
    defaultValue: '',
  },
  {
    name: 'priority',
    label: 'Priority',
    description:
      'Only items with this priority: High, Medium, Low, Other. Several are separated by commas; blank for all.',
    defaultValue: '',
  },
  {
    name: 'nameContains',
    label: 'Name contains',
    description: 'Only items with this text in their name; blank for all.',
    defaultValue: '',
  },
];

export const formatsOption: Draft = {
  name: 'formats',
  label: 'Formats',
  description:
    'The files in the archive: html, xlsx, docx, csv, text, markdown, json, pdf. Several are separated by commas; blank for all.',
  defaultValue: '',
};

/** For report kinds that have a `short` document. */
export const formOption = (shortly: string): Draft => ({
  name: 'form',
  label: 'Form of PDF and Word',
  description: `whole: the complete report. short: only ${shortly}; the other files have the details. One of: whole, short.`,
  defaultValue: 'whole',
});

/** Options in the order of the list. */
export function options(...drafts: readonly Draft[]): ReportOption[] {
  return drafts.map((draft, at) => ({ ...draft, type: 'string', order: at + 1 }));
}

export function wordsOf(value: string | undefined): string[] {
  return (value ?? '')
    .split(',')
    .map((word) => word.trim().toLowerCase())
    .filter((word) => word !== '');
}

/** `yes`, `true`, `1`, in upper or lower case. */
export function isYes(value: string | undefined): boolean {
  return ['yes', 'true', '1'].includes((value ?? '').trim().toLowerCase());
}

const FILTERS: Record<string, readonly string[]> = {
  status: ['draft', 'approved', 'rejected'],
  scopes: [...shippableScopes, 'all'],
  priority: ['high', 'medium', 'low', 'other'],
  formats: ['html', 'xlsx', 'docx', 'csv', 'text', 'markdown', 'json', 'pdf'],
};

const DAY = 'YYYY-MM-DD';
const TIME = 'YYYY-MM-DD HH:MM:SS';

/** The form of options whose value is a time. */
const TIMES: Record<string, string> = { from: DAY, to: DAY, awareSince: TIME, fixedOn: TIME };

/** A sentence about the first wrong value; undefined if all are right. */
export function wrongOption(
  known: readonly ReportOption[],
  given: Readonly<Record<string, string>>,
): string | undefined {
  for (const { name, required, label } of known) {
    const value = given[name];
    if (required && (value ?? '').trim() === '') return `The option "${name}" (${label}) is required.`;
    const allowed = Object.hasOwn(FILTERS, name) ? FILTERS[name] : choicesOf(known, name);
    const wrong = allowed && wordsOf(value).find((word) => !allowed.includes(word));
    if (wrong !== undefined)
      return `The option "${name}" is "${value}": "${wrong}" must be one of ${allowed?.join(', ')}.`;
    const form = Object.hasOwn(TIMES, name) ? TIMES[name] : undefined;
    if (form !== undefined && (value ?? '').trim() !== '' && !isTime(value ?? '', form))
      return `The option "${name}" (${label}) is "${value}": it must be a date as ${form}.`;
  }
  return undefined;
}

/**
 * A sentence about options that the report does not have; [] if it has all. Existing clients send the same options to every report, so such options
 * are ignored and not refused.
 */
export function ignoredOptions(known: readonly ReportOption[], given: Readonly<Record<string, string>>): string[] {
  const unknown = Object.keys(given).filter((name) => !known.some((one) => one.name === name));
  if (unknown.length === 0) return [];
  const names = unknown.map((name) => `"${name}"`).join(', ');
  return [
    `Ignored because this report does not have them: ${names}. Its options are ${known.map(({ name }) => name).join(', ')}.`,
  ];
}

function isTime(value: string, form: string): boolean {
  return parseWireTime(value) !== undefined && (form === TIME || value.trim().length === DAY.length);
}

/** Options with a description that ends in `One of: a, b, c.` accept only these values. */
function choicesOf(known: readonly ReportOption[], name: string): string[] | undefined {
  const { description } = known.find((one) => one.name === name) ?? { description: '' };
  // Versions contain points.
  return / One of: ((?:[^.]|\.(?=\d))+)\.$/.exec(description)?.[1]?.split(', ');
}

/** Whether an item passes the filters that the options set. */
export function passes(item: ReportItem, given: Readonly<Record<string, string>>): boolean {
  const [statuses, priorities] = [wordsOf(given.status), wordsOf(given.priority)];
  const words = (given.nameContains ?? '').trim().toLowerCase();
  return (
    (statuses.length === 0 || statuses.includes(item.status.toLowerCase())) &&
    (priorities.length === 0 || priorities.includes(item.priority.toLowerCase())) &&
    item.name.toLowerCase().includes(words)
  );
}

/** The filter as a sentence; '' without one. */
export function filterSentence(given: Readonly<Record<string, string>>): string {
  const parts = [
    ['status', 'review status'],
    ['priority', 'priority'],
    ['nameContains', 'name containing'],
  ].flatMap(([name = '', label]) => ((given[name] ?? '').trim() === '' ? [] : [`${label} ${given[name]}`]));
  return parts.length === 0 ? '' : `Filtered: ${parts.join('; ')}. Other items are left out.`;
}
