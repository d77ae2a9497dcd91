// Copies a project in one transaction: settings, people, code, evidence, inventory and decisions. The store keeps the bytes of the files only once.
// It reads from one snapshot without a lock, so that people may change the project meanwhile.

import { settleProject } from '../../analysis-rules/settle.ts';
import type { App } from '../../app.ts';
import { queueProject } from '../../db/analysis-rules/unsettled.ts';
import { insertRevisions } from '../../db/inventories/history.ts';
import { eachItem } from '../../db/inventories/item-lists.ts';
import { findJob, noteJobResult } from '../../db/jobs.ts';
import type { Tx } from '../../db/postgres/connection.ts';
import { isOvertaken } from '../../db/postgres/deadlock.ts';
import { copyContents, copyScan, copySettings, reserveProjectId } from '../../db/projects/copies.ts';
import {
  findProject,
  findProjectByName,
  getProject,
  lockProject,
  type Project,
  requireUnlocked,
} from '../../db/projects/projects.ts';
import { isScanned } from '../../db/remote-code/code-bases.ts';
import { findUser } from '../../db/users/users.ts';
import { recordEvents } from '../../db/webhooks/events.ts';
import type { HistoryAction } from '../../domain/inventories/inventory-history.ts';
import { AppError, badRequest } from '../../errors.ts';
import { type JobContext, type JobOutcome, projectOf } from '../../queue/job-context.ts';
import type { CopyPayload } from './payload.ts';

/** Tries without a lock. */
const SNAPSHOTS = 3;

export async function copyProject(context: JobContext, payload: CopyPayload): Promise<JobOutcome> {
  const { app, job } = context;
  const wanted = payload;
  const id = await reservedId(context);
  if (await findProject(app.db, id)) return outcomeOf(id, wanted.name);
  await context.checkpoint({ phase: 'Copying', done: 0, total: 0 });
  const user = job.triggered_by === null ? undefined : await findUser(app.db, job.triggered_by);
  const make = async (tx: Tx, project: Project) => {
    requireUnlocked(project.status, 'COPY_PROJECT');
    if (!(await isScanned(tx, project)))
      throw badRequest(`The project ${project.name} cannot be copied: it has not been scanned yet.`);
    if (await findProjectByName(tx, wanted.name))
      throw new AppError('alreadyExists', { what: 'project', name: wanted.name });
    await copySettings(tx, project.id, { ...wanted, id });
    const scan =
      project.last_scan_id === null ? null : await copyScan(tx, project.last_scan_id, { id, name: wanted.name });
    await copyContents(tx, project.id, id, scan);
    // Rules decide before anybody sees the copy. The snapshot does not show rules made since it began, so that the background looks again.
    await settleProject(tx, id);
    await queueProject(tx, id);
    await rememberOrigin(tx, id, { name: project.name, user: user ?? null, action: 'Project Copy' });
    await recordEvents(tx, [
      { event: 'project.created', projectId: id, actorId: job.triggered_by, itemIds: [], data: {} },
    ]);
  };
  await fromSnapshot(app, projectOf(job), make).catch((error) => {
    // If another project got this name meanwhile, the unique index refuses the copy.
    if ((error as { code?: string; constraint?: string }).constraint !== 'projects_name') throw error;
    throw new AppError('alreadyExists', { what: 'project', name: wanted.name });
  });
  return outcomeOf(id, wanted.name);
}

/** If others change shared rows each time before the copy can refer to them, the last try locks the project instead. */
async function fromSnapshot(
  { db, lockingDb }: App,
  projectId: number,
  make: (tx: Tx, project: Project) => Promise<void>,
): Promise<void> {
  for (let tries = 0; tries < SNAPSHOTS; tries++) {
    try {
      const begun = db.transaction().setIsolationLevel('repeatable read');
      return await begun.execute(async (tx) => make(tx, await getProject(tx, projectId)));
    } catch (error) {
      if (!isOvertaken(error)) throw error;
    }
  }
  await lockingDb.transaction().execute(async (tx) => make(tx, await lockProject(tx, projectId)));
}

/**
 * The id of the copy. The job notes it before the copy is made: inside of that transaction, its row would be changed by the progress of the job, which
 * ends a transaction with a snapshot.
 */
async function reservedId({ app, job }: JobContext): Promise<number> {
  const before = (await findJob(app.db, job.id))?.result as
    | { projectId?: number; reservedProjectId?: number }
    | undefined;
  const noted = before?.projectId ?? before?.reservedProjectId;
  if (noted !== undefined) return noted;
  const id = await reserveProjectId(app.db);
  await noteJobResult(app.db, job.id, { reservedProjectId: id });
  return id;
}

/** The project that an earlier run of this job of branching created. */
export async function madeBefore({ app, job }: JobContext): Promise<number | undefined> {
  return ((await findJob(app.db, job.id))?.result as { projectId?: number } | undefined)?.projectId;
}

function outcomeOf(projectId: number, name: string): JobOutcome {
  return { details: `Project ${name} (id ${projectId})`, result: { projectId } };
}

/** The history of a copied item says from which item it was copied. */
async function rememberOrigin(
  tx: Tx,
  projectId: number,
  { name, user, action }: { name: string; user: { id: number; login: string } | null; action: HistoryAction },
): Promise<void> {
  for await (const batch of eachItem(tx, projectId, {}))
    await insertRevisions(
      tx,
      batch.map(({ id }) => ({
        projectId,
        itemId: id,
        user,
        event: 'Inventory Created',
        action,
        changes: [{ field: 'Copied From', oldValue: '', newValue: name }],
      })),
    );
}
