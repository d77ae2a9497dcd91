// The texts of an item: the notices text for reports, audit notes, guidance, custom fields, and the license text that the scan found.
import { Stack, Text, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { InventoryItem } from '../api/models.ts';
import { FieldInputs } from '../custom-fields/field-inputs.tsx';
import { changedFields, fieldNames, shownFields, valuesOf } from '../custom-fields/field-values.ts';
import { customFieldsQuery } from '../custom-fields/queries.ts';
import { useDraftForm } from '../editing/drafts.ts';
import { Refused } from '../elements/form-parts.tsx';
import { locked } from '../elements/locked.ts';
import { useRefusal } from '../elements/refused-field.ts';
import { SaveBar } from '../elements/save-bar.tsx';
import { useMay, useProjectId } from '../project/queries.ts';
import { NoticeSources } from './notice-sources.tsx';
import { type ItemChange, useChangeItem } from './queries.ts';
import { ReadOnlyText } from './read-only-text.tsx';

const FIELDS = ['noticeText', 'auditorReviewNotes', 'usageGuidance', 'remediationNotes'] as const;

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
      noticeText: item.noticesText === 'N/A' ? '' : item.noticesText,
      auditorReviewNotes: item.auditNotes,
      usageGuidance: item.usageGuidance,
      remediationNotes: item.remediationNotes,
      customFields: valuesOf(item.customFields),
    },
  });
  const submit = form.onSubmit((values) => {
    const changed: ItemChange = {};
    for (const field of FIELDS) if (form.isDirty(field)) changed[field] = values[field];
    const customFields = changedFields(valuesOf(item.customFields), values.customFields);
    if (customFields.length > 0) changed.customFields = customFields;
    change.mutate(changed, {
      onSuccess: () => {
        form.resetDirty();
        settle();
      },
    });
  });
  const unplaced = useRefusal(form, change.error, { named: fieldNames(fields) });
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
          {...form.getInputProps('noticeText')}
        />
        {may('EDIT_NOTICES') && (
          <NoticeSources
            item={item}
            isTyping={form.isDirty('noticeText')}
            onText={(text) =>
              form.setFieldValue('noticeText', (before) => (before.trim() === '' ? text : `${before}\n\n${text}`))
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
        <Textarea
          label="Audit notes"
          autosize
          minRows={2}
          maxRows={8}
          {...locked(areNotesReadOnly)}
          {...form.getInputProps('auditorReviewNotes')}
        />
        <Textarea
          label="Usage guidance"
          autosize
          minRows={1}
          maxRows={8}
          {...locked(areNotesReadOnly)}
          {...form.getInputProps('usageGuidance')}
        />
        <Textarea
          label="Remediation notes"
          autosize
          minRows={1}
          maxRows={8}
          {...locked(areNotesReadOnly)}
          {...form.getInputProps('remediationNotes')}
        />
        {definitions.isError && <Refused error={definitions.error} />}
        <FieldInputs form={form} fields={fields} isReadOnly={areNotesReadOnly} />
        <SaveBar isDirty={form.isDirty()} isPending={change.isPending} error={unplaced} onReset={discard} />
        <ReadOnlyText label="License text as found" text={item.asFoundLicenseText} />
      </Stack>
    </form>
  );
}
