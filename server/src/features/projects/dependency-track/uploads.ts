// Uploads by programs for Dependency-Track: finds or creates the project, then imports like POST /projects/{projectId}/importSbom.
import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { App } from '../../../app.ts';
import { forbidden } from '../../../authorize/index.ts';
import { findVisibleProjectByName } from '../../../db/projects/projects.ts';
import { addTags } from '../../../db/projects/tags.ts';
import { wholeName } from '../../../domain/inventories/versioned-names.ts';
import { AppError, badRequest, notFound } from '../../../errors.ts';
import type { AuditNote, Requester } from '../../../http/call.ts';
import type { FormFile } from '../../../http/forms.ts';
import { linkChildren } from '../family.ts';
import { importSbom, requireSbom } from '../imports.ts';
import { createProject } from '../operations.ts';
import { dryRunSbom, type SbomDryRun } from '../sbom-dry-run.ts';
import { writeDecoded } from './encoded-bom.ts';
import type { BomTarget } from './schemas.ts';
import { MOST_TAGS } from './tags.ts';
import { idNamed, uuidFor } from './uuids.ts';

const LONGEST_NAME = 255;

export interface UploadCall extends Requester {
  app: App;
  signal: AbortSignal;
  note(note: AuditNote): void;
}

/** Where an upload goes, and the tags that it gives to the project. */
export interface UploadTarget extends BomTarget {
  tags: string[];
}

const what = 'The field "bom"';

/** The token by which the program asks for the end of the import. */
export async function uploadBom(call: UploadCall, target: UploadTarget, file: FormFile): Promise<string> {
  const { app, caller } = call;
  // Before a project is created for it.
  await requireSbom(file, false, what);
  const projectId = await targetOf(call, target);
  call.note({ projectId });
  return uuidFor(app, 'job', await importSbom(app, caller, projectId, file, false, what));
}

/** What the upload would do; also a project that it would create is forgotten. */
export function tryBom(call: UploadCall, target: UploadTarget, file: FormFile): Promise<SbomDryRun> {
  return dryRunSbom(call, { ...file, isStrict: false, what }, (app) => targetOf({ ...call, app }, target));
}

/** Decodes the document of a JSON upload into a file that is deleted afterwards. */
export async function withEncoded<T>(
  call: Pick<UploadCall, 'app'>,
  field: string,
  encoded: string,
  use: (file: FormFile) => Promise<T>,
): Promise<T> {
  const folder = join(call.app.folder.temporary, `${field}-${randomUUID()}`);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    const path = join(folder, field);
    const sizeBytes = await writeDecoded(encoded, path, field);
    return await use({ name: field, mediaType: '', path, sizeBytes });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function targetOf(call: UploadCall, target: UploadTarget): Promise<number> {
  const id = await projectOf(call, target);
  if (target.tags.length > 0) await addTags(call.app.db, id, target.tags, MOST_TAGS);
  return id;
}

/** The project that a program names, or a new one, in which the caller may import. */
async function projectOf(call: UploadCall, target: BomTarget): Promise<number> {
  const { app, caller, authorize } = call;
  const { project: uuid = '', projectName = '', projectVersion = '' } = target;
  if (uuid !== '') {
    const id = await idNamed(app, 'project', uuid);
    const missing = notFound('Project', uuid);
    if (id === undefined) throw missing;
    await authorize('IMPORT_DATA', { projectId: id, missing }, app.db);
    return id;
  }
  if (projectName.trim() === '') throw badRequest('Either the field "project" or the field "projectName" is required');
  const name = wholeName({ name: projectName, version: projectVersion });
  if (name.length > LONGEST_NAME)
    throw badRequest(
      `The fields "projectName" and "projectVersion" must have at most ${LONGEST_NAME} characters together`,
    );
  const missing = notFound('Project', name);
  const found = await findVisibleProjectByName(app.db, name, caller);
  if (found === undefined && target.autoCreate !== true) throw missing;
  const id = found?.id ?? (await created(call, name, target));
  await authorize('IMPORT_DATA', { projectId: id, missing }, app.db);
  return id;
}

async function created(call: UploadCall, name: string, target: BomTarget): Promise<number> {
  const { app, caller } = call;
  if (!caller.permissions.includes('create_project')) throw forbidden('it takes the permission create_project.');
  const parentId = await parentOf(call, target);
  const id = await createProject(app, caller, { name }).catch(async (error: unknown) => {
    // Two uploads of a new project at once: the second one finds what the first one has made.
    const made = error instanceof AppError && error.code === 'alreadyExists';
    const twin = made ? await findVisibleProjectByName(app.db, name, caller) : undefined;
    if (twin === undefined) throw error;
    return twin.id;
  });
  if (parentId !== undefined) await linkChildren(app, caller, parentId, [id]);
  return id;
}

async function parentOf({ app, caller, authorize }: UploadCall, target: BomTarget): Promise<number | undefined> {
  const { parentUUID = '', parentName = '', parentVersion = '' } = target;
  if (parentUUID === '' && parentName === '') return undefined;
  const name = wholeName({ name: parentName, version: parentVersion });
  const missing = notFound('Parent project', parentUUID || name);
  const id = parentUUID
    ? await idNamed(app, 'project', parentUUID)
    : (await findVisibleProjectByName(app.db, name, caller))?.id;
  if (id === undefined) throw missing;
  await authorize('EDIT_CHILDREN', { projectId: id, missing }, app.db);
  return id;
}
