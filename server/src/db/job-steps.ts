// The steps of jobs that work in several transactions: what a run that continues the job has to know of each. They go with the job's last step.
import type { Db } from './postgres/connection.ts';

/** `part`: of the job, if it works in steps in several of them. */
export interface PartOfJob {
  jobId: number;
  part: string;
}

export async function listJobSteps(db: Db, { jobId, part }: PartOfJob): Promise<unknown[]> {
  const rows = await db
    .selectFrom('job_steps')
    .select('state')
    .where('job_id', '=', jobId)
    .where('part', '=', part)
    .orderBy('step')
    .execute();
  return rows.map(({ state }) => state);
}

export async function insertJobStep(
  db: Db,
  { jobId, part, step, state }: PartOfJob & { step: number; state: unknown },
): Promise<void> {
  await db
    .insertInto('job_steps')
    .values({ job_id: jobId, part, step, state: JSON.stringify(state) })
    .execute();
}

/** Those of one part, or all. */
export async function deleteJobSteps(db: Db, { jobId, part }: { jobId: number; part?: string }): Promise<void> {
  let deletion = db.deleteFrom('job_steps').where('job_id', '=', jobId);
  if (part !== undefined) deletion = deletion.where('part', '=', part);
  await deletion.execute();
}
