// Marked tasks of a project, and the decisions about them or about their items at once: approving or rejecting an item closes its review tasks.
import { Button } from '@mantine/core';
import type { Task } from '../api/models.ts';
import { type BulkAction, wordsOfAction } from '../bulk/actions.ts';
import { BulkBar } from '../bulk/bulk-bar.tsx';
import { type BulkRequest, openBulkDecision } from '../bulk/bulk-dialog.tsx';
import { type MarkedRows, useMarkedRows } from '../bulk/marked-rows.ts';
import { openRecentDecisions } from '../bulk/recent-decisions.tsx';
import { notifyRefused } from '../elements/notify.ts';
import { allRows } from '../table/paged-rows.ts';
import { fetchTasks, type TaskFilter } from './queries.ts';

const TITLES: Partial<Record<BulkAction, string>> = {
  APPROVE: 'Approve the items of the marked tasks',
  REJECT: 'Reject the items of the marked tasks',
};

/** Beside the buttons for the tasks themselves. */
const LABELS: Partial<Record<BulkAction, string>> = {
  APPROVE: 'Approve the items of marked',
  REJECT: 'Reject the items of marked',
};

export function useMarkedTasks(tasks: readonly Task[], total: number, filter: TaskFilter): MarkedRows {
  const ids = tasks.map(({ id }) => id);
  return useMarkedRows({
    key: JSON.stringify(filter),
    total,
    idsBetween: async (from, to) => {
      const [a = 0, b = 0] = [ids.indexOf(from), ids.indexOf(to)].sort((x, y) => x - y);
      return a < 0 ? [to] : ids.slice(a, b + 1);
    },
  });
}

interface BarProps {
  projectId: number;
  filter: TaskFilter;
  /** Those that are shown. */
  tasks: readonly Task[];
  /** All that match the filter. */
  total: number;
  marked: MarkedRows;
}

export function MarkedTasksBar({ projectId, filter, tasks, total, marked }: BarProps) {
  const decide = (action: BulkAction, rows: BulkRequest['rows']) =>
    openBulkDecision({
      projectId,
      action,
      rows,
      title: TITLES[action],
      onDone: marked.clear,
      onLeft: () => undefined,
    });
  const act = async (action: BulkAction) => {
    if (wordsOfAction(action).noun === 'task') return decide(action, markedOf(marked, filter));
    try {
      decide(action, { ids: itemsOf(await markedTasks(tasks, marked, filter)) });
    } catch (error) {
      notifyRefused('The items of the tasks could not be loaded', error);
    }
  };
  return (
    <BulkBar
      projectId={projectId}
      noun="task"
      marked={marked}
      total={total}
      actions={['CLOSE_TASKS', 'REASSIGN_TASKS', 'PRIORITIZE_TASKS']}
      more={['APPROVE', 'REJECT', 'REOPEN_TASKS']}
      labels={LABELS}
      onAct={act}
    >
      <Button size="compact-sm" variant="subtle" onClick={() => openRecentDecisions(projectId)}>
        Recent bulk decisions
      </Button>
    </BulkBar>
  );
}

/** Marked tasks, as the server takes them. */
function markedOf({ isAll, ids }: MarkedRows, { status, search }: TaskFilter): BulkRequest['rows'] {
  if (!isAll) return { ids };
  return { filter: { search: search ?? '', status: status ?? 'ALL', type: 'ALL', priority: 'ALL' }, exceptIds: ids };
}

/** The marked tasks themselves; those that are not shown yet are loaded. */
async function markedTasks(shown: readonly Task[], marked: MarkedRows, filter: TaskFilter): Promise<Task[]> {
  const tasks = marked.isAll
    ? (await allRows((page) => fetchTasks(filter, page), Number.POSITIVE_INFINITY, UNSEEN)).rows
    : shown;
  return tasks.filter(({ id }) => marked.has(id));
}

/** Nobody watches the loading or stops it. */
const UNSEEN = { onProgress: () => undefined, signal: new AbortController().signal };

const itemsOf = (tasks: readonly Task[]) => [...new Set(tasks.map(({ inventoryId }) => inventoryId))];
