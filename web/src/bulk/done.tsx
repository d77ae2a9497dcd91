// The message after a decision about many rows, with the button that undoes it.
import { Button, Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { QueryClient } from '@tanstack/react-query';
import type { BulkOutcome, BulkUndone } from '../api/models.ts';
import { notifyDone, notifyRefused } from '../elements/notify.ts';
import { type BulkScope, undoBulk } from './queries.ts';

/** Long enough to read the message and to see the list; the list of bulk decisions can undo it later. */
const SHOWN_MS = 20_000;

let lastDecided: string | undefined;

/** Shows one message at a time, so that quick decisions do not cover the page; the list of recent decisions has all of them. */
export function notifyDecided(
  queryClient: QueryClient,
  projectId: BulkScope,
  { summary, undoToken }: Pick<BulkOutcome, 'summary' | 'undoToken'>,
): void {
  if (lastDecided !== undefined) notifications.hide(lastDecided);
  if (undoToken === undefined) {
    notifyDone(`${summary}.`);
    return;
  }
  const id = notifications.show({
    autoClose: SHOWN_MS,
    color: 'ink',
    message: (
      <Group justify="space-between" gap="sm">
        <span>{summary}.</span>
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => {
            notifications.hide(id);
            // The button is gone: the list takes the focus.
            document.querySelector<HTMLElement>('[role="grid"]')?.focus();
            void undoAndTell(queryClient, projectId, undoToken);
          }}
        >
          Undo
        </Button>
      </Group>
    ),
  });
  lastDecided = id;
}

/** Resolves when the message is shown. */
export async function undoAndTell(queryClient: QueryClient, projectId: BulkScope, undoToken: string): Promise<void> {
  try {
    notifyDone(undoneText(await undoBulk(queryClient, projectId, undoToken)));
  } catch (error) {
    notifyRefused('It was not undone', error);
  }
}

function undoneText({ summary, kept, keptCount }: BulkUndone): string {
  const named = kept.slice(0, 3).map(({ name, why }) => `${name || 'A row'}: ${why}`);
  const rest = keptCount - named.length;
  return [`${summary}.`, ...named, ...(rest > 0 ? [`and ${rest} more`] : [])].join(' ');
}
