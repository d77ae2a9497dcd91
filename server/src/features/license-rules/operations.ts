// The license rules in force: the built-in ones, or a set that was imported in their place.
import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { App } from '../../app.ts';
import { listOpenJobsOfTypes } from '../../db/jobs.ts';
import { AppError, badRequest } from '../../errors.ts';
import type { Caller } from '../../http/route.ts';
import { queueEvidenceRefresh } from '../../jobs/evidence-refresh.ts';
import { wireTime } from '../../wire-times.ts';

const JOB_TYPE = 'License Rules Import';
const LARGEST_RULES_BYTES = 256 * 1024 * 1024;
const NAME = /^[\w.-]+\.(zip|tar|tar\.gz|tgz|tar\.xz|txz|tar\.bz2|tar\.zst|7z)$/i;

export async function describeRules(app: App) {
  const file = await stat(app.folder.licenseRules).catch(() => undefined);
  if (!file) return { source: 'built-in', sizeBytes: 0, importedOn: null };
  return { source: 'imported', sizeBytes: file.size, importedOn: wireTime(file.mtime) };
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
      const [open] = await listOpenJobsOfTypes(tx, [JOB_TYPE]);
      if (open)
        throw new AppError('conflict', {
          message: `An import of license rules is queued or running already. task ID: ${open.id}`,
        });
      return app.queue.submit(tx, { type: JOB_TYPE, projectId: null, triggeredBy: caller.id, payload: { file } });
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
