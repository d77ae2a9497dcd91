// Decides about vulnerabilities of items in several projects at once, or withdraws decisions, after a preview of the changes.
import { SegmentedControl, Stack, Text, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { modals } from '@mantine/modals';
import { useState } from 'react';
import type { PortfolioAnalysisChanges } from '../api/models.ts';
import { Refused } from '../elements/form-parts.tsx';
import { notifyDone } from '../elements/notify.ts';
import { countOf } from '../elements/quantities.ts';
import {
  AnalysisFields,
  type AnalysisValues,
  analysisFaults,
  analysisOf,
  NEW_ANALYSIS,
  WordsAndDay,
  wasText,
} from './analysis-fields.tsx';
import { ChangePreview, PreviewButtons } from './change-preview.tsx';
import { useAnalyzePortfolio, useLiftPortfolio } from './queries.ts';

const MODAL = 'portfolio-analysis';

export interface PortfolioSubject {
  vulnerabilityNames: string[];
  /** Only these items; all items that have the vulnerabilities if it is missing. */
  inventoryIds?: number[];
}

export function openPortfolioAnalysis(subject: PortfolioSubject, onDone: () => void): void {
  modals.open({
    modalId: MODAL,
    title: `Decide about ${countOf(subject.vulnerabilityNames.length, 'vulnerability', 'vulnerabilities')} in several projects`,
    closeOnClickOutside: false,
    children: <PortfolioAnalysisForm subject={subject} onDone={onDone} />,
  });
}

interface FormProps {
  subject: PortfolioSubject;
  onDone: () => void;
}

export function PortfolioAnalysisForm({ subject, onDone }: FormProps) {
  const [analyze, lift] = [useAnalyzePortfolio(), useLiftPortfolio()];
  const [preview, setPreview] = useState<PortfolioAnalysisChanges>();
  const form = useForm({
    initialValues: { ...NEW_ANALYSIS, action: 'decide' },
    validate: analysisFaults(({ action }: AnalysisValues & { action: string }) => action === 'decide'),
    onValuesChange: () => setPreview(undefined),
  });
  const isLift = form.values.action === 'lift';
  const after = (changes: PortfolioAnalysisChanges, previewOnly: boolean) => {
    if (previewOnly) return setPreview(changes);
    modals.close(MODAL);
    notifyDone(`${doneText(changes, isLift)}.`);
    onDone();
  };
  const send = (previewOnly: boolean) =>
    form.onSubmit(({ action: _, ...values }) => {
      const onSuccess = (changes: PortfolioAnalysisChanges) => after(changes, previewOnly);
      if (isLift) lift.mutate({ ...subject, remarks: values.remarks.trim(), previewOnly }, { onSuccess });
      else analyze.mutate({ ...subject, ...analysisOf(values), previewOnly }, { onSuccess });
    });
  return (
    <form onSubmit={send(preview === undefined)} noValidate>
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          {subjectText(subject)}
        </Text>
        <SegmentedControl
          aria-label="Decide or withdraw"
          data={[
            { value: 'decide', label: 'Decide' },
            { value: 'lift', label: 'Withdraw decisions' },
          ]}
          {...form.getInputProps('action')}
        />
        {isLift ? (
          <Textarea
            label="Explanation"
            autosize
            minRows={3}
            maxLength={255}
            required
            {...form.getInputProps('remarks')}
          />
        ) : (
          <>
            <AnalysisFields form={form} />
            <WordsAndDay form={form} />
          </>
        )}
        {preview && <Preview changes={preview} />}
        <Refused error={isLift ? lift.error : analyze.error} />
        <PreviewButtons
          modalId={MODAL}
          isPending={analyze.isPending || lift.isPending}
          confirm={preview && `${isLift ? 'Withdraw' : 'Decide about'} ${preview.decided}`}
          changesNothing={preview?.decided === 0}
        />
      </Stack>
    </form>
  );
}

function subjectText({ vulnerabilityNames, inventoryIds }: PortfolioSubject): string {
  const rest = vulnerabilityNames.length - 5;
  const names = `${vulnerabilityNames.slice(0, 5).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
  return inventoryIds === undefined
    ? `${names}, in all items that have them, of all projects where you may decide.`
    : `${names}, in ${countOf(inventoryIds.length, 'item')}.`;
}

function doneText({ decided, projects }: PortfolioAnalysisChanges, isLift: boolean): string {
  const what = countOf(
    decided,
    isLift ? 'decision' : 'vulnerability of an item',
    isLift ? 'decisions' : 'vulnerabilities of items',
  );
  return `${isLift ? 'Withdrew' : 'Decided about'} ${what} in ${countOf(projects, 'project')}`;
}

const WORDS: Record<PortfolioAnalysisChanges['changes'][number]['change'], string> = {
  NEW: 'new',
  CHANGED: 'changed',
  SAME: 'stays as it is',
  LIFTED: 'withdrawn',
  SUPPRESSED_EVERYWHERE: 'stays suppressed in all projects',
  NOT_ALLOWED: 'stays unchanged, because you may not decide there or the project is locked',
};

function Preview({ changes: preview }: { changes: PortfolioAnalysisChanges }) {
  const { decided, projects, notAllowedProjects, leftOff, changes } = preview;
  const lines = changes.map(({ inventoryId, inventoryName, projectName, vulnerabilityName, change, stateBefore }) => ({
    key: `${inventoryId} ${vulnerabilityName}`,
    text: `${vulnerabilityName} in ${inventoryName} of ${projectName}: ${WORDS[change]}${wasText(stateBefore)}`,
  }));
  return (
    <ChangePreview
      title={`${countOf(decided, 'vulnerability of an item', 'vulnerabilities of items')} in ${countOf(projects, 'project')}`}
      changes={lines}
      leftOff={leftOff}
    >
      {notAllowedProjects.length > 0 && (
        <Text size="sm">
          Nothing changes in {notAllowedProjects.map(({ projectName }) => projectName).join(', ')}: you may not decide
          there, or the project is locked.
        </Text>
      )}
    </ChangePreview>
  );
}
