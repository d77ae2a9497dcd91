// Dialogs that create, change and delete a detection rule.
import { SegmentedControl, Stack, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { modals } from '@mantine/modals';
import type { DetectionRule, DetectionRuleInput } from '../../api/models.ts';
import { ComponentChoice, NO_LICENSE_ID, type Triad } from '../../choices/component-choice.tsx';
import { Buttons, ConfirmDelete, Refused } from '../../elements/form-parts.tsx';
import { notifyDone } from '../../elements/notify.ts';
import { fileLines, filesIn, patternsIn } from './detection-rule-lines.ts';
import { useDeleteRule, useSaveRule } from './queries.ts';

const MODAL = 'detection-rule';
const close = () => modals.close(MODAL);

export const ruleName = (rule: DetectionRule) => `the rule for ${rule.componentName} ${rule.versionName}`;

export function openNewRule(): void {
  modals.open({
    modalId: MODAL,
    title: 'New detection rule',
    size: 'lg',
    closeOnClickOutside: false,
    children: <Fields />,
  });
}

export function openRule(rule: DetectionRule): void {
  modals.open({
    modalId: MODAL,
    title: `Edit ${ruleName(rule)}`,
    size: 'lg',
    closeOnClickOutside: false,
    children: <Fields rule={rule} />,
  });
}

export function openDeleteRule(rule: DetectionRule): void {
  modals.open({ modalId: MODAL, title: `Delete ${ruleName(rule)}?`, children: <Delete rule={rule} /> });
}

interface Values {
  triad: Triad;
  looksFor: 'paths' | 'files';
  patterns: string;
  files: string;
  description: string;
  url: string;
  noticesText: string;
  auditNotes: string;
  asFoundLicenseText: string;
}

function Fields({ rule }: { rule?: DetectionRule }) {
  const save = useSaveRule(rule);
  const form = useForm<Values>({
    initialValues: valuesOf(rule),
    validate: {
      triad: ({ componentId, versionId, licenseId }) =>
        componentId === null || versionId === null || licenseId === NO_LICENSE_ID
          ? 'Choose a component, its version and a license.'
          : null,
      patterns: (patterns, { looksFor }) =>
        looksFor === 'paths' && patternsIn(patterns).length === 0 ? 'Enter at least one pattern.' : null,
      files: (text, { looksFor }) => {
        if (looksFor !== 'files') return null;
        const { files, problem } = filesIn(text);
        return problem ?? (files.length === 0 ? 'Enter at least one file.' : null);
      },
    },
  });
  const onSuccess = () => {
    close();
    notifyDone('The rule was saved. It applies from the next scan of each project.');
  };
  return (
    <form onSubmit={form.onSubmit((values) => save.mutate(inputOf(values), { onSuccess }))} noValidate>
      <Stack gap="sm">
        <ComponentChoice
          value={form.values.triad}
          onChange={({ componentId, versionId, licenseId }) =>
            form.setFieldValue('triad', { componentId, versionId, licenseId })
          }
        />
        {form.errors.triad && <Refused error={new Error(String(form.errors.triad))} />}
        <SegmentedControl
          aria-label="Matches"
          data={[
            { value: 'paths', label: 'Patterns of paths' },
            { value: 'files', label: 'Files by MD5' },
          ]}
          {...form.getInputProps('looksFor')}
        />
        {form.values.looksFor === 'paths' ? (
          <Textarea
            label="Patterns"
            description="One per line: * within a name, ** across folders, ? one character. A pattern without a slash matches names in any folder."
            {...LINES}
            {...form.getInputProps('patterns')}
          />
        ) : (
          <Textarea
            label="Files"
            description="One per line, in the format of md5sum: the MD5, then the file name without folders"
            {...LINES}
            {...form.getInputProps('files')}
          />
        )}
        <Textarea
          label="Description of the item"
          autosize
          minRows={1}
          maxRows={4}
          {...form.getInputProps('description')}
        />
        <TextInput label="Web address of the item" placeholder="https://…" {...form.getInputProps('url')} />
        <Textarea label="Notices text" autosize minRows={1} maxRows={6} {...form.getInputProps('noticesText')} />
        <Textarea label="Audit notes" autosize minRows={1} maxRows={4} {...form.getInputProps('auditNotes')} />
        <Textarea
          label="License text as found"
          autosize
          minRows={1}
          maxRows={6}
          {...form.getInputProps('asFoundLicenseText')}
        />
        <Refused error={save.error} />
        <Buttons action="Save" isPending={save.isPending} onCancel={close} />
      </Stack>
    </form>
  );
}

const LINES = {
  autosize: true,
  minRows: 4,
  maxRows: 12,
  spellCheck: false,
  styles: { input: { fontFamily: 'var(--mantine-font-family-monospace)' } },
};

function valuesOf(rule: DetectionRule | undefined): Values {
  return {
    triad: {
      componentId: rule?.componentId ?? null,
      versionId: rule?.versionId ?? null,
      licenseId: rule?.licenseId ?? NO_LICENSE_ID,
    },
    looksFor: rule && rule.fileInfo.length > 0 ? 'files' : 'paths',
    patterns: rule?.ruleInfo.flatMap(({ detectionCriteria }) => detectionCriteria).join('\n') ?? '',
    files: fileLines(rule?.fileInfo ?? []),
    description: rule?.description ?? '',
    url: rule?.url ?? '',
    noticesText: rule?.noticesText ?? '',
    auditNotes: rule?.auditNotes ?? '',
    asFoundLicenseText: rule?.asFoundLicenseText ?? '',
  };
}

function inputOf({ triad, looksFor, patterns, files, ...texts }: Values): DetectionRuleInput {
  const criteria =
    looksFor === 'paths'
      ? { ruleInfo: [{ detectionType: 'filePath', detectionCriteria: patternsIn(patterns) }] }
      : { fileInfo: filesIn(files).files };
  const { componentId, versionId, licenseId } = triad;
  if (componentId === null || versionId === null)
    throw new Error('The form is sent only with a component and a version.');
  return { ...texts, ...criteria, componentId, versionId, licenseId };
}

function Delete({ rule }: { rule: DetectionRule }) {
  const remove = useDeleteRule(rule.id);
  return (
    <ConfirmDelete
      text="Items that it created are kept. With the next scan of their project they lose the files that the rule matched."
      action="Delete rule"
      done="The rule was deleted."
      remove={remove}
      onClose={close}
    />
  );
}
