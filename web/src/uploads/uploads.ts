// Uploads of code bases. They are independent of pages, so users can go to other pages during an upload. How the bytes go out is in sending.ts.
import { useSyncExternalStore } from 'react';
import { ApiError, api, bodyOf } from '../api/client.ts';
import { askAgainAfter } from '../api/live.ts';
import { queryClient } from '../api/query-client.ts';
import { fetchJobLog, isOpen, progressQuery } from '../jobs/queries.ts';
import { removeUpload, sendInParts, type UploadOptions } from './sending.ts';

export type { UploadOptions } from './sending.ts';

interface UploadIssue {
  code: string;
  path: string;
  message: string;
}

export interface Upload {
  id: number;
  projectId: number;
  projectName: string;
  fileName: string;
  totalBytes: number;
  sentBytes: number;
  bytesPerSecond: number;
  /** `lost`: the connection is gone, and the page tries again by itself. */
  state: 'waiting' | 'sending' | 'lost' | 'unpacking' | 'done' | 'failed' | 'stopped';
  /** The job that unpacks it. */
  jobId?: number;
  /** The message of the server after the upload. */
  message: string;
  issues: UploadIssue[];
  issueCount: number;
}

/** The weight of the newest measurement in the shown rate. */
const RATE_WEIGHT = 0.25;
const ISSUES_KEPT = 20;

let uploads: readonly Upload[] = [];
let lastId = 0;
const listeners = new Set<() => void>();
const stops = new Map<number, AbortController>();
let chain: Promise<void> = Promise.resolve();

export function useUploads(): readonly Upload[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => uploads,
  );
}

export function isRunning({ state }: Upload): boolean {
  return needsPage({ state }) || state === 'unpacking';
}

/** The server goes on with the unpacking by itself. */
export function needsPage({ state }: Pick<Upload, 'state'>): boolean {
  return state === 'waiting' || state === 'sending' || state === 'lost';
}

/** Files are sent one after the other. Only the first upload may delete existing files. */
export function startUploads(
  project: { id: number; name: string },
  files: File[],
  options: UploadOptions,
  onChange: () => void,
): void {
  files.forEach((file, at) => {
    lastId += 1;
    const upload: Upload = {
      id: lastId,
      projectId: project.id,
      projectName: project.name,
      fileName: file.name,
      totalBytes: file.size,
      sentBytes: 0,
      bytesPerSecond: 0,
      state: 'waiting',
      message: '',
      issues: [],
      issueCount: 0,
    };
    uploads = [...uploads.filter((other) => other.projectId !== project.id || isRunning(other)), upload];
    const own = { ...options, deleteExistingFileOnServer: options.deleteExistingFileOnServer && at === 0 };
    chain = chain.then(() => run(upload, file, own)).then(onChange);
  });
  tell();
}

export function stopUpload(id: number): void {
  change(id, { state: 'stopped', message: 'Upload stopped. Nothing was stored.' });
  stops.get(id)?.abort();
}

export function forgetUpload(id: number): void {
  uploads = uploads.filter((upload) => upload.id !== id);
  tell();
}

async function run(upload: Upload, file: File, options: UploadOptions): Promise<void> {
  if (find(upload.id)?.state !== 'waiting') return;
  const stop = new AbortController();
  stops.set(upload.id, stop);
  const { id, projectId } = upload;
  let uploadId: string | undefined;
  const meter = rateMeter(id);
  try {
    change(id, { state: 'sending' });
    const jobId = await sendInParts({
      ...{ projectId, file, options, signal: stop.signal },
      onBegun: (begun) => {
        uploadId = begun;
      },
      onProgress: (sentBytes, isConnected) => {
        meter(sentBytes);
        change(id, { state: isConnected ? 'sending' : 'lost' });
      },
    });
    change(id, { state: 'unpacking', sentBytes: upload.totalBytes, jobId });
    change(id, await outcomeOf(jobId, stop.signal));
  } catch (error) {
    // Only a person stops it; what the server has of it is of no more use.
    if (stop.signal.aborted && uploadId !== undefined) await removeUpload(projectId, uploadId).catch(() => undefined);
    change(id, { state: 'failed', message: reasonOf(error) });
  } finally {
    stops.delete(id);
  }
}

const reasonOf = (error: unknown) =>
  error instanceof ApiError ? error.message : `The upload failed in the browser: ${(error as Error).message}`;

function rateMeter(id: number): (sentBytes: number) => void {
  let at = performance.now();
  let before: number | undefined;
  let rate = 0;
  return (sentBytes) => {
    const now = performance.now();
    if (before !== undefined && now > at) {
      const current = (Math.max(0, sentBytes - before) / (now - at)) * 1000;
      rate = rate === 0 ? current : rate * (1 - RATE_WEIGHT) + current * RATE_WEIGHT;
    }
    at = now;
    before = sentBytes;
    change(id, { sentBytes, bytesPerSecond: rate });
  };
}

/** Waits for the end of the job. */
async function outcomeOf(jobId: number, signal: AbortSignal): Promise<Partial<Upload>> {
  for (;;) {
    const job = await bodyOf(api.GET('/jobs/{jobId}', { params: { path: { jobId } } })).catch(() => undefined);
    if (job !== undefined && !isOpen(job.status)) {
      if (job.status === 'Failed') return { state: 'failed', message: job.error ?? 'The job failed.' };
      if (job.status !== 'Completed')
        return { state: 'stopped', message: 'Unpacking was stopped. Nothing was stored.' };
      const log = await fetchJobLog(jobId, 1).catch(() => ({ rows: [], total: 0 }));
      return {
        state: 'done',
        message: `File upload successful: ${job.jobDetails}.`,
        issues: log.rows.slice(0, ISSUES_KEPT),
        issueCount: log.total,
      };
    }
    await untilToldOf(jobId, signal);
    signal.throwIfAborted();
  }
}

/** Until the server has told the end of the job, which the page keeps as its progress, or it is time to ask. */
function untilToldOf(jobId: number, signal: AbortSignal): Promise<void> {
  const { queryKey } = progressQuery(jobId);
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      unsubscribe();
      signal.removeEventListener('abort', done);
      resolve();
    };
    const look = () => queryClient.getQueryData(queryKey)?.isOver && done();
    const timer = setTimeout(done, askAgainAfter());
    const unsubscribe = queryClient.getQueryCache().subscribe(look);
    signal.addEventListener('abort', done);
    look();
  });
}

const find = (id: number) => uploads.find((upload) => upload.id === id);

function change(id: number, what: Partial<Upload>): void {
  uploads = uploads.map((upload) => (upload.id === id && upload.state !== 'stopped' ? { ...upload, ...what } : upload));
  tell();
}

function tell(): void {
  for (const listener of listeners) listener();
}
