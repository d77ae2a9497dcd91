// Scan API: starting a scan, and its status.

import { AppError } from '../../errors.ts';
import { jobVisible, onProject, projectIn } from '../../http/access.ts';
import { Flag, Id, LegacyOf, Type } from '../../http/models/schemas.ts';
import { legacy } from '../../http/replies.ts';
import { type Route, route } from '../../http/route.ts';
import * as operations from './operations.ts';

const group = 'Scan';

export const scanRoutes: Route[] = [
  route({
    id: 'startScan',
    method: 'POST',
    path: '/scanResource/projectScan/{projectId}',
    aliases: ['/projectScan/{projectId}'],
    group,
    family: 'legacy',
    isExtra: true,
    summary: 'Queues a scan of the code base and returns its task id',
    access: onProject('SCAN', projectIn('params', 'projectId', 'legacy')),
    params: Type.Object({ projectId: Id('Project') }),
    query: Type.Object({ fullRescan: Flag(false, 'Analyse every file again, even unchanged ones') }),
    responses: {
      200: { description: 'The task id', schema: LegacyOf(Type.Integer(), 'LegacyId') },
      400: { description: 'No such project, or it has no code base' },
      409: { description: 'A job of the project is queued or running; its id ends the text' },
    },
    run: async ({ app, caller, params, query }) =>
      legacy(await operations.startScan(app, caller, params.projectId, query.fullRescan)),
  }),
  route({
    id: 'getScanStatus',
    method: 'GET',
    path: '/project/scanStatus/{taskId}',
    group: 'Project (deprecated)',
    family: 'legacy',
    summary: 'Status of a scan: scheduled, active, completed, failed, …',
    access: jobVisible('taskId', (id) => new AppError('jobNotFound', { id })),
    params: Type.Object({ taskId: Id('Task id that the scan start returned') }),
    responses: {
      200: { description: 'The status in lower case', schema: LegacyOf(Type.String(), 'LegacyText') },
      400: { description: 'No such task' },
    },
    run: async ({ app, params }) => legacy(await operations.scanStatus(app, params.taskId)),
  }),
];
