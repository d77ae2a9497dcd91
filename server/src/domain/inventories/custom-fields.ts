// Custom fields: what a definition may be, and which values it takes. Writes nothing.
//
//   Scope     | at most | types                                            | help text
//   ----------+---------+--------------------------------------------------+----------
//   PROJECT   | 30      | TEXT 128, TEXT_AREA 512 (default), DROP_DOWN     | up to 150
//   INVENTORY | 5       | TEXT_AREA 64,000                                 | up to 150
//
// Labels have up to 30 characters and are unique within their scope. A definition is never deleted, because values hang on it;
// a disabled one is neither written nor read. Disabled ones count towards the limit: they can be enabled again.
import { type Refusal, refuse } from '../refusal.ts';

export const fieldScopes = ['PROJECT', 'INVENTORY'] as const;
export type FieldScope = (typeof fieldScopes)[number];

export const fieldTypes = ['TEXT', 'TEXT_AREA', 'DROP_DOWN'] as const;
export type FieldType = (typeof fieldTypes)[number];

const MOST_FIELDS = { PROJECT: 30, INVENTORY: 5 } as const satisfies Record<FieldScope, number>;
export const LONGEST_LABEL = 30;
export const LONGEST_HELP_TEXT = 150;
export const MOST_CHOICES = 200;

const LONGEST_PROJECT_VALUE = { TEXT: 128, TEXT_AREA: 512, DROP_DOWN: 128 } as const satisfies Record<
  FieldType,
  number
>;
const LONGEST_INVENTORY_VALUE = 64_000;
/** The largest limits of any kind of definition. */
export const LONGEST_VALUE = LONGEST_INVENTORY_VALUE;

export interface FieldDefinition {
  scope: FieldScope;
  label: string;
  type: FieldType;
  choices: readonly string[];
  isEnabled: boolean;
}

/** Refuses a definition that cannot be added to the `others` of its scope. */
export function refuseDefinition(
  field: FieldDefinition,
  others: readonly { label: string }[],
  isNew: boolean,
): Refusal | undefined {
  if (field.label.trim() === '') return refuse('invalid', 'The field "label" must not be blank.');
  if (isNew && others.length >= MOST_FIELDS[field.scope])
    return refuse(
      'invalid',
      `There are ${others.length} custom fields of ${scopeName(field.scope)} already. The limit is ${MOST_FIELDS[field.scope]}.`,
    );
  if (field.scope === 'INVENTORY' && field.type !== 'TEXT_AREA')
    return refuse('invalid', 'The field "type" of inventory fields can only be TEXT_AREA.');
  if (others.some((other) => other.label.toLowerCase() === field.label.toLowerCase()))
    return refuse('invalid', `A custom field with the label ${field.label} already exists.`);
  if (field.type === 'DROP_DOWN' && field.choices.length === 0)
    return refuse('invalid', 'The field "choices" must have the values of the drop-down list.');
  if (field.type !== 'DROP_DOWN' && field.choices.length > 0)
    return refuse('invalid', 'The field "choices" is only for drop-down lists.');
  if (new Set(field.choices).size < field.choices.length)
    return refuse('invalid', 'The field "choices" contains a value twice.');
  const long = field.choices.find((choice) => choice.length > LONGEST_PROJECT_VALUE.DROP_DOWN);
  if (long !== undefined)
    return refuse('invalid', `A choice can have at most ${LONGEST_PROJECT_VALUE.DROP_DOWN} characters.`);
  return undefined;
}

/** Refuses a value that the field does not accept. An empty value is always accepted and removes the value. */
export function refuseValue(field: FieldDefinition, value: string): Refusal | undefined {
  if (!field.isEnabled) return refuse('invalid', `The custom field "${field.label}" is disabled.`);
  if (value === '') return undefined;
  const longest = field.scope === 'INVENTORY' ? LONGEST_INVENTORY_VALUE : LONGEST_PROJECT_VALUE[field.type];
  if (value.length > longest)
    return refuse('invalid', `The custom field "${field.label}" can have at most ${longest} characters.`);
  if (field.type === 'DROP_DOWN' && !field.choices.includes(value))
    return refuse('invalid', `The custom field "${field.label}" must be one of ${field.choices.join(', ')}.`);
  return undefined;
}

function scopeName(scope: FieldScope): string {
  return scope === 'PROJECT' ? 'projects' : 'inventory';
}

export interface FieldValue {
  fieldId: number;
  /** An empty value removes the old one. */
  value: string;
}

/** Compares what callers send, `{id, value}`, with the definitions of a scope. */
export function checkFieldValues(
  fields: readonly (FieldDefinition & { id: number })[],
  scope: FieldScope,
  input: readonly { id: number; value: string }[],
): FieldValue[] | Refusal {
  const byId = new Map(fields.map((field) => [field.id, field]));
  for (const { id, value } of input) {
    const field = byId.get(id);
    if (!field)
      return refuse(
        'invalid',
        `The field "customFields" names the custom field ${id}, which does not exist for ${scope === 'PROJECT' ? 'projects' : 'inventory'}.`,
      );
    const refusal = refuseValue(field, value);
    if (refusal) return refusal;
  }
  return input.map(({ id, value }) => ({ fieldId: id, value }));
}
