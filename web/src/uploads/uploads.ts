// Uploads of code bases. They are independent of pages, so users can go to other pages during an upload.
// XMLHttpRequest, because fetch does not report how much of a body was sent.
import { useSyncExternalStore } from 'react';
import { API_ROOT, messageIn, wordsFor } from '../api/client.ts';

export interface UploadOptions {
  /** 1: archives inside stay files. 2: those are expanded. 3: archives inside them are expanded too, at all levels. */
  expansionLevel: 1 | 2 | 3;
  deleteExistingFileOnServer: boolean;
  deleteArchiveAfterExpand: boolean;
  archiveDirSuffix: string;
}

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
  state: 'waiting' | 'sending' | 'unpacking' | 'done' | 'failed' | 'stopped';
  /** The message of the server after the upload. */
  message: string;
  issues: UploadIssue[];
}

/** The weight of the newest measurement in the shown rate. */
const RATE_WEIGHT = 0.25;

let uploads: readonly Upload[] = [];
let lastId = 0;
const listeners = new Set<() => void>();
const requests = new Map<number, XMLHttpRequest>();
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
  return state === 'waiting' || state === 'sending' || state === 'unpacking';
}

/** Files are sent one after the other. Only the first upload may delete existing files. */
export function startUploads(
  project: { id: number; name: string },
  files: File[],
  options: UploadOptions,
  onDone: () => void,
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
    };
    uploads = [...uploads.filter((other) => other.projectId !== project.id || isRunning(other)), upload];
    const own = { ...options, deleteExistingFileOnServer: options.deleteExistingFileOnServer && at === 0 };
    chain = chain.then(() => send(upload, file, own)).then(onDone);
  });
  tell();
}

export function stopUpload(id: number): void {
  change(id, { state: 'stopped', message: 'Upload stopped. Nothing was stored.' });
  requests.get(id)?.abort();
}

export function forgetUpload(id: number): void {
  uploads = uploads.filter((upload) => upload.id !== id);
  tell();
}

function send(upload: Upload, file: File, options: UploadOptions): Promise<void> {
  if (uploads.find(({ id }) => id === upload.id)?.state !== 'waiting') return Promise.resolve();
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    requests.set(upload.id, request);
    const query = new URLSearchParams({
      projectId: String(upload.projectId),
      expansionLevel: String(options.expansionLevel),
      deleteExistingFileOnServer: String(options.deleteExistingFileOnServer),
      deleteArchiveAfterExpand: String(options.deleteArchiveAfterExpand),
      archiveDirSuffix: options.archiveDirSuffix,
    });
    request.open('POST', `${API_ROOT}/project/uploadProjectCodebase?${query}`);
    request.setRequestHeader('Content-Type', 'application/octet-stream');
    request.setRequestHeader('X-Assay-Request', '1');
    request.setRequestHeader('X-File-Name', encodeURIComponent(file.name));
    request.upload.onprogress = rateMeter(upload.id);
    request.upload.onload = () => change(upload.id, { state: 'unpacking', sentBytes: upload.totalBytes });
    request.onload = () => change(upload.id, outcomeOf(request));
    request.onerror = () =>
      change(upload.id, { state: 'failed', message: 'The connection to the server was lost. Try again.' });
    request.onloadend = () => {
      requests.delete(upload.id);
      resolve();
    };
    change(upload.id, { state: 'sending' });
    request.send(file);
  });
}

function rateMeter(id: number): (event: ProgressEvent) => void {
  let at = performance.now();
  let before = 0;
  let rate = 0;
  return ({ loaded }) => {
    const now = performance.now();
    if (now > at) {
      const current = ((loaded - before) / (now - at)) * 1000;
      rate = rate === 0 ? current : rate * (1 - RATE_WEIGHT) + current * RATE_WEIGHT;
    }
    at = now;
    before = loaded;
    change(id, { sentBytes: loaded, bytesPerSecond: rate });
  };
}

function outcomeOf(request: XMLHttpRequest): Partial<Upload> {
  if (request.status !== 200)
    return { state: 'failed', message: messageIn(request.responseText) ?? wordsFor(request.status) };
  const answer = JSON.parse(request.responseText) as { 'Content: ': string; 'Issues: '?: UploadIssue[] };
  return { state: 'done', message: answer['Content: '], issues: answer['Issues: '] ?? [] };
}

function change(id: number, what: Partial<Upload>): void {
  uploads = uploads.map((upload) => (upload.id === id && upload.state !== 'stopped' ? { ...upload, ...what } : upload));
  tell();
}

function tell(): void {
  for (const listener of listeners) listener();
}
