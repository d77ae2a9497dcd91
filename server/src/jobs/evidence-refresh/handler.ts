// Updates stored evidence to the current analyser version, project by project, at low priority: it waits while a scan is open. It leaves out files
// that scans of their project exclude or skip, and files that were never analysed. It changes only evidence, not the hits of search terms, which do
// not depend on the analyser. The inventory, and evidence inside archives, follow with the next scan of a project, because people decide when that
// runs.
import { setTimeout as pause } from 'node:timers/promises';
import { refreshDecidedEvidence } from '../../db/decisions/carried-files.ts';
import { listOutdatedProjects, refreshEvidenceFlags } from '../../db/files/facts.ts';
import { refreshCodebaseTotals } from '../../db/files/files.ts';
import { deleteJobIssues } from '../../db/job-issues.ts';
import { listOpenJobs, listOpenJobsOfTypes, readJobCount, setJobPayload } from '../../db/jobs.ts';
import { findProject, getScanProfile, setEvidenceVersion, tryLockProject } from '../../db/projects/projects.ts';
import { printOfFiles } from '../../db/scans/plan.ts';
import { countOf } from '../../domain/count-text.ts';
import { scanProfileSettingsOf } from '../../domain/derivation/scan-profile.ts';
import type { JobContext, JobOutcome } from '../../queue/job-context.ts';
import { analyzeCodebase } from '../../scans/analysis/analysis.ts';
import { gatherExclusions, writePlan } from '../../scans/analysis/plan.ts';
import { type ScanPool, scanVersion, withScanPool } from '../../scans/analysis/pool.ts';
import { assertInForce, VersionOvertaken } from '../../scans/analysis/version-in-force.ts';
import { gatherFollowed, writeFollowed } from '../../scans/inventory/follow-references.ts';
import type { EvidenceRefreshPayload } from './payload.ts';

const SCANS = ['Project Scan', 'Project Re-Scan'];
const STEP_ASIDE_MS = 500;
const EPOCH = new Date(0);

interface Done {
  projectIds: number[];
  versions: string[];
  /** Number of distinct contents. */
  analyzed: number;
}

type Outdated = Awaited<ReturnType<typeof listOutdatedProjects>>[number];

export async function refreshEvidence(context: JobContext, payload: EvidenceRefreshPayload): Promise<JobOutcome> {
  await deleteJobIssues(context.app.db, context.job.id);
  const run = new Refresh(context, payload);
  while (await run.begin());
  return { details: run.summary() };
}

class Refresh {
  readonly #context: JobContext;
  /** Counts for projects with complete evidence, including those of earlier runs of the job. */
  #done: Done;
  /** Projects and versions that this run has processed. Contents that could not be read stay outdated and are tried only once. */
  readonly #dealtWith = new Set<string>();
  #filesDone = 0;

  constructor(context: JobContext, { done }: EvidenceRefreshPayload) {
    this.#context = context;
    this.#done = done ?? { projectIds: [], versions: [], analyzed: 0 };
  }

  /** Begins with the current rules. Returns whether there was anything to do. */
  async begin(): Promise<boolean> {
    try {
      return await this.#refreshOutdated();
    } catch (error) {
      // The current project stays unchanged, because a scan may already have used the newer rules on it.
      if (error instanceof VersionOvertaken) return true;
      throw error;
    }
  }

  /** Refreshes outdated evidence until the rules change. Returns whether there was any. */
  async #refreshOutdated(): Promise<boolean> {
    const { db } = this.#context.app;
    const version = await scanVersion(this.#context.app);
    const projects = (await listOutdatedProjects(db, version)).filter(
      ({ id }) => !this.#dealtWith.has(`${id} ${version.analyzerVersion}`),
    );
    let filesAhead = projects.reduce((sum, { fileCount }) => sum + fileCount, 0);
    for (const project of projects) {
      const usedVersion = await this.#refresh(project, this.#filesDone + filesAhead);
      this.#dealtWith.add(`${project.id} ${usedVersion ?? version.analyzerVersion}`);
      filesAhead -= project.fileCount;
      this.#filesDone += project.fileCount;
      if (usedVersion !== undefined && usedVersion !== version.analyzerVersion) break;
    }
    return projects.length > 0;
  }

  summary(): string {
    const { projectIds, versions, analyzed } = this.#done;
    if (projectIds.length === 0) return 'All evidence was already of the current analyser version.';
    return `${countOf(analyzed, 'content')} of ${countOf(projectIds.length, 'project')} analysed again with the analyser version ${versions.join(', then ')}; their inventory follows with their next scan.`;
  }

  /** Returns the new version of the project's evidence; undefined if the project was deleted. */
  async #refresh(project: Outdated, totalFiles: number): Promise<string | undefined> {
    const { app } = this.#context;
    const polite = this.#politeContext(totalFiles);
    if (!(await this.#plan(project.id, totalFiles))) return undefined;
    return withScanPool(app, [], async ({ pool, version }) => {
      const unreadable = await analyzeCodebase(polite, {
        pool,
        projectId: project.id,
        totalFiles: project.fileCount,
        wanted: { ...version, since: EPOCH, searchSetId: null, onlyKnown: true },
        isForced: false,
        endsWhenOvertaken: true,
      });
      await this.#layUnderProject(project.id, version);
      await this.#context.issues(unreadable.map((issue) => ({ ...issue, path: `${project.name}/${issue.path}` })));
      return version.analyzerVersion;
    });
  }

  /** Reports the progress of all projects together, and waits for open scans at each step. */
  #politeContext(total: number): JobContext {
    const context = this.#context;
    return {
      ...context,
      checkpoint: async ({ done }) => {
        const progress = { done: this.#filesDone + done, total };
        await this.#stepAside(progress);
        await context.checkpoint({ phase: 'Analysing files again', ...progress });
      },
    };
  }

  /** Plans the files as the project's next scan would, but never while a scan has its own plan. False if the project was deleted. */
  async #plan(projectId: number, total: number): Promise<boolean> {
    const { app, signal } = this.#context;
    for (;;) {
      await this.#stepAside({ done: this.#filesDone, total });
      const outcome = await app.lockingDb.transaction().execute(async (tx) => {
        const before = await findProject(tx, projectId);
        if (!before) return 'gone';
        const settings = scanProfileSettingsOf((await getScanProfile(tx, before.scan_profile_id)).settings);
        await gatherExclusions(tx, { projectId, settings, signal });
        const project = await tryLockProject(tx, projectId);
        if (!project) return 'gone';
        if ((await listOpenJobs(tx, projectId)).some(({ type }) => SCANS.includes(type))) return 'again';
        // Another profile excludes other files.
        if (project.scan_profile_id !== before.scan_profile_id) return 'again';
        await writePlan(tx, { projectId, settings, isForced: false });
        return 'planned';
      });
      if (outcome !== 'again') return outcome === 'planned';
    }
  }

  /**
   * Updates everything in this project that follows from the facts. While it holds the project's lock, no scan can complete with newer rules. People
   * who change the project wait for the lock, so the references are followed before it, and again only if the files are others by then.
   */
  async #layUnderProject(projectId: number, version: ScanPool['version']): Promise<void> {
    const { app, job } = this.#context;
    const { analyzerVersion } = version;
    this.#done = await app.lockingDb.transaction().execute(async (tx) => {
      const before = await printOfFiles(tx, projectId);
      const followed = await gatherFollowed(tx, projectId, 'as-they-are');
      if (!(await tryLockProject(tx, projectId))) return this.#done;
      await assertInForce(app, version);
      const isSame = (await printOfFiles(tx, projectId)) === before;
      await writeFollowed(tx, projectId, isSame ? followed : await gatherFollowed(tx, projectId, 'as-they-are'));
      await refreshEvidenceFlags(tx, projectId);
      await refreshCodebaseTotals(tx, projectId);
      await refreshDecidedEvidence(tx, projectId, true);
      await setEvidenceVersion(tx, projectId, analyzerVersion);
      const { projectIds, versions, analyzed } = this.#done;
      const done = {
        projectIds: [...new Set([...projectIds, projectId])],
        versions: versions.at(-1) === analyzerVersion ? versions : [...versions, analyzerVersion],
        analyzed: analyzed + (await readJobCount(tx, { jobId: job.id, what: 'analyzed', analyzerVersion })),
      };
      // The next project starts a new count.
      await setJobPayload(tx, job.id, { done });
      return done;
    });
  }

  /** Waits while a scan is queued or running, and reports that. */
  async #stepAside(progress: { done: number; total: number }): Promise<void> {
    const { app, checkpoint } = this.#context;
    while ((await listOpenJobsOfTypes(app.db, SCANS)).length > 0) {
      await checkpoint({ phase: 'Waiting for scans', ...progress });
      await pause(STEP_ASIDE_MS);
    }
  }
}
