// Puts work in line: the job's row and its queue entry are written in the caller's transaction, together with the change that caused them.
import { sql } from 'kysely';
import { insertJob, type NewJob } from '../db/jobs.ts';
import type { Db } from '../db/postgres/connection.ts';
import { type JobType, laneOf } from '../domain/job.ts';

/** Name of the one queue task; what is to be done stands in the job's row. */
export const QUEUE_TASK = 'assay_job';
/** The queue takes the lower numbers first. */
const LOW_PRIORITY = 10;

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

/** A job of a project waits for earlier jobs of the same project; of those without one, only jobs of one lane wait for each other. */
export async function enqueue(db: Db, jobId: number): Promise<void> {
  const job = await db
    .selectFrom('jobs')
    .select(['type', 'project_id as projectId'])
    .where('id', '=', jobId)
    .executeTakeFirstOrThrow();
  const lane = job.projectId === null ? laneOf(job.type as JobType) : `project-${job.projectId}`;
  const priority = job.type === 'Evidence Refresh' ? LOW_PRIORITY : 0;
  await sql`select graphile_worker.add_job(${QUEUE_TASK}, json_build_object('jobId', ${jobId}::bigint), max_attempts := 25,
    priority := ${priority}::integer, queue_name := ${lane ?? null}::text)`.execute(db);
}
