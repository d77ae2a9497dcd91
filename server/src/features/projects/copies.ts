// Copies and branches of a project: checked and queued here, made by jobs.

import { judgeUploaded } from '@assay/scanner/archives';
import type { Static } from 'typebox';
import type { App } from '../../app.ts';
import { keepFile } from '../../contents/kept-file.ts';
import { findFolder } from '../../db/folders.ts';
import { findPolicyProfile, findProjectByName, findScanProfile, getProject } from '../../db/projects/projects.ts';
import { isScanned } from '../../db/remote-code/code-bases.ts';
import { expansionOfLevel } from '../../domain/projects/expansion.ts';
import { AppError, badRequest } from '../../errors.ts';
import type { Caller } from '../../http/call.ts';
import type { Form } from '../../http/forms.ts';
import { inputReader } from '../../http/input.ts';
import { submitProjectJob } from '../../queue/submit.ts';
import { rulesOf } from './imports.ts';
import { BranchRequest, type CopyRequest, ProjectImportModel } from './schemas.ts';

export async function queueCopy(app: App, caller: Caller, projectId: number, input: CopyRequest): Promise<number> {
  const project = await getProject(app.db, projectId);
  if (!(await isScanned(app.db, project)))
    throw badRequest(`The project ${project.name} cannot be copied: it has not been scanned yet.`);
  const payload = await newProject(app, project, input);
  return app.db
    .transaction()
    .execute((tx) => submitProjectJob(app, tx, { type: 'Project Copy', projectId, triggeredBy: caller.id, payload }));
}

async function newProject(
  app: App,
  project: { description: string; folder_id: number },
  input: { name: string; description?: string; folderId?: number },
) {
  const name = input.name.trim();
  if (name === '') throw badRequest('The field "name" must not be blank.');
  if (await findProjectByName(app.db, name)) throw new AppError('alreadyExists', { what: 'project', name });
  if (input.folderId !== undefined && !(await findFolder(app.db, input.folderId)))
    throw badRequest(`The field "folderId" names folder ${input.folderId}, which does not exist.`);
  return { name, description: input.description ?? project.description, folderId: input.folderId ?? project.folder_id };
}

const readRequest = inputReader(BranchRequest, 'body') as (raw: unknown) => Static<typeof BranchRequest>;
const readModel = inputReader(ProjectImportModel, 'body') as (raw: unknown) => ProjectImportModel;

/** The form has the text fields of a branch and those of an import. */
export async function queueBranch(
  app: App,
  caller: Caller,
  projectId: number,
  { texts, files }: Form,
  signal: AbortSignal,
): Promise<number> {
  const ofModel = new Set(Object.keys(ProjectImportModel.properties));
  const own = Object.fromEntries(Object.entries(texts).filter(([name]) => !ofModel.has(name)));
  const model = Object.fromEntries(Object.entries(texts).filter(([name]) => ofModel.has(name)));
  const request = readRequest(own);
  const rules = rulesOf(
    readModel({ addFilesToInventory: true, markFilesAsReviewed: true, resetInventoryUsage: false, ...model }),
  );
  const project = await getProject(app.db, projectId);
  const payload: Record<string, unknown> = { ...(await newProject(app, project, request)), rules };
  if (request.scanProfileName !== undefined) {
    const profile = await findScanProfile(app.db, request.scanProfileName);
    if (!profile)
      throw badRequest(`The field "scanProfileName" names "${request.scanProfileName}", which does not exist.`);
    payload.scanProfileId = profile.id;
  }
  if (request.policyProfileName !== undefined) {
    const profile = await findPolicyProfile(app.db, request.policyProfileName);
    if (!profile)
      throw badRequest(`The field "policyProfileName" names "${request.policyProfileName}", which does not exist.`);
    payload.policyProfileId = profile.id;
  }
  const archive = files.codebase;
  if (archive) {
    // Before the job, which makes the project first.
    const refusal = await judgeUploaded(archive.path, archive.name, signal);
    if (refusal !== undefined) throw badRequest(refusal);
    const { sha256 } = await keepFile(app, archive.path);
    const expansion = expansionOfLevel(request.expansionLevel ?? 1);
    payload.codebase = { sha256: sha256.toString('hex'), fileName: archive.name, expansion };
  }
  return app.db
    .transaction()
    .execute((tx) =>
      submitProjectJob(app, tx, { type: 'Project Branching', projectId, triggeredBy: caller.id, payload }),
    );
}
