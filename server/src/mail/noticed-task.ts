// The fields of a task that mails show.
import type { Task } from '../db/tasks.ts';
import type { NoticedTask } from '../domain/messages/mail-notices.ts';

export function noticedTask(task: Task): NoticedTask {
  const { id, type, summary, details, priority, resolution } = task;
  return { id, type, summary, details, priority, resolution, ownerId: task.owner_id, createdBy: task.created_by };
}
