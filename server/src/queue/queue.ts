// Queues jobs: writes the job's row and its queue entry in the caller's transaction, together with the change that caused them.
import { sql } from 'kysely';
import type { TSchema } from 'typebox';
import { insertJob } from '../db/jobs.ts';
import type { Db } from '../db/postgres/connection.ts';
import { type JobType, laneOf, waitsForProject } from '../domain/jobs/job.ts';
import { kindOfJob } from '../domain/jobs/job-kinds.ts';
import { payloadOf } from './payload.ts';
import type { Queue } from './shape.ts';

/** Name of the only queue task; the job's row says what to do. */
export const QUEUE_TASK = 'assay_job';
/** The queue runs lower numbers first. */
const LOW_PRIORITY = 10;

/** Refuses jobs whose payload is not of the schema of their type. */
export function createQueue(payloads: ReadonlyMap<string, TSchema>): Queue {
  return {
    async submit(db, job) {
      const schema = payloads.get(job.type);
      if (schema) payloadOf(schema, job);
      const id = await insertJob(db, job);
      await enqueue(db, id);
      return id;
    },
  };
}

/** A job of a project waits for earlier jobs of the same project. Jobs without one only wait for each other within a lane. */
export async function enqueue(db: Db, jobId: number): Promise<void> {
  const job = await db
    .selectFrom('jobs')
    .select(['type', 'project_id as projectId'])
    .where('id', '=', jobId)
    .executeTakeFirstOrThrow();
  const type = job.type as JobType;
  const lane = job.projectId === null || !waitsForProject(type) ? laneOf(type) : `project-${job.projectId}`;
  const priority = kindOfJob(job.type).isBackground ? LOW_PRIORITY : 0;
  await sql`select graphile_worker.add_job(${QUEUE_TASK}, json_build_object('jobId', ${jobId}::bigint), max_attempts := 25,
    priority := ${priority}::integer, queue_name := ${lane ?? null}::text)`.execute(db);
}
