// A scan: analyses new contents, then makes the results that people see. Every step can be repeated: facts are stored by digest, and what is written is
// found again (docs/adr/0084).

import { recheckAbsencesOfProject } from '../../advisories/accepted-absences.ts';
import { reportNewsOfProject } from '../../advisories/news.ts';
import { lockRules } from '../../analysis-rules/settle.ts';
import type { FactsVersion } from '../../db/files/facts.ts';
import { ensureSearchTermSet } from '../../db/files/search-hits.ts';
import { insertJobIssues } from '../../db/job-issues.ts';
import { noteFormerScan, readJobCount } from '../../db/jobs.ts';
import type { Tx } from '../../db/postgres/connection.ts';
import { getProject, getScanProfile } from '../../db/projects/projects.ts';
import { countPlanned } from '../../db/scans/plan.ts';
import { scanProfileSettingsOf } from '../../domain/derivation/scan-profile.ts';
import { reviewSettingsOf } from '../../domain/reviews/review-settings.ts';
import { AppError } from '../../errors.ts';
import { type JobContext, type JobOutcome, projectOf } from '../../queue/job-context.ts';
import { inSteps } from '../../queue/job-steps.ts';
import { type CarryPlace, carryReviews } from '../../reviews/carried-reviews.ts';
import type { LapsedItem } from '../../reviews/lapses.ts';
import { fillEmptyNotices } from '../../reviews/notices.ts';
import { userWhoStarted } from '../../reviews/review-anew.ts';
import { analyzeCodebase } from '../../scans/analysis/analysis.ts';
import { lookIntoArchives } from '../../scans/analysis/archives.ts';
import { queueEvidenceRefresh } from '../../scans/analysis/evidence-refresh.ts';
import { analyzeNamedManifests } from '../../scans/analysis/named-manifests.ts';
import { planScan } from '../../scans/analysis/plan.ts';
import { withScanPool } from '../../scans/analysis/pool.ts';
import { isInForce } from '../../scans/analysis/version-in-force.ts';
import { lapsedReview } from '../../scans/inventory/decisions.ts';
import { moveStatus, writeScanNotices } from '../../scans/outcome/outcome.ts';
import { makeOutcome } from '../../scans/outcome/outcome-place.ts';
import { fillLibraryFromRegistries } from '../../scans/registries/library-from-registries.ts';
import { queryRegistries } from '../../scans/registries/registries.ts';
import { readLicenseTexts } from '../../scans/texts/scan-license-texts.ts';
import { bringSources } from '../scm-sync/handler.ts';
import type { ScanPayload } from './payload.ts';

const EPOCH = new Date(0);

export async function scanProject(
  context: JobContext,
  { fullRescan: isForced = false }: ScanPayload,
): Promise<JobOutcome> {
  const { app, job } = context;
  const projectId = projectOf(job);
  await app.db.transaction().execute((tx) => moveStatus(tx, projectId, { type: 'scan-begins' }));
  try {
    const { version, outcome } = await runScan(context, projectId, isForced);
    await refreshWhenOvertaken(context, version);
    await fillLibrary(context, projectId);
    return outcome;
  } catch (error) {
    // Interrupted scans continue later. Only a failed or canceled scan gives the project its former status.
    if (!context.goesOn(error))
      await app.db.transaction().execute(async (tx) => {
        await moveStatus(tx, projectId, { type: 'scan-fails' });
        // No mail for a canceled scan: the person who canceled it knows.
        if (!context.signal.aborted) await writeScanNotices(tx, job, [], 'Failed', failureWords(error));
      });
    throw error;
  }
}

/** Queues a refresh of evidence from replaced rules at once. The scan is complete even if this fails. */
async function refreshWhenOvertaken({ app, log }: JobContext, version: FactsVersion): Promise<void> {
  try {
    if (!(await isInForce(app, version))) await queueEvidenceRefresh(app);
  } catch (err) {
    log.error({ err }, 'the refresh of evidence could not be queued');
  }
}

/** Adds facts of registries to the library. The next scan adds those that fail now. */
async function fillLibrary(context: JobContext, projectId: number): Promise<void> {
  try {
    await fillLibraryFromRegistries(context, projectId);
  } catch (err) {
    context.log.error({ err }, 'answers of registries could not be added to the library');
  }
}

function failureWords(error: unknown): string {
  return error instanceof AppError ? error.message : `Internal error: ${(error as Error).message}`;
}

async function runScan(
  context: JobContext,
  projectId: number,
  isForced: boolean,
): Promise<{ version: FactsVersion; outcome: JobOutcome }> {
  const { app, job } = context;
  const sources = await bringSources(context, projectId);
  const project = await getProject(app.db, projectId);
  const isRescan = await noteFormerScan(app.db, job.id, project.last_scan_id !== null);
  const totalFiles = project.file_count;
  await context.checkpoint({ phase: 'Preparing', done: 0, total: totalFiles });
  const since = isForced ? job.queued_at : EPOCH;
  const profile = await getScanProfile(app.db, project.scan_profile_id);
  const settings = scanProfileSettingsOf(profile.settings);
  const { searchTerms } = settings;
  await planScan(app, { projectId, settings, isForced, signal: context.signal });
  const searchSetId = await ensureSearchTermSet(app.db, searchTerms);
  const { version, unreadable } = await withScanPool(app, searchTerms, async ({ pool, version }) => {
    const wanted = { ...version, since, searchSetId };
    const analysis = { pool, projectId, totalFiles, wanted, isForced };
    const unreadable = await analyzeCodebase(context, analysis);
    unreadable.push(...(await analyzeNamedManifests(context, analysis)));
    const { analyzerVersion } = version;
    if (settings.archiveDiscovery) await lookIntoArchives(context, { pool, projectId, analyzerVersion, since });
    return { version, unreadable };
  });
  const { analyzerVersion } = version;
  const planned = await countPlanned(app.db, projectId);
  const analyzed = await readJobCount(app.db, { jobId: job.id, what: 'analyzed', analyzerVersion });
  const archivesRead = await readJobCount(app.db, { jobId: job.id, what: 'archivesRead', analyzerVersion });
  const fromRegistries = await queryRegistries(context, projectId, settings);
  await context.checkpoint({ phase: 'Making inventory', done: totalFiles, total: totalFiles });
  const outcome = await makeOutcome(app, {
    job,
    settings,
    isForced,
    isRescan,
    version,
    searchSetId,
    unreadable,
    sources: { revisions: sources.revisions, lines: sources.lines },
    fromRegistries,
    now: app.now(),
    counts: { total: totalFiles, analyzed, archivesRead, ...planned },
  });
  await readLicenseTexts(context);
  await carryReviewsOf(context, isRescan);
  await fillNoticesOfProject(context, isRescan ? 'Project Rescan' : 'Scan');
  await recheckAbsencesOfProject(app, projectId, job.triggered_by);
  await reportNewsOfProject(app, projectId, job.triggered_by);
  return { version, outcome };
}

/** After the texts are read, on which reviews rest. */
async function carryReviewsOf({ app, job }: JobContext, isRescan: boolean): Promise<void> {
  const projectId = projectOf(job);
  const onLapsed = async (tx: Tx, items: LapsedItem[]) => {
    const lines = items.map(lapsedReview).map(({ code, path, message }) => ({ code, path, message }));
    await insertJobIssues(tx, job.id, lines);
  };
  await inSteps(
    app.lockingDb,
    job.id,
    async function* (place: CarryPlace) {
      const { contact_id } = await getProject(place.tx, projectId);
      const actor = await userWhoStarted(place.tx, job.triggered_by ?? contact_id);
      yield* carryReviews(place, { projectId, actor, now: app.now(), isRescan, onLapsed });
    },
    lockRules,
    { part: 'reviews' },
  );
}

/** After the texts are read, because an empty notices text gets the text as found. */
async function fillNoticesOfProject({ app, job }: JobContext, action: 'Scan' | 'Project Rescan'): Promise<void> {
  const { id, review_settings } = await getProject(app.db, projectOf(job));
  if (reviewSettingsOf(review_settings).updateNoticesAutomatically) await fillEmptyNotices(app.db, id, action);
}
