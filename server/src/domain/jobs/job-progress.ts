// How far a job is, as people and pages see it.
import { isOpen, type JobStatus } from './job.ts';
import { paceOf } from './job-pace.ts';

export interface ProgressFacts {
  id: number;
  type: string;
  status: JobStatus;
  phase: string;
  progress_done: number;
  progress_total: number;
  /** Where and when the present phase began. */
  pace_at: Date | null;
  pace_done: number;
  activated_at: Date | null;
  completed_at: Date | null;
  error: string;
  details: string;
}

/** The rate and remaining time of a running job are those of its phase. */
export function progressOf(job: ProgressFacts, now: Date) {
  const isOver = !isOpen(job.status);
  const progress = { done: job.progress_done, total: job.progress_total };
  const from = job.pace_at ? { at: job.pace_at, done: job.pace_done } : undefined;
  const { perSecond, secondsLeft } = isOver
    ? { perSecond: rateOfAll(job), secondsLeft: null }
    : paceOf(progress, from, now);
  return {
    id: job.id,
    jobType: job.type,
    status: job.status,
    phase: job.phase,
    done: job.progress_done,
    total: job.progress_total,
    ratePerSecond: Math.round(perSecond * 10) / 10,
    secondsLeft,
    error: job.error,
    details: job.details,
    isOver,
  };
}

function rateOfAll(job: ProgressFacts): number {
  if (!job.activated_at || !job.completed_at) return 0;
  const seconds = (job.completed_at.getTime() - job.activated_at.getTime()) / 1000;
  return job.progress_done / Math.max(seconds, 0.001);
}
