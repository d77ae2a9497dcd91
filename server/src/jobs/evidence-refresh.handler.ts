// Brings stored evidence to the analyser's present version, project by project, at low priority: it steps aside while a scan is open.
// Files that scans of their project exclude or skip are left alone. It changes evidence only, and leaves the hits of search terms, which do not depend on the analyser; inventory, and what lies inside of archives, follow with the next scan of a project, because people decide when that is.
import { listOutdatedProjects, markScanned } from '../db/facts.ts';
import { refreshCodebaseTotals } from '../db/files.ts';
import { listOpenJobsOfTypes } from '../db/jobs.ts';
import { findProject, getScanProfile } from '../db/projects.ts';
import { scanProfileSettingsOf } from '../domain/scan-profile.ts';
import { followReferences } from './follow-references.ts';
import { analyzeCodebase } from './scan-analysis.ts';
import { planScan } from './scan-plan.ts';
import { withScanPool } from './scan-pool.ts';
import type { JobContext, JobOutcome } from './worker.ts';

const SCANS = ['Project Scan', 'Project Re-Scan'];
const STEP_ASIDE_MS = 500;

export async function refreshEvidence(context: JobContext): Promise<JobOutcome> {
  const { app } = context;
  return withScanPool(app, [], async ({ pool, version }) => {
    const projects = await listOutdatedProjects(app.db, version);
    let analyzed = 0;
    for (const { id: projectId, fileCount } of projects) {
      await stepAside(context);
      const polite: JobContext = {
        ...context,
        checkpoint: async (progress) => {
          await stepAside(context);
          await context.checkpoint(progress);
        },
      };
      const found = await findProject(app.db, projectId);
      if (!found) continue;
      const settings = scanProfileSettingsOf((await getScanProfile(app.db, found.scan_profile_id)).settings);
      await planScan(app, { projectId, settings, isForced: false, signal: context.signal });
      const wanted = { ...version, since: new Date(0), searchSetId: null };
      const outcome = await analyzeCodebase(polite, {
        pool,
        projectId,
        totalFiles: fileCount,
        wanted,
        isForced: false,
      });
      analyzed += outcome.analyzed;
      await app.db.transaction().execute(async (tx) => {
        const project = await findProject(tx, projectId);
        if (project) await followReferences(tx, projectId, 'as-they-are');
        if (project?.last_scan_id) await markScanned(tx, projectId, project.last_scan_id, project.search_set_id);
        await refreshCodebaseTotals(tx, projectId);
      });
    }
    return {
      details: `${analyzed} contents of ${projects.length} projects analysed anew with the analyser version ${version.analyzerVersion}; their inventory follows with their next scan.`,
    };
  });
}

/** Waits while a scan is queued or running. */
async function stepAside(context: JobContext): Promise<void> {
  while ((await listOpenJobsOfTypes(context.app.db, SCANS)).length > 0) {
    context.signal.throwIfAborted();
    await new Promise((resolve) => setTimeout(resolve, STEP_ASIDE_MS));
  }
}
