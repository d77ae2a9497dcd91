// Receives a code base as an archive in the request body: writes it to a temporary file, checks it, and unpacks it in a job of its own (ingest/).

import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { KNOWN_ARCHIVES } from '@assay/scanner/archives';
import type { App } from '../../app.ts';
import { insertJob } from '../../db/jobs.ts';
import type { Tx } from '../../db/postgres/connection.ts';
import { longTransaction } from '../../db/postgres/long-transactions.ts';
import { lockForChange } from '../../db/projects/projects.ts';
import type { StatedDigest } from '../../domain/projects/whole-digest.ts';
import { AppError, badRequest } from '../../errors.ts';
import type { Caller } from '../../http/call.ts';
import {
  type Arrival,
  arrive,
  type IngestOutcome,
  inPlace,
  refuseWhileBusy,
  STATEMENT_TIMEOUT_MS,
  UPLOAD_JOB,
} from '../../ingest/index.ts';
import { spoolToFile } from '../../ingest/spool.ts';
import { outcomeText, progressText, requireArchive, type Unpacking, unpackArchive } from '../../ingest/unpack.ts';
import { requireDigests } from '../../ingest/whole-digest.ts';
import { requireSpace } from '../../installation/disks.ts';
import { runOwnJob } from '../../queue/own-job.ts';
import type { UploadQuery } from './schemas.ts';

/** The answer names at most this many issues. The log of the next scans has all. */
export const ISSUES_IN_ANSWER = 100;

export interface SentArchive {
  body: Readable;
  fileName: string;
  digests: readonly StatedDigest[];
}

export function uploadCodebase(
  app: App,
  caller: Caller,
  query: UploadQuery,
  { body, fileName, digests }: SentArchive,
  signal: AbortSignal,
): Promise<IngestOutcome> {
  return arrive(app, query.projectId, signal, async (arrival) => {
    const file = join(arrival.folder, 'archive');
    await spool(body, file, app);
    await requireDigests(file, digests, signal);
    await requireArchive(file, fileName, signal);
    return inPlace(app, signal, () => unpackInJob(app, arrival, { file, options: query, actor: caller }, signal));
  });
}

/** The job begins at once and ends with the request: nobody waits for a free worker, and whoever disconnects stops it. */
async function unpackInJob(
  app: App,
  arrival: Arrival,
  unpacking: Unpacking,
  signal: AbortSignal,
): Promise<IngestOutcome> {
  let outcome: IngestOutcome | undefined;
  let failure: unknown;
  await runOwnJob(app, signal, {
    async submit(holder) {
      const id = await longTransaction(app.backgroundDb, { signal, statementTimeoutMs: STATEMENT_TIMEOUT_MS }, (tx) =>
        insertUploadJob(tx, arrival.projectId, unpacking.actor.id, holder),
      );
      return { id, type: UPLOAD_JOB };
    },
    async work(context) {
      const onProgress: Unpacking['onProgress'] = (progress) =>
        context.checkpoint({ phase: progressText(progress), done: progress.files, total: 0 });
      try {
        const place = { ...arrival, jobId: context.job.id };
        outcome = await unpackArchive(context.app, place, { ...unpacking, onProgress }, context.signal);
        await context.issues(outcome.issueLines);
        return { details: outcomeText(outcome) };
      } catch (error) {
        failure = error;
        throw error;
      }
    },
  });
  if (outcome !== undefined) return outcome;
  throw failure === undefined || isAbort(failure) ? stopped() : failure;
}

const isAbort = (error: unknown) => error instanceof Error && error.name === 'AbortError';

const stopped = () =>
  new AppError('conflict', { message: 'The job of this upload was stopped on request, so nothing of it was kept.' });

async function insertUploadJob(tx: Tx, projectId: number, userId: number, holder: string): Promise<number> {
  const project = await lockForChange(tx, projectId, 'UPLOAD_CODEBASE');
  await refuseWhileBusy(tx, projectId, undefined);
  return insertJob(tx, {
    type: UPLOAD_JOB,
    projectId,
    projectName: project.name,
    triggeredBy: userId,
    payload: { holder },
  });
}

/**
 * Writes the body to a file, up to the allowed size. Reads and drops the rest of a larger body: a caller that is still sending would otherwise see a
 * broken connection instead of the answer.
 */
async function spool(body: Readable, file: string, { config }: App): Promise<void> {
  const size = await spoolToFile(body, file, {
    maxBytes: config.maxUploadBytes,
    what: 'The archive',
    patienceMs: config.bodyPatienceMs,
    requireSpace: () => requireSpace(config),
  });
  if (size === 0) throw badRequest(`The request body is empty: it must be the archive (${KNOWN_ARCHIVES}).`);
}
