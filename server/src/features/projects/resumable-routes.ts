// Project (under /projects): archives that arrive in parts, by the protocol tus 1.0.0 (docs/adr/0056).

import type { Config } from '../../config.ts';
import type { ResumableUpload } from '../../db/resumable-uploads.ts';
import { CHECKSUM_ALGORITHMS, TUS_BYTES, TUS_EXTENSIONS, TUS_VERSION } from '../../domain/projects/resumable-upload.ts';
import { WANTED_DIGESTS } from '../../domain/projects/whole-digest.ts';
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
const discovery = (config: Config) => ({
  'Tus-Extension': TUS_EXTENSIONS,
  'Tus-Checksum-Algorithm': CHECKSUM_ALGORITHMS.join(','),
  'Tus-Max-Size': String(config.maxUploadBytes),
  'Want-Repr-Digest': WANTED_DIGESTS,
});

const Upload = Model('ResumableUpload', {
  uploadId: Type.String({ description: 'The last part of its address' }),
  fileName: Type.String({ description: 'Blank if the client did not say it' }),
  sizeBytes: Type.Union([Type.Integer(), Type.Null()], { description: 'Null until the sender tells it' }),
  receivedBytes: Type.Integer({ description: 'So many bytes are here; the client goes on with the next one' }),
  isPartial: Type.Boolean({ description: 'It waits for the upload that is put together from it and others' }),
  parts: Type.Array(Type.String(), { description: 'The uploads that this one is put together from' }),
  ...Unpacking.properties,
  createdOn: Type.String(),
  expiresOn: Type.String({ description: 'It is removed then, unless further bytes come' }),
  jobId: Type.Union([Type.Integer(), Type.Null()], { description: 'The job that unpacks it, once all bytes are here' }),
});

const offsetHeaders = {
  'Upload-Offset': 'Bytes that are here; absent while parts are put together',
  'Upload-Expires': 'When it is removed, unless further bytes come',
  'Assay-Job': 'The job that unpacks it, once all bytes are here',
};
const noVersion = { 412: { description: `The header Tus-Resumable is not ${TUS_VERSION}` } };
const noUpload = { 404: { description: "No such project or upload, it has expired, or it is another user's" } };
const ofBytes = {
  413: { description: 'More bytes than the upload was announced with' },
  460: { description: 'The bytes do not have the checksum; they were dropped' },
};

/** `path` is the address of the uploads of the project. */
function stateHeaders(upload: ResumableUpload, path: string): Record<string, string> {
  const isWaiting = upload.parts.length > 0 && upload.received_bytes === 0;
  return {
    // The bytes of the whole are not here before its parts are put together.
    ...(isWaiting ? {} : { 'Upload-Offset': String(upload.received_bytes) }),
    ...(upload.size_bytes === null ? { 'Upload-Defer-Length': '1' } : { 'Upload-Length': String(upload.size_bytes) }),
    ...concatHeader(upload, path),
    'Upload-Expires': upload.expires_at.toUTCString(),
    ...(upload.metadata === '' ? {} : { 'Upload-Metadata': upload.metadata }),
    ...(upload.job_id === null ? {} : { 'Assay-Job': String(upload.job_id) }),
  };
}

function concatHeader({ is_partial: isPartial, parts }: ResumableUpload, path: string): Record<string, string> {
  if (parts.length > 0) return { 'Upload-Concat': `final;${parts.map((id) => `${path}/${id}`).join(' ')}` };
  return isPartial ? { 'Upload-Concat': 'partial' } : {};
}

/** Without the id at its end. */
const ofAll = (path: string) => path.slice(0, path.lastIndexOf('/'));

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
      'The header Upload-Length has the number of bytes of the archive, Upload-Metadata its name (`filename`). With Upload-Defer-Length: 1 the length is told by a later request. Repr-Digest states the SHA-256 or SHA-512 of the whole archive, with which the job compares it before it unpacks. Upload-Concat: `partial` begins a part, `final;` with the addresses of complete parts puts them together in this order, with the query of this request. The answer has the address of the upload in Location; its bytes go there by PATCH, or with this request. The job `Code Upload` unpacks it when all bytes are here.',
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
      const headers = { Location: `${path}/${upload.id}`, ...stateHeaders(upload, path) };
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
    async run({ app, caller, params, path }) {
      const upload = await operations.stateOf(app, caller, params.projectId, params.uploadId);
      return { ...data(operations.describeUpload(upload)), headers: stateHeaders(upload, ofAll(path)) };
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
      'The header Upload-Offset must be the number of bytes that are here. Bytes that arrived count even if the request breaks off, unless it has the header Upload-Checksum (sha1 or sha256). Upload-Length tells a length that was not told before; Repr-Digest states the digest of the whole archive.',
    access: mayUpload,
    params: UploadParams,
    body,
    always: headers,
    responses: {
      204: { description: 'Stored', headers: offsetHeaders },
      400: { description: 'A header is wrong, the project is locked, or the request broke off' },
      403: { description: 'The upload is put together from parts' },
      ...noUpload,
      408: { description: 'The bytes come in too slowly; those that came are kept' },
      409: { description: 'Other bytes are wanted next, or the upload is complete' },
      ...noVersion,
      ...ofBytes,
      415: { description: `The header Content-Type is not ${TUS_BYTES}` },
      423: { description: 'Another request is sending bytes of the upload' },
      507: { description: 'The disk is full; what came is kept' },
    },
    async run({ app, caller, params, headers: sent, stream, path }) {
      operations.requireTus(sent);
      const upload = await operations.appendToUpload(app, caller, params, { headers: sent, stream });
      return empty(stateHeaders(upload, ofAll(path)));
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
