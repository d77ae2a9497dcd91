// Decides about many tasks of a project at once.
import type { App } from '../../app.ts';
import { forbidden } from '../../authorize/index.ts';
import { searchTasks } from '../../db/tasks.ts';
import { type BulkDetails, MOST_ROWS } from '../../domain/bulk/actions.ts';
import { badRequest } from '../../errors.ts';
import { taskFilterOf } from '../../http/models/task-filter-model.ts';
import { assigneeOf, type BulkCall, decideInBulk, orderOf, refuseBoth, without } from './operations.ts';
import type { BulkTasks } from './schemas.ts';

export async function decideTasks(app: App, by: BulkCall, projectId: number, input: BulkTasks) {
  const details = await detailsOf(app, projectId, input);
  const order = orderOf(by.caller, input, { projectId, details, at: app.now() });
  const outcome = await decideInBulk(app, by, order, input, async () => {
    refuseBoth('taskIds', input.taskIds, input.filter);
    if (input.taskIds) return input.taskIds;
    const filter = taskFilterOf(input.filter ?? { search: '', status: 'ALL', type: 'ALL', priority: 'ALL' });
    const page = { limit: MOST_ROWS + 1, offset: 0 };
    const { rows } = await searchTasks(app.db, by.caller, { ...filter, projectId }, page);
    const ids: number[] = [];
    for await (const { id } of rows) ids.push(id);
    return without(ids, input.exceptIds);
  });
  // The right depends on each task. Who has it for none of them is refused, as by the operation for one task.
  if (
    outcome.matched > 0 &&
    outcome.skipped.some(({ reason, count }) => reason === 'NOT_ALLOWED' && count === outcome.matched)
  )
    throw forbidden('these tasks are for others to change');
  return outcome;
}

async function detailsOf(app: App, projectId: number, { action, owner, priority }: BulkTasks): Promise<BulkDetails> {
  if (action !== 'REASSIGN_TASKS' && owner)
    throw badRequest('The field "owner" is only for the action REASSIGN_TASKS.');
  if (action !== 'PRIORITIZE_TASKS' && priority)
    throw badRequest('The field "priority" is only for the action PRIORITIZE_TASKS.');
  if (action === 'REASSIGN_TASKS') return assigneeOf(app, projectId, owner);
  if (action !== 'PRIORITIZE_TASKS') return {};
  if (priority === undefined) throw badRequest(`The field "priority" is required for the action ${action}.`);
  return { taskPriority: priority };
}
