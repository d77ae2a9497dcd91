// Marked tasks of a project, and the decisions about them or about their items at once: approving or rejecting an item closes its review tasks.
import { Button } from '@mantine/core';
import type { Task } from '../api/models.ts';
import { type BulkAction, wordsOfAction } from '../bulk/actions.ts';
import { BulkBar } from '../bulk/bulk-bar.tsx';
import { openBulkDecision } from '../bulk/bulk-dialog.tsx';
import { type MarkedRows, useMarkedRows } from '../bulk/marked-rows.ts';
import { openRecentDecisions } from '../bulk/recent-decisions.tsx';
import { countText } from '../elements/quantities.ts';

const TITLES: Partial<Record<BulkAction, string>> = {
  APPROVE: 'Approve the items of the marked tasks',
  REJECT: 'Reject the items of the marked tasks',
};

/** Beside the buttons for the tasks themselves. */
const LABELS: Partial<Record<BulkAction, string>> = {
  APPROVE: 'Approve the items of marked',
  REJECT: 'Reject the items of marked',
};

export function useMarkedTasks(tasks: readonly Task[], status: string | undefined): MarkedRows {
  const ids = tasks.map(({ id }) => id);
  return useMarkedRows({
    key: status ?? '',
    total: ids.length,
    idsBetween: async (from, to) => {
      const [a = 0, b = 0] = [ids.indexOf(from), ids.indexOf(to)].sort((x, y) => x - y);
      return a < 0 ? [to] : ids.slice(a, b + 1);
    },
  });
}

interface BarProps {
  projectId: number;
  tasks: readonly Task[];
  marked: MarkedRows;
}

export function MarkedTasksBar({ projectId, tasks, marked }: BarProps) {
  const shown = tasks.filter(({ id }) => marked.has(id));
  const act = (action: BulkAction) =>
    openBulkDecision({
      projectId,
      action,
      rows: { ids: wordsOfAction(action).noun === 'task' ? shown.map(({ id }) => id) : itemsOf(shown) },
      title: TITLES[action],
      onDone: marked.clear,
      onLeft: () => undefined,
    });
  const rest = tasks.length - marked.count;
  return (
    <BulkBar
      projectId={projectId}
      noun="task"
      marked={marked}
      total={marked.count}
      actions={['CLOSE_TASKS', 'REASSIGN_TASKS', 'PRIORITIZE_TASKS']}
      more={['APPROVE', 'REJECT', 'REOPEN_TASKS']}
      labels={LABELS}
      onAct={act}
    >
      {rest > 0 && (
        <Button
          size="compact-sm"
          variant="subtle"
          onClick={() =>
            marked.markSome(
              tasks.map(({ id }) => id),
              true,
            )
          }
        >
          Mark all {countText(tasks.length)} shown
        </Button>
      )}
      <Button size="compact-sm" variant="subtle" onClick={() => openRecentDecisions(projectId)}>
        Recent bulk decisions
      </Button>
    </BulkBar>
  );
}

const itemsOf = (tasks: readonly Task[]) => [...new Set(tasks.map(({ inventoryId }) => inventoryId))];
