// Carries out a bulk decision, or undoes it, in short steps: people who decide about the same project wait for one step at most. A repeated run goes on
// after the last step.

import { forbidden, rightOf } from '../../authorize/index.ts';
import { endBulkDecision, findBulkDecision } from '../../db/bulk/decisions.ts';
import { shortSteps } from '../../db/postgres/short-steps.ts';
import { findUser } from '../../db/users/users.ts';
import { deedOf, nounsOf, rightsFor } from '../../domain/bulk/actions.ts';
import { countOf } from '../../domain/count-text.ts';
import type { JobContext, JobOutcome } from '../../queue/job-context.ts';
import { runStep, tellOfBulk } from '../../reviews/bulk/run.ts';
import { undoNextStep } from '../../reviews/bulk/undo-run.ts';
import type { BulkDecisionPayload } from './payload.ts';

export async function decideInBulk(
  context: JobContext,
  { bulkId, isUndo = false }: BulkDecisionPayload,
): Promise<JobOutcome> {
  const bulk = await findBulkDecision(context.app.db, bulkId);
  if (bulk === undefined) throw new Error(`The bulk decision ${bulkId} no longer exists.`);
  const actor =
    context.job.triggered_by === null ? undefined : await findUser(context.app.db, context.job.triggered_by);
  if (!actor) throw new Error('The user who decided no longer exists.');
  const { project_id: projectId } = bulk;
  // Without a project, each step asks where the person may decide.
  if (projectId !== null)
    for (const right of rightsFor(bulk.action, bulk.details))
      if ((await rightOf(context.app.db, actor, right, projectId)) !== 'allowed')
        throw forbidden(`${actor.login} may no longer do this in the project.`);
  return isUndo ? undo(context, bulk, actor) : run(context, bulk, actor);
}

/** Rows of one step are decided about by the same statements. */
const FEWEST_ROWS = 50;

type Bulk = NonNullable<Awaited<ReturnType<typeof findBulkDecision>>>;
type Person = NonNullable<Awaited<ReturnType<typeof findUser>>>;

async function run({ app, checkpoint, goesOn }: JobContext, bulk: Bulk, actor: Person): Promise<JobOutcome> {
  const { action, details, reason, project_id: projectId } = bulk;
  const order = { projectId, action, details, reason, actor, at: bulk.decided_at };
  const total = bulk.row_ids.length;
  let { done } = bulk;
  const steps = shortSteps({ fewest: FEWEST_ROWS });
  const tell = () => app.db.transaction().execute((tx) => tellOfBulk(tx, bulk.id));
  try {
    for await (const ids of steps(bulk.row_ids.slice(done))) {
      await checkpoint({ phase: 'Deciding', done, total });
      const at = done;
      await app.lockingDb.transaction().execute((tx) => runStep(tx, { id: bulk.id, done: at }, order, ids));
      done += ids.length;
    }
  } catch (error) {
    // What a stopped job has decided stays. One that goes on tells of it at its end.
    if (!goesOn(error)) await tell();
    throw error;
  }
  await tell();
  await endBulkDecision(app.db, bulk.id, app.now());
  const { changed = 0, skipped = {} } = (await findBulkDecision(app.db, bulk.id)) ?? {};
  return {
    details: `${countOf(changed, ...nounsOf(action))} ${deedOf(action)}, ${countOf(total - changed, 'skipped', 'skipped')}`,
    result: { bulkDecisionId: bulk.id, changed, skipped },
  };
}

async function undo({ app, checkpoint }: JobContext, bulk: Bulk, actor: Person): Promise<JobOutcome> {
  let { restored } = bulk;
  for (let goesOn = true; goesOn; ) {
    await checkpoint({ phase: 'Undoing', done: restored, total: bulk.changed });
    goesOn = await app.lockingDb.transaction().execute((tx) => undoNextStep(tx, bulk.id, actor));
    restored = (await findBulkDecision(app.db, bulk.id))?.restored ?? restored;
  }
  return {
    details: `${countOf(restored, ...nounsOf(bulk.action))} restored, ${bulk.changed - restored} changed since`,
    result: { bulkDecisionId: bulk.id, restored, changed: bulk.changed },
  };
}
