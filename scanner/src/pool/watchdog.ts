// Ends threads whose file takes too long. What counts is the processor time of the thread, so that a busy machine, on which threads wait for
// their turn, loses no findings. A thread that only waits, for a disk that does not answer, is ended by the clock, much later.
import type { Worker } from 'node:worker_threads';
import { PROGRESS } from './messages.ts';

/** A batch that a thread is working on. */
export interface Attempt {
  progress: Int32Array;
  lastStep: number;
  /** When the last step was observed; performance.now(). */
  changedAt: number;
  /** True when its thread was ended because no step followed `lastStep` in time. */
  isOverdue: boolean;
  /** Stops waiting for the thread. */
  giveUp(reason: Error): void;
}

/** A file may wait this many times as long as it may work. */
export const WAITING_FACTOR = 20;

/** True when the batch was overdue and its thread has made no step since. */
export const isStuck = ({ isOverdue, progress, lastStep }: Attempt): boolean =>
  isOverdue && Atomics.load(progress, PROGRESS.step) === lastStep;

/**
 * Looks at the attempts regularly, and ends the threads of overdue ones.
 * @param threads those of the pool now
 * @param end ends the thread of an attempt that is overdue
 */
export function watchAttempts(
  attempts: ReadonlySet<Attempt>,
  deadlineMs: number,
  threads: () => readonly Worker[],
  end: (thread: Worker) => void,
): NodeJS.Timeout {
  const threadOf = ({ progress }: Attempt): Worker | undefined => {
    const id = Atomics.load(progress, PROGRESS.thread);
    return threads().find(({ threadId }) => threadId === id);
  };
  const endAttempt = (attempt: Attempt): void => {
    const thread = threadOf(attempt);
    if (attempt.isOverdue || thread === undefined) return;
    attempt.isOverdue = true;
    end(thread);
  };
  const look = (): void => {
    for (const attempt of attempts) {
      const waited = timeSinceStep(attempt);
      if (waited >= WAITING_FACTOR * deadlineMs) endAttempt(attempt);
      // A thread cannot have worked longer than the clock says.
      else if (waited >= deadlineMs) {
        const thread = threadOf(attempt);
        if (thread) void usedSinceStep(attempt, thread).then((used) => used >= deadlineMs && endAttempt(attempt));
      }
    }
  };
  return setInterval(look, Math.max(5, Math.min(1000, deadlineMs / 4))).unref();
}

/** Milliseconds of the clock that the batch's thread has been at the same step, 0 if it is at no file. Records every new step. */
function timeSinceStep(attempt: Attempt): number {
  const now = performance.now();
  const step = Atomics.load(attempt.progress, PROGRESS.step);
  if (step !== attempt.lastStep) {
    attempt.lastStep = step;
    attempt.changedAt = now;
  }
  return Atomics.load(attempt.progress, PROGRESS.file) > 0 ? now - attempt.changedAt : 0;
}

/** Milliseconds that the thread has worked since its last step; 0 if it made another one, or ended, meanwhile. */
async function usedSinceStep({ progress, lastStep }: Attempt, thread: Worker): Promise<number> {
  const atStep = Atomics.load(progress, PROGRESS.processorMs);
  const usage = await thread.cpuUsage().catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ERR_WORKER_NOT_RUNNING') return undefined;
    throw error;
  });
  if (usage === undefined || Atomics.load(progress, PROGRESS.step) !== lastStep) return 0;
  return (usage.user + usage.system) / 1000 - atStep;
}
