// Puts work in line: the job's row and its queue entry are written in the caller's transaction, together with the change that caused them.
import { sql } from 'kysely';
import type { Db } from '../db/connection.ts';
import { insertJob, type NewJob } from '../db/jobs.ts';

/** Name of the one queue task; what is to be done stands in the job's row. */
export const QUEUE_TASK = 'assay_job';

export interface Queue {
  /** Writes the job and its queue entry; the id is the job's, and every client's task id. */
  submit(db: Db, job: NewJob): Promise<number>;
}

export function createQueue(): Queue {
  return {
    async submit(db, job) {
      const id = await insertJob(db, job);
      await enqueue(db, id);
      return id;
    },
  };
}

/** A job of a project waits for earlier jobs of the same project; jobs without one run side by side. */
export async function enqueue(db: Db, jobId: number): Promise<void> {
  await sql`select graphile_worker.add_job(${QUEUE_TASK}, json_build_object('jobId', ${jobId}::bigint), max_attempts := 25,
    priority := (select case when type = 'Evidence Refresh' then 10 else 0 end from jobs where id = ${jobId}),
    queue_name := (select 'project-' || project_id from jobs where id = ${jobId} and project_id is not null))`.execute(
    db,
  );
}
