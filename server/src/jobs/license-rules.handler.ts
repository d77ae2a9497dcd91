// Makes uploaded license rules the ones in force: compiles them to an index beside the built-in one. Scans that run go on with what they
// began with; the next ones use the new rules, and the evidence of older scans is refreshed in the background.
import { mkdir, rename, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { ImportResult, ImportStep } from '../../../scanner/src/licenses/scancode-rules.ts';
import { deleteJobIssues, setJobPayload } from '../db/jobs.ts';
import { countOf } from '../domain/count-text.ts';
import { badRequest } from '../errors.ts';
import { queueEvidenceRefresh } from './evidence-refresh.ts';
import type { JobContext, JobOutcome } from './worker.ts';

type Message = { progress: ImportStep } | { result: ImportResult } | { failure: string };

const PHASES: Record<ImportStep['phase'], string> = {
  reading: 'Reading rules',
  parsing: 'Parsing rules',
  compiling: 'Compiling rules',
  indexing: 'Indexing rules',
  writing: 'Writing the index',
};

export async function importRules(context: JobContext): Promise<JobOutcome> {
  const { app, job } = context;
  const { file, done } = job.payload as { file: string; done?: JobOutcome };
  // Killed after the rules came into force, before the job could say so.
  if (done) return done;
  const target = app.folder.licenseRules;
  // A thread that is ended in the middle may leave a half-written file of any name in it.
  const folder = `${target}.${job.id}`;
  const fresh = join(folder, basename(target));
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  try {
    const result = await compile(context, file, fresh);
    await deleteJobIssues(app.db, job.id);
    await context.issues(result.issues.map(({ code, path, message }) => ({ code, path, message })));
    await context.checkpoint({ phase: 'Putting the rules in force', done: result.rules, total: result.rules });
    await rename(fresh, target);
    await queueEvidenceRefresh(app);
    const outcome = {
      details: `In force from the next scan on: ${countOf(result.rules, 'rule')} of ${countOf(result.licenses, 'license')}; ${countOf(result.issues.length, 'issue')}.`,
      result: { rules: result.rules, licenses: result.licenses, sizeBytes: result.sizeBytes },
    };
    await setJobPayload(app.db, job.id, { file, done: outcome });
    return outcome;
  } finally {
    await rm(folder, { recursive: true, force: true });
    if (!context.isShuttingDown()) await rm(file, { force: true });
  }
}

/** The thread reports progress; a cancel ends it at once. */
async function compile(context: JobContext, source: string, out: string): Promise<ImportResult> {
  context.signal.throwIfAborted();
  const thread = new Worker(new URL('./license-rules.thread.ts', import.meta.url), { workerData: { source, out } });
  try {
    return await new Promise<ImportResult>((resolve, reject) => {
      context.signal.addEventListener('abort', () => reject(new Error('stopped')), { once: true });
      thread.once('error', reject);
      thread.once('exit', (code) => reject(new Error(`The compiling thread ended with code ${code}.`)));
      // One after the other, so that none of them is the last word on the job when the thread is done.
      let noted = Promise.resolve();
      thread.on('message', (message: Message) => {
        if ('result' in message) noted.then(() => resolve(message.result), reject);
        else if ('failure' in message) reject(badRequest(asSent(message.failure, source)));
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

/** The upload has no name that its sender knows. */
const asSent = (sentence: string, file: string): string =>
  sentence.replaceAll(`"${basename(file)}"`, 'The upload').replaceAll(file, 'The upload');
