// Queues a scan or a synchronisation of a project, for people, pushes and schedules alike.
import type { App } from '../app.ts';
import type { Tx } from '../db/postgres/connection.ts';
import { getProject, lockForChange } from '../db/projects/projects.ts';
import { countScmInstances } from '../db/scm/instances.ts';
import { listScmStates } from '../db/scm/states.ts';
import { badRequest } from '../errors.ts';
import { submitProjectJob } from './submit.ts';

export interface CodeJob {
  projectId: number;
  /** Null for the system. */
  triggeredBy: number | null;
}

/** Returns the id of the job. Refused with a conflict while another job of the project is in the way. */
export async function queueScan(
  app: App,
  tx: Tx,
  { projectId, triggeredBy }: CodeJob,
  fullRescan: boolean,
): Promise<number> {
  const project = await lockForChange(tx, projectId, 'SCAN');
  const type = project.last_scan_id === null ? 'Project Scan' : 'Project Re-Scan';
  const hasCode = project.file_count > 0 || project.last_scan_id !== null;
  if (!hasCode && (await countScmInstances(tx, projectId)) === 0)
    throw badRequest(
      `The project ${project.name} has no code base yet: upload one or add a source control instance, then scan.`,
    );
  return submitProjectJob(app, tx, { type, projectId, triggeredBy, payload: { fullRescan } });
}

/** The same for the synchronisation of all instances. */
export async function queueSync(app: App, tx: Tx, { projectId, triggeredBy }: CodeJob): Promise<number> {
  const { name } = await getProject(tx, projectId);
  if ((await countScmInstances(tx, projectId)) === 0 && (await listScmStates(tx, projectId)).length === 0)
    throw badRequest(`The project ${name} has no source control instance to synchronise.`);
  return submitProjectJob(app, tx, { type: 'SCM Sync', projectId, triggeredBy });
}
