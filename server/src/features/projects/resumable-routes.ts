// Project (under /projects): archives that arrive in parts, by the protocol tus 1.0.0 (docs/adr/0056).
import type { ResumableUpload } from '../../db/resumable-uploads.ts';
import { CHECKSUM_ALGORITHMS, TUS_BYTES, TUS_EXTENSIONS, TUS_VERSION } from '../../domain/projects/resumable-upload.ts';
import { onProject, projectIn } from '../../http/access.ts';
import { DataOf, Id, ListOf, Model, Text, Type } from '../../http/models/schemas.ts';
import { data, type Reply } from '../../http/replies.ts';
import { type Route, route } from '../../http/route.ts';
import * as operations from './resumable-uploads.ts';
import { ProjectParams, UploadQuery } from './schemas.ts';

const group = 'Project';
const mayUpload = onProject('UPLOAD_CODEBASE', projectIn('params'));
const UploadParams = Type.Object({ projectId: Id('Project'), uploadId: Text(36, 'Upload', { minLength: 1 }) });
const Unpacking = Type.Omit(UploadQuery, ['projectId']);
const body = { raw: `Bytes of the archive, ${TUS_BYTES}` };
/** The second one is wanted where the first one of a request is refused. */
const headers = { 'Tus-Resumable': TUS_VERSION, 'Tus-Version': TUS_VERSION };
const discovery = {
  'Tus-Extension': TUS_EXTENSIONS,
  'Tus-Checksum-Algorithm': CHECKSUM_ALGORITHMS.join(','),
};

const Upload = Model('ResumableUpload', {
  uploadId: Type.String({ description: 'The last part of its address' }),
  fileName: Type.String({ description: 'Blank if the client did not say it' }),
  sizeBytes: Type.Integer(),
  receivedBytes: Type.Integer({ description: 'So many bytes are here; the client goes on with the next one' }),
  ...Unpacking.properties,
  createdOn: Type.String(),
  expiresOn: Type.String({ description: 'It is removed then, unless further bytes come' }),
  jobId: Type.Union([Type.Integer(), Type.Null()], { description: 'The job that unpacks it, once all bytes are here' }),
});

const offsetHeaders = {
  'Upload-Offset': 'Bytes that are here',
  'Upload-Expires': 'When it is removed, unless further bytes come',
  'Assay-Job': 'The job that unpacks it, once all bytes are here',
};
const noVersion = { 412: { description: `The header Tus-Resumable is not ${TUS_VERSION}` } };
const noUpload = { 404: { description: "No such project or upload, it has expired, or it is another user's" } };
const ofBytes = {
  413: { description: 'More bytes than the upload was announced with' },
  460: { description: 'The bytes do not have the checksum; they were dropped' },
};

function stateHeaders(upload: ResumableUpload): Record<string, string> {
  return {
    'Upload-Offset': String(upload.received_bytes),
    'Upload-Length': String(upload.size_bytes),
    'Upload-Expires': upload.expires_at.toUTCString(),
    ...(upload.metadata === '' ? {} : { 'Upload-Metadata': upload.metadata }),
    ...(upload.job_id === null ? {} : { 'Assay-Job': String(upload.job_id) }),
  };
}

const empty = (headers: Record<string, string> = {}): Reply => ({ status: 204, headers, body: undefined });

export const resumableRoutes: Route[] = [
  route({
    id: 'createResumableUpload',
    method: 'POST',
    path: '/projects/{projectId}/uploads',
    group,
    isExtra: true,
    summary: 'Begins an upload of a code base that can be resumed (tus 1.0.0)',
    description:
      'The header Upload-Length has the number of bytes of the archive, Upload-Metadata its name (`filename`). The answer has the address of the upload in Location; its bytes go there by PATCH, or with this request. The job `Code Upload` unpacks it when all bytes are here.',
    access: mayUpload,
    params: ProjectParams,
    query: Unpacking,
    body,
    always: headers,
    discovery,
    responses: {
      201: {
        description: 'Begun',
        schema: DataOf(Upload),
        headers: { Location: 'The address of the upload', ...offsetHeaders },
      },
      400: { description: 'A header is wrong, the project is locked, or the user has too many unfinished uploads' },
      404: { description: 'No such project' },
      ...noVersion,
      ...ofBytes,
      413: { description: 'Larger than ASSAY_MAX_UPLOAD_BYTES' },
      507: { description: 'The disk has no space for so many bytes' },
    },
    async run({ app, caller, params, query, headers: sent, stream, path }) {
      operations.requireTus(sent);
      const upload = await operations.createUpload(app, caller, params.projectId, query, { headers: sent, stream });
      const headers = { Location: `${path}/${upload.id}`, ...stateHeaders(upload) };
      return { status: 201, headers, body: data(operations.describeUpload(upload)).body };
    },
  }),
  route({
    id: 'listResumableUploads',
    method: 'GET',
    path: '/projects/{projectId}/uploads',
    group,
    isExtra: true,
    summary: "The caller's uploads into a project that are not complete, or are being unpacked; the newest first",
    access: mayUpload,
    params: ProjectParams,
    always: headers,
    responses: { 200: { description: 'Uploads', schema: ListOf(Upload) }, 404: { description: 'No such project' } },
    run: async ({ app, caller, params }) => data(await operations.listUploads(app, caller, params.projectId)),
  }),
  route({
    id: 'getResumableUpload',
    method: 'GET',
    path: '/projects/{projectId}/uploads/{uploadId}',
    group,
    isExtra: true,
    summary: 'How many bytes of an upload are here; by HEAD in headers alone, as tus 1.0.0 says',
    access: mayUpload,
    params: UploadParams,
    always: headers,
    discovery,
    responses: { 200: { description: 'The upload', schema: DataOf(Upload), headers: offsetHeaders }, ...noUpload },
    async run({ app, caller, params }) {
      const upload = await operations.stateOf(app, caller, params.projectId, params.uploadId);
      return { ...data(operations.describeUpload(upload)), headers: stateHeaders(upload) };
    },
  }),
  route({
    id: 'appendResumableUpload',
    method: 'PATCH',
    path: '/projects/{projectId}/uploads/{uploadId}',
    group,
    isExtra: true,
    summary: 'Adds bytes to an upload (tus 1.0.0)',
    description:
      'The header Upload-Offset must be the number of bytes that are here. Bytes that arrived count even if the request breaks off, unless it has the header Upload-Checksum (sha1 or sha256).',
    access: mayUpload,
    params: UploadParams,
    body,
    always: headers,
    responses: {
      204: { description: 'Stored', headers: offsetHeaders },
      400: { description: 'A header is wrong, the project is locked, or the request broke off' },
      ...noUpload,
      408: { description: 'The bytes come in too slowly; those that came are kept' },
      409: { description: 'Other bytes are wanted next, or the upload is complete' },
      ...noVersion,
      ...ofBytes,
      415: { description: `The header Content-Type is not ${TUS_BYTES}` },
      423: { description: 'Another request is sending bytes of the upload' },
      507: { description: 'The disk is full; what came is kept' },
    },
    async run({ app, caller, params, headers: sent, stream }) {
      operations.requireTus(sent);
      const upload = await operations.appendToUpload(app, caller, params, { headers: sent, stream });
      return empty(stateHeaders(upload));
    },
  }),
  route({
    id: 'terminateResumableUpload',
    method: 'DELETE',
    path: '/projects/{projectId}/uploads/{uploadId}',
    group,
    isExtra: true,
    summary: 'Removes an upload that is not complete, with its bytes (tus 1.0.0)',
    access: mayUpload,
    params: UploadParams,
    always: headers,
    responses: {
      204: { description: 'Removed' },
      400: { description: 'The project is locked' },
      ...noUpload,
      409: { description: 'It is being unpacked; the id of its job ends the text' },
      ...noVersion,
    },
    async run({ app, caller, params, headers: sent }) {
      operations.requireTus(sent);
      await operations.terminateUpload(app, caller, params.projectId, params.uploadId);
      return empty();
    },
  }),
];
