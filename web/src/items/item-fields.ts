// The fields of an item that forms edit, by the description of the interface: a new field of the server has its input and labels without a line here.
import { ITEM_FIELDS } from '../api/described.ts';
import type { InventoryItem, ItemChange } from '../api/models.ts';

export type ItemField = (typeof ITEM_FIELDS)[number];
/** Edited values by the names that changes have for the fields. */
export type EditedFields = Partial<Record<ItemField['name'], string>>;

export const fieldsOfKind = (...kinds: ItemField['kind'][]): readonly ItemField[] =>
  ITEM_FIELDS.filter(({ kind }) => kinds.includes(kind));

/** Words of the server for a value that there is not. */
const NO_VALUES = ['N/A', 'None'];

/** The value that a form edits; undefined if the object does not show the field. */
export function editedValue(item: Partial<Record<string, unknown>>, field: ItemField): string | undefined {
  const value = item[field.shownAs];
  if (typeof value === 'boolean') return value ? 'YES' : 'NO';
  if (typeof value !== 'string') return undefined;
  return NO_VALUES.includes(value) ? '' : value;
}

export function editedValues(item: InventoryItem, fields: readonly ItemField[]): EditedFields {
  return Object.fromEntries(fields.map((field) => [field.name, editedValue(item, field) ?? '']));
}

/** The fields with other values than the item. */
export function changedValues(item: InventoryItem, values: EditedFields, fields: readonly ItemField[]): ItemChange {
  const changed = fields.filter((field) => values[field.name] !== (editedValue(item, field) ?? ''));
  return Object.fromEntries(changed.map(({ name }) => [name, values[name]]));
}
