// What everybody may ask of the queue of jobs, apart from the kinds of jobs that it knows.
import type { NewJob } from '../db/jobs.ts';
import type { Db } from '../db/postgres/connection.ts';

export interface Queue {
  /** Writes the job and its queue entry; the id is the job's, and every client's task id. */
  submit(db: Db, job: NewJob): Promise<number>;
}
