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
  type ResumableUpload,
  setUploadJob,
} from '../../db/resumable-uploads.ts';
import type { UnpackOptions } from '../../domain/projects/expansion.ts';
import {
  byteCount,
  type Checksum,
  RESUMABLE_LIMITS,
  readChecksum,
  readMetadata,
  TUS_BYTES,
  TUS_VERSION,
} from '../../domain/projects/resumable-upload.ts';
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
import { requireDisks } from '../../installation/disks.ts';
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
  if (headers['upload-defer-length'] !== undefined)
    throw badRequest('The length of an upload must be known when it begins: send the header Upload-Length.');
  const sizeBytes = requireLength(app, textOf(headers, 'upload-length'));
  const metadata = textOf(headers, 'upload-metadata') ?? '';
  const fileName = unlessRefused(readMetadata(metadata)).get('filename') ?? '';
  await requireDisks(app.config);
  const upload = await app.db.transaction().execute(async (tx) => {
    await lockForChange(tx, projectId, 'UPLOAD_CODEBASE');
    if ((await countUnfinished(tx, caller.id)) >= RESUMABLE_LIMITS.unfinishedOfUser)
      throw badRequest(
        `You have ${RESUMABLE_LIMITS.unfinishedOfUser} unfinished uploads already, which is the limit. Finish one, or remove it.`,
      );
    return insertResumableUpload(tx, {
      projectId,
      userId: caller.id,
      fileName: fileName.slice(0, LONGEST_NAME),
      metadata,
      options,
      sizeBytes,
      expiresAt: expiryFrom(app.now()),
    });
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
  };
  await addBytes(app, upload.id, bytes, (tx) => submitUnpacking(app, tx as Tx, caller, upload));
}

function checksumOf(headers: Headers): Checksum | undefined {
  const header = textOf(headers, 'upload-checksum');
  return header === undefined ? undefined : unlessRefused(readChecksum(header));
}

/** In the transaction that notes the last byte: either both are written, or the client sends its last bytes again. */
async function submitUnpacking(app: App, tx: Tx, caller: Caller, upload: ResumableUpload): Promise<void> {
  const jobId = await submitProjectJob(app, tx, {
    type: UPLOAD_JOB,
    projectId: upload.project_id,
    triggeredBy: caller.id,
    payload: { uploadId: upload.id },
  });
  await setUploadJob(tx, upload.id, jobId);
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
    ...upload.options,
    createdOn: wireTime(upload.created_at),
    expiresOn: wireTime(upload.expires_at),
    jobId: upload.job_id,
  };
}
