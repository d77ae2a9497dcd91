// Closes or reopens many alerts at once, or changes their priority. A preview shows the changes before.
import { Select, Stack, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { useState } from 'react';
import type { AlertChange, AlertChanges } from '../api/models.ts';
import { Refused } from '../elements/form-parts.tsx';
import { notifyDone } from '../elements/notify.ts';
import { countOf } from '../elements/quantities.ts';
import { ChangePreview, PreviewButtons } from './change-preview.tsx';
import { useChangeAlerts } from './queries.ts';

const MODAL = 'change-of-alerts';

export function openChangeOfAlerts(alertIds: number[], onDone: () => void): void {
  modals.open({
    modalId: MODAL,
    title: `Change ${countOf(alertIds.length, 'alert')}`,
    closeOnClickOutside: false,
    children: <ChangeOfAlertsForm alertIds={alertIds} onDone={onDone} />,
  });
}

const CHANGES: Record<string, { label: string; change: AlertChange }> = {
  close: { label: 'Close', change: { isOpen: false } },
  reopen: { label: 'Reopen', change: { isOpen: true } },
  high: { label: 'Priority high', change: { priority: 'HIGH' } },
  medium: { label: 'Priority medium', change: { priority: 'MEDIUM' } },
  low: { label: 'Priority low', change: { priority: 'LOW' } },
};

interface FormProps {
  alertIds: number[];
  onDone: () => void;
}

export function ChangeOfAlertsForm({ alertIds, onDone }: FormProps) {
  const { mutate, error, isPending } = useChangeAlerts();
  const [wanted, setWanted] = useState('close');
  const [preview, setPreview] = useState<AlertChanges>();
  const send = (previewOnly: boolean) =>
    mutate(
      { alertIds, ...CHANGES[wanted]?.change, previewOnly },
      {
        onSuccess: (changes) => {
          if (previewOnly) return setPreview(changes);
          modals.close(MODAL);
          notifyDone(`${countOf(changes.changed, 'alert')} changed.`);
          onDone();
        },
      },
    );
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        send(preview === undefined);
      }}
    >
      <Stack gap="sm">
        <Select
          label="Change"
          data={Object.entries(CHANGES).map(([value, { label }]) => ({ value, label }))}
          value={wanted}
          allowDeselect={false}
          onChange={(value) => {
            setWanted(value ?? 'close');
            setPreview(undefined);
          }}
        />
        {preview && <Preview changes={preview} />}
        <Refused error={error} />
        <PreviewButtons
          modalId={MODAL}
          isPending={isPending}
          confirm={preview && `Change ${preview.changed}`}
          changesNothing={preview?.changed === 0}
        />
      </Stack>
    </form>
  );
}

const WORDS: Record<AlertChanges['changes'][number]['outcome'], string> = {
  CHANGED: 'changes',
  SAME: 'already has this value',
  NOT_ALLOWED: 'stays unchanged, because you may not change it or the project is locked',
};

function Preview({ changes: { changed, missing, leftOff, changes } }: { changes: AlertChanges }) {
  const lines = changes.map(({ id, projectName, vulnerabilityName, inventoryName, filePath, outcome }) => ({
    key: id,
    text: `${vulnerabilityName} in ${inventoryName || filePath} of ${projectName}: ${WORDS[outcome]}`,
  }));
  return (
    <ChangePreview title={`${countOf(changed, 'alert')} will change`} changes={lines} leftOff={leftOff}>
      {missing > 0 && (
        <Text size="sm" c="dimmed">
          Not found: {countOf(missing, 'alert')}
        </Text>
      )}
    </ChangePreview>
  );
}
