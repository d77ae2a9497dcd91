// Puts uploaded license rules into force: compiles them to an index and replaces the current one. Running scans end with their rules; the next ones
// use the new rules, and the evidence of older scans is refreshed in the background.
import { mkdir, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { ImportResult, ImportStep } from '@assay/scanner/licenses';
import { fetchKept, keepFile } from '../../contents/kept-file.ts';
import { deleteJobIssues } from '../../db/job-issues.ts';
import { setJobPayload } from '../../db/jobs.ts';
import { setImportedRules } from '../../db/license-rules.ts';
import { countOf } from '../../domain/count-text.ts';
import { badRequest } from '../../errors.ts';
import { diskError } from '../../installation/disks.ts';
import type { JobContext, JobOutcome } from '../../queue/job-context.ts';
import { queueDueRefresh } from '../../scans/analysis/evidence-refresh.ts';
import type { LicenseRulesPayload } from './payload.ts';

type Message =
  | { progress: ImportStep }
  | { result: ImportResult }
  | { failure: { message: string; code?: string; path?: string } };

const PHASES: Record<ImportStep['phase'], string> = {
  reading: 'Reading rules',
  parsing: 'Parsing rules',
  compiling: 'Compiling rules',
  indexing: 'Indexing rules',
  writing: 'Writing the index',
};

export async function importRules(context: JobContext, payload: LicenseRulesPayload): Promise<JobOutcome> {
  const { app } = context;
  // An earlier run was killed after the rules came into force and before it could report that.
  const outcome = payload.done ?? (await compileAndSet(context, payload));
  await queueDueRefresh(app);
  return outcome;
}

async function compileAndSet(context: JobContext, payload: LicenseRulesPayload): Promise<JobOutcome> {
  const { app, job, signal } = context;
  if (payload.upload === undefined)
    throw badRequest(
      'An earlier version of Assay received this archive and stored it elsewhere: import the rules again.',
    );
  const folder = join(app.folder.temporary, `rules-${job.id}`);
  const [archive, index] = [join(folder, `upload${payload.suffix ?? ''}`), join(folder, 'imported.index')];
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    await fetchKept(app, Buffer.from(payload.upload, 'hex'), archive, signal);
    const { rules, licenses, issues } = await compile(context, archive, index);
    await deleteJobIssues(app.db, job.id);
    await context.issues(issues.map(({ code, path, message }) => ({ code, path, message })));
    await context.checkpoint({ phase: 'Putting the rules in force', done: rules, total: rules });
    const { sha256, sizeBytes } = await keepFile(app, index);
    const outcome = {
      details: `In force from the next scan on: ${countOf(rules, 'rule')} of ${countOf(licenses, 'license')}; ${countOf(issues.length, 'issue')}.`,
      result: { rules, licenses, sizeBytes },
    };
    await app.db.transaction().execute(async (tx) => {
      await setImportedRules(tx, { sha256: sha256.toString('hex'), sizeBytes, importedOn: app.now().toISOString() });
      await setJobPayload(tx, job.id, { ...payload, done: outcome });
    });
    return outcome;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The thread reports progress; a cancellation ends it at once. */
async function compile(context: JobContext, source: string, out: string): Promise<ImportResult> {
  context.signal.throwIfAborted();
  const thread = new Worker(new URL('./license-rules.thread.ts', import.meta.url), { workerData: { source, out } });
  try {
    return await new Promise<ImportResult>((resolve, reject) => {
      context.signal.addEventListener('abort', () => reject(new Error('stopped')), { once: true });
      thread.once('error', reject);
      // Notes are written one after the other, so that none is written after the job's last one.
      let noted = Promise.resolve();
      // Waits for the notes, because a thread ends as soon as it has sent its result.
      const end = (code: number) => reject(new Error(`The compiling thread ended with code ${code}.`));
      thread.once('exit', (code) => noted.then(() => end(code), reject));
      thread.on('message', (message: Message) => {
        if ('result' in message) noted.then(() => resolve(message.result), reject);
        else if ('failure' in message) reject(failureOf(message.failure, source, context.app));
        else {
          const { phase, done, total } = message.progress;
          noted = noted.then(() => context.checkpoint({ phase: PHASES[phase], done, total }));
          noted.catch(reject);
        }
      });
    });
  } finally {
    await thread.terminate();
  }
}

/** The thread's error: about a disk, or about the rules. */
function failureOf(failure: { message: string }, source: string, { config }: JobContext['app']): Error {
  const disk = diskError(Object.assign(new Error(failure.message), failure), config);
  return disk ?? badRequest(asSent(failure.message, source));
}

/** The sender does not know the name of the stored upload. */
const asSent = (sentence: string, file: string): string =>
  sentence.replaceAll(`"${basename(file)}"`, 'The upload').replaceAll(file, 'The upload');
