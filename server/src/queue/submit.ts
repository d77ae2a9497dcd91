// Queues a job of a project: locks the project's row, asks the domain whether other jobs prevent it, then queues it.
import type { App } from '../app.ts';
import { listOpenJobs, listOpenJobsOfTypes } from '../db/jobs.ts';
import { lockUntilEnd, ONE_IN_THE_SYSTEM_LOCK } from '../db/postgres/advisory-locks.ts';
import type { Tx } from '../db/postgres/connection.ts';
import { getProject, lockProject, type Project, requireUnlocked } from '../db/projects/projects.ts';
import { changesProject, isOneInTheSystem, type JobType, type OpenJob, refuseSubmission } from '../domain/jobs/job.ts';
import type { ProjectAction } from '../domain/users/permissions.ts';
import { AppError } from '../errors.ts';

export interface ProjectJob {
  type: JobType;
  projectId: number;
  triggeredBy: number | null;
  payload?: Record<string, unknown>;
}

/** The name of the action in the message of a locked project. */
const ACTIONS: Partial<Record<JobType, ProjectAction>> = {
  'Project Scan': 'SCAN',
  'Project Re-Scan': 'SCAN',
  'Remote Scan': 'SCAN',
  'SCM Sync': 'UPLOAD_CODEBASE',
  'Code Upload': 'UPLOAD_CODEBASE',
  'Project Import': 'IMPORT_DATA',
  'Project Copy': 'COPY_PROJECT',
  'Project Branching': 'BRANCH_PROJECT',
  'Apply Policy - Project': 'APPLY_POLICY',
  'Update Notices': 'UPDATE_NOTICES',
  'Project Deletion': 'DELETE_PROJECT',
  'Bulk Decision': 'EDIT_INVENTORY',
};

/** Returns the job's id. Throws a conflict with a text that ends in the id of the job that prevents it. */
export async function submitProjectJob(app: App, tx: Tx, job: ProjectJob): Promise<number> {
  return submitTo(app, tx, await lockProject(tx, job.projectId), job);
}

/** For a transaction of which nothing stays: does not lock the project. */
export async function submitOnTrial(app: App, tx: Tx, job: ProjectJob): Promise<number> {
  return submitTo(app, tx, await getProject(tx, job.projectId), job);
}

async function submitTo(app: App, tx: Tx, project: Project, job: ProjectJob): Promise<number> {
  if (changesProject(job.type)) requireUnlocked(project.status, ACTIONS[job.type] ?? 'EDIT_PROJECT');
  const rows = await listOpenJobs(tx, project.id);
  if (isOneInTheSystem(job.type)) {
    await lockUntilEnd(tx, ONE_IN_THE_SYSTEM_LOCK);
    rows.push(...(await listOpenJobsOfTypes(tx, [job.type])));
  }
  const open = rows.map(
    (row): OpenJob => ({
      id: row.id,
      type: row.type as JobType,
      status: row.status,
      projectIds: row.projectId === null ? [] : [row.projectId],
    }),
  );
  const refusal = refuseSubmission(job.type, [project.id], open);
  if (refusal) throw new AppError('conflict', { message: refusal.refusal.message });
  return queueFor(app, tx, project, job);
}

function queueFor(app: App, tx: Tx, project: Project, job: ProjectJob): Promise<number> {
  return app.queue.submit(tx, {
    type: job.type,
    projectId: project.id,
    projectName: project.name,
    triggeredBy: job.triggeredBy,
    payload: job.payload ?? {},
  });
}
