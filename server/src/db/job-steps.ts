// The steps of jobs that work in several transactions: what a run that continues the job has to know of each. They go with the job's last step.
import type { Db } from './postgres/connection.ts';

export async function listJobSteps(db: Db, jobId: number): Promise<unknown[]> {
  const rows = await db.selectFrom('job_steps').select('state').where('job_id', '=', jobId).orderBy('step').execute();
  return rows.map(({ state }) => state);
}

export async function insertJobStep(
  db: Db,
  { jobId, step, state }: { jobId: number; step: number; state: unknown },
): Promise<void> {
  await db
    .insertInto('job_steps')
    .values({ job_id: jobId, step, state: JSON.stringify(state) })
    .execute();
}

export async function deleteJobSteps(db: Db, jobId: number): Promise<void> {
  await db.deleteFrom('job_steps').where('job_id', '=', jobId).execute();
}
