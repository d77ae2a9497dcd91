// The license rules in force: the built-in rules, or an imported set that replaces them.

import { rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { ruleNamed } from '@assay/scanner/licenses';
import type { App } from '../../app.ts';
import { keepBody } from '../../contents/kept-file.ts';
import { findJob, listOpenJobsOfTypes } from '../../db/jobs.ts';
import { findImportSinceChange, setImportedRules } from '../../db/license-rules.ts';
import { lockUntilEnd, RULES_IMPORT_LOCK } from '../../db/postgres/advisory-locks.ts';
import type { Db } from '../../db/postgres/connection.ts';
import { type JobType, maySeeSystemJob } from '../../domain/jobs/job.ts';
import { kindOfJob } from '../../domain/jobs/job-kinds.ts';
import { wireTime } from '../../domain/wire-times.ts';
import { AppError, badRequest, notFound } from '../../errors.ts';
import type { Caller } from '../../http/call.ts';
import type { LicenseRulesPayload } from '../../jobs/license-rules/payload.ts';
import { queueDueRefresh } from '../../scans/analysis/evidence-refresh.ts';
import { importedRules } from '../../scans/analysis/license-rules.ts';
import { indexInForce, scanVersion } from '../../scans/analysis/pool.ts';

const IMPORT = 'License Rules Import' satisfies JobType;
const EVIDENCE_REFRESH = 'Evidence Refresh' satisfies JobType;
/** So many imports wait their turn; each archive is kept in the store until then. */
const MOST_WAITING = 20;
export const LARGEST_RULES_BYTES = 256 * 1024 * 1024;
const NAME = /^[\w.-]+\.(zip|tar|tar\.gz|tgz|tar\.xz|txz|tar\.bz2|tar\.zst|7z)$/i;

export async function describeRules(app: App, caller: Caller) {
  const imported = await importedRules(app);
  return {
    source: imported ? 'imported' : 'built-in',
    sizeBytes: imported?.sizeBytes ?? 0,
    importedOn: imported ? wireTime(new Date(imported.importedOn)) : null,
    ...(await versionInForce(app)),
    importJob: await openJobOf(app, IMPORT),
    lastImport: await lastImport(app, caller),
    refreshJob: await openJobOf(app, EVIDENCE_REFRESH),
  };
}

/** One rule with its words. */
export async function describeRule(app: App, name: string) {
  const found = ruleNamed(await indexInForce(app), name);
  if (found === undefined)
    throw notFound('License rule', name, 'the rules in force have none of this name; some matches come from no rule.');
  const { rule, kind, expression, isImported, language, text } = found;
  return { rule, kind, expression, isImported, language, text };
}

/** Rules that cannot be used are still described, with the problem. */
async function versionInForce(app: App): Promise<{ analyzerVersion: string | null; problem: string }> {
  try {
    return { analyzerVersion: (await scanVersion(app)).analyzerVersion, problem: '' };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { analyzerVersion: null, problem: error.message };
  }
}

/** The running job of a type, else the waiting one. */
async function openJobOf(app: App, type: JobType) {
  const open = await listOpenJobsOfTypes(app.db, [type]);
  const found = open.find(({ status }) => status === 'Active') ?? open[0];
  const job = found && (await findJob(app.db, found.id));
  if (!job) return null;
  return { id: job.id, status: job.status, phase: job.phase, done: job.progress_done, total: job.progress_total };
}

/** Only callers who may see the job may read its details about the archive. */
async function lastImport(app: App, caller: Caller) {
  const job = await findImportSinceChange(app.db);
  if (!job || !maySeeSystemJob({ keeper: kindOfJob(job.type).mayStop, triggeredBy: job.triggered_by }, caller))
    return null;
  return { id: job.id, status: job.status, details: job.details, error: job.error };
}

/** Stores the archive where every worker can read it, and queues its compilation. The file name only states the format. */
export async function queueImport(app: App, caller: Caller, body: Readable, fileName: string): Promise<number> {
  const suffix = fileName === '' ? '' : NAME.exec(fileName)?.[1];
  if (suffix === undefined)
    throw badRequest(
      `The header X-File-Name is "${fileName}"; it must end in .zip, .tar, .tar.gz, .tar.xz, .tar.bz2, .tar.zst or .7z.`,
    );
  const { sha256 } = await keepBody(app, body, { maxBytes: LARGEST_RULES_BYTES, what: 'archive of license rules' });
  const payload = { upload: sha256.toString('hex'), suffix: suffix === '' ? '' : `.${suffix.toLowerCase()}` };
  // Imports run one after the other, in the order in which they were sent.
  return app.db.transaction().execute(async (tx) => {
    await lockUntilEnd(tx, RULES_IMPORT_LOCK);
    await refuseManyImports(tx);
    return app.queue.submit(tx, {
      type: IMPORT,
      projectId: null,
      triggeredBy: caller.id,
      payload: { ...payload } satisfies LicenseRulesPayload,
    });
  });
}

async function refuseManyImports(db: Db): Promise<void> {
  const open = await listOpenJobsOfTypes(db, [IMPORT]);
  if (open.length >= MOST_WAITING)
    throw new AppError('conflict', {
      message: `${open.length} imports of license rules are waiting already. Send more when some of them have ended. task ID: ${open[0]?.id}`,
    });
}

/** The next scans use the built-in rules again. */
export async function dropImported(app: App): Promise<void> {
  await rm(app.folder.licenseRules, { force: true });
  await setImportedRules(app.db, undefined);
  await queueDueRefresh(app);
}
