// Jobs as people see them: lists with their filters, who may see and stop a job, and how far those are that run.
import { type SqlBool, sql } from 'kysely';
import { type JobStatus, openJobStatuses } from '../domain/jobs/job.ts';
import type { ProgressFacts } from '../domain/jobs/job-progress.ts';
import { LOCKED_STATUS } from '../domain/projects/project-status.ts';
import { among, type List, pageOfList, rowsOf } from './list-index.ts';
import type { Db } from './postgres/connection.ts';
import { isAllowedTo, seesEverything, type Viewer, viewerKey, visibilityOf, visibleTo } from './projects/standing.ts';

/** Whether the viewer may stop jobs of the project; nobody may in a locked project. */
const mayStopIn = (viewer: Viewer) =>
  sql<boolean>`coalesce(projects.status <> ${LOCKED_STATUS} and ${isAllowedTo('STOP_JOB', viewer)}, false)`;

export interface JobFilter {
  /** The viewer may see jobs of these types without a project, besides the viewer's own. */
  keptTypes?: string[];
  types?: string[];
  status?: JobStatus;
  projectId?: number;
  reportId?: number;
  triggeredBy?: number;
  since?: Date;
}

export async function listJobs(db: Db, viewer: Viewer, filter: JobFilter, page: { limit: number; offset: number }) {
  const { ids, total } = await pageOfList(db, jobList(db, viewer, filter), page);
  const read = (batch: number[]) =>
    db
      .selectFrom('jobs')
      .leftJoin('users', 'users.id', 'jobs.triggered_by')
      .leftJoin('projects', 'projects.id', 'jobs.project_id')
      .selectAll('jobs')
      .select('users.login as triggeredByLogin')
      .select(mayStopIn(viewer).as('mayStopInProject'))
      .where('jobs.id', '=', among(batch))
      .execute();
  return { rows: rowsOf(ids, read), total };
}

/** A condition on `jobs`, left joined with `projects`. */
const seenBy = (
  viewer: Viewer,
  keptTypes: readonly string[],
) => sql<SqlBool>`case when jobs.project_id is not null then ${visibleTo(viewer)}
  else ${viewer.limits === undefined} and (jobs.triggered_by = ${viewer.id} or jobs.type = any(${keptTypes}::text[])) end`;

/** Those of these jobs that the viewer may see. `keptTypes` as in `JobFilter`. */
export async function seenJobs(
  db: Db,
  { viewer, keptTypes }: { viewer: Viewer; keptTypes: readonly string[] },
  ids: number[],
): Promise<Set<number>> {
  if (ids.length === 0 || seesEverything(viewer)) return new Set(ids);
  const rows = await db
    .selectFrom('jobs')
    .leftJoin('projects', 'projects.id', 'jobs.project_id')
    .select('jobs.id')
    .where('jobs.id', '=', among(ids))
    .where(seenBy(viewer, keptTypes))
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** What its progress is made of, and where it belongs. */
export type JobInProgress = ProgressFacts & { project_id: number | null };

/** All open jobs, and these, which may be over. */
export function listJobsInProgress(db: Db, ended: number[]): Promise<JobInProgress[]> {
  return db
    .selectFrom('jobs')
    .select(['id', 'type', 'status', 'project_id', 'phase', 'error', 'details', 'activated_at', 'completed_at'])
    .select(['progress_done', 'progress_total', 'pace_at', 'pace_done'])
    .where((eb) => eb.or([eb('status', 'in', openJobStatuses), eb('id', '=', among(ended))]))
    .orderBy('id')
    .execute();
}

/** Newest first. If the filter uses the time, the list is not cached, because it changes with each call. */
function jobList(db: Db, viewer: Viewer, filter: JobFilter): List {
  let ids = db.selectFrom('jobs').select('jobs.id').orderBy('jobs.id', 'desc');
  const kept = seesEverything(viewer) ? [] : (filter.keptTypes ?? []);
  if (!seesEverything(viewer))
    ids = ids.leftJoin('projects', 'projects.id', 'jobs.project_id').where(seenBy(viewer, kept));
  const { types, status, projectId, reportId, triggeredBy, since } = filter;
  if (types) ids = ids.where('jobs.type', 'in', types);
  if (status) ids = ids.where('jobs.status', '=', status);
  if (projectId !== undefined) ids = ids.where('jobs.project_id', '=', projectId);
  if (reportId !== undefined) ids = ids.where('jobs.report_id', '=', reportId);
  if (triggeredBy !== undefined) ids = ids.where('jobs.triggered_by', '=', triggeredBy);
  if (since) ids = ids.where('jobs.queued_at', '>=', since);
  return {
    ids,
    key: since
      ? undefined
      : JSON.stringify(['jobs', viewerKey(viewer), kept, types, status, projectId, reportId, triggeredBy]),
    changesWith: [{ list: 'jobs' }, ...visibilityOf(viewer)],
  };
}
