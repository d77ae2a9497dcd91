// Copies a project in one transaction: settings, people, code, evidence, inventory and decisions. The store keeps the bytes of the files only once.

import { insertRevisions } from '../db/inventories/history.ts';
import { eachItem } from '../db/inventories/item-lists.ts';
import { findJob, noteJobResult } from '../db/jobs.ts';
import type { Tx } from '../db/postgres/connection.ts';
import { copyContents, copyScan, copySettings } from '../db/projects/copies.ts';
import { findProjectByName, lockProject, requireUnlocked } from '../db/projects/projects.ts';
import { findUser } from '../db/users/users.ts';
import { recordEvents } from '../db/webhooks/events.ts';
import type { HistoryAction } from '../domain/inventory-history.ts';
import { AppError, badRequest } from '../errors.ts';
import { copyJob } from './copy.job.ts';
import { type JobContext, type JobOutcome, projectOf } from './job-context.ts';
import { payloadOf } from './job-definition.ts';

export async function copyProject(context: JobContext): Promise<JobOutcome> {
  const { app, job } = context;
  const wanted = payloadOf(copyJob, job);
  const made = await madeBefore(context);
  if (made !== undefined) return outcomeOf(made, wanted.name);
  await context.checkpoint({ phase: 'Copying', done: 0, total: 0 });
  const user = job.triggered_by === null ? undefined : await findUser(app.db, job.triggered_by);
  const copy = await app.db
    .transaction()
    .execute(async (tx) => {
      const project = await lockProject(tx, projectOf(job));
      requireUnlocked(project.status, 'COPY_PROJECT');
      if (project.last_scan_id === null)
        throw badRequest(`The project ${project.name} cannot be copied: it has not been scanned yet.`);
      if (await findProjectByName(tx, wanted.name))
        throw new AppError('alreadyExists', { what: 'project', name: wanted.name });
      const id = await copySettings(tx, project.id, wanted);
      const scan = await copyScan(tx, project.last_scan_id, { id, name: wanted.name });
      await copyContents(tx, project.id, id, scan);
      await rememberOrigin(tx, id, { name: project.name, user: user ?? null, action: 'Project Copy' });
      await recordEvents(tx, [
        { event: 'project.created', projectId: id, actorId: job.triggered_by, itemIds: [], data: {} },
      ]);
      await noteJobResult(tx, job.id, { projectId: id });
      return id;
    })
    .catch((error) => {
      // If another project got this name meanwhile, the unique index refuses the copy.
      if ((error as { code?: string; constraint?: string }).constraint !== 'projects_name') throw error;
      throw new AppError('alreadyExists', { what: 'project', name: wanted.name });
    });
  return outcomeOf(copy, wanted.name);
}

/** The project that an earlier run of this job created. */
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
