// Issues of tasks: one operation of the interface document, and two of ours.
import { onProject, taskIn } from '../../http/access.ts';
import { DataOf, Id, Message, Type } from '../../http/models/schemas.ts';
import { accepted, data, done } from '../../http/replies.ts';
import { type Route, route } from '../../http/route.ts';
import { AlmIssues, TaskIssues } from './schemas.ts';
import * as operations from './task-issues.ts';

const group = 'Tasks';
const params = Type.Object({ taskId: Id('Task') });
const missing = { 404: { description: 'No such task' } };

export const taskIssueRoutes: Route[] = [
  route({
    id: 'assignTaskIssues',
    method: 'POST',
    path: '/tasks/{taskId}/issues',
    group,
    summary: 'Assigns issues that exist in the tracker to a task',
    description: 'Issues that the task already has stay. If the tracker lacks one of the issues, none is assigned.',
    access: onProject('EDIT_TASK', taskIn()),
    params,
    body: AlmIssues,
    responses: {
      200: { description: 'Assigned', schema: Message },
      400: { description: 'The project has no ALM instance, or the tracker does not have the issue' },
      ...missing,
      503: { description: 'The tracker cannot be asked' },
    },
    async run({ app, params, body, signal }) {
      await operations.assignIssues(app, params.taskId, body.ids, signal);
      return done('Issues assigned successfully.');
    },
  }),
  route({
    id: 'listTaskIssues',
    method: 'GET',
    path: '/tasks/{taskId}/issues',
    group,
    isExtra: true,
    summary: 'Issues of a task as the tracker last showed them, and the state of a requested issue',
    access: onProject('VIEW_TASKS', taskIn()),
    params,
    responses: { 200: { description: 'The issues', schema: DataOf(TaskIssues) }, ...missing },
    run: async ({ app, params }) => data(await operations.describeIssues(app, params.taskId)),
  }),
  route({
    id: 'createTaskIssue',
    method: 'POST',
    path: '/tasks/{taskId}/almIssue',
    group,
    isExtra: true,
    summary: 'Requests an issue for a task in the tracker of its project',
    description: 'A task has at most one such issue. After a failure, another request tries again.',
    access: onProject('EDIT_TASK', taskIn()),
    params,
    responses: {
      202: { description: 'It will be created in the background', schema: Message },
      400: { description: 'The project has no ALM instance' },
      ...missing,
    },
    run: async ({ app, caller, params }) => accepted(await operations.requestIssueOfTask(app, caller, params.taskId)),
  }),
];
