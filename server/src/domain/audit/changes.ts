// Old and new values of the audit log: what is noted of an edit, and how values are shown. Values are those that the object's GET shows, so a secret is
// a mask; members that may contain one in spite of this are noted without values.
import { isFields } from '@assay/scanner/items';

export interface AuditChange {
  field: string;
  /** Undefined if it is not known, or not noted. */
  before?: unknown;
  after?: unknown;
}

const MOST_CHANGES = 30;
const LONGEST_VALUE = 200;

/** The members that differ. `unrecorded` are named without their values. */
export function changesBetween(
  before: Record<string, unknown>,
  after: Record<string, unknown>,
  members: readonly string[],
  unrecorded: readonly string[] = [],
): AuditChange[] {
  return members
    .filter((member) => JSON.stringify(before[member] ?? null) !== JSON.stringify(after[member] ?? null))
    .slice(0, MOST_CHANGES)
    .map((field) =>
      unrecorded.includes(field)
        ? { field }
        : { field, before: short(before[field] ?? null), after: short(after[field] ?? null) },
    );
}

/** Long values would fill the log, which is never emptied. */
function short(value: unknown): unknown {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  if (text.length <= LONGEST_VALUE) return value;
  return `${text.slice(0, LONGEST_VALUE)}… (${text.length} characters)`;
}

/** The changes that an entry tells: those of the edited object, and values that the operation noted as before and after. */
export function changesIn({ changes, before, after }: Record<string, unknown>): AuditChange[] {
  const edits = Array.isArray(changes) ? changes.filter(isChange) : [];
  const isKnown = (field: string) => edits.some((one) => one.field === field);
  return [...edits, ...notedChanges(before, after).filter(({ field }) => !isKnown(field))];
}

function isChange(one: unknown): one is AuditChange {
  return isFields(one) && typeof one.field === 'string';
}

function notedChanges(before: unknown, after: unknown): AuditChange[] {
  if (Array.isArray(before) || Array.isArray(after)) return [{ field: 'permissions', before, after }];
  const [old, now] = [isFields(before) ? before : {}, isFields(after) ? after : {}];
  return [...new Set([...Object.keys(old), ...Object.keys(now)])]
    .map((field) => ({ field, before: old[field], after: now[field] }))
    .filter((one) => JSON.stringify(one.before) !== JSON.stringify(one.after));
}

/** For people, at most `most` characters. Lists are separated by commas. */
export function valueText(value: unknown, most = LONGEST_VALUE * 2): string {
  const text = plainText(value);
  return text.length <= most ? text : `${text.slice(0, most)}…`;
}

function plainText(value: unknown): string {
  if (value === undefined || value === null || value === '') return 'nothing';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) return value.length === 0 ? 'nothing' : value.map(plainText).join(', ');
  if (!isFields(value)) return String(value);
  return Object.entries(value)
    .map(([name, inner]) => `${name}: ${plainText(inner)}`)
    .join('; ');
}
