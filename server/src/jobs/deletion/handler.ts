// Deletes a project with everything that belongs only to it. Contents that no other project has are removed by the collection that it asks for.

import { wantCollection } from '../../db/files/collection-due.ts';
import { deleteProject, findProject } from '../../db/projects/projects.ts';
import { clearCodebase } from '../../db/uploads.ts';
import { recordEvents } from '../../db/webhooks/events.ts';
import { closeWebhooksOfProject } from '../../db/webhooks/webhooks.ts';
import type { JobContext, JobOutcome } from '../../queue/job-context.ts';

export async function deleteProjectJob({ app, job, checkpoint }: JobContext): Promise<JobOutcome> {
  // After a crash, a repeated run may find no project.
  const project = job.project_id === null ? undefined : await findProject(app.db, job.project_id);
  if (!project) return { details: 'The project had already been deleted.' };
  await checkpoint({ phase: 'Deleting', done: 0, total: 1 });
  await app.db.transaction().execute(async (tx) => {
    const { id: projectId } = project;
    const actorId = job.triggered_by;
    await recordEvents(tx, [{ event: 'project.deleted', projectId, actorId, itemIds: [], data: {} }]);
    await closeWebhooksOfProject(tx, project.id);
    await clearCodebase(tx, project.id);
    await deleteProject(tx, project.id);
    await wantCollection(tx, { isThorough: true });
  });
  return { details: `Project ${project.name} deleted.` };
}
