// The values of custom fields in a form: by field id, blank if there is no value.
import type { CustomField } from '../api/models.ts';
import type { FieldScope } from './queries.ts';

export interface FieldValue {
  id: number;
  fieldLabel: string;
  value: string | null;
}

export type FieldValues = Record<string, string>;

const LONGEST: Record<string, number> = { TEXT: 128, TEXT_AREA: 512, DROP_DOWN: 128 };
const LONGEST_OF_INVENTORY = 64_000;

/** The name under which a form keeps the values. */
export const FIELDS_PATH = 'customFields';

/** The form name of a field must not be a number: the form would take a number as an index of a list. */
export function keyOf(id: number): string {
  return `f${id}`;
}

/** The fields that a page shows: they are enabled, and not reserved for the API. */
export function shownFields(definitions: readonly CustomField[], scope: FieldScope): CustomField[] {
  return definitions.filter((field) => field.scope === scope && field.enabled && field.visible);
}

export function longestValue({ scope, type }: CustomField): number {
  return scope === 'INVENTORY' ? LONGEST_OF_INVENTORY : (LONGEST[type] ?? 0);
}

export function valuesOf(values: readonly FieldValue[]): FieldValues {
  return Object.fromEntries(values.map(({ id, value }) => [keyOf(id), value ?? '']));
}

/** The changed values in the form that the API expects. */
export function changedFields(before: FieldValues, now: FieldValues): { id: number; value: string }[] {
  return Object.entries(now)
    .filter(([key, value]) => value !== (before[key] ?? ''))
    .map(([key, value]) => ({ id: Number(key.slice(1)), value }));
}

/**
 * The options of a drop-down. A value that was removed from the list stays an option until the user chooses another
 * one.
 */
export function choicesOf(field: CustomField, value: string): string[] {
  return value === '' || field.choices.includes(value) ? field.choices : [value, ...field.choices];
}

/** Refusals name a field by its label; forms name it by its path. */
export function fieldNames(fields: readonly CustomField[]): Record<string, string> {
  return Object.fromEntries(fields.map(({ id, fieldLabel }) => [fieldLabel, `${FIELDS_PATH}.${keyOf(id)}`]));
}
