// What the work of a job is given, and what it answers.
import { present } from '@assay/scanner/items';
import type { App } from '../app.ts';
import type { Job, JobIssue } from '../db/jobs.ts';

export interface Progress {
  phase: string;
  done: number;
  total: number;
}

/** What a handler is given. */
export interface JobContext {
  /** Its writes are refused when this is no longer the job's last run (jobs/fence.ts). */
  app: App;
  job: Job;
  log: App['log'];
  /** Aborted when the job is canceled or taken over, within a second, or the worker shuts down; handlers call `checkpoint` between batches. */
  signal: AbortSignal;
  /** True when the job is taken up again after this error, because the worker goes down or the database went away: it has not failed. */
  goesOn(error: unknown): boolean;
  /** Notes progress (written now and then) and throws when the job must stop. Call it often; it is cheap. */
  checkpoint(progress: Progress): Promise<void>;
  issues(issues: JobIssue[]): Promise<void>;
}

export interface JobOutcome {
  details?: string;
  result?: Record<string, unknown>;
}

/** The project that the job is about. */
export function projectOf(job: Job): number {
  return present(job.project_id, `project of job ${job.id}`);
}

export type JobHandler = (context: JobContext) => Promise<JobOutcome>;
/** Handlers are loaded when their first job runs, so that a process that only answers requests never loads a scanner. */
export type JobHandlers = Record<string, () => Promise<JobHandler>>;
