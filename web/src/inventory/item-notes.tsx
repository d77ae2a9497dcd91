// The texts of an item: notices for the report, notes of auditors, guidance, and what the scan noted.
import { Stack, Text, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMay } from '../project/queries.ts';
import classes from './inventory-tab.module.css';
import { locked } from './locked.ts';
import { type Item, type ItemChange, useChangeItem } from './queries.ts';
import { SaveBar } from './save-bar.tsx';

const FIELDS = ['noticeText', 'auditorReviewNotes', 'usageGuidance', 'remediationNotes'] as const;

export function ItemNotes({ item }: { item: Item }) {
  const may = useMay();
  const change = useChangeItem(item.id);
  const form = useForm({
    initialValues: {
      noticeText: item.noticesText === 'N/A' ? '' : item.noticesText,
      auditorReviewNotes: item.auditNotes,
      usageGuidance: item.usageGuidance,
      remediationNotes: item.remediationNotes,
    },
  });
  const submit = form.onSubmit((values) => {
    const changed: ItemChange = {};
    for (const field of FIELDS) if (form.isDirty(field)) changed[field] = values[field];
    change.mutate(changed, { onSuccess: () => form.resetDirty() });
  });
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
        <SaveBar isDirty={form.isDirty()} isPending={change.isPending} error={change.error} onReset={form.reset} />
        <ReadOnlyText label="Detection notes" text={item.detectionNotes} />
        <ReadOnlyText label="License text as found" text={item.asFoundLicenseText} />
      </Stack>
    </form>
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
