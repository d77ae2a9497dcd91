// Reads, follows and stops jobs.

import type { App } from '../../app.ts';
import { listActions } from '../../authorize/index.ts';
import { listJobIssues } from '../../db/job-issues.ts';
import { findJob, type Job, requestCancel } from '../../db/jobs.ts';
import { type JobFilter, listJobs } from '../../db/seen-jobs.ts';
import { findUser, findUserByLogin } from '../../db/users/users.ts';
import { type JobStatus, jobActions, mayStopJob, parseJobStatus, parseJobType } from '../../domain/jobs/job.ts';
import { jobTypesKeptBy, kindOfJob } from '../../domain/jobs/job-kinds.ts';
import { progressOf } from '../../domain/jobs/job-progress.ts';
import { SCAN_SERVER } from '../../domain/projects/scan-nodes.ts';
import { isRefusal } from '../../domain/refusal.ts';
import { wireTimeWithTenths } from '../../domain/wire-times.ts';
import { badRequest, notFound } from '../../errors.ts';
import type { Caller } from '../../http/call.ts';
import { type PageRequest, pagingOf, rangeOf } from '../../http/paging.ts';

export interface JobQuery {
  jobType?: string;
  status?: string;
  projectId?: number;
  reportId?: number;
  triggeredBy?: string;
  jobsHistoryInDays: number;
}

const DAY_MS = 86_400_000;
/** No user has this id, so that a filter by an unknown login finds no jobs. */
const NOBODY = 0;

export async function listVisibleJobs(app: App, caller: Caller, query: JobQuery, page: PageRequest) {
  const { projectId, reportId } = query;
  const filter: JobFilter = { projectId, reportId, keptTypes: jobTypesKeptBy(caller.permissions) };
  if (query.triggeredBy !== undefined)
    filter.triggeredBy = (await findUserByLogin(app.db, query.triggeredBy))?.id ?? NOBODY;
  if (query.jobType) filter.types = typesOf(query.jobType);
  if (query.status) filter.status = statusOf(query.status);
  if (query.jobsHistoryInDays > 0) filter.since = new Date(app.now().getTime() - query.jobsHistoryInDays * DAY_MS);
  const { rows, total } = await listJobs(app.db, caller, filter, rangeOf(page));
  return { jobs: jobModels(rows, caller), paging: pagingOf(page, total) };
}

async function* jobModels(rows: Awaited<ReturnType<typeof listJobs>>['rows'], caller: Caller) {
  for await (const row of rows) yield jobModel(row, row.triggeredByLogin ?? '', caller, row.mayStopInProject);
}

function typesOf(text: string): string[] {
  const type = parseJobType(text);
  if (isRefusal(type)) throw badRequest(type.refusal.message);
  return [type];
}

function statusOf(text: string): JobStatus {
  const status = parseJobStatus(text);
  if (isRefusal(status)) throw badRequest(status.refusal.message);
  return status;
}

export async function describeJob(app: App, caller: Caller, jobId: number) {
  const job = await requireJob(app, jobId);
  const user = job.triggered_by === null ? undefined : await findUser(app.db, job.triggered_by);
  const may = job.project_id === null ? [] : await listActions(app.db, caller, job.project_id);
  return jobModel(job, user?.login ?? '', caller, may?.includes('STOP_JOB') ?? false);
}

function jobModel(job: Job, login: string, caller: Caller, mayStopInProject: boolean) {
  const {
    type,
    triggered_by: triggeredBy,
    project_id: projectId,
    status,
    is_cancel_requested: isCancelRequested,
  } = job;
  const mayStop = mayStopJob({ keeper: kindOfJob(type).mayStop, triggeredBy, projectId }, caller, mayStopInProject);
  return {
    id: job.id,
    jobType: job.type,
    ...(job.report_id === null ? {} : { reportId: job.report_id }),
    project: { id: job.project_id, name: job.project_name },
    status: job.status,
    triggeredBy: { id: job.triggered_by, user: login },
    queuedOn: wireTimeWithTenths(job.queued_at),
    activatedOn: job.activated_at ? wireTimeWithTenths(job.activated_at) : '',
    completedOn: job.completed_at ? wireTimeWithTenths(job.completed_at) : '',
    jobDetails: job.details,
    error: job.error,
    server: SCAN_SERVER,
    actions: jobActions({ status, isCancelRequested }, mayStop),
  };
}

export async function jobProgress(app: App, jobId: number) {
  return progressOf(await requireJob(app, jobId), app.now());
}

export async function jobLog(app: App, jobId: number, page: PageRequest) {
  const { rows, total } = await listJobIssues(app.db, jobId, rangeOf(page));
  return { lines: logLines(rows), paging: pagingOf(page, total) };
}

async function* logLines(rows: Awaited<ReturnType<typeof listJobIssues>>['rows']) {
  for await (const { id, code, path, message } of rows) yield { id, code, path, message };
}

export async function cancelJob(app: App, jobId: number): Promise<string> {
  const job = await requestCancel(app.db, jobId);
  if (!job) throw badRequest(`Job ${jobId} is over already (${(await requireJob(app, jobId)).status}).`);
  return job.status === 'Canceled' ? 'Job canceled.' : 'The job stops at its next step.';
}

async function requireJob(app: App, jobId: number): Promise<Job> {
  const job = await findJob(app.db, jobId);
  if (!job) throw notFound('Job', jobId);
  return job;
}
