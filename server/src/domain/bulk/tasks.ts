// Decisions about many tasks at once. What a single task allows is decided in reviews/review-task.ts. Pure.
//
//   Action           | leaves alone, besides what is so already
//   -----------------+--------------------------------------------------------------------------------
//   CLOSE_TASKS      | review tasks, which the decision about their item closes; others' tasks
//   REOPEN_TASKS     | others' tasks
//   REASSIGN_TASKS   | closed tasks; others' tasks
//   PRIORITIZE_TASKS |
import { isRefusal } from '../refusal.ts';
import { changeTask, type ReviewTask, type TaskAction, type TaskEvent } from '../reviews/review-task.ts';
import type { TaskPriority } from '../task-priority.ts';
import type { BulkDetails, BulkTaskAction, SkipReason } from './actions.ts';

export interface BulkTask extends ReviewTask {
  itemId: number;
  /** The summary, and the item. */
  name: string;
  ownerLogin: string;
  priority: TaskPriority;
  /** Whether the caller may do this to this task. */
  isAllowed: boolean;
}

const SINGLE = {
  CLOSE_TASKS: 'close',
  REOPEN_TASKS: 'reopen',
  REASSIGN_TASKS: 'reassign',
  PRIORITIZE_TASKS: 'edit',
} as const satisfies Record<BulkTaskAction, TaskAction>;

/** What is done to each task. */
export const singleActionOf = (action: BulkTaskAction): TaskAction => SINGLE[action];

export function eventOfTasks(action: BulkTaskAction, { ownerId }: BulkDetails): TaskEvent {
  switch (action) {
    case 'CLOSE_TASKS':
      return { type: 'close', resolution: 'CLOSED' };
    case 'REOPEN_TASKS':
      return { type: 'reopen' };
    case 'REASSIGN_TASKS':
      if (ownerId === undefined) throw new Error(`${action} names an assignee.`);
      return { type: 'reassign', ownerId };
    case 'PRIORITIZE_TASKS':
      return { type: 'edit' };
  }
}

/** Why the action leaves the task alone; undefined if it changes the task. */
export function skipOfTask(task: BulkTask, action: BulkTaskAction, details: BulkDetails): SkipReason | undefined {
  if (action === 'PRIORITIZE_TASKS' && task.priority === details.taskPriority) return 'SAME';
  if (action === 'REASSIGN_TASKS' && !task.isClosed && task.ownerId === details.ownerId) return 'SAME';
  const answer = changeTask(task, eventOfTasks(action, details));
  if (isRefusal(answer)) {
    if (answer.refusal.code === 'invalid') return 'REVIEW_TASK';
    return action === 'REASSIGN_TASKS' ? 'CLOSED_TASK' : 'SAME';
  }
  return task.isAllowed ? undefined : 'NOT_ALLOWED';
}

/** What becomes of the task, in words: from and to. */
export function changeOfTask(
  task: BulkTask,
  action: BulkTaskAction,
  details: BulkDetails,
): { from: string; to: string } {
  switch (action) {
    case 'CLOSE_TASKS':
      return { from: 'Open', to: 'Closed' };
    case 'REOPEN_TASKS':
      return { from: 'Closed', to: 'Open' };
    case 'REASSIGN_TASKS':
      return { from: task.ownerLogin, to: details.ownerLogin ?? '' };
    case 'PRIORITIZE_TASKS':
      return { from: priorityText(task.priority), to: priorityText(details.taskPriority ?? task.priority) };
  }
}

/** For example "High". */
export const priorityText = (priority: TaskPriority): string => priority.charAt(0) + priority.slice(1).toLowerCase();
