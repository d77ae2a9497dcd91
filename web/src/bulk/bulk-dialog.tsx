// The dialog of a decision about many rows: says in words what would be done, asks for what the decision needs, and for a reason.
import { Button, Checkbox, Group, ScrollArea, Stack, Text, Textarea } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { modals } from '@mantine/modals';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { BulkOutcome } from '../api/models.ts';
import { reviewText } from '../elements/badges.tsx';
import { Refused } from '../elements/form-parts.tsx';
import { visible } from '../elements/hidden-characters.ts';
import { useKeptFocus } from '../elements/kept-focus.ts';
import { Waiting } from '../elements/page-state.tsx';
import { countOf, countText } from '../elements/quantities.ts';
import { StartedJob } from '../jobs/started-job.tsx';
import { ActionFields } from './action-fields.tsx';
import {
  type ActionWords,
  type BulkAction,
  isReady,
  type OrderParts,
  orderOf,
  PLURALS,
  wordsOfAction,
} from './actions.ts';
import classes from './bulk.module.css';
import { notifyDecided } from './done.tsx';
import { type BulkOrder, type BulkScope, CHANGED_KEYS, dryRunQuery, useDecideInBulk } from './queries.ts';

const MODAL = 'bulk-decision';
/** While the user types or chooses, the dry run waits. */
const SETTLE_MS = 200;

export interface BulkRequest {
  /** Null for vulnerabilities of all projects. */
  projectId: BulkScope;
  action: BulkAction;
  /** The rows, as the server gets them. */
  rows: OrderParts['rows'];
  onDone: () => void;
  /** The name of the only row; otherwise the title says that they are marked. */
  name?: string;
  /** Another title, where other rows than those of the decision are marked. */
  title?: string;
}

/** @param onLeft called when the dialog is gone after the decision: the button that opened it is gone too, and the list takes the focus */
export function openBulkDecision({ onLeft, ...request }: BulkRequest & { onLeft: () => void }): void {
  const { title, verb } = wordsOfAction(request.action);
  let isDone = false;
  const onDone = () => {
    isDone = true;
    request.onDone();
  };
  modals.open({
    onExitTransitionEnd: () => isDone && onLeft(),
    modalId: MODAL,
    title: request.title ?? (request.name === undefined ? title : `${verb} ${request.name}`),
    size: 560,
    closeOnClickOutside: false,
    children: <BulkDecisionForm {...request} onDone={onDone} />,
  });
}

export function BulkDecisionForm({ projectId, action, rows, onDone }: BulkRequest) {
  const queryClient = useQueryClient();
  const words = wordsOfAction(action);
  // Apart from the reason: typing it must not hold up the dry run.
  const [parts, setParts] = useState<Omit<OrderParts, 'rows' | 'reason'>>({});
  const [reason, setReason] = useState('');
  const [settled] = useDebouncedValue(parts, SETTLE_MS);
  const isComplete = isReady(action, settled);
  // The reason changes nothing of what the dry run says.
  const asked = orderOf(action, { ...settled, reason: '', rows });
  const preview = useQuery({ ...dryRunQuery(projectId, asked), enabled: isComplete });
  const decide = useDecideInBulk(projectId);
  const [isReasonMissing, setReasonMissing] = useState(false);
  const change = (part: Partial<OrderParts>) => setParts((old) => ({ ...old, ...part }));
  // Until the dry run is about what is chosen, nothing can be decided.
  const said = isComplete && settled === parts ? preview.data : undefined;
  const submit = () => {
    if (said === undefined || said.changed === 0) return;
    if (words.needsReason && reason.trim() === '') return setReasonMissing(true);
    const order = orderOf(action, { ...settled, reason, rows });
    decide.mutate({ ...order, body: { ...order.body, setVersion: said.setVersion } } as BulkOrder, {
      onSuccess(outcome) {
        onDone();
        if (outcome.jobId !== undefined) return;
        modals.close(MODAL);
        notifyDecided(queryClient, projectId, outcome);
      },
      // The set has changed: what it is now is shown, and decided about on the next press.
      onError: () => void preview.refetch(),
    });
  };
  if (decide.data?.jobId !== undefined) return <Begun outcome={decide.data} jobId={decide.data.jobId} />;
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Stack gap="sm">
        <ActionFields projectId={projectId} action={action} parts={parts} onChange={change} />
        {isComplete && <PreviewOf preview={preview} />}
        <OverrulePolicy outcome={said} isChecked={parts.overrulePolicy === true} onChange={change} />
        <Textarea
          label={words.needsReason ? 'Reason' : 'Reason (optional)'}
          description="It is kept with each decision."
          data-autofocus={(words.needsReason && isComplete) || undefined}
          autosize
          minRows={2}
          maxRows={6}
          maxLength={4000}
          value={reason}
          error={isReasonMissing && reason.trim() === '' ? 'Say why.' : undefined}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <Refused error={decide.error} />
        <DialogButtons words={words} said={said} isPending={decide.isPending} />
      </Stack>
    </form>
  );
}

function PreviewOf({ preview }: { preview: ReturnType<typeof useQuery<BulkOutcome>> }) {
  const { data } = preview;
  if (data === undefined) return <Waiting query={preview} rows={4} title="What would change is not known" />;
  return (
    <section aria-label="What would change" aria-live="polite">
      <Text size="sm" fw={600}>
        {data.summary}.
      </Text>
      {data.items !== undefined && data.changed > 0 && (
        <Text size="sm">
          In {countOf(data.items, 'item')} of {countOf(data.projects ?? 0, 'project')}.
        </Text>
      )}
      {data.outcomes.length > 0 && data.outcomes.some(({ from }) => from !== '') && (
        <ul className={classes.outcomes}>
          {data.outcomes.map(({ from, to, count }) => (
            <li key={`${from}→${to}`}>
              <b>{countText(count)}</b> {reviewText(from)} → {reviewText(to)}
            </li>
          ))}
          {data.moreOutcomes > 0 && <li>and {countText(data.moreOutcomes)} others</li>}
        </ul>
      )}
      <ScrollArea.Autosize mah={150} mt={4}>
        {data.examples.length > 0 && (
          <Text size="xs" c="dimmed">
            For example
          </Text>
        )}
        <ul className={classes.examples} aria-label="Examples">
          {data.examples.map(({ id, name }) => (
            <li key={id}>{visible(name)}</li>
          ))}
          {data.changed > data.examples.length && <li>and {countText(data.changed - data.examples.length)} more</li>}
        </ul>
        {data.skippedExamples.length > 0 && (
          <ul className={classes.examples} aria-label="Skipped">
            {data.skippedExamples.map(({ id, name, words }) => (
              <li key={id}>
                Skipped: {name || `number ${id}`}, {words}
              </li>
            ))}
          </ul>
        )}
      </ScrollArea.Autosize>
    </section>
  );
}

function OverrulePolicy({
  outcome,
  isChecked,
  onChange,
}: {
  outcome: BulkOutcome | undefined;
  isChecked: boolean;
  onChange: (part: Partial<OrderParts>) => void;
}) {
  const rejected = outcome?.skipped.find(({ reason }) => reason === 'REJECTED_BY_POLICY')?.count ?? 0;
  if (rejected === 0 && !isChecked) return null;
  const which = isChecked ? 'those' : `the ${countText(rejected)}`;
  return (
    <Checkbox
      label={`Also approve ${which} that the policy rejects`}
      checked={isChecked}
      onChange={({ currentTarget: { checked } }) => onChange({ overrulePolicy: checked })}
    />
  );
}

function DialogButtons({
  words,
  said,
  isPending,
}: {
  words: ActionWords;
  said: BulkOutcome | undefined;
  isPending: boolean;
}) {
  const button = useKeptFocus(isPending);
  const changed = said?.changed ?? 0;
  return (
    <Group justify="flex-end" gap={8}>
      <Button variant="default" onClick={() => modals.close(MODAL)}>
        Cancel
      </Button>
      <Button
        ref={button}
        type="submit"
        color={words.isDangerous ? 'red' : undefined}
        loading={isPending}
        // Not `disabled`: it could not take the focus while the dry run is awaited, and the keys would stay with the page below.
        aria-disabled={changed === 0 || undefined}
        data-disabled={changed === 0 || undefined}
        data-autofocus={words.needsReason ? undefined : true}
      >
        {changed === 0 ? words.verb : `${words.verb} ${countOf(changed, words.noun, PLURALS[words.noun])}`}
      </Button>
    </Group>
  );
}

/** More rows than one request decides about: a job does the work, and the dialog may be closed. */
function Begun({ outcome, jobId }: { outcome: BulkOutcome; jobId: number }) {
  return (
    <Stack gap="sm">
      <Text size="sm">{outcome.summary}. You may close this; the list of bulk decisions can undo it within a day.</Text>
      <StartedJob id={jobId} unit="rows" changes={CHANGED_KEYS} />
      <Group justify="flex-end">
        <Button variant="default" onClick={() => modals.close(MODAL)}>
          Close
        </Button>
      </Group>
    </Stack>
  );
}
