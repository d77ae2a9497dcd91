// Work that is prepared before its project is locked, because everybody who changes the project waits for its lock. What it rests on must be the same under
// the lock; else it is prepared again.
import { isDeadlock } from '../db/postgres/deadlock.ts';

/** What the work has made before the lock no longer fits. */
export class Overtaken extends Error {
  constructor() {
    super('The project was changed while a job prepared what it writes.');
  }
}

/** So often something may come between the preparation and the lock, before the project is locked from the beginning. */
const ATTEMPTS = 3;

/** @param work `isLate`: false if it must lock the project before it begins */
export async function whileOvertaken<T>(work: (isLate: boolean) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work(attempt <= ATTEMPTS);
    } catch (error) {
      // Whoever deletes what a new item refers to waits for the job, which waits for the project.
      if (attempt > ATTEMPTS || !(error instanceof Overtaken || isDeadlock(error))) throw error;
    }
  }
}
