// The context and the result of a job's work.
import { present } from '@assay/scanner/items';
import type { App } from '../app.ts';
import type { JobIssue } from '../db/job-issues.ts';
import type { Job } from '../db/jobs.ts';

export interface Progress {
  phase: string;
  done: number;
  total: number;
}

/** The context that a handler gets. */
export interface JobContext {
  /** Its writes are refused if this is no longer the job's last run (queue/fence.ts). */
  app: App;
  job: Job;
  log: App['log'];
  /**
   * Aborted within a second after the job is canceled or another run takes over, or when the worker shuts down. Handlers call `checkpoint` between
   * batches.
   */
  signal: AbortSignal;
  /** True if the job will be continued after this error, because the worker stops or the database is unavailable: it has not failed. */
  goesOn(error: unknown): boolean;
  /** Records progress (written from time to time), and throws if the job must stop. It is cheap: call it often. */
  checkpoint(progress: Progress): Promise<void>;
  issues(issues: JobIssue[]): Promise<void>;
}

export interface JobOutcome {
  details?: string;
  result?: Record<string, unknown>;
}

/** The project of the job. */
export function projectOf(job: Job): number {
  return present(job.project_id, `project of job ${job.id}`);
}

export type JobHandler = (context: JobContext) => Promise<JobOutcome>;
/** Handlers are loaded with their first job, so that a process that only answers requests never loads a scanner. */
export type JobHandlers = Record<string, () => Promise<JobHandler>>;
