// The filter of tasks: parameters of a list, and a member of the body of decisions about many tasks.
import type { TaskFilter } from '../../db/tasks.ts';
import { taskTypes } from '../../domain/reviews/review-task.ts';
import { taskPriorities } from '../../domain/task-priority.ts';
import { Id, OneOf, type Static, Text, Type } from './schemas.ts';

export const taskFilterMembers = {
  search: Text(255, "Part of the summary, the details, the item's name or the owner's login", { default: '' }),
  inventoryId: Type.Optional(Id('Inventory item')),
  ownerId: Type.Optional(Id('User to whom the tasks are assigned')),
  status: OneOf(['OPEN', 'CLOSED', 'ALL'], 'State', 'ALL'),
  type: OneOf([...taskTypes, 'ALL'], 'Kind', 'ALL'),
  priority: OneOf([...taskPriorities, 'ALL'], 'Priority', 'ALL'),
};
const Members = Type.Object(taskFilterMembers);

export function taskFilterOf(sent: Static<typeof Members>): TaskFilter {
  return {
    search: sent.search.trim(),
    itemId: sent.inventoryId,
    ownerId: sent.ownerId,
    isClosed: sent.status === 'ALL' ? undefined : sent.status === 'CLOSED',
    type: sent.type === 'ALL' ? undefined : sent.type,
    priority: sent.priority === 'ALL' ? undefined : sent.priority,
  };
}
