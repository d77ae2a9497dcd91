// The license rules in force: the built-in ones, or a set that was imported in their place.
import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { App } from '../../app.ts';
import { lockUntilEnd, RULES_IMPORT_LOCK } from '../../db/advisory-locks.ts';
import { findJob, listOpenJobsOfTypes } from '../../db/jobs.ts';
import type { JobType } from '../../domain/job.ts';
import { AppError, badRequest } from '../../errors.ts';
import type { Caller } from '../../http/route.ts';
import { queueEvidenceRefresh } from '../../jobs/evidence-refresh.ts';
import { scanVersion } from '../../jobs/scan-pool.ts';
import { wireTime } from '../../wire-times.ts';

const IMPORT = 'License Rules Import' satisfies JobType;
const EVIDENCE_REFRESH = 'Evidence Refresh' satisfies JobType;
const LARGEST_RULES_BYTES = 256 * 1024 * 1024;
const NAME = /^[\w.-]+\.(zip|tar|tar\.gz|tgz|tar\.xz|txz|tar\.bz2|tar\.zst|7z)$/i;

export async function describeRules(app: App) {
  const file = await stat(app.folder.licenseRules).catch(() => undefined);
  return {
    source: file ? 'imported' : 'built-in',
    sizeBytes: file?.size ?? 0,
    importedOn: file ? wireTime(file.mtime) : null,
    ...(await versionInForce(app)),
    importJob: await openJobOf(app, IMPORT),
    refreshJob: await openJobOf(app, EVIDENCE_REFRESH),
  };
}

/** Rules that cannot be used are no reason not to describe them. */
async function versionInForce(app: App): Promise<{ analyzerVersion: string | null; problem: string }> {
  try {
    return { analyzerVersion: (await scanVersion(app)).analyzerVersion, problem: '' };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { analyzerVersion: null, problem: error.message };
  }
}

/** The job of a type that runs, or else the one that waits. */
async function openJobOf(app: App, type: JobType) {
  const open = await listOpenJobsOfTypes(app.db, [type]);
  const found = open.find(({ status }) => status === 'Active') ?? open[0];
  const job = found && (await findJob(app.db, found.id));
  if (!job) return null;
  return { id: job.id, status: job.status, phase: job.phase, done: job.progress_done, total: job.progress_total };
}

/** Keeps the archive and queues its compilation. The file's name only tells the format; it never becomes a name on disk. */
export async function queueImport(app: App, caller: Caller, body: Readable, fileName: string): Promise<number> {
  const suffix = fileName === '' ? '' : NAME.exec(fileName)?.[1];
  if (suffix === undefined)
    throw badRequest(
      `The header X-File-Name is "${fileName}"; it must end in .zip, .tar, .tar.gz, .tar.xz, .tar.bz2, .tar.zst or .7z.`,
    );
  const folder = join(app.folder.root, 'rules');
  await mkdir(folder, { recursive: true });
  const file = join(folder, `upload-${randomUUID()}${suffix === '' ? '' : `.${suffix.toLowerCase()}`}`);
  try {
    await pipeline(body, limited(), createWriteStream(file, { mode: 0o600 }));
    return await app.db.transaction().execute(async (tx) => {
      await lockUntilEnd(tx, RULES_IMPORT_LOCK);
      const [open] = await listOpenJobsOfTypes(tx, [IMPORT]);
      if (open)
        throw new AppError('conflict', {
          message: `An import of license rules is queued or running already. task ID: ${open.id}`,
        });
      return app.queue.submit(tx, { type: IMPORT, projectId: null, triggeredBy: caller.id, payload: { file } });
    });
  } catch (error) {
    await rm(file, { force: true });
    throw error;
  }
}

function limited(): Transform {
  let size = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, next) {
      size += chunk.length;
      if (size > LARGEST_RULES_BYTES)
        next(
          new AppError('tooLarge', {
            message: `An archive of license rules may have ${LARGEST_RULES_BYTES} bytes at most.`,
          }),
        );
      else next(null, chunk);
    },
    flush(next) {
      next(size === 0 ? badRequest('The request body is empty: it must hold the archive of rules.') : null);
    },
  });
}

/** Back to the built-in rules from the next scan on. */
export async function dropImported(app: App): Promise<void> {
  await rm(app.folder.licenseRules, { force: true });
  await queueEvidenceRefresh(app);
}
