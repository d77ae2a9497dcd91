// A scan: analyse what is new, derive and merge the inventory, publish and review it, write the log. Every step can be run again:
// facts are kept by digest, and what comes after them is one transaction.

import { eachArchiveIssue, listArchiveFindings } from '../db/archive-findings.ts';
import type { Tx } from '../db/connection.ts';
import { eachFactIssue, type FactsVersion, markScanned } from '../db/facts.ts';
import { refreshCodebaseTotals } from '../db/files.ts';
import { deleteJobIssues, insertJobIssues, type Job, type JobIssue, readJobCount } from '../db/jobs.ts';
import { getProject, getScanProfile, lockProject, updateProject } from '../db/projects.ts';
import { eachCodebaseIssue } from '../db/scan-inventory.ts';
import { applyScanPlan, countPlanned } from '../db/scan-plan.ts';
import { countScmInstances } from '../db/scm-instances.ts';
import { ensureSearchTermSet } from '../db/search-hits.ts';
import { countOf, numberText } from '../domain/count-text.ts';
import type { JobType } from '../domain/job.ts';
import { scanSendsMail } from '../domain/mail-events.ts';
import { type Notice, scanNotice } from '../domain/mail-notices.ts';
import { changeProjectStatus, type ProjectStatusEvent } from '../domain/project-status.ts';
import { isRefusal } from '../domain/refusal.ts';
import { type ReviewSettings, reviewSettingsOf } from '../domain/review-settings.ts';
import { scanProfileSettingsOf } from '../domain/scan-profile.ts';
import { AppError } from '../errors.ts';
import { writeNotices } from '../mail/outbox.ts';
import { fillEmptyNotices } from '../reviews/notices.ts';
import { queueEvidenceRefresh } from './evidence-refresh.ts';
import { followReferences } from './follow-references.ts';
import { analyzeCodebase } from './scan-analysis.ts';
import { lookIntoArchives } from './scan-archives.ts';
import { type InventoryOutcome, updateInventory } from './scan-inventory.ts';
import { planScan } from './scan-plan.ts';
import { withScanPool } from './scan-pool.ts';
import { isInForce } from './version-in-force.ts';
import type { JobContext, JobOutcome } from './worker.ts';

const ISSUES_PER_INSERT = 2000;
const EPOCH = new Date(0);

export async function scanProject(context: JobContext): Promise<JobOutcome> {
  const { app, job } = context;
  const projectId = job.project_id!;
  await app.db.transaction().execute((tx) => moveStatus(tx, projectId, { type: 'scan-begins' }));
  try {
    const { version, outcome } = await runScan(context, projectId);
    await refreshWhenOvertaken(context, version);
    return outcome;
  } catch (error) {
    // Interrupted scans go on later; only one that failed or was canceled gives the project its status back.
    if (!context.goesOn(error))
      await app.db.transaction().execute(async (tx) => {
        await moveStatus(tx, projectId, { type: 'scan-fails' });
        // Who canceled a scan knows it.
        if (!context.signal.aborted) await tellOfScan(tx, job, [], 'Failed', failureWords(error));
      });
    throw error;
  }
}

/** Evidence that rules made which are no longer in force is made anew at once, and the scan is complete even if that cannot be arranged. */
async function refreshWhenOvertaken({ app, log }: JobContext, version: FactsVersion): Promise<void> {
  try {
    if (!(await isInForce(app, version))) await queueEvidenceRefresh(app);
  } catch (err) {
    log.error({ err }, 'the refresh of evidence could not be queued');
  }
}

function failureWords(error: unknown): string {
  return error instanceof AppError ? error.message : `Internal error: ${(error as Error).message}`;
}

/** The mails of a scan: what it made of the inventory, and that it is over. */
async function tellOfScan(
  tx: Tx,
  job: Job,
  notices: Notice[],
  status: 'Completed' | 'Failed',
  details: string,
): Promise<void> {
  if (!scanSendsMail(job.type as JobType)) return;
  const { id, contact_id: projectContactId } = await getProject(tx, job.project_id!);
  const scan = { id: job.id, type: job.type, projectId: id, startedBy: job.triggered_by, projectContactId };
  await writeNotices(tx, [...notices, scanNotice(scan, status, details)]);
}

async function runScan(
  context: JobContext,
  projectId: number,
): Promise<{ version: FactsVersion; outcome: JobOutcome }> {
  const { app, job } = context;
  const isForced = (job.payload as { fullRescan?: boolean }).fullRescan === true;
  const project = await getProject(app.db, projectId);
  const totalFiles = project.file_count;
  await context.checkpoint({ phase: 'Preparing', done: 0, total: totalFiles });
  const since = isForced ? job.queued_at : EPOCH;
  const profile = await getScanProfile(app.db, project.scan_profile_id);
  const settings = scanProfileSettingsOf(profile.settings);
  const { searchTerms } = settings;
  await planScan(app, { projectId, settings, isForced, signal: context.signal });
  const planned = await countPlanned(app.db, projectId);
  const searchSetId = await ensureSearchTermSet(app.db, searchTerms);
  const { version, unreadable } = await withScanPool(app, searchTerms, async ({ pool, version }) => {
    const wanted = { ...version, since, searchSetId };
    const unreadable = await analyzeCodebase(context, { pool, projectId, totalFiles, wanted, isForced });
    const { analyzerVersion } = version;
    if (settings.archiveDiscovery) await lookIntoArchives(context, { pool, projectId, analyzerVersion, since });
    return { version, unreadable };
  });
  const { analyzerVersion } = version;
  const analyzed = await readJobCount(app.db, { jobId: job.id, what: 'analyzed', analyzerVersion });
  const archivesRead = await readJobCount(app.db, { jobId: job.id, what: 'archivesRead', analyzerVersion });
  await context.checkpoint({ phase: 'Making inventory', done: totalFiles, total: totalFiles });
  const outcome = await app.db.transaction().execute(async (tx) => {
    const locked = await lockProject(tx, projectId);
    const startedBy = job.triggered_by ?? locked.contact_id;
    await applyScanPlan(tx, projectId);
    await updateProject(tx, projectId, { search_set_id: searchSetId });
    const archives = settings.archiveDiscovery ? await listArchiveFindings(tx, projectId) : [];
    await followReferences(tx, projectId, archives);
    await markScanned(tx, projectId, job.id, searchSetId);
    const notices: Notice[] = [];
    const { leftOut, ...result } = await updateInventory(tx, {
      project: locked,
      settings,
      archives,
      isRescan: locked.last_scan_id !== null,
      isForced,
      startedBy,
      notices,
    });
    if (reviewSettingsOf(locked.review_settings as Partial<ReviewSettings>).updateNoticesAutomatically)
      await fillEmptyNotices(tx, projectId, locked.last_scan_id === null ? 'Scan' : 'Project Rescan');
    await refreshCodebaseTotals(tx, projectId);
    await moveStatus(tx, projectId, { type: 'scan-completes' });
    await updateProject(tx, projectId, { last_scan_id: job.id, evidence_version: analyzerVersion });
    const unusual = [...(await scmIssues(tx, projectId)), ...leftOut, ...unreadable];
    const issues = await writeLog(tx, job.id, unusual, [
      eachCodebaseIssue(tx, projectId),
      eachFactIssue(tx, projectId),
      ...(settings.archiveDiscovery ? [eachArchiveIssue(tx, projectId)] : []),
    ]);
    const details = summaryOf({ total: totalFiles, analyzed, archivesRead, ...planned }, { ...result, issues });
    await tellOfScan(tx, job, notices, 'Completed', details);
    return { details, result: { files: totalFiles, analyzed, archivesRead, ...planned, ...result, issues } };
  });
  return { version, outcome };
}

function summaryOf(
  files: { total: number; analyzed: number; archivesRead: number; excluded: number; kept: number },
  outcome: Omit<InventoryOutcome, 'leftOut'> & { issues: number },
): string {
  return [
    [
      `${countOf(files.total, 'file')}, ${numberText(files.analyzed)} analysed now`,
      ...(files.archivesRead > 0 ? [`${countOf(files.archivesRead, 'archive')} looked into`] : []),
      ...(files.excluded > 0 ? [`${numberText(files.excluded)} excluded`] : []),
      ...(files.kept > 0 ? [`${numberText(files.kept)} skipped`] : []),
    ].join(', '),
    `${countOf(outcome.total, 'inventory item')} (${numberText(outcome.created)} new, ${numberText(outcome.updated)} changed, ${numberText(outcome.deleted)} deleted)`,
    countOf(outcome.issues, 'issue'),
  ].join('; ');
}

async function moveStatus(tx: Tx, projectId: number, event: ProjectStatusEvent): Promise<void> {
  const project = await lockProject(tx, projectId);
  const answer = changeProjectStatus({ status: project.status, hasBeenScanned: project.last_scan_id !== null }, event);
  if (!isRefusal(answer) && answer.next.status !== project.status)
    await updateProject(tx, projectId, { status: answer.next.status });
}

/** A scan should bring the code of every instance first; until it can, its log says so. */
async function scmIssues(tx: Tx, projectId: number): Promise<JobIssue[]> {
  const count = await countScmInstances(tx, projectId);
  if (count === 0) return [];
  const message = `The project has ${countOf(count, 'source control instance')}, which a scan does not synchronise: that is not built yet. Only files that were uploaded are scanned.`;
  return [{ code: 'scm-not-synchronised', path: '', message }];
}

/** The log of a scan: what was unusual, what the arrival of the code base met, then what the analysis of its files and archives met. */
async function writeLog(
  tx: Tx,
  jobId: number,
  unusual: JobIssue[],
  sources: AsyncIterable<JobIssue>[],
): Promise<number> {
  await deleteJobIssues(tx, jobId);
  let count = 0;
  let batch: JobIssue[] = [...unusual];
  const flush = async () => {
    await insertJobIssues(tx, jobId, batch);
    count += batch.length;
    batch = [];
  };
  for (const source of sources) {
    for await (const issue of source) {
      batch.push(issue);
      if (batch.length >= ISSUES_PER_INSERT) await flush();
    }
  }
  await flush();
  return count;
}
