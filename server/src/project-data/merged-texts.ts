// Merges notes, links and usage of an imported item into those of the identical existing one. Writes nothing.

import type { DataIssue } from '@assay/scanner/member-reader';
import { type MergedColumns, mergedFields, type NamedField } from '../domain/inventories/inventory-fields.ts';
import type { ImportRules } from './import-rules.ts';
import type { IncomingItem } from './incoming.ts';

/** The columns that people write, of an item on which nobody has decided anything. */
export const UNDECIDED = Object.fromEntries(
  mergedFields.map(({ column, blank }) => [column, blank]),
) as unknown as MergedColumns;

type Merged = Pick<IncomingItem, 'place' | 'name' | 'usage' | 'notes' | 'links' | 'keepsNotes'>;

/**
 * The columns of an item that the project has, after the import. A field that the data lacks changes nothing; a note that the item has is not added
 * twice. Usage is reset if the rules say so.
 */
export function mergedColumns(
  before: MergedColumns,
  item: Merged,
  rules: Pick<ImportRules, 'overwriteNotes' | 'resetUsage'>,
): { columns: MergedColumns; issues: DataIssue[] } {
  const issues: DataIssue[] = [];
  const columns = mergedFields.map((field) => {
    const { column, blank } = field;
    const has = before[column];
    if (field.kind === 'usage') return [column, rules.resetUsage ? blank : (ofData(item.usage, field) ?? has)];
    if (item.keepsNotes) return [column, has];
    const merge = field.kind === 'link' ? mergedLink : mergedNote;
    const given = ofData(field.kind === 'link' ? item.links : item.notes, field);
    const merged = merge(String(has ?? ''), String(given ?? ''), { field, item, isOver: rules.overwriteNotes });
    if (merged.issue) issues.push(merged.issue);
    return [column, merged.text === '' ? blank : merged.text];
  });
  return { columns: Object.fromEntries(columns) as MergedColumns, issues };
}

const ofData = (values: Partial<Record<string, unknown>>, { name }: NamedField) => values[name];

interface Merge {
  field: NamedField;
  item: Merged;
  isOver: boolean;
}

function mergedNote(has: string, given: string, { field: { name, sent }, item, isOver }: Merge): MergedText {
  const text = isOver ? given || has : appended(has, given);
  const most = sent?.most ?? Number.POSITIVE_INFINITY;
  if (text.length <= most) return { text };
  const why = `together it would be longer than ${most} characters.`;
  const message = `The ${name} of ${item.name} was not added to: ${why}`;
  return { text: has, issue: { code: 'note-kept', path: `${item.place}.notes.${name}`, message } };
}

interface MergedText {
  text: string;
  issue?: DataIssue;
}

function mergedLink(has: string, given: string, { field: { name }, item, isOver }: Merge): MergedText {
  if (given === '' || given === has || has === '' || isOver) return { text: given || has };
  const message = `The ${name} of ${item.name} stays as it is here; the data has another.`;
  return { text: has, issue: { code: 'link-kept', path: `${item.place}.${name}`, message } };
}

function appended(has: string, given: string): string {
  if (given.trim() === '' || has.includes(given)) return has;
  return has.trim() === '' ? given : `${has}\n\n${given}`;
}
