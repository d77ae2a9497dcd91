// Changes a task as domain/reviews/review-task.ts decides, and does what follows for its item. The caller has locked the item and its tasks, and has asked
// for the right.
import type { Item } from '../db/inventories/items.ts';
import { refreshInventoryRollup } from '../db/inventories/rollup.ts';
import type { Tx } from '../db/postgres/connection.ts';
import { getTask, type Task, updateTask } from '../db/tasks.ts';
import { type Notice, taskNotice } from '../domain/messages/mail-notices.ts';
import { isRefusal, type Refusal } from '../domain/refusal.ts';
import { changeTask, type ReviewTask, type TaskEvent } from '../domain/reviews/review-task.ts';
import { noticedTask } from '../mail/noticed-task.ts';
import { settleGone } from './lapses.ts';
import { type Actor, applyReview } from './review.ts';

export interface TaskChanging {
  item: Item;
  /** All tasks of the item. */
  siblings: readonly Task[];
  actor: Actor;
  at: Date;
  /** The mails that follow are added here. */
  notices: Notice[];
}

/** Answers with the refusal if the state of the task does not allow the event. */
export async function applyTaskEvent(
  tx: Tx,
  task: Task,
  event: TaskEvent,
  { item, siblings, actor, at, notices }: TaskChanging,
): Promise<Refusal | undefined> {
  const answer = changeTask(reviewTaskOf(task), event, siblings.map(reviewTaskOf));
  if (isRefusal(answer)) return answer;
  await updateTask(tx, task.id, {
    owner_id: answer.next.ownerId,
    is_closed: answer.next.isClosed,
    resolution: answer.next.resolution,
    closed_at: answer.next.isClosed ? at : null,
    updated_by: actor.id,
  });
  for (const effect of answer.effects) {
    switch (effect.type) {
      case 'mail': {
        const noticed = { id: item.id, name: item.name, projectId: item.project_id };
        notices.push(taskNotice(effect.template, noticedTask(await getTask(tx, task.id)), noticed, actor.id));
        break;
      }
      case 'review-item': {
        const decision = { type: 'review-tasks-decide', status: effect.status } as const;
        await applyReview(tx, item, decision, actor, { notices });
        await settleGone(tx, item, actor, notices);
        await refreshInventoryRollup(tx, item.project_id);
        break;
      }
      default:
        effect satisfies never;
    }
  }
  return undefined;
}

function reviewTaskOf(task: Task): ReviewTask {
  return {
    id: task.id,
    type: task.type,
    isClosed: task.is_closed,
    resolution: task.resolution,
    ownerId: task.owner_id,
  };
}
