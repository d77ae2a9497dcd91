// Tasks of an inventory item: Manual Review, Remediation, Miscellaneous. Decides how a task may change, how that affects
// the item, and who may change it; writes nothing.
//
//   Kind            | may be closed as   | closing it does to the item
//   ----------------+--------------------+---------------------------------------------------------------------------
//   Manual Review   | APPROVED, REJECTED | REJECTED: the item is rejected and its other open review tasks close too
//                   |                    | APPROVED: the item is approved, unless another review task is still open
//   Remediation     | CLOSED             | nothing
//   Miscellaneous   | CLOSED             | nothing
//
//   State   | close  | re-open | reassign | edit
//   --------+--------+---------+----------+------
//   open    | closed | refused | open     | open
//   closed  | refused| open    | refused  | closed (the text of a closed task may still be corrected)
//
// Decided here: re-opening a review task does not change the status of the item; only closing it again does.
import { type DecidedStatus, decidedStatuses } from '../inventories/inventory.ts';
import type { Refusal, Transition } from '../refusal.ts';
import { refuse } from '../refusal.ts';
import type { ProjectAction } from '../users/permissions.ts';
import type { ContactKind, ReviewSettings } from './review-settings.ts';

export const taskTypes = ['MANUAL_INVENTORY_REVIEW', 'REMEDIATE_INVENTORY', 'MISCELLANEOUS'] as const;
export type TaskType = (typeof taskTypes)[number];

export const taskResolutions = ['CLOSED', 'APPROVED', 'REJECTED'] as const;
export type TaskResolution = (typeof taskResolutions)[number];

export const taskTypeNames = {
  MANUAL_INVENTORY_REVIEW: 'Manual Review',
  REMEDIATE_INVENTORY: 'Remediation',
  MISCELLANEOUS: 'Miscellaneous',
} as const satisfies Record<TaskType, string>;

const allowedResolutions = {
  MANUAL_INVENTORY_REVIEW: decidedStatuses,
  REMEDIATE_INVENTORY: ['CLOSED'],
  MISCELLANEOUS: ['CLOSED'],
} as const satisfies Record<TaskType, readonly TaskResolution[]>;

export interface ReviewTask {
  id: number;
  type: TaskType;
  isClosed: boolean;
  resolution: TaskResolution | null;
  ownerId: number;
}

export type TaskEvent =
  | { type: 'close'; resolution: TaskResolution }
  | { type: 'reopen' }
  | { type: 'reassign'; ownerId: number }
  | { type: 'edit' };

export type TaskEffect =
  /** The operation passes this on to `reviewItem` as `review-tasks-decide`, which closes the item's other review tasks. */
  | { type: 'review-item'; status: DecidedStatus }
  | { type: 'mail'; template: 'task_closed' | 'task_reopened' | 'task_reassigned' };

/** `siblings`: all tasks of the same item; the task itself may be one of them. */
export function changeTask(
  task: ReviewTask,
  event: TaskEvent,
  siblings: readonly ReviewTask[] = [],
): Transition<ReviewTask, TaskEffect> | Refusal {
  switch (event.type) {
    case 'close':
      return closeTask(task, event.resolution, siblings);
    case 'reopen':
      if (!task.isClosed) return refuse('wrong-state', `Task ${task.id} is open already.`);
      return {
        next: { ...task, isClosed: false, resolution: null },
        effects: [{ type: 'mail', template: 'task_reopened' }],
      };
    case 'reassign':
      if (task.isClosed) return refuse('wrong-state', `Task ${task.id} is closed: re-open it before reassigning it.`);
      if (task.ownerId === event.ownerId) return { next: task, effects: [] };
      return { next: { ...task, ownerId: event.ownerId }, effects: [{ type: 'mail', template: 'task_reassigned' }] };
    case 'edit':
      return { next: task, effects: [] };
  }
}

/** The owner of a task if the request names none. */
export function defaultTaskOwner(type: TaskType, settings: ReviewSettings): ContactKind {
  const owners: Record<TaskType, ContactKind> = {
    MANUAL_INVENTORY_REVIEW: settings.reviewTaskOwner,
    REMEDIATE_INVENTORY: settings.remediationTaskOwner,
    MISCELLANEOUS: 'PROJECT_CONTACT',
  };
  return owners[type];
}

export type TaskAction = 'edit' | 'close' | 'reopen' | 'reassign';

/** The right to do this to a task of this type. */
export function rightForTask(action: TaskAction, type: TaskType): ProjectAction {
  switch (action) {
    case 'edit':
      return 'EDIT_TASK';
    case 'close':
    case 'reopen':
      return closingRight[type];
    case 'reassign':
      return 'REASSIGN_TASK';
  }
}

const closingRight = {
  MANUAL_INVENTORY_REVIEW: 'CLOSE_REVIEW_TASK',
  REMEDIATE_INVENTORY: 'CLOSE_REMEDIATION_TASK',
  MISCELLANEOUS: 'CLOSE_OTHER_TASK',
} as const satisfies Record<TaskType, ProjectAction>;

/** All rights that closing and re-opening may need, for any type of task. */
export const closingRights: readonly ProjectAction[] = Object.values(closingRight);

function closeTask(
  task: ReviewTask,
  resolution: TaskResolution,
  siblings: readonly ReviewTask[],
): Transition<ReviewTask, TaskEffect> | Refusal {
  if (task.isClosed) return refuse('wrong-state', `Task ${task.id} is closed already.`);
  const allowed: readonly TaskResolution[] = allowedResolutions[task.type];
  if (!allowed.includes(resolution)) {
    const kind = taskTypeNames[task.type];
    return refuse(
      'invalid',
      `A ${kind} task is closed with the resolution ${allowed.join(' or ')}, not ${resolution}.`,
    );
  }
  const next: ReviewTask = { ...task, isClosed: true, resolution };
  const mail: TaskEffect = { type: 'mail', template: 'task_closed' };
  if (resolution === 'CLOSED') return { next, effects: [mail] };
  return { next, effects: [mail, ...decisionOnItem(task, resolution, siblings)] };
}

function decisionOnItem(task: ReviewTask, resolution: DecidedStatus, siblings: readonly ReviewTask[]): TaskEffect[] {
  const stillOpen = siblings.filter(
    (other) => other.id !== task.id && other.type === 'MANUAL_INVENTORY_REVIEW' && !other.isClosed,
  );
  // One rejection decides the item; with several open reviews, one approval does not.
  return resolution === 'REJECTED' || stillOpen.length === 0 ? [{ type: 'review-item', status: resolution }] : [];
}
