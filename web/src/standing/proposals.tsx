// The dialog in which a person reads the proposals of a group, takes some out, and accepts or refuses the others in one decision.
import { Button, Checkbox, Group, Text, Textarea } from '@mantine/core';
import { modals } from '@mantine/modals';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Proposal, ProposalGroup } from '../api/models.ts';
import { Refused } from '../elements/form-parts.tsx';
import { notifyDone } from '../elements/notify.ts';
import { Waiting } from '../elements/page-state.tsx';
import { countOf } from '../elements/quantities.ts';
import { proposalsQuery, useAnswer } from './carried-queries.ts';
import classes from './standing.module.css';

const MODAL = 'proposals';

export function openProposals(projectId: number, group: ProposalGroup, mayAnswer: boolean): void {
  modals.open({
    modalId: MODAL,
    title: group.title,
    size: 'xl',
    closeOnClickOutside: false,
    children: <Proposals projectId={projectId} group={group} mayAnswer={mayAnswer} />,
  });
}

interface ProposalsProps {
  projectId: number;
  group: ProposalGroup;
  mayAnswer: boolean;
}

const idOf = ({ inventoryId, fileId }: Proposal) => inventoryId || fileId;

export function Proposals({ projectId, group, mayAnswer }: ProposalsProps) {
  const proposals = useQuery(proposalsQuery(projectId, group.group));
  const { mutate, error, isPending } = useAnswer(projectId);
  const [except, setExcept] = useState<number[]>([]);
  const [words, setWords] = useState('');
  if (!proposals.isSuccess) return <Waiting query={proposals} rows={6} title="The proposals could not be loaded" />;
  const { rows, total } = proposals.data;
  const chosen = total - except.length;
  const answer = (decision: 'ACCEPT' | 'REFUSE') =>
    mutate(
      { group: group.group, seen: group.seen, decision, except, words },
      {
        onSuccess: () => {
          modals.close(MODAL);
          notifyDone(`${countOf(chosen, 'proposal')} ${decision === 'ACCEPT' ? 'accepted' : 'refused'}.`);
        },
      },
    );
  const toggle = (id: number) => setExcept(except.includes(id) ? except.filter((one) => one !== id) : [...except, id]);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        answer('ACCEPT');
      }}
    >
      <ul className={classes.proposals}>
        {rows.map((one) => (
          <li key={idOf(one)}>
            <Checkbox
              checked={!except.includes(idOf(one))}
              onChange={() => toggle(idOf(one))}
              disabled={!mayAnswer}
              label={one.inventoryName || one.filePath}
            />
            <Text size="sm" c="dimmed">
              {one.why} {one.against} <Original proposal={one} />
            </Text>
          </li>
        ))}
      </ul>
      {total > rows.length && (
        <Text size="sm" mb="sm">
          {countOf(total - rows.length, 'more proposal')} of the same ground are answered with them.
        </Text>
      )}
      {mayAnswer && (
        <Textarea label="Why" autosize minRows={2} mb="md" value={words} onChange={(e) => setWords(e.target.value)} />
      )}
      <Refused error={error} />
      <Group justify="flex-end" gap={8}>
        <Button variant="default" onClick={() => modals.close(MODAL)}>
          Close
        </Button>
        {mayAnswer && (
          <>
            <Button variant="default" loading={isPending} disabled={chosen === 0} onClick={() => answer('REFUSE')}>
              Refuse {chosen}
            </Button>
            <Button type="submit" loading={isPending} disabled={chosen === 0}>
              Accept {chosen}
            </Button>
          </>
        )}
      </Group>
    </form>
  );
}

/** Opens the item on which it was decided. */
export function Original({
  proposal: { fromProjectId, fromInventoryId },
}: {
  proposal: Pick<Proposal, 'fromProjectId' | 'fromInventoryId'>;
}) {
  if (fromInventoryId === 0) return null;
  return (
    <Link
      to="/projects/$projectId/inventory"
      params={{ projectId: fromProjectId }}
      search={{ item: fromInventoryId, tab: 'decisions' }}
      onClick={() => modals.close(MODAL)}
    >
      Original
    </Link>
  );
}
