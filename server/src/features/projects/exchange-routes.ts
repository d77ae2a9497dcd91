// Imports project data, SBOMs and reports, and exports project data.
import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { SBOM_FORMATS } from '@assay/scanner/sbom-read';
import { badRequest } from '../../errors.ts';
import { onProject, projectIn, signedIn } from '../../http/access.ts';
import { type FormParts, formFile, partsOf, withForm } from '../../http/forms.ts';
import { DataOf, Flag, Id, LegacyOf, Model, Type } from '../../http/models/schemas.ts';
import { data, done, download, legacy } from '../../http/replies.ts';
import { type Route, route } from '../../http/route.ts';
import { spoolToFile } from '../../ingest/spool.ts';
import { requireSpace } from '../../installation/disks.ts';
import { FOREIGN_FORMATS } from '../../project-data/foreign/formats.ts';
import { exportProject } from './export.ts';
import * as imports from './imports.ts';
import { requireReport, uploadReport } from './report-upload.ts';
import { dryRunSbom } from './sbom-dry-run.ts';
import { dryRunQuery, isDryRun, SbomDryRun } from './sbom-dry-run-schemas.ts';
import { ProjectImportModel, ProjectParams } from './schemas.ts';

const group = 'Project';
const sentBack = {
  404: { description: 'No such project' },
  409: { description: 'A job that prevents this one is queued or running' },
  413: { description: 'The file is too large' },
};

const ImportQueued = Model('ImportQueued', {
  message: Type.String(),
  data: Model('TaskId', { taskId: Type.Integer() }),
});

const reportForm = {
  projectId: { description: 'Project' },
  reportId: { description: 'A custom report' },
  file: { description: 'Zip: one file to look at, and a zip with all formats', isFile: true },
} satisfies FormParts;

const importForm: FormParts = {
  importFile: { description: 'Zip with one JSON file of project data', isFile: true },
  projectImportModel: { description: 'JSON document, as a file or as text', isOptional: true },
  ...partsOf(ProjectImportModel, { also: '; an alternative to projectImportModel' }),
};

const foreignForm: FormParts = {
  file: {
    description: `Document of another system, as JSON, YAML or SPDX tags: ${FOREIGN_FORMATS.map(({ title }) => title).join('; ')}`,
    isFile: true,
  },
  format: {
    description: `${FOREIGN_FORMATS.map(({ name }) => name).join(', ')}; if absent, Assay detects it`,
    isOptional: true,
  },
  ...partsOf(ProjectImportModel),
};

const sbomForm = {
  sbomFile: {
    description: `SBOM, up to 250 MB: ${SBOM_FORMATS.map(({ title }) => title).join('; ')}. It may be packed (gzip, bzip2, xz, zip of several) or an attestation (in-toto, DSSE).`,
    isFile: true,
  },
  mode: {
    description:
      'lenient (default): takes what can be taken, and the receipt says what was repaired; strict: refuses a document that the published schema of its version does not allow',
    isOptional: true,
  },
} satisfies FormParts;

function strictIn(mode = 'lenient'): boolean {
  if (mode !== 'strict' && mode !== 'lenient')
    throw badRequest(`The form field "mode" is "${mode.slice(0, 100)}"; it must be lenient or strict.`);
  return mode === 'strict';
}

export const exchangeRoutes: Route[] = [
  route({
    id: 'uploadReport',
    takesReport: true,
    method: 'POST',
    path: '/projects/uploadReport',
    group,
    summary: 'Stores a zip as the latest result of a custom report of a project',
    description:
      'Needs the right to upload a report of the project. Send projectId and reportId before the file, because they decide whether it is accepted; of a file that comes first, the server holds at most 4 MiB. The answer has the task id for the download: that of the job that waits for the result, or of a new job.',
    access: signedIn(['UPLOAD_REPORT']),
    body: { form: reportForm },
    responses: {
      200: {
        description: 'Kept',
        schema: Model('ReportUploaded', { message: Type.String(), data: Model('TaskId', { taskId: Type.Integer() }) }),
      },
      404: { description: 'No such project or report' },
      413: { description: 'The file is too large' },
    },
    run: (call) =>
      withForm(
        call,
        reportForm,
        async (form) => {
          const taskId = await uploadReport(call.app, call, form, call.signal);
          const reply = done('Report uploaded successfully.');
          return { ...reply, body: { ...(reply.body as object), data: { taskId } } };
        },
        {
          beforeFiles: {
            texts: ['projectId', 'reportId'],
            check: async (texts) => void (await requireReport(call.app, call, texts)),
          },
        },
      ),
  }),
  route({
    id: 'importProjectData',
    method: 'POST',
    path: '/projects/{projectId}/import',
    group,
    summary: 'Queues the import of project data',
    description:
      'Updates items of the same component, version and license, and creates the others. The log of the job says what matched, what did not, and why. Imports those decisions that the caller may make.',
    access: onProject('IMPORT_DATA', projectIn('params')),
    params: ProjectParams,
    body: { form: importForm },
    responses: {
      200: {
        description: 'Queued; the task id is the id of the job',
        schema: ImportQueued,
      },
      ...sentBack,
    },
    run: (call) =>
      withForm(call, importForm, async (form) => {
        const taskId = await imports.importProjectData(call, call.params.projectId, form);
        const reply = done(`Project import queued. task ID: ${taskId}`);
        return { ...reply, body: { ...(reply.body as object), data: { taskId } } };
      }),
  }),
  route({
    id: 'importForeignData',
    method: 'POST',
    path: '/projects/{projectId}/importForeign',
    group,
    isExtra: true,
    summary: 'Queues the import of data of another system: packages, concluded licenses, analyses of vulnerabilities',
    description:
      'The data become inventory items and decisions that name the document as their reason. The log of the job names the data that were not imported. By default, files join inventory by their whole path.',
    access: onProject('IMPORT_DATA', projectIn('params')),
    params: ProjectParams,
    body: { form: foreignForm },
    responses: {
      200: { description: 'Queued; the task id is the id of the job', schema: ImportQueued },
      400: { description: 'A field is wrong' },
      ...sentBack,
    },
    run: (call) =>
      withForm(call, foreignForm, async (form) => {
        const taskId = await imports.importForeign(call.app, call.caller, call.params.projectId, form);
        const reply = done(`Import queued. task ID: ${taskId}`);
        return { ...reply, body: { ...(reply.body as object), data: { taskId } } };
      }),
  }),
  route({
    id: 'importSbom',
    method: 'POST',
    path: '/projects/{projectId}/importSbom',
    group,
    summary: 'Queues the import of an SBOM as inventory',
    description:
      'Each component becomes an item without files, or joins the one that the project has in its version. Decisions of people stay. A later document about the same subject replaces the earlier one: what it no longer names is gone. GET /projects/{projectId}/sboms has a receipt that accounts for each element.',
    access: onProject('IMPORT_DATA', projectIn('params')),
    params: ProjectParams,
    query: Type.Object(dryRunQuery),
    body: { form: sbomForm },
    responses: {
      200: {
        description: 'Queued; the task id is the id of the job. Of a dry run: what the import would do',
        schema: Type.Union([ImportQueued, DataOf(SbomDryRun)]),
      },
      400: { description: 'The file is no SBOM or, if strict, an invalid one' },
      ...sentBack,
    },
    run: (call) =>
      withForm(call, sbomForm, async (form) => {
        const { app, caller, params } = call;
        const isStrict = strictIn(form.texts.mode);
        const file = formFile(form, 'sbomFile');
        if (isDryRun(call.query)) {
          const tried = { ...file, isStrict, what: 'The form field "sbomFile"' };
          return data(await dryRunSbom(call, tried, async () => params.projectId));
        }
        const taskId = await imports.importSbom(app, caller, params.projectId, file, isStrict);
        const reply = done(`SBOM import queued. task ID: ${taskId}`);
        return { ...reply, body: { ...(reply.body as object), data: { taskId } } };
      }),
  }),
  route({
    id: 'importProjectDataLegacy',
    method: 'POST',
    path: '/importer/importProjectData',
    group: 'Other deprecated operations',
    family: 'legacy',
    deprecated: 'POST /projects/{projectId}/import',
    summary: 'Queues the import of project data',
    access: onProject('IMPORT_DATA', projectIn('query', 'projectId', 'legacy')),
    query: Type.Object({
      projectId: Id('Project'),
      checkInventory: Flag(false, 'Files join inventory only if their MD5 agrees, not only their path'),
      checkReviewed: Flag(true, 'Files are marked as reviewed only if their MD5 agrees'),
      createEmptyInventory: Type.Optional(
        Type.Boolean({
          description: 'Create items even if none of their files exist; by default, the project decides',
        }),
      ),
      overwriteInventoryNotes: Flag(true, 'Overwrite notes of identical items'),
    }),
    body: { raw: 'Zip with one JSON file of project data, application/octet-stream' },
    responses: {
      200: { description: 'Queued; the text ends in the id of the job', schema: LegacyOf(Type.String(), 'LegacyText') },
      400: { description: 'No such project, or no archive of project data' },
      409: sentBack[409],
      413: sentBack[413],
    },
    async run({ app, caller, query, stream, signal }) {
      const folder = join(app.folder.temporary, `import-${randomUUID()}`);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      try {
        const file = join(folder, 'archive');
        await spoolToFile(stream, file, {
          maxBytes: app.config.maxUploadBytes,
          what: 'The archive',
          patienceMs: app.config.bodyPatienceMs,
          requireSpace: () => requireSpace(app.config),
        });
        const { projectId, ...flags } = query;
        const jobId = await imports.importWithFlags(app, caller, projectId, file, flags, signal);
        return legacy(`Project import queued. task ID: ${jobId}`);
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
  }),
  route({
    id: 'exportProjectData',
    method: 'GET',
    isAudited: true,
    path: '/project/exportProjectData',
    group: 'Project (deprecated)',
    family: 'legacy',
    summary: 'A zip with one JSON document: project, inventory, files, tasks, and the notes and decisions of people',
    access: onProject('EXPORT_DATA', projectIn('query', 'projectId', 'legacy')),
    query: Type.Object({ projectId: Id('Project') }),
    responses: {
      200: {
        description: 'The zip',
        mediaType: 'application/octet-stream',
        headers: { 'Content-Disposition': 'attachment; filename=…' },
      },
      400: { description: 'No such project' },
      409: { description: 'A job that prevents this one is queued or running' },
    },
    async run({ app, query }) {
      const { stream, fileName, sizeBytes } = await exportProject(app, query.projectId);
      return download(stream, fileName, 'application/octet-stream', sizeBytes);
    },
  }),
];
