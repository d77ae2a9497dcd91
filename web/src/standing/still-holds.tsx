// The dialog in which a person confirms decisions that are to be taken again. It shows what changed since each of them.
import { Button, Group, Text, Textarea } from '@mantine/core';
import { modals } from '@mantine/modals';
import { useState } from 'react';
import type { ToDecideAgain } from '../api/models.ts';
import { Refused } from '../elements/form-parts.tsx';
import { notifyDone } from '../elements/notify.ts';
import { countOf } from '../elements/quantities.ts';
import { useStillHolds } from './queries.ts';
import classes from './standing.module.css';
import { fileOf, nameOfKind, subjectOf } from './to-decide-table.tsx';

const MODAL = 'still-holds';

export function openStillHolds(projectId: number, decisions: ToDecideAgain[], onDone: () => void): void {
  modals.open({
    modalId: MODAL,
    title:
      decisions.length === 1
        ? 'Does the decision still hold?'
        : `Do ${countOf(decisions.length, 'decision')} still hold?`,
    size: 'lg',
    closeOnClickOutside: false,
    children: <StillHolds projectId={projectId} decisions={decisions} onDone={onDone} />,
  });
}

interface StillHoldsProps {
  projectId: number;
  decisions: ToDecideAgain[];
  onDone: () => void;
}

export function StillHolds({ projectId, decisions, onDone }: StillHoldsProps) {
  const { mutate, error, isPending } = useStillHolds(projectId);
  const [words, setWords] = useState('');
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        mutate(
          { decisions: decisions.map(({ decisionId, why }) => ({ decisionId, why })), words },
          {
            onSuccess: () => {
              modals.close(MODAL);
              notifyDone(`${countOf(decisions.length, 'decision')} confirmed.`);
              onDone();
            },
          },
        );
      }}
    >
      <Text size="sm" mb="sm">
        Each is decided again as before, on what is there now. It is asked for again as soon as something else changes.
      </Text>
      <ul className={classes.listed}>
        {decisions.map((one) => (
          <li key={one.decisionId}>
            <Text size="sm" span>
              <strong>{subjectOf(one)}</strong>,{' '}
              {[nameOfKind(one).toLowerCase(), fileOf(one)].filter(Boolean).join(' ')}
              {one.decided !== '' && ` (${one.decided})`}: {one.why}
            </Text>
          </li>
        ))}
      </ul>
      <Textarea
        label="Why do they still hold?"
        description="Optional. It becomes the reason of the new decisions."
        autosize
        minRows={2}
        mb="md"
        value={words}
        onChange={(event) => setWords(event.currentTarget.value)}
      />
      <Refused error={error} />
      <Group justify="flex-end" gap={8}>
        <Button variant="default" onClick={() => modals.close(MODAL)}>
          Cancel
        </Button>
        <Button type="submit" loading={isPending}>
          {decisions.length === 1 ? 'It still holds' : 'They still hold'}
        </Button>
      </Group>
    </form>
  );
}
