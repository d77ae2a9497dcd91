// Branches a project in steps: the new project, its code, a scan of the code, and the import of the first project's data. Each step is done once,
// however often the job is begun.
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DEFAULT_ARCHIVE_LIMITS, judgeUploaded, readArchive } from '@assay/scanner/archives';
import type { App } from '../../app.ts';
import { fetchKept } from '../../contents/kept-file.ts';
import { noteJobResult } from '../../db/jobs.ts';
import { copySettings } from '../../db/projects/copies.ts';
import {
  findProjectByName,
  getProject,
  lockProject,
  type Project,
  requireUnlocked,
  updateProject,
} from '../../db/projects/projects.ts';
import { findUser, type User } from '../../db/users/users.ts';
import { recordEvents } from '../../db/webhooks/events.ts';
import { AppError, badRequest } from '../../errors.ts';
import { arrive, ingestFiles } from '../../ingest/index.ts';
import { projectData } from '../../project-data/document.ts';
import { importDocument } from '../../project-data/import.ts';
import { documentOf } from '../../project-data/outgoing-document.ts';
import { type JobContext, type JobOutcome, projectOf } from '../../queue/job-context.ts';
import { settleChoicesByPolicy } from '../../reviews/settlement.ts';
import { madeBefore } from '../copy/handler.ts';
import { receiptText } from '../import/handler.ts';
import { importRights } from '../import/rights.ts';
import { scanProject } from '../scan/handler.ts';
import type { BranchPayload } from './payload.ts';

export async function branchProject(context: JobContext, wanted: BranchPayload): Promise<JobOutcome> {
  const { app, job } = context;
  const user = job.triggered_by === null ? undefined : await findUser(app.db, job.triggered_by);
  if (!user) throw badRequest('The project was not branched: the user who asked for it no longer exists.');
  await context.checkpoint({ phase: 'Making the project', done: 0, total: 0 });
  const branch = (await madeBefore(context)) ?? (await makeProject(context, wanted));
  if (wanted.codebase) {
    await copyCode(context, branch, wanted.codebase, user);
    const ofBranch = { ...job, project_id: branch, type: 'Project Scan' };
    await scanProject({ ...context, job: ofBranch }, {});
  }
  const receipt = await importFrom(context, branch, wanted, user);
  const { lines, ...counts } = receipt;
  await context.issues(lines.all());
  return {
    details: `Project ${wanted.name} (id ${branch}): ${receiptText(receipt)}`,
    result: { projectId: branch, ...counts },
  };
}

async function makeProject({ app, job }: JobContext, wanted: BranchPayload): Promise<number> {
  const taken = new AppError('alreadyExists', { what: 'project', name: wanted.name });
  return app.lockingDb
    .transaction()
    .execute(async (tx) => {
      const project = await lockProject(tx, projectOf(job));
      requireUnlocked(project.status, 'BRANCH_PROJECT');
      if (await findProjectByName(tx, wanted.name)) throw taken;
      const id = await copySettings(tx, project.id, wanted);
      await updateProject(tx, id, {
        ...(wanted.scanProfileId === undefined ? {} : { scan_profile_id: wanted.scanProfileId }),
        ...(wanted.policyProfileId === undefined ? {} : { policy_profile_id: wanted.policyProfileId }),
      });
      await recordEvents(tx, [
        { event: 'project.created', projectId: id, actorId: job.triggered_by, itemIds: [], data: {} },
      ]);
      await noteJobResult(tx, job.id, { projectId: id });
      return id;
    })
    .catch((error) => {
      if ((error as { constraint?: string }).constraint !== 'projects_name') throw error;
      throw taken;
    });
}

async function copyCode(
  { app, job, signal, checkpoint }: JobContext,
  branch: number,
  code: NonNullable<BranchPayload['codebase']>,
  actor: User,
): Promise<void> {
  if ((await getProject(app.db, branch)).file_count > 0) return;
  await checkpoint({ phase: 'Reading the code', done: 0, total: 0 });
  const work = join(app.folder.temporary, `branch-${job.id}`);
  await rm(work, { recursive: true, force: true });
  await mkdir(work, { recursive: true, mode: 0o700 });
  try {
    const file = join(work, 'archive');
    await fetchKept(app, Buffer.from(code.sha256, 'hex'), file, signal);
    const refusal = await judgeUploaded(file, code.fileName, signal);
    if (refusal !== undefined) throw badRequest(refusal);
    await arrive(app, branch, signal, (arrival) => {
      const items = readArchive(file, {
        limits: DEFAULT_ARCHIVE_LIMITS,
        expansion: code.expansion,
        archiveDirSuffix: '',
        deleteArchiveAfterExpand: false,
        temporaryFolder: arrival.folder,
        signal,
      });
      return ingestFiles(app, arrival, { items, what: 'The archive', replaceAll: true, actor }, signal);
    });
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/** Without code there are no files to match, so all items are imported. */
async function importFrom(
  context: JobContext,
  branch: number,
  { rules, codebase, policyProfileId }: BranchPayload,
  actor: User,
) {
  const { app, job } = context;
  const source = projectOf(job);
  const rights = await importRights(app.db, actor, branch);
  return app.lockingDb.transaction().execute(async (tx) => {
    const project: Project = await lockProject(tx, branch);
    const receipt = await importDocument(tx, {
      project,
      data: projectData(() => bytesOf(app, source)),
      rules: codebase ? rules : { ...rules, createEmpty: true },
      actor,
      ...rights,
      keepsHistory: false,
      action: 'Project Branching',
      now: app.now(),
      progress: (done, total) => context.checkpoint({ phase: 'Importing inventory', done, total }),
    });
    // Items get the choices of licenses that the other policy settled.
    if (policyProfileId !== undefined) await settleChoicesByPolicy(tx, [branch], actor.id);
    return receipt;
  });
}

async function* bytesOf(app: App, projectId: number): AsyncGenerator<Uint8Array> {
  for await (const text of documentOf(app.db, projectId, app.now())) yield Buffer.from(text);
}
