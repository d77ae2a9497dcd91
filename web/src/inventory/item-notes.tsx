// The texts of an item: notices for the report, notes of auditors, guidance, custom fields, and what the scan noted.
import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { FieldInputs } from '../custom-fields/field-inputs.tsx';
import { changedFields, fieldNames, shownFields, valuesOf } from '../custom-fields/field-values.ts';
import { customFieldsQuery } from '../custom-fields/queries.ts';
import { useDraftForm } from '../elements/drafts.ts';
import { Refused } from '../elements/form-parts.tsx';
import { locked } from '../elements/locked.ts';
import { tellDone, tellRefused } from '../elements/notify.ts';
import { useRefusal } from '../elements/refused-field.ts';
import { useMay } from '../project/queries.ts';
import classes from './inventory-tab.module.css';
import { type Item, type ItemChange, useChangeItem, useFillNotices } from './queries.ts';
import { SaveBar } from './save-bar.tsx';

const FIELDS = ['noticeText', 'auditorReviewNotes', 'usageGuidance', 'remediationNotes'] as const;

/** Of what was typed here and is not saved. */
export const notesKey = (inventoryId: number): string => `inventory ${inventoryId} notes`;

export function ItemNotes({ item }: { item: Item }) {
  const may = useMay();
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
          description="What the Notices report prints. When empty, the license text found in the code stands in, else the library's."
          autosize
          minRows={3}
          maxRows={14}
          {...locked(!may('EDIT_NOTICES'), 'mono')}
          {...form.getInputProps('noticeText')}
        />
        {may('EDIT_NOTICES') && (
          <FillNotices
            item={item}
            isTyping={form.isDirty('noticeText')}
            onText={(text) => form.setFieldValue('noticeText', text)}
          />
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
        <ReadOnlyText label="Detection notes" text={item.detectionNotes} />
        <ReadOnlyText label="License text as found" text={item.asFoundLicenseText} />
      </Stack>
    </form>
  );
}

interface FillNoticesProps {
  item: Item;
  /** Something typed is not saved yet: the library's text would be lost below it. */
  isTyping: boolean;
  onText: (text: string) => void;
}

/** The text found in the files goes into the field and is saved with it; the library's is the server's to fetch. */
function FillNotices({ item, isTyping, onText }: FillNoticesProps) {
  const fill = useFillNotices(item.id);
  const isEmpty = item.noticesText === 'N/A' || item.noticesText.trim() === '';
  const found = item.asFoundLicenseText === 'N/A' ? '' : item.asFoundLicenseText;
  const fromLibrary = () =>
    fill.mutate(true, {
      onSuccess: (words) => tellDone(words),
      onError: (error) => tellRefused('The notices text was not filled', error),
    });
  return (
    <Group gap={8}>
      <Button size="compact-xs" variant="default" loading={fill.isPending} disabled={isTyping} onClick={fromLibrary}>
        {isEmpty ? 'Fill from the library' : "Replace by the library's text"}
      </Button>
      {found !== '' && (
        <Button size="compact-xs" variant="default" onClick={() => onText(found)}>
          Take the text found in the files
        </Button>
      )}
      {isTyping && (
        <Text size="xs" c="dimmed">
          Save or discard the text first to take the library's.
        </Text>
      )}
    </Group>
  );
}

function ReadOnlyText({ label, text }: { label: string; text: string }) {
  if (text === '' || text === 'N/A') return null;
  return (
    <div>
      <Text size="sm" fw={500} mb={3}>
        {label}
      </Text>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long text must be scrollable by keyboard */}
      <pre className={classes.foundText} tabIndex={0}>
        {text}
      </pre>
    </div>
  );
}
