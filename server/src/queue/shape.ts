// The interface of the job queue, without the kinds of jobs.
import type { NewJob } from '../db/jobs.ts';
import type { Db } from '../db/postgres/connection.ts';

export interface Queue {
  /** Writes the job and its queue entry. Returns the job's id, which is also the task id of clients. */
  submit(db: Db, job: NewJob): Promise<number>;
}
