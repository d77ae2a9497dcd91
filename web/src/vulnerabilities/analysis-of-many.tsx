// Decides about many vulnerabilities of a project at once, after a preview of the changes.
import { Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { modals } from '@mantine/modals';
import { useState } from 'react';
import type { AnalysisChanges } from '../api/models.ts';
import { Refused } from '../elements/form-parts.tsx';
import { notifyDone } from '../elements/notify.ts';
import { countOf } from '../elements/quantities.ts';
import { AnalysisFields, analysisFaults, analysisOf, NEW_ANALYSIS, WordsAndDay, wasText } from './analysis-fields.tsx';
import { ChangePreview, PreviewButtons } from './change-preview.tsx';
import { useAnalyze } from './queries.ts';
import { ONLY_HERE, ReachField, reachOf } from './reach-field.tsx';

const MODAL = 'analysis-of-many';

export function openAnalysisOfMany(projectId: number, vulnerabilityNames: string[], onDone: () => void): void {
  modals.open({
    modalId: MODAL,
    title: `Decide about ${countOf(vulnerabilityNames.length, 'vulnerability', 'vulnerabilities')}`,
    closeOnClickOutside: false,
    children: <AnalysisOfManyForm projectId={projectId} vulnerabilityNames={vulnerabilityNames} onDone={onDone} />,
  });
}

interface FormProps {
  projectId: number;
  vulnerabilityNames: string[];
  onDone: () => void;
}

export function AnalysisOfManyForm({ projectId, vulnerabilityNames, onDone }: FormProps) {
  const analyze = useAnalyze(projectId);
  const [preview, setPreview] = useState<AnalysisChanges>();
  const form = useForm({
    initialValues: { ...NEW_ANALYSIS, ...ONLY_HERE },
    validate: analysisFaults(),
    onValuesChange: () => setPreview(undefined),
  });
  const send = (previewOnly: boolean) =>
    form.onSubmit((values) =>
      analyze.mutate(
        { vulnerabilityNames, ...analysisOf(values), ...reachOf(values), previewOnly },
        {
          onSuccess: (changes) => {
            if (previewOnly) return setPreview(changes);
            modals.close(MODAL);
            notifyDone(`Decided about ${countOf(changes.total, 'vulnerability', 'vulnerabilities')} of items.`);
            onDone();
          },
        },
      ),
    );
  return (
    <form onSubmit={send(preview === undefined)} noValidate>
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          {vulnerabilityNames.slice(0, 5).join(', ')}
          {vulnerabilityNames.length > 5 && ` and ${vulnerabilityNames.length - 5} more`}, in all items of this project
          that have them.
        </Text>
        <AnalysisFields form={form} />
        <ReachField form={form} />
        <WordsAndDay form={form} />
        {preview && <Preview changes={preview} />}
        <Refused error={analyze.error} />
        <PreviewButtons
          modalId={MODAL}
          isPending={analyze.isPending}
          confirm={preview && `Decide about ${preview.total}`}
          changesNothing={false}
        />
      </Stack>
    </form>
  );
}

const WORDS: Record<AnalysisChanges['changes'][number]['change'], string> = {
  NEW: 'new',
  CHANGED: 'changed',
  SAME: 'stays as it is',
  LIFTED: 'withdrawn',
  KEPT: 'stays as people decided',
  SUPPRESSED_EVERYWHERE: 'stays suppressed in all projects',
};

function Preview({ changes: { total, leftOff, changes } }: { changes: AnalysisChanges }) {
  const lines = changes.map(({ inventoryId, inventoryName, vulnerabilityName, change, stateBefore }) => ({
    key: `${inventoryId} ${vulnerabilityName}`,
    text: `${vulnerabilityName} in ${inventoryName}: ${WORDS[change]}${wasText(stateBefore)}`,
  }));
  return (
    <ChangePreview
      title={countOf(total, 'vulnerability of an item', 'vulnerabilities of items')}
      changes={lines}
      leftOff={leftOff}
    />
  );
}
