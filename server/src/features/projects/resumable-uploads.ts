// Archives that arrive in parts by the protocol tus 1.0.0 (docs/adr/0056). The single request of the interface document is in upload.ts.
import type { Readable } from 'node:stream';
import type { App } from '../../app.ts';
import type { Tx } from '../../db/postgres/connection.ts';
import { lockForChange } from '../../db/projects/projects.ts';
import {
  countUnfinished,
  deleteUnfinishedUpload,
  findResumableUpload,
  insertResumableUpload,
  listResumableUploads,
  lockCompleteParts,
  type NewResumableUpload,
  type ResumableUpload,
  setUploadJob,
} from '../../db/resumable-uploads.ts';
import type { UnpackOptions } from '../../domain/projects/expansion.ts';
import {
  byteCount,
  type Checksum,
  RESUMABLE_LIMITS,
  readChecksum,
  readConcat,
  readMetadata,
  TUS_BYTES,
  TUS_VERSION,
} from '../../domain/projects/resumable-upload.ts';
import { statedDigests } from '../../domain/projects/whole-digest.ts';
import { wireTime } from '../../domain/wire-times.ts';
import { AppError, badRequest, notFound, unlessRefused } from '../../errors.ts';
import type { Caller } from '../../http/call.ts';
import { UPLOAD_JOB } from '../../ingest/index.ts';
import {
  addBytes,
  createReceived,
  expiryFrom,
  isUploadId,
  removeReceived,
  requireReceived,
} from '../../ingest/received.ts';
import { requireDisks, requireSpace } from '../../installation/disks.ts';
import { submitProjectJob } from '../../queue/submit.ts';

type Headers = Record<string, string | string[] | undefined>;

const LONGEST_NAME = 255;

const textOf = (headers: Headers, name: string): string | undefined => {
  const value = headers[name];
  return Array.isArray(value) ? value.join(',') : value;
};

/** Every request but the question what the server can do. */
export function requireTus(headers: Headers): void {
  const version = textOf(headers, 'tus-resumable');
  if (version !== TUS_VERSION)
    throw new AppError('preconditionFailed', {
      message: `The header Tus-Resumable must be ${TUS_VERSION}, the version of the protocol that this server speaks.`,
    });
}

export interface Sent {
  headers: Headers;
  stream: Readable;
}

/** Makes an upload, and takes the bytes that come with it. */
export async function createUpload(
  app: App,
  caller: Caller,
  projectId: number,
  options: UnpackOptions,
  { headers, stream }: Sent,
): Promise<ResumableUpload> {
  const concatenation = unlessRefused(readConcat(textOf(headers, 'upload-concat')));
  const metadata = textOf(headers, 'upload-metadata') ?? '';
  const fileName = unlessRefused(readMetadata(metadata)).get('filename') ?? '';
  const described = {
    ...{ projectId, userId: caller.id, options, metadata },
    fileName: fileName.slice(0, LONGEST_NAME),
    digests: digestsOf(headers),
    expiresAt: expiryFrom(app.now()),
  };
  await requireDisks(app.config);
  if (concatenation.is === 'final') {
    refuseLength(headers, 'the upload is as long as its parts');
    return createFromParts(app, caller, described, concatenation.addresses);
  }
  const sizeBytes = plannedLength(app, headers);
  const upload = await app.db.transaction().execute(async (tx) => {
    await lockForChange(tx, projectId, 'UPLOAD_CODEBASE');
    if ((await countUnfinished(tx, caller.id)) >= RESUMABLE_LIMITS.unfinishedOfUser)
      throw badRequest(
        `You have ${RESUMABLE_LIMITS.unfinishedOfUser} unfinished uploads already, which is the limit. Finish one, or remove it.`,
      );
    return insertResumableUpload(tx, { ...described, sizeBytes, isPartial: concatenation.is === 'part', parts: [] });
  });
  try {
    await createReceived(app.config, upload);
  } catch (error) {
    await deleteUnfinishedUpload(app.db, upload.id);
    throw error;
  }
  if (textOf(headers, 'content-type') !== TUS_BYTES) return upload;
  await add(app, caller, upload, 0, { headers, stream });
  return requireUpload(app, caller, projectId, upload.id);
}

/** Null if it is told later. */
function plannedLength(app: App, headers: Headers): number | null {
  const isDeferred = textOf(headers, 'upload-defer-length');
  if (isDeferred === undefined) return requireLength(app, textOf(headers, 'upload-length'));
  if (isDeferred !== '1') throw badRequest('The header Upload-Defer-Length must be 1, or absent.');
  if (headers['upload-length'] !== undefined)
    throw badRequest(
      'The headers Upload-Length and Upload-Defer-Length are both there: the length is known now, or told later.',
    );
  return null;
}

function refuseLength(headers: Headers, why: string): void {
  for (const name of ['Upload-Length', 'Upload-Defer-Length'])
    if (headers[name.toLowerCase()] !== undefined) throw badRequest(`The header ${name} must be absent here: ${why}.`);
}

/** Of the bytes of one request speaks the header Upload-Checksum. */
const digestsOf = (headers: Headers) => unlessRefused(statedDigests(headers, ['repr-digest']));

function requireLength({ config }: App, header: string | undefined): number {
  const length = byteCount(header);
  if (length === undefined) throw badRequest('The header Upload-Length must be the number of bytes of the archive.');
  if (length === 0) throw badRequest('The header Upload-Length is 0: an archive has bytes.');
  if (length > config.maxUploadBytes)
    throw new AppError('tooLarge', {
      message: `The archive is larger than the ${config.maxUploadBytes} bytes that ASSAY_MAX_UPLOAD_BYTES allows.`,
    });
  return length;
}

/** Those of the caller; nobody else has to do with it. */
async function requireUpload(app: App, caller: Caller, projectId: number, uploadId: string): Promise<ResumableUpload> {
  const place = { projectId, userId: caller.id, uploadId };
  const upload = isUploadId(uploadId) ? await findResumableUpload(app.db, place, app.now()) : undefined;
  if (!upload) throw notFound('Upload', uploadId, 'it is over, or it never was yours');
  return upload;
}

export async function stateOf(app: App, caller: Caller, projectId: number, uploadId: string): Promise<ResumableUpload> {
  const upload = await requireUpload(app, caller, projectId, uploadId);
  if (upload.job_id === null) await requireReceived(app.config, upload);
  return upload;
}

export async function appendToUpload(
  app: App,
  caller: Caller,
  { projectId, uploadId }: { projectId: number; uploadId: string },
  sent: Sent,
): Promise<ResumableUpload> {
  if (textOf(sent.headers, 'content-type') !== TUS_BYTES)
    throw new AppError('unsupportedType', { message: `The header Content-Type must be ${TUS_BYTES}.` });
  const offset = byteCount(textOf(sent.headers, 'upload-offset'));
  if (offset === undefined)
    throw badRequest('The header Upload-Offset must be the number of bytes that the server has already.');
  const upload = await requireUpload(app, caller, projectId, uploadId);
  await add(app, caller, upload, offset, sent);
  return requireUpload(app, caller, projectId, uploadId);
}

async function add(
  app: App,
  caller: Caller,
  upload: ResumableUpload,
  offset: number,
  { headers, stream }: Sent,
): Promise<void> {
  const bytes = {
    stream,
    offset,
    announced: byteCount(textOf(headers, 'content-length')),
    checksum: checksumOf(headers),
    length: headers['upload-length'] === undefined ? undefined : requireLength(app, textOf(headers, 'upload-length')),
    digests: digestsOf(headers),
  };
  // A part waits for the upload that takes it.
  const complete = async (tx: App['db']) => {
    if (!upload.is_partial) await submitUnpacking(app, tx as Tx, caller, upload);
  };
  await addBytes(app, upload.id, bytes, complete);
}

function checksumOf(headers: Headers): Checksum | undefined {
  const header = textOf(headers, 'upload-checksum');
  return header === undefined ? undefined : unlessRefused(readChecksum(header));
}

/** In the transaction that notes the last byte: either both are written, or the client sends its last bytes again. */
async function submitUnpacking(app: App, tx: Tx, caller: Caller, upload: ResumableUpload): Promise<number> {
  const jobId = await submitProjectJob(app, tx, {
    type: UPLOAD_JOB,
    projectId: upload.project_id,
    triggeredBy: caller.id,
    payload: { uploadId: upload.id },
  });
  await setUploadJob(tx, [upload.id, ...upload.parts], jobId);
  return jobId;
}

/** Its job puts the parts together. They belong to that job from now on, and go with it. */
function createFromParts(
  app: App,
  caller: Caller,
  described: Omit<NewResumableUpload, 'sizeBytes' | 'isPartial' | 'parts'>,
  addresses: readonly string[],
): Promise<ResumableUpload> {
  const ids = addresses.map((address) => address.slice(address.lastIndexOf('/') + 1));
  const twice = ids.find((id, index) => ids.indexOf(id) !== index);
  if (twice !== undefined) throw badRequest(`The header Upload-Concat names the part ${twice} twice.`);
  return app.db.transaction().execute(async (tx) => {
    await lockForChange(tx, described.projectId, 'UPLOAD_CODEBASE');
    const parts = await lockCompleteParts(tx, described, ids.filter(isUploadId), app.now());
    const lengths = new Map(parts.map((part) => [part.id, part.received_bytes]));
    const missing = ids.find((id) => !lengths.has(id));
    if (missing !== undefined)
      throw badRequest(
        `The header Upload-Concat names ${missing.slice(0, LONGEST_NAME)}, which is no complete part of yours in this project, or another upload has taken it.`,
      );
    const sum = [...lengths.values()].reduce((total, length) => total + length, 0);
    const sizeBytes = requireLength(app, String(sum));
    await requireSpace(app.config, sizeBytes);
    const upload = await insertResumableUpload(tx, { ...described, sizeBytes, isPartial: false, parts: ids });
    return { ...upload, job_id: await submitUnpacking(app, tx, caller, upload) };
  });
}

export async function terminateUpload(app: App, caller: Caller, projectId: number, uploadId: string): Promise<void> {
  await requireUpload(app, caller, projectId, uploadId);
  if (await deleteUnfinishedUpload(app.db, uploadId)) return removeReceived(app.config, uploadId);
  // Its last byte came first.
  const { job_id: jobId } = await requireUpload(app, caller, projectId, uploadId);
  throw new AppError('conflict', {
    message: `The upload is complete and being unpacked. Cancel its job instead. task ID: ${jobId}`,
  });
}

export async function listUploads(app: App, caller: Caller, projectId: number) {
  const uploads = await listResumableUploads(app.db, { projectId, userId: caller.id }, app.now());
  return uploads.map(describeUpload);
}

export function describeUpload(upload: ResumableUpload) {
  return {
    uploadId: upload.id,
    fileName: upload.file_name,
    sizeBytes: upload.size_bytes,
    receivedBytes: upload.received_bytes,
    isPartial: upload.is_partial,
    parts: upload.parts,
    ...upload.options,
    createdOn: wireTime(upload.created_at),
    expiresOn: wireTime(upload.expires_at),
    jobId: upload.job_id,
  };
}
