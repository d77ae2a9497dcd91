// Tasks: the interface document's heading, in its order.

import { closingRights } from '../../domain/reviews/review-task.ts';
import { inventoryIn, onProject, taskIn, visibleRows } from '../../http/access.ts';
import { entity } from '../../http/entities.ts';
import { Created, DataOf, Id, Message, PageOf, Text, Type, WholeOrPageQuery } from '../../http/models/schemas.ts';
import { taskFilterMembers, taskFilterOf } from '../../http/models/task-filter-model.ts';
import { wholeOrPage } from '../../http/paging.ts';
import { created, data, done, streamed } from '../../http/replies.ts';
import { type Route, route } from '../../http/route.ts';
import * as operations from './operations.ts';
import { NewTask, Task, TaskChange, TaskResolution } from './schemas.ts';

const group = 'Tasks';
const params = Type.Object({ taskId: Id('Task') });
const missing = { 404: { description: 'No such task' } };

const task = entity({
  name: 'task',
  members: ['summary', 'priority', 'details', 'ownerId', 'closed', 'resolution'],
  load: ({ app, params: { taskId } }) => operations.describeTask(app, taskId),
});

export const taskRoutes: Route[] = [
  route({
    id: 'createTask',
    method: 'POST',
    path: '/tasks',
    group,
    summary: 'Creates a task of an inventory item',
    access: onProject('CREATE_TASK', inventoryIn()),
    query: Type.Object({ inventoryId: Id('Inventory item') }),
    body: NewTask,
    responses: { 201: { description: 'Created', schema: Created }, 404: { description: 'No such inventory item' } },
    run: async ({ app, caller, query, body }) =>
      created(await operations.createTask(app, caller, query.inventoryId, body), 'Task created successfully.'),
  }),
  route({
    id: 'getTask',
    method: 'GET',
    path: '/tasks/{taskId}',
    group,
    summary: 'A task',
    access: onProject('VIEW_TASKS', taskIn()),
    params,
    shows: task,
    responses: { 200: { description: 'The task', schema: DataOf(Task) }, ...missing },
    run: async ({ app, params }) => data(await operations.describeTask(app, params.taskId)),
  }),
  route({
    id: 'updateTask',
    method: 'PUT',
    path: '/tasks/{taskId}',
    group,
    summary: 'Changes summary, priority or details',
    access: onProject('EDIT_TASK', taskIn()),
    params,
    body: TaskChange,
    edits: task,
    responses: { 200: { description: 'Changed', schema: Message }, ...missing },
    async run({ app, caller, params, body }) {
      await operations.editTask(app, caller, params.taskId, body);
      return done('Task updated successfully.');
    },
  }),
  route({
    id: 'closeTask',
    method: 'PUT',
    path: '/tasks/{taskId}/close',
    group,
    summary: 'Closes a task; closing a Manual Review task decides on the item',
    access: onProject('HANDLE_TASK', taskIn(), closingRights),
    params,
    query: Type.Object({
      resolution: TaskResolution('APPROVED or REJECTED for a Manual Review task, CLOSED for others', 'CLOSED'),
    }),
    edits: task,
    responses: {
      200: { description: 'Closed', schema: Message },
      400: { description: 'The task is already closed, or the resolution does not fit the kind of task' },
      ...missing,
    },
    async run({ app, caller, authorize, params, query }) {
      await operations.closeTask(app, { caller, authorize }, params.taskId, query.resolution);
      return done('Task closed successfully.');
    },
  }),
  route({
    id: 'reassignTask',
    method: 'PUT',
    path: '/tasks/{taskId}/reassign',
    group,
    summary: 'Assigns a task to another user',
    access: onProject('HANDLE_TASK', taskIn(), ['REASSIGN_TASK']),
    params,
    query: Type.Object({ ownerId: Text(60, 'Id or login of the new owner', { minLength: 1 }) }),
    edits: task,
    responses: { 200: { description: 'Reassigned', schema: Message }, ...missing },
    async run({ app, caller, authorize, params, query }) {
      await operations.reassignTask(app, { caller, authorize }, params.taskId, query.ownerId);
      return done('Task reassigned successfully.');
    },
  }),
  route({
    id: 'reopenTask',
    method: 'PUT',
    path: '/tasks/{taskId}/reopen',
    group,
    isExtra: true,
    summary: 'Opens a closed task again',
    access: onProject('HANDLE_TASK', taskIn(), closingRights),
    params,
    edits: task,
    responses: { 200: { description: 'Open again', schema: Message }, ...missing },
    async run({ app, caller, authorize, params }) {
      await operations.reopenTask(app, { caller, authorize }, params.taskId);
      return done('Task re-opened successfully.');
    },
  }),
  route({
    id: 'searchTasks',
    method: 'GET',
    path: '/tasks/search',
    group,
    summary: 'Tasks of the projects that the caller may see that match a search term',
    access: visibleRows(),
    query: Type.Object({
      projectId: Type.Optional(Id('Project')),
      ...taskFilterMembers,
      ...WholeOrPageQuery,
    }),
    shows: task,
    responses: {
      200: { description: 'Tasks', schema: PageOf(Task) },
      400: { description: 'No task matches, or the page lies beyond the end' },
    },
    async run({ app, caller, query }) {
      const { tasks, paging } = await operations.findTasks(
        app,
        caller,
        { ...taskFilterOf(query), projectId: query.projectId },
        wholeOrPage(query),
      );
      return streamed('{"data":[', tasks, ']}', paging);
    },
  }),
];
