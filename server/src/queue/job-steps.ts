// A job in several transactions: people wait for one of them, never for the whole job. Each leaves everything that belongs together as it should be, and
// notes what the next run must know to go on after it; so a job that is killed between two of them is completed by its next run, as if nothing had
// happened (docs/adr/0078).
import { deleteJobIssues, insertJobIssues } from '../db/job-issues.ts';
import { deleteJobSteps, insertJobStep, listJobSteps, type PartOfJob } from '../db/job-steps.ts';
import type { Db, Tx } from '../db/postgres/connection.ts';

export interface StepPlace<State> {
  /** The transaction of this step; another one after each `yield`. */
  readonly tx: Tx;
  /** What the steps of an earlier run of the job noted. */
  readonly done: readonly State[];
}

interface Stepping {
  /** Of the job, if it works in steps in several of them. */
  part?: string;
  /** What the steps noted stays known to runs of the job that go on after the last step. */
  staysKnown?: boolean;
}

/**
 * Runs the work up to its next `yield` in one transaction, then up to the one after it in another, and so on. What it yields is kept until the
 * last step.
 * @param begin what comes first in each transaction
 */
export async function inSteps<State, Result>(
  db: Db,
  jobId: number,
  work: (place: StepPlace<State>) => AsyncGenerator<State, Result>,
  begin: (tx: Tx) => Promise<void>,
  { part = '', staysKnown = false }: Stepping = {},
): Promise<Result> {
  const done = (await listJobSteps(db, { jobId, part })) as State[];
  let current: Tx | undefined;
  const place = {
    done,
    get tx(): Tx {
      if (current === undefined) throw new Error('The work of a job was read outside of its steps.');
      return current;
    },
  };
  const steps = work(place);
  try {
    for (let step = done.length; ; step++) {
      const result = await db.transaction().execute(async (tx) => {
        current = tx;
        await begin(tx);
        const reached = await steps.next();
        if (reached.done) await endSteps(tx, { jobId, part }, staysKnown);
        else await noteStep(tx, { jobId, part, step, state: reached.value });
        return reached;
      });
      if (result.done) return result.value;
    }
  } finally {
    // Whatever the work reads is closed, also if a transaction could not be ended.
    await steps.return(undefined as never);
  }
}

/** In the log of a job that fails or is stopped between two steps. */
const UNFINISHED = {
  code: 'ended-between-steps',
  path: '',
  message: 'The job ended before its last step. What the steps before it have done stays; start it again for the rest.',
};

async function noteStep(tx: Tx, noted: PartOfJob & { step: number; state: unknown }): Promise<void> {
  if (noted.step === 0) await insertJobIssues(tx, noted.jobId, [UNFINISHED]);
  await insertJobStep(tx, noted);
}

async function endSteps(tx: Tx, part: PartOfJob, staysKnown: boolean): Promise<void> {
  await deleteJobIssues(tx, part.jobId, UNFINISHED.code);
  if (!staysKnown) await deleteJobSteps(tx, part);
}
