// Queues the making of releases: for people, and for the scans of code that is at a tag of the project's rule.
import type { App } from '../app.ts';
import type { Tx } from '../db/postgres/connection.ts';
import { sharedNow } from '../db/postgres/shared-clock.ts';
import { lockProject, tryLockProject } from '../db/projects/projects.ts';
import { findReleaseByName, insertRelease, setReleaseJob } from '../db/releases/releases.ts';
import { findReleaseRule, listScansToSettle, type Settlement, settleReleaseRule } from '../db/releases/rules.ts';
import { listScmStates } from '../db/scm/states.ts';
import { tagOf } from '../domain/releases/release.ts';
import { releaseFor } from '../domain/releases/release-rule.ts';
import { AppError } from '../errors.ts';
import { submitProjectJob } from './submit.ts';

export interface WantedRelease {
  projectId: number;
  name: string;
  description: string;
  isSigned: boolean;
  offerContact: string;
  /** Login, or System. */
  createdBy: string;
  /** Null for the system. */
  triggeredBy: number | null;
}

/** Refused with a conflict if there is a release of the name, or while another job of the project is in the way. */
export async function queueRelease(
  app: App,
  tx: Tx,
  { projectId, offerContact, triggeredBy, ...release }: WantedRelease,
): Promise<{ id: number; taskId: number }> {
  await lockProject(tx, projectId);
  const id = await insertRelease(tx, { projectId, ...release });
  if (id === undefined)
    throw new AppError('conflict', {
      message: `The project has a release ${release.name} already. A release is never changed; delete it or choose another name.`,
    });
  const payload = { releaseId: id, offerContact };
  const taskId = await submitProjectJob(app, tx, { type: 'Project Release', projectId, triggeredBy, payload });
  await setReleaseJob(tx, id, taskId);
  return { id, taskId };
}

/** A background step calls this regularly; of several servers only one makes the release. */
export async function releaseByTags(app: App, signal: AbortSignal): Promise<void> {
  for (const { projectId } of await listScansToSettle(app.db)) {
    if (signal.aborted) return;
    await settle(app, projectId);
  }
}

async function settle(app: App, projectId: number): Promise<void> {
  const at = await sharedNow(app);
  try {
    await app.db.transaction().execute(async (tx) => {
      if (!(await tryLockProject(tx, projectId))) return;
      const settlement = await settlementOf(app, tx, projectId, at);
      if (settlement === undefined) return;
      await settleReleaseRule(tx, projectId, settlement);
      app.log.info({ projectId, ...settlement }, 'a scan was looked at for a release by its tag');
    });
  } catch (error) {
    // A job in the way ends: the next time decides. What is taken back with the transaction was nothing but the release.
    if (!(error instanceof AppError) || error.code !== 'conflict') throw error;
  }
}

/** Undefined if another server was first. */
async function settlementOf(app: App, tx: Tx, projectId: number, at: Date): Promise<Settlement | undefined> {
  const [scan] = await listScansToSettle(tx, projectId);
  const rule = await findReleaseRule(tx, projectId);
  if (scan === undefined || rule === undefined) return undefined;
  const { scanId, isNewer } = scan;
  const tag = tagOf((await listScmStates(tx, projectId)).flatMap(({ revisions }) => revisions));
  const isReleased = tag !== '' && (await findReleaseByName(tx, projectId, tag)) !== undefined;
  const answer = releaseFor(rule.tag_pattern, { tag, isReleased, isNewer });
  if ('why' in answer) return { scanId, at, result: 'NONE', detail: answer.why };
  const { id } = await queueRelease(app, tx, {
    ...{ projectId, name: answer.name, isSigned: rule.is_signed, offerContact: rule.offer_contact },
    ...{ description: `By the tag ${answer.name}`, createdBy: 'System', triggeredBy: null },
  });
  return { scanId, at, result: 'MADE', detail: `The release ${answer.name} is made of scan ${scanId}.`, releaseId: id };
}
