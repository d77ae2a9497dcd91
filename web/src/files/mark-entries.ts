// Marks selected files, and folders with everything in them, as reviewed or not. Each folder is a decision of its own that can be undone; the files are one.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { BulkOutcome, CodebaseEntry } from '../api/models.ts';
import { type OrderParts, orderOf } from '../bulk/actions.ts';
import { notifyDecided } from '../bulk/done.tsx';
import { useDecideInBulk } from '../bulk/queries.ts';
import { notifyDone } from '../elements/notify.ts';

export function useMarkEntriesReviewed(projectId: number) {
  const queryClient = useQueryClient();
  const { mutateAsync } = useDecideInBulk(projectId);
  return useMutation({
    async mutationFn({ entries, isReviewed }: { entries: CodebaseEntry[]; isReviewed: boolean }) {
      const action = isReviewed ? 'MARK_REVIEWED' : 'MARK_UNREVIEWED';
      const outcomes: BulkOutcome[] = [];
      for (const rows of rowsOf(entries)) outcomes.push(await mutateAsync(orderOf(action, { rows, reason: '' })));
      return outcomes;
    },
    onSuccess(outcomes) {
      const [first, ...others] = outcomes;
      if (first !== undefined && others.length === 0) notifyDecided(queryClient, projectId, first);
      else
        notifyDone(
          `${outcomes.map(({ summary }) => `${summary}.`).join(' ')} The list of bulk decisions can undo each.`,
        );
    },
  });
}

function rowsOf(entries: readonly CodebaseEntry[]): OrderParts['rows'][] {
  const ids = entries.filter(({ kind }) => kind === 'file').map(({ id }) => id);
  const folders = entries.filter(({ kind }) => kind === 'folder');
  return [
    ...(ids.length > 0 ? [{ ids }] : []),
    ...folders.map(({ path }) => ({ filter: { search: '', folderPath: path }, exceptIds: [] })),
  ];
}
