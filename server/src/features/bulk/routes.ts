// Decisions about many items, files, vulnerabilities or tasks at once (docs/adr/0043, 0067).
import { bulkFileRights, bulkItemRights, bulkTaskRights, bulkVulnerabilityRights } from '../../domain/bulk/actions.ts';
import { onProject, projectIn, visibleRows } from '../../http/access.ts';
import { MIB } from '../../http/bodies.ts';
import { DataOf, Id, PageOf, PageQuery, Text, Type } from '../../http/models/schemas.ts';
import { newPage } from '../../http/paging.ts';
import { data } from '../../http/replies.ts';
import { type Route, route } from '../../http/route.ts';
import * as operations from './operations.ts';
import { BulkEntry, BulkFiles, BulkItems, BulkOutcome, BulkTasks, BulkUndone, BulkVulnerabilities } from './schemas.ts';
import { decideTasks } from './tasks.ts';
import { decideVulnerabilities } from './vulnerabilities.ts';

const group = 'Bulk decisions';
const params = Type.Object({ projectId: Id('Project') });
const rights = [...new Set([...bulkItemRights, ...bulkFileRights, ...bulkVulnerabilityRights, ...bulkTaskRights])];
const undoToken = Text(36, 'Undo token', {
  pattern: '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$',
  patternText: 'must be the undoToken of a bulk decision',
});
const responses = {
  200: { description: 'What was done, would be done, or will be done by the job `jobId`', schema: DataOf(BulkOutcome) },
  404: { description: 'No such project' },
  409: { description: 'The set is not the one of the dry run (setVersion)' },
};

export const bulkRoutes: Route[] = [
  route({
    id: 'decideItems',
    method: 'POST',
    path: '/projects/{projectId}/bulkDecisions/items',
    group,
    isExtra: true,
    summary: 'Decides about many inventory items at once: those that are named, or that match a filter',
    description:
      'Each item is decided about as by the operation for one item, with the same right; others are skipped and counted. Without `dryRun: false` nothing changes. More than 1,000 items are done by a job. The answer has a token that undoes the decision within a day.',
    // The lowest right of all actions; the operation asks for those of the action.
    access: onProject('HANDLE_TASK', projectIn('params'), bulkItemRights),
    params,
    largestBodyBytes: 4 * MIB,
    body: BulkItems,
    responses,
    run: async ({ app, caller, authorize, note, params, body }) =>
      data(await operations.decideItems(app, { caller, authorize, note }, params.projectId, body)),
  }),
  route({
    id: 'decideFiles',
    method: 'POST',
    path: '/projects/{projectId}/bulkDecisions/files',
    group,
    isExtra: true,
    summary: 'Decides about many files of the code base at once: those that are named, or that match a filter',
    description:
      'Marks them as reviewed or not, adds them to an item or takes them away. As with items, `dryRun: false` changes something. Files of scan agents are not among them.',
    access: onProject('HANDLE_TASK', projectIn('params'), bulkFileRights),
    params,
    largestBodyBytes: 4 * MIB,
    body: BulkFiles,
    responses,
    run: async ({ app, caller, authorize, note, params, body }) =>
      data(await operations.decideFiles(app, { caller, authorize, note }, params.projectId, body)),
  }),
  route({
    id: 'decideVulnerabilities',
    method: 'POST',
    path: '/projects/{projectId}/bulkDecisions/vulnerabilities',
    group,
    isExtra: true,
    summary:
      'Decides about many vulnerabilities of a project at once: suppresses them, records an analysis, or withdraws',
    description:
      'Each is decided about in all items of the project that have it, as by the operation for some of them. As with items, `dryRun: false` changes something, and the answer has a token that undoes it within a day.',
    access: onProject('ANALYZE_VULNERABILITIES', projectIn('params'), bulkVulnerabilityRights),
    params,
    largestBodyBytes: 4 * MIB,
    body: BulkVulnerabilities,
    responses,
    run: async ({ app, caller, authorize, note, params, body }) =>
      data(await decideVulnerabilities(app, { caller, authorize, note }, params.projectId, body)),
  }),
  route({
    id: 'decideTasks',
    method: 'POST',
    path: '/projects/{projectId}/bulkDecisions/tasks',
    group,
    isExtra: true,
    summary:
      'Decides about many tasks of a project at once: closes them, opens them again, assigns them, sets their priority',
    description:
      'Each is changed as by the operation for one task, with the same right; others are skipped and counted. As with items, `dryRun: false` changes something, and the answer has a token that undoes it within a day.',
    access: onProject('HANDLE_TASK', projectIn('params'), bulkTaskRights),
    params,
    largestBodyBytes: 4 * MIB,
    body: BulkTasks,
    responses,
    run: async ({ app, caller, authorize, note, params, body }) =>
      data(await decideTasks(app, { caller, authorize, note }, params.projectId, body)),
  }),
  route({
    id: 'decideVulnerabilitiesOfProjects',
    method: 'POST',
    path: '/bulkDecisions/vulnerabilities',
    group,
    isExtra: true,
    summary: 'The same in all projects at once',
    description:
      'Vulnerabilities are decided about in the items of all projects where you may decide. Others stay as they are, and those that are in no such item are counted as skipped.',
    access: visibleRows(),
    largestBodyBytes: 4 * MIB,
    body: BulkVulnerabilities,
    responses: { 200: responses[200], 409: responses[409] },
    run: async ({ app, caller, authorize, note, body }) =>
      data(await decideVulnerabilities(app, { caller, authorize, note }, null, body)),
  }),
  route({
    id: 'listBulkDecisionsOfProjects',
    method: 'GET',
    path: '/bulkDecisions',
    group,
    isExtra: true,
    summary: 'Your decisions about many vulnerabilities of all projects, newest first, with their undo tokens',
    description: 'Administrators see those of everybody.',
    access: visibleRows(),
    query: Type.Object(PageQuery),
    responses: { 200: { description: 'Decisions of the last 30 days', schema: PageOf(BulkEntry) } },
    async run({ app, caller, query }) {
      const { rows, paging } = await operations.recentDecisions(app, caller, null, newPage(query));
      return data(rows, paging);
    },
  }),
  route({
    id: 'undoBulkDecisionOfProjects',
    method: 'POST',
    path: '/bulkDecisions/{undoToken}/undo',
    group,
    isExtra: true,
    summary: 'Undoes a decision about many vulnerabilities of all projects',
    description:
      'Within a day, by whoever made it or by an administrator. What somebody has changed since, and what is in projects where you may not decide, stays as it is and is named.',
    access: visibleRows(),
    params: Type.Object({ undoToken }),
    responses: {
      200: { description: 'Restored, or will be by the job `jobId`', schema: DataOf(BulkUndone) },
      404: { description: 'No such bulk decision of yours' },
      409: { description: 'It is undone already, the day is over, or its job is still at work' },
    },
    run: async ({ app, caller, authorize, note, params }) =>
      data(await operations.undoDecision(app, { caller, authorize, note }, null, params.undoToken)),
  }),
  route({
    id: 'listBulkDecisions',
    method: 'GET',
    path: '/projects/{projectId}/bulkDecisions',
    group,
    isExtra: true,
    summary:
      'Decisions about many items, files, vulnerabilities or tasks of a project, newest first, with their undo tokens',
    access: onProject('VIEW_INVENTORY', projectIn('params')),
    params,
    query: Type.Object(PageQuery),
    responses: {
      200: { description: 'Decisions of the last 30 days', schema: PageOf(BulkEntry) },
      404: { description: 'No such project' },
    },
    async run({ app, caller, params, query }) {
      const { rows, paging } = await operations.recentDecisions(app, caller, params.projectId, newPage(query));
      return data(rows, paging);
    },
  }),
  route({
    id: 'undoBulkDecision',
    method: 'POST',
    path: '/projects/{projectId}/bulkDecisions/{undoToken}/undo',
    group,
    isExtra: true,
    summary: 'Undoes a decision about many items, files, vulnerabilities or tasks: they get back what they had',
    description:
      'Within a day, by anybody with the right to decide so. Rows that somebody has changed since stay as they are, and are named. More than 1,000 rows are restored by a job.',
    access: onProject('HANDLE_TASK', projectIn('params'), rights),
    params: Type.Object({ ...params.properties, undoToken }),
    responses: {
      200: { description: 'Restored, or will be by the job `jobId`', schema: DataOf(BulkUndone) },
      404: { description: 'No such project or bulk decision' },
      409: { description: 'It is undone already, the day is over, or its job is still at work' },
    },
    run: async ({ app, caller, authorize, note, params }) =>
      data(await operations.undoDecision(app, { caller, authorize, note }, params.projectId, params.undoToken)),
  }),
];
