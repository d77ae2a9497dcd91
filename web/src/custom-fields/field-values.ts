// The values of custom fields as a form holds them: by the field's id, blank where there is none.
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

/** In forms the values stand under this name. */
export const FIELDS_PATH = 'customFields';

/** A name of a form's field must not be a number: the form would take it for a place in a list. */
export function keyOf(id: number): string {
  return `f${id}`;
}

/** What a page shows: enabled, and not kept for the API alone. */
export function shownFields(definitions: readonly CustomField[], scope: FieldScope): CustomField[] {
  return definitions.filter((field) => field.scope === scope && field.enabled && field.visible);
}

export function longestValue({ scope, type }: CustomField): number {
  return scope === 'INVENTORY' ? LONGEST_OF_INVENTORY : (LONGEST[type] ?? 0);
}

export function valuesOf(values: readonly FieldValue[]): FieldValues {
  return Object.fromEntries(values.map(({ id, value }) => [keyOf(id), value ?? '']));
}

/** The values that were changed, as the API wants them. */
export function changedFields(before: FieldValues, now: FieldValues): { id: number; value: string }[] {
  return Object.entries(now)
    .filter(([key, value]) => value !== (before[key] ?? ''))
    .map(([key, value]) => ({ id: Number(key.slice(1)), value }));
}

/** What a drop-down offers; a value that the list has lost since stays until another is chosen. */
export function choicesOf(field: CustomField, value: string): string[] {
  return value === '' || field.choices.includes(value) ? field.choices : [value, ...field.choices];
}

/** Refusals name a field by its label; forms by its path. */
export function fieldNames(fields: readonly CustomField[]): Record<string, string> {
  return Object.fromEntries(fields.map(({ id, fieldLabel }) => [fieldLabel, `${FIELDS_PATH}.${keyOf(id)}`]));
}
