// When deleted contents are collected: soon after something was deleted, once a day, and on request.
import type { App } from '../../app.ts';
import { SYSTEM } from '../../audit/system.ts';
import { freeSegments } from '../../contents/collection.ts';
import { insertAuditLines } from '../../db/audit-log/entries.ts';
import { listStruckSegments } from '../../db/files/collection.ts';
import { collectionState, noteCollection } from '../../db/files/collection-due.ts';
import { listOpenJobsOfTypes } from '../../db/jobs.ts';
import { CONTENT_COLLECTION_LOCK, lockUntilEnd } from '../../db/postgres/advisory-locks.ts';
import type { Tx } from '../../db/postgres/connection.ts';
import type { JobType } from '../../domain/jobs/job.ts';
import { AppError } from '../../errors.ts';

const TYPE = 'Data Garbage Collection' satisfies JobType;
const DAY_MS = 86_400_000;
/** Contents that waited for the end of an upload are looked at again after this time. */
const AGAIN_MS = 10 * 60_000;

/** On request: everything that is deleted goes. */
export async function queueCollection(app: App, triggeredBy: number): Promise<number> {
  return app.db.transaction().execute(async (tx) => {
    await lockUntilEnd(tx, CONTENT_COLLECTION_LOCK);
    const [open] = await listOpenJobsOfTypes(tx, [TYPE]);
    if (open)
      throw new AppError('conflict', {
        message: `A collection of deleted contents is queued or running already. task ID: ${open.id}`,
      });
    return submit(app, tx, triggeredBy, true);
  });
}

/** Queues a collection when something was deleted, or a day after the last one. Only one of several servers does. */
export async function collectWhenDue(app: App): Promise<void> {
  if ((await dueKind(app)) === undefined) return;
  const jobId = await app.db.transaction().execute(async (tx) => {
    await lockUntilEnd(tx, CONTENT_COLLECTION_LOCK);
    const due = await dueKind({ ...app, db: tx });
    if (due === undefined || (await listOpenJobsOfTypes(tx, [TYPE])).length > 0) return undefined;
    return submit(app, tx, null, due.isThorough);
  });
  if (jobId !== undefined) app.log.info({ jobId }, 'a collection of deleted contents is queued');
}

async function dueKind(app: Pick<App, 'db' | 'now'>): Promise<{ isThorough: boolean } | undefined> {
  const { lastOn, isWanted, isThorough, result } = await collectionState(app.db);
  if (isWanted) return { isThorough: isThorough === true };
  if (lastOn === undefined) {
    // What an earlier version left behind goes a day after the update: nobody is surprised by a full disk at work.
    await noteCollection(app.db, { lastOn: app.now().toISOString(), isFirst: true });
    return undefined;
  }
  const since = app.now().getTime() - new Date(lastOn).getTime();
  if (since >= DAY_MS) return { isThorough: true };
  return Number(result?.waitingContents ?? 0) > 0 && since >= AGAIN_MS ? { isThorough: true } : undefined;
}

async function submit(app: App, tx: Tx, triggeredBy: number | null, isThorough: boolean): Promise<number> {
  await noteCollection(tx, { isWanted: false, isThorough: false });
  return app.queue.submit(tx, { type: TYPE, projectId: null, triggeredBy, payload: { isThorough } });
}

/**
 * Frees deleted bytes in segments that only this server or worker may touch, and in those that had to wait, as thoroughly as the last collection did.
 */
export async function freeOwnSegments(app: App, signal: AbortSignal): Promise<void> {
  const struck = await listStruckSegments(app.db);
  if (struck.length === 0 || (await listOpenJobsOfTypes(app.db, [TYPE])).length > 0) return;
  const { wasThorough = false } = await collectionState(app.db);
  const { freedBytes, trashBytes } = await freeSegments(app, { signal, isThorough: wasThorough });
  if (freedBytes + trashBytes === 0) return;
  const details = { freedBytes, trashBytes };
  await insertAuditLines(app.db, [{ ...SYSTEM, operation: 'removeDeletedBytes', details, status: 'Completed' }]);
}
