// Custom fields of projects and of inventory: their definitions, and the values that people gave.
import { type Selectable, sql } from 'kysely';
import type { FieldDefinition, FieldScope, FieldValue } from '../domain/inventories/custom-fields.ts';
import type { Db } from './postgres/connection.ts';
import type { CustomFieldsTable } from './tables.ts';

export type CustomField = Selectable<CustomFieldsTable>;

/** Definitions in order of their ids. */
export function listFields(db: Db, scope?: FieldScope): Promise<CustomField[]> {
  let query = db.selectFrom('custom_fields').selectAll().orderBy('id');
  if (scope) query = query.where('scope', '=', scope);
  return query.execute();
}

/** The same, in the form of the rules for values. */
export async function listFieldDefinitions(db: Db, scope: FieldScope): Promise<(FieldDefinition & { id: number })[]> {
  return (await listFields(db, scope)).map((field) => ({ ...field, isEnabled: field.is_enabled }));
}

export function findField(db: Db, id: number): Promise<CustomField | undefined> {
  return db.selectFrom('custom_fields').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Definitions are few and rarely created. Locks the table, so that two requests together cannot exceed the limits. */
export async function lockFields(db: Db): Promise<void> {
  await sql`lock table custom_fields in share row exclusive mode`.execute(db);
}

export type NewField = Pick<
  CustomField,
  'scope' | 'label' | 'type' | 'help_text' | 'choices' | 'is_enabled' | 'is_visible'
>;

export async function insertField(db: Db, field: NewField): Promise<number> {
  const { id } = await db.insertInto('custom_fields').values(field).returning('id').executeTakeFirstOrThrow();
  return id;
}

export async function updateField(
  db: Db,
  id: number,
  change: Partial<Omit<NewField, 'scope' | 'type'>>,
): Promise<void> {
  if (Object.keys(change).length === 0) return;
  await db.updateTable('custom_fields').set(change).where('id', '=', id).execute();
}

export async function setProjectFields(db: Db, projectId: number, values: FieldValue[]): Promise<void> {
  for (const { fieldId, value } of values) {
    if (value === '')
      await db
        .deleteFrom('project_field_values')
        .where('project_id', '=', projectId)
        .where('field_id', '=', fieldId)
        .execute();
    else
      await db
        .insertInto('project_field_values')
        .values({ project_id: projectId, field_id: fieldId, value })
        .onConflict((conflict) => conflict.columns(['project_id', 'field_id']).doUpdateSet({ value }))
        .execute();
  }
}

export async function setItemFields(db: Db, itemId: number, values: readonly FieldValue[]): Promise<void> {
  await setFieldsOfItems(
    db,
    values.map((one) => ({ itemId, ...one })),
  );
}

/** For several items. If a field of an item is named twice, the later value wins. */
export async function setFieldsOfItems(db: Db, values: readonly (FieldValue & { itemId: number })[]): Promise<void> {
  if (values.length === 0) return;
  const last = new Map(values.map((one) => [`${one.itemId} ${one.fieldId}`, one]));
  const { given = [], taken = [] } = Object.groupBy(last.values(), ({ value }) => (value === '' ? 'taken' : 'given'));
  await sql`delete from inventory_field_values v
    using unnest(${taken.map(({ itemId }) => itemId)}::bigint[], ${taken.map(({ fieldId }) => fieldId)}::bigint[]) as t(item_id, field_id)
    where v.item_id = t.item_id and v.field_id = t.field_id`.execute(db);
  await sql`insert into inventory_field_values (item_id, field_id, value)
    select * from unnest(${given.map(({ itemId }) => itemId)}::bigint[], ${given.map(({ fieldId }) => fieldId)}::bigint[],
      ${given.map(({ value }) => value)}::text[])
    on conflict (item_id, field_id) do update set value = excluded.value`.execute(db);
}

/** The values in answers: every enabled field, with null if it has no value. */
export interface ReadField {
  id: number;
  fieldLabel: string;
  value: string | null;
}

export async function listProjectFields(db: Db, projectId: number): Promise<ReadField[]> {
  const values = await db
    .selectFrom('project_field_values')
    .select(['field_id', 'value'])
    .where('project_id', '=', projectId)
    .execute();
  return readFields(await listFields(db, 'PROJECT'), values);
}

export async function listItemFields(db: Db, itemIds: number[]): Promise<(itemId: number) => ReadField[]> {
  const fields = await listFields(db, 'INVENTORY');
  if (fields.length === 0 || itemIds.length === 0) return () => [];
  const values = await db
    .selectFrom('inventory_field_values')
    .selectAll()
    .where('item_id', '=', sql<number>`any(${itemIds}::bigint[])`)
    .execute();
  const byItem = Map.groupBy(values, (row) => row.item_id);
  return (itemId) => readFields(fields, byItem.get(itemId) ?? []);
}

function readFields(fields: CustomField[], values: { field_id: number; value: string }[]): ReadField[] {
  const byField = new Map(values.map((row) => [row.field_id, row.value]));
  return fields
    .filter((field) => field.is_enabled)
    .map((field) => ({ id: field.id, fieldLabel: field.label, value: byField.get(field.id) ?? null }));
}
