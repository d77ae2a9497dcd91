// Inventory: operations that start a job on the inventory of a project.
import { onProject, projectIn } from '../../http/access.ts';
import { Flag, Id, Queued, Type } from '../../http/models/schemas.ts';
import { accepted } from '../../http/replies.ts';
import { type Route, route } from '../../http/route.ts';
import * as extras from './item-extras.ts';

const group = 'Jobs';
const params = Type.Object({ projectId: Id('Project') });

export const inventoryJobRoutes: Route[] = [
  route({
    id: 'queueNotices',
    method: 'POST',
    path: '/jobs/notices/{projectId}',
    group,
    summary: 'Queues a job that fills the notices texts of a project from the library',
    description: 'Empty texts are filled; with overwriteAll, the texts of the library also replace existing ones.',
    access: onProject('UPDATE_NOTICES', projectIn('params')),
    params,
    query: Type.Object({ overwriteAll: Flag(false, 'Replace existing texts') }),
    responses: {
      202: { description: 'Queued; the id of the job follows the colon', schema: Queued },
      404: { description: 'No such project' },
      409: { description: 'A job that prevents this one is queued or running' },
    },
    async run({ app, caller, params, query }) {
      const id = await extras.queueNotices(app, caller, params.projectId, query.overwriteAll);
      // Clients read the id between the first and the second colon.
      return accepted(`Notices update is queued with the job ID: ${id}`, { id });
    },
  }),
];
