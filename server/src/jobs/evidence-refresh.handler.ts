// Brings stored evidence to the analyser's present version, project by project, at low priority: it steps aside while a scan is open.
// Files that scans of their project exclude or skip are left alone, and what was never analysed. It changes evidence only, and leaves the hits of
// search terms, which do not depend on the analyser; inventory, and what lies inside of archives, follow with the next scan of a project, because
// people decide when that is.
import { setTimeout as pause } from 'node:timers/promises';
import { listOutdatedProjects, refreshEvidenceFlags } from '../db/files/facts.ts';
import { refreshCodebaseTotals } from '../db/files/files.ts';
import { deleteJobIssues, listOpenJobs, listOpenJobsOfTypes, readJobCount, setJobPayload } from '../db/jobs.ts';
import { getScanProfile, setEvidenceVersion, tryLockProject } from '../db/projects/projects.ts';
import { countOf } from '../domain/count-text.ts';
import { scanProfileSettingsOf } from '../domain/scan-profile.ts';
import { evidenceRefreshJob } from './evidence-refresh.job.ts';
import { followReferences } from './follow-references.ts';
import type { JobContext, JobOutcome } from './job-context.ts';
import { payloadOf } from './job-definition.ts';
import { analyzeCodebase } from './scan-analysis.ts';
import { planFiles } from './scan-plan.ts';
import { type ScanPool, scanVersion, withScanPool } from './scan-pool.ts';
import { assertInForce, VersionOvertaken } from './version-in-force.ts';

const SCANS = ['Project Scan', 'Project Re-Scan'];
const STEP_ASIDE_MS = 500;
const EPOCH = new Date(0);

interface Done {
  projectIds: number[];
  versions: string[];
  /** Distinct contents. */
  analyzed: number;
}

type Outdated = Awaited<ReturnType<typeof listOutdatedProjects>>[number];

export async function refreshEvidence(context: JobContext): Promise<JobOutcome> {
  await deleteJobIssues(context.app.db, context.job.id);
  const run = new Refresh(context);
  while (await run.begin());
  return { details: run.summary() };
}

class Refresh {
  readonly #context: JobContext;
  /** What was done for projects whose evidence is complete, by earlier parts of the job too. */
  #done: Done;
  /** Projects and versions that this run has dealt with: what could not be read stays outdated, and is tried once. */
  readonly #dealtWith = new Set<string>();
  #filesDone = 0;

  constructor(context: JobContext) {
    this.#context = context;
    this.#done = payloadOf(evidenceRefreshJob, context.job).done ?? { projectIds: [], versions: [], analyzed: 0 };
  }

  /** Begins with the rules of the moment. Returns whether there was anything to do. */
  async begin(): Promise<boolean> {
    try {
      return await this.#refreshOutdated();
    } catch (error) {
      // The project under way stays as it is: a scan may have used the newer rules on it already.
      if (error instanceof VersionOvertaken) return true;
      throw error;
    }
  }

  /** Refreshes what is outdated now, until the rules change. Returns whether there was anything. */
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
    if (projectIds.length === 0) return 'All evidence was of the present analyser version already.';
    return `${countOf(analyzed, 'content')} of ${countOf(projectIds.length, 'project')} analysed anew with the analyser version ${versions.join(', then ')}; their inventory follows with their next scan.`;
  }

  /** Returns the version that the project was brought to; undefined when it is gone. */
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

  /** Its progress is that of all projects together, and each step lets open scans go first. */
  #politeContext(total: number): JobContext {
    const context = this.#context;
    return {
      ...context,
      checkpoint: async ({ done }) => {
        const progress = { done: this.#filesDone + done, total };
        await this.#stepAside(progress);
        await context.checkpoint({ phase: 'Analysing files anew', ...progress });
      },
    };
  }

  /** Plans the project as its next scan would, but never while a scan has a plan of its own. False when the project is gone. */
  async #plan(projectId: number, total: number): Promise<boolean> {
    const { app, signal } = this.#context;
    for (;;) {
      await this.#stepAside({ done: this.#filesDone, total });
      const outcome = await app.db.transaction().execute(async (tx) => {
        const project = await tryLockProject(tx, projectId);
        if (!project) return 'gone';
        if ((await listOpenJobs(tx, projectId)).some(({ type }) => SCANS.includes(type))) return 'scanned';
        const settings = scanProfileSettingsOf((await getScanProfile(tx, project.scan_profile_id)).settings);
        await planFiles(tx, { projectId, settings, isForced: false, signal });
        return 'planned';
      });
      if (outcome !== 'scanned') return outcome === 'planned';
    }
  }

  /** What follows from the facts for this project. While its lock is held, no scan can complete with rules that come into force from here on. */
  async #layUnderProject(projectId: number, version: ScanPool['version']): Promise<void> {
    const { app, job } = this.#context;
    const { analyzerVersion } = version;
    this.#done = await app.db.transaction().execute(async (tx) => {
      if (!(await tryLockProject(tx, projectId))) return this.#done;
      await assertInForce(app, version);
      await followReferences(tx, projectId, 'as-they-are');
      await refreshEvidenceFlags(tx, projectId);
      await refreshCodebaseTotals(tx, projectId);
      await setEvidenceVersion(tx, projectId, analyzerVersion);
      const { projectIds, versions, analyzed } = this.#done;
      const done = {
        projectIds: [...new Set([...projectIds, projectId])],
        versions: versions.at(-1) === analyzerVersion ? versions : [...versions, analyzerVersion],
        analyzed: analyzed + (await readJobCount(tx, { jobId: job.id, what: 'analyzed', analyzerVersion })),
      };
      // The count begins anew with the next project.
      await setJobPayload(tx, job.id, { done });
      return done;
    });
  }

  /** Waits while a scan is queued or running, and says so. */
  async #stepAside(progress: { done: number; total: number }): Promise<void> {
    const { app, checkpoint } = this.#context;
    while ((await listOpenJobsOfTypes(app.db, SCANS)).length > 0) {
      await checkpoint({ phase: 'Waiting for scans', ...progress });
      await pause(STEP_ASIDE_MS);
    }
  }
}
