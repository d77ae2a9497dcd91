// The texts of an item: the notices text for reports, notes, links, custom fields, and the license text that the scan found.
import { Stack, Text, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { InventoryItem, ItemChange } from '../api/models.ts';
import { FieldInputs } from '../custom-fields/field-inputs.tsx';
import { changedFields, fieldNames, shownFields, valuesOf } from '../custom-fields/field-values.ts';
import { customFieldsQuery } from '../custom-fields/queries.ts';
import { useDraftForm } from '../editing/drafts.ts';
import { Refused } from '../elements/form-parts.tsx';
import { locked } from '../elements/locked.ts';
import { useRefusal } from '../elements/refused-field.ts';
import { SaveBar } from '../elements/save-bar.tsx';
import { useMay, useProjectId } from '../project/queries.ts';
import { ItemFieldInputs } from './item-field-inputs.tsx';
import { changedValues, editedValues, fieldsOfKind } from './item-fields.ts';
import { NoticeSources } from './notice-sources.tsx';
import { useChangeItem } from './queries.ts';
import { ReadOnlyText } from './read-only-text.tsx';

const NOTES = fieldsOfKind('note', 'link');
const FIELDS = [...fieldsOfKind('license-text'), ...NOTES];

/** Refusals name a field by its name in changes. */
const FIELD_PATHS = Object.fromEntries(FIELDS.map(({ name }) => [name, `fields.${name}`]));
/** The notices text has an input of its own, with the texts that it can be made of. */
const NOTICE_TEXT = 'fields.noticeText';

/** True if the user has typed something that is not saved. */
export const notesKey = (inventoryId: number): string => `inventory ${inventoryId} notes`;

export function ItemNotes({ item }: { item: InventoryItem }) {
  const may = useMay();
  const projectId = useProjectId();
  const change = useChangeItem(item, notesKey(item.id));
  const definitions = useQuery(customFieldsQuery);
  const fields = shownFields(definitions.data ?? [], 'INVENTORY');
  const { form, settle, discard } = useDraftForm(notesKey(item.id), {
    initialValues: {
      fields: editedValues(item, FIELDS),
      customFields: valuesOf(item.customFields),
    },
  });
  const submit = form.onSubmit((values) => {
    const changed: ItemChange = changedValues(item, values.fields, FIELDS);
    const customFields = changedFields(valuesOf(item.customFields), values.customFields);
    if (customFields.length > 0) changed.customFields = customFields;
    change.mutate(changed, {
      onSuccess: () => {
        form.resetDirty();
        settle();
      },
    });
  });
  const unplaced = useRefusal(form, change.error, { named: { ...fieldNames(fields), ...FIELD_PATHS } });
  const areNotesReadOnly = !may('EDIT_INVENTORY_NOTES');
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <Textarea
          label="Notices text"
          description="The Notices report prints this text. If it is blank, the report prints the license text found in the code or, if there is none, the text of the library."
          autosize
          minRows={3}
          maxRows={14}
          {...locked(!may('EDIT_NOTICES'), 'mono')}
          {...form.getInputProps(NOTICE_TEXT)}
        />
        {may('EDIT_NOTICES') && (
          <NoticeSources
            item={item}
            isTyping={form.isDirty(NOTICE_TEXT)}
            onText={(text) =>
              form.setFieldValue(NOTICE_TEXT, (before = '') => (before.trim() === '' ? text : `${before}\n\n${text}`))
            }
          />
        )}
        {item.isPublished && (
          <Text size="sm">
            <Link to="/projects/$projectId/notices" params={{ projectId }} search={{ item: item.id }}>
              Show its copyright statements and texts in the notices
            </Link>
          </Text>
        )}
        <ItemFieldInputs form={form} fields={NOTES} may={may} />
        {definitions.isError && <Refused error={definitions.error} />}
        <FieldInputs form={form} fields={fields} isReadOnly={areNotesReadOnly} />
        <SaveBar isDirty={form.isDirty()} isPending={change.isPending} error={unplaced} onReset={discard} />
        <ReadOnlyText label="License text as found" text={item.asFoundLicenseText} />
      </Stack>
    </form>
  );
}
