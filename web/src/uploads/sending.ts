// Sends a file in a way that can be continued (tus 1.0.0): after a break of the network by itself, after a reload of the page when the same file is
// chosen again. XMLHttpRequest, because fetch does not report how much of a body was sent.
import { API_ROOT, ApiError, messageIn, wordsFor } from '../api/client.ts';
import { own, remember, type UnfinishedUpload } from './unfinished.ts';

export interface UploadOptions {
  /** 1: archives inside stay files. 2: those are expanded. 3: archives inside them are expanded too, at all levels. */
  expansionLevel: 1 | 2 | 3;
  deleteExistingFileOnServer: boolean;
  deleteArchiveAfterExpand: boolean;
  archiveDirSuffix: string;
}

export interface Sending {
  projectId: number;
  file: File;
  options: UploadOptions;
  signal: AbortSignal;
  /** Called while bytes go out; and when the connection is lost, until it is back. */
  onProgress(sentBytes: number, isConnected: boolean): void;
  /** Called as soon as the server knows the upload. */
  onBegun(uploadId: string): void;
}

interface Answer {
  /** 0 if there was none. */
  status: number;
  text: string;
  header(name: string): string | null;
}

const TUS = { 'Tus-Resumable': '1.0.0' };
const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 30_000;
/** Without a new byte for so long, the person is told; the upload stays on the server. */
const PATIENCE_MS = 15 * 60_000;
/** Answers after which the same request may succeed: no connection, too slow, another offset, another sender, overload, a server that restarts. */
const PASSING = new Set([0, 408, 409, 423, 429, 500, 502, 503, 504]);

/** Resolves with the id of the job that unpacks the file. Throws an ApiError with the words of the server. */
export async function sendInParts(sending: Sending): Promise<number> {
  const { file, signal } = sending;
  const known = await own(sending.projectId, file);
  let path = known && pathOf(sending.projectId, known);
  let offset = known?.receivedBytes ?? 0;
  let pauseMs = FIRST_PAUSE_MS;
  const patience = new Patience(offset);
  const onProgress = (bytes: number, isConnected: boolean) => {
    patience.note(bytes);
    sending.onProgress(bytes, isConnected);
  };
  for (;;) {
    signal.throwIfAborted();
    if (path !== undefined) {
      sending.onBegun(path.slice(path.lastIndexOf('/') + 1));
      onProgress(offset, true);
    }
    const answer: Answer =
      path === undefined ? await create(sending) : await patch(path, offset, { ...sending, onProgress });
    if (answer.status === 201) {
      path = begun(answer, file);
      continue;
    }
    if (answer.status === 204) {
      const jobId = Number(answer.header('Assay-Job'));
      if (jobId > 0) return jobId;
      offset = Number(answer.header('Upload-Offset'));
      continue;
    }
    if (!PASSING.has(answer.status)) throw refusalIn(answer);
    // A server that answers is no lost connection, whatever it says.
    onProgress(offset, answer.status !== 0);
    await pause(pauseMs, signal);
    const state = path === undefined ? undefined : await stateOf(path, signal);
    if (state?.jobId) return state.jobId;
    if (state !== undefined && state.receivedBytes > offset) {
      pauseMs = FIRST_PAUSE_MS;
      patience.note(state.receivedBytes);
    } else pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
    offset = state?.receivedBytes ?? offset;
    if (patience.isOver()) throw answer.status === 0 ? new ApiError(0, UNREACHABLE) : refusalIn(answer);
  }
}

const UNREACHABLE = 'The server could not be reached for a long time. Choose the same file again to continue.';

/** How long it is since more of the file went out than ever before. */
class Patience {
  #most: number;
  #movedAt = performance.now();

  constructor(bytes: number) {
    this.#most = bytes;
  }

  note(bytes: number): void {
    if (bytes > this.#most) [this.#most, this.#movedAt] = [bytes, performance.now()];
  }

  isOver(): boolean {
    return performance.now() - this.#movedAt > PATIENCE_MS;
  }
}

const pathOf = (projectId: number, { uploadId }: UnfinishedUpload) =>
  `${API_ROOT}/projects/${projectId}/uploads/${uploadId}`;

function create({ projectId, file, options, signal }: Sending): Promise<Answer> {
  const query = new URLSearchParams(Object.entries(options).map(([name, value]) => [name, String(value)]));
  const headers = {
    ...TUS,
    'Upload-Length': String(file.size),
    'Upload-Metadata': `filename ${base64(file.name)}`,
  };
  return call('POST', `${API_ROOT}/projects/${projectId}/uploads?${query}`, { headers, signal });
}

/** The address of the new upload. */
function begun(answer: Answer, file: File): string {
  const path = new URL(answer.header('Location') ?? '', location.href).pathname;
  remember(path.slice(path.lastIndexOf('/') + 1), file);
  return path;
}

function patch(path: string, offset: number, { file, signal, onProgress }: Sending): Promise<Answer> {
  const headers = { ...TUS, 'Content-Type': 'application/offset+octet-stream', 'Upload-Offset': String(offset) };
  const onSent = (bytes: number) => onProgress(offset + bytes, true);
  return call('PATCH', path, { headers, signal, body: file.slice(offset), onSent });
}

/** Undefined if the server cannot be reached. */
async function stateOf(path: string, signal: AbortSignal): Promise<UnfinishedUpload | undefined> {
  const answer = await call('GET', path, { headers: TUS, signal });
  if (answer.status === 200) return (JSON.parse(answer.text) as { data: UnfinishedUpload }).data;
  if (PASSING.has(answer.status)) return undefined;
  throw refusalIn(answer);
}

/** Removes what the server has of it. */
export async function removeUpload(projectId: number, uploadId: string): Promise<void> {
  await call('DELETE', `${API_ROOT}/projects/${projectId}/uploads/${uploadId}`, { headers: TUS });
}

interface Called {
  headers: Record<string, string>;
  signal?: AbortSignal;
  body?: Blob;
  onSent?: (bytes: number) => void;
}

function call(method: string, path: string, { headers, signal, body, onSent }: Called): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method, path);
    for (const [name, value] of Object.entries({ ...headers, 'X-Assay-Request': '1' }))
      request.setRequestHeader(name, value);
    if (onSent) request.upload.onprogress = ({ loaded }) => onSent(loaded);
    const stop = () => request.abort();
    signal?.addEventListener('abort', stop, { once: true });
    request.onabort = () => reject(signal?.reason ?? new Error('stopped'));
    request.onload = () =>
      resolve({
        status: request.status,
        text: request.responseText,
        header: (name) => request.getResponseHeader(name),
      });
    request.onerror = () => resolve({ status: 0, text: '', header: () => null });
    request.onloadend = () => signal?.removeEventListener('abort', stop);
    request.send(body);
  });
}

const refusalIn = ({ text, status }: Answer) => new ApiError(status, messageIn(text) ?? wordsFor(status));

const base64 = (text: string) => btoa(String.fromCodePoint(...new TextEncoder().encode(text)));

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      window.removeEventListener('online', go);
      reject(signal.reason);
    };
    const go = () => {
      clearTimeout(timer);
      window.removeEventListener('online', go);
      signal.removeEventListener('abort', stop);
      resolve();
    };
    const timer = setTimeout(go, ms);
    window.addEventListener('online', go, { once: true });
    signal.addEventListener('abort', stop, { once: true });
  });
}
