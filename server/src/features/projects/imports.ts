// Imports project data and SBOMs. Checks the input at once; a job then imports it.
import { dirname } from 'node:path';
import { faultOfPackedFile, isPackedFile, readSbomFile } from '@assay/scanner/sbom-files';
import { SbomRefused } from '@assay/scanner/sbom-read';
import type { App } from '../../app.ts';
import { keepFile } from '../../contents/kept-file.ts';
import { listOpenJobs } from '../../db/jobs.ts';
import { getProject } from '../../db/projects/projects.ts';
import { DEFAULT_DEPTH, type FileMatchingCriterion } from '../../domain/files/file-matching.ts';
import { type JobType, type OpenJob, refuseSubmission } from '../../domain/jobs/job.ts';
import { AppError, badRequest } from '../../errors.ts';
import type { Caller } from '../../http/call.ts';
import { type Form, type FormFile, formFile } from '../../http/forms.ts';
import { inputReader } from '../../http/input.ts';
import { type LargeJson, ReadInThread } from '../../http/large-json.ts';
import { listZip } from '../../ingest/zip-check.ts';
import { FOREIGN_FORMATS } from '../../project-data/foreign/formats.ts';
import type { ImportRules } from '../../project-data/import-rules.ts';
import { LARGEST_SBOM_BYTES, SBOM_RULES } from '../../project-data/sbom/rules.ts';
import { submitProjectJob } from '../../queue/submit.ts';
import { ProjectImportModel } from './schemas.ts';

const readModel = inputReader(ProjectImportModel, 'body') as (raw: unknown) => ProjectImportModel;

/** The model comes as one JSON document, or as one form field for each of its attributes. */
async function importModelOf(texts: Record<string, string>, largeJson: LargeJson): Promise<ProjectImportModel> {
  const { projectImportModel, ...attributes } = texts;
  if (projectImportModel === undefined) return readModel(attributes);
  if (Object.keys(attributes).length > 0)
    throw badRequest('Give the attributes in "projectImportModel" or as form fields of their own, not both.');
  const what = 'The form field "projectImportModel"';
  const read = await largeJson.read(Buffer.from(projectImportModel), ProjectImportModel, what);
  return read instanceof ReadInThread ? (read.value as ProjectImportModel) : readModel(read);
}

/** The rules of an import, with the defaults of those that the request does not give. */
export function rulesOf(model: ProjectImportModel): ImportRules {
  const rule = (
    criterion: FileMatchingCriterion | undefined,
    fallback: FileMatchingCriterion,
    depth = DEFAULT_DEPTH,
  ) => ({
    criterion: criterion ?? fallback,
    depth,
  });
  return {
    addFiles: model.addFilesToInventory,
    inventoryRule: rule(model.inventoryFileMatchingCriteria, 'COMPLETE_FILEPATH', model.inventoryDirectoryDepth),
    markReviewed: model.markFilesAsReviewed,
    reviewRule: rule(model.reviewFileMatchingCriteria, 'MD5_AND_COMPLETE_FILEPATH', model.reviewDirectoryDepth),
    createEmpty: model.createEmptyInventory ?? false,
    overwriteNotes: model.overwriteInventoryNotes ?? true,
    resetUsage: model.resetInventoryUsage ?? true,
  };
}

/** The flags of the older operation: whether to compare content beside the path. */
export interface LegacyFlags {
  checkInventory: boolean;
  checkReviewed: boolean;
  createEmptyInventory?: boolean;
  overwriteInventoryNotes: boolean;
}

export async function importWithFlags(
  app: App,
  caller: Caller,
  projectId: number,
  file: string,
  flags: LegacyFlags,
  signal: AbortSignal,
): Promise<number> {
  const project = await getProject(app.db, projectId);
  const path = (withContent: boolean) => ({
    criterion: withContent ? ('MD5_AND_COMPLETE_FILEPATH' as const) : ('COMPLETE_FILEPATH' as const),
    depth: DEFAULT_DEPTH,
  });
  const rules: ImportRules = {
    addFiles: true,
    inventoryRule: path(flags.checkInventory),
    markReviewed: true,
    reviewRule: path(flags.checkReviewed),
    createEmpty: flags.createEmptyInventory ?? !project.delete_empty_inventory,
    overwriteNotes: flags.overwriteInventoryNotes,
    resetUsage: true,
  };
  return queueImport(app, caller, projectId, { path: file, name: 'data.zip', what: 'The request body' }, rules, signal);
}

interface ImportCall {
  app: App;
  caller: Caller;
  largeJson: LargeJson;
  signal: AbortSignal;
}

export async function importProjectData(
  { app, caller, largeJson, signal }: ImportCall,
  projectId: number,
  form: Form,
): Promise<number> {
  const rules = rulesOf(await importModelOf(form.texts, largeJson));
  const { path, name } = formFile(form, 'importFile');
  return queueImport(app, caller, projectId, { path, name, what: 'The form field "importFile"' }, rules, signal);
}

/** Documents of other systems come without our code base, so items are imported even if no file of the project belongs to them. */
export async function importForeign(
  app: App,
  caller: Caller,
  projectId: number,
  { texts, files }: Form,
): Promise<number> {
  const { format = '', ...attributes } = texts;
  if (format !== '' && !FOREIGN_FORMATS.some(({ name }) => name === format))
    throw badRequest(
      `The form field "format" is "${format}"; it must be one of ${FOREIGN_FORMATS.map(({ name }) => name).join(', ')}.`,
    );
  const rules = rulesOf(
    readModel({ addFilesToInventory: true, markFilesAsReviewed: true, createEmptyInventory: true, ...attributes }),
  );
  const { path, name } = formFile({ texts, files }, 'file');
  const { sha256 } = await keepFile(app, path);
  const payload = { sha256: sha256.toString('hex'), fileName: name, rules, format };
  return app.db
    .transaction()
    .execute((tx) => submitProjectJob(app, tx, { type: 'Project Import', projectId, triggeredBy: caller.id, payload }));
}

/** Checks the input as far as possible at once, stores the archive, and returns the id of the job. */
async function queueImport(
  app: App,
  caller: Caller,
  projectId: number,
  file: { path: string; name: string; what: string },
  rules: ImportRules,
  signal: AbortSignal,
): Promise<number> {
  const project = await getProject(app.db, projectId);
  if (project.delete_empty_inventory && project.file_count === 0)
    throw badRequest(
      'The project has no code base and deletes inventory without files: switch deleteEmptyInventory off before importing into it.',
    );
  const paths = await listZip(file.path, file.what, app.folder.temporary, signal);
  const documents = paths.filter((path) => path.toLowerCase().endsWith('.json'));
  if (documents.length !== 1)
    throw badRequest(`${file.what} must hold exactly one JSON file with project data; it holds ${documents.length}.`);
  await refuseWhileBusy(app, projectId, 'Project Import');
  const { sha256 } = await keepFile(app, file.path);
  const payload = { sha256: sha256.toString('hex'), fileName: file.name, rules };
  return app.db
    .transaction()
    .execute((tx) => submitProjectJob(app, tx, { type: 'Project Import', projectId, triggeredBy: caller.id, payload }));
}

/** Keeps the document, and queues its import; the job reads it in a thread. */
export async function importSbom(
  app: App,
  caller: Caller,
  projectId: number,
  file: FormFile,
  isStrict: boolean,
  what = 'The form field "sbomFile"',
): Promise<number> {
  requireSbomSize(file.sizeBytes, what);
  await requireSbom(file, isStrict, what);
  await refuseWhileBusy(app, projectId, 'Project Import');
  const { sha256 } = await keepFile(app, file.path);
  const payload = {
    ...{ sha256: sha256.toString('hex'), fileName: file.name || 'sbom', sbom: { isStrict } },
    rules: SBOM_RULES,
  };
  return app.db
    .transaction()
    .execute((tx) => submitProjectJob(app, tx, { type: 'Project Import', projectId, triggeredBy: caller.id, payload }));
}

export function requireSbomSize(sizeBytes: number, what: string): void {
  if (sizeBytes > LARGEST_SBOM_BYTES)
    throw new AppError('tooLarge', { message: `${what} is larger than the ${LARGEST_SBOM_BYTES} bytes allowed.` });
}

/** Small documents are read at once, and packed ones looked into, so that a wrong one is refused with its sentence; the job reads the others. */
const READ_AT_ONCE_BYTES = 128 * 1024;

export async function requireSbom(file: FormFile, isStrict: boolean, what: string): Promise<void> {
  if (file.sizeBytes === 0) throw badRequest(`${what} is empty; it must be an SBOM.`);
  const options = { name: file.name || 'sbom', temporaryFolder: dirname(file.path), isStrict };
  if (await isPackedFile(file.path, file.name)) {
    const fault = await faultOfPackedFile(file.path, options);
    if (fault !== undefined) throw badRequest(`${what} must be an SBOM. ${fault}`);
    return;
  }
  if (file.sizeBytes > READ_AT_ONCE_BYTES) return;
  try {
    await readSbomFile(file.path, options);
  } catch (error) {
    if (!(error instanceof SbomRefused)) throw error;
    throw badRequest(`${what} must be an SBOM. ${error.message}`);
  }
}

/** Refuses with 409 while another job of the project is in the way. */
export async function refuseWhileBusy(app: App, projectId: number, type: JobType): Promise<void> {
  const open = (await listOpenJobs(app.db, projectId)).map(
    (row): OpenJob => ({ id: row.id, type: row.type as JobType, status: row.status, projectIds: [projectId] }),
  );
  const refusal = refuseSubmission(type, [projectId], open);
  if (refusal) throw new AppError('conflict', { message: refusal.refusal.message });
}
