// Definitions of custom fields. They can be disabled but never deleted, because items and projects keep values of them.
import type { App } from '../../app.ts';
import {
  type CustomField,
  findField,
  insertField,
  listFields,
  lockFields,
  updateField,
} from '../../db/custom-fields.ts';
import { type FieldScope, refuseDefinition } from '../../domain/inventories/custom-fields.ts';
import { badRequest, notFound } from '../../errors.ts';
import type { CustomFieldChange, NewCustomField } from './schemas.ts';

export async function customFields(app: App, scope: FieldScope | undefined) {
  return (await listFields(app.db, scope)).map(fieldModel);
}

export async function createField(app: App, input: NewCustomField): Promise<number> {
  return app.db.transaction().execute(async (tx) => {
    await lockFields(tx);
    const field = {
      scope: input.scope,
      label: input.label.trim(),
      type: input.type,
      help_text: input.helpText ?? '',
      choices: input.choices ?? [],
      is_enabled: input.enabled ?? true,
      is_visible: input.visible ?? true,
    };
    refuse(refuseDefinition({ ...field, isEnabled: field.is_enabled }, await listFields(tx, field.scope), true));
    return insertField(tx, field);
  });
}

export async function changeField(app: App, id: number, input: CustomFieldChange): Promise<void> {
  await app.db.transaction().execute(async (tx) => {
    await lockFields(tx);
    const standing = await findField(tx, id);
    if (!standing) throw notFound('Custom field', id);
    const change = {
      label: input.label?.trim() ?? standing.label,
      help_text: input.helpText ?? standing.help_text,
      choices: input.choices ?? standing.choices,
      is_enabled: input.enabled ?? standing.is_enabled,
      is_visible: input.visible ?? standing.is_visible,
    };
    const others = (await listFields(tx, standing.scope)).filter((field) => field.id !== id);
    refuse(refuseDefinition({ ...standing, ...change, isEnabled: change.is_enabled }, others, false));
    await updateField(tx, id, change);
  });
}

function refuse(refusal: ReturnType<typeof refuseDefinition>): void {
  if (refusal) throw badRequest(refusal.refusal.message);
}

function fieldModel(field: CustomField) {
  return {
    id: field.id,
    scope: field.scope,
    fieldLabel: field.label,
    type: field.type,
    helpText: field.help_text,
    choices: field.choices,
    enabled: field.is_enabled,
    visible: field.is_visible,
  };
}
