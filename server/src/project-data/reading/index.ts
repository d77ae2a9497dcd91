// Documents that people send are read in threads, one document of each kind at a time, so that the server answers others meanwhile. Also what a thread
// has read must not stop it: a large value takes long to cross. So lists cross in small parts, each when this thread asks for it.
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { DataIssue } from '@assay/scanner/member-reader';
import { isPackedFile } from '@assay/scanner/sbom-files';
import { DataRefused, type IssueList } from '../document.ts';
import { type OnProgress, READINGS, type ReadingOf, type ReadingTask } from './readings.ts';

/** Reading this much takes a few milliseconds; a thread takes longer to start. */
const LARGEST_HERE_BYTES = 128 * 1024;
/** For the JavaScript heap of the thread. */
const MOST_HEAP_MB = 3072;
/** A thread waits this long for the next document: an archive may have thousands of large files. */
const IDLE_MS = 5000;

export type ThreadAnswer =
  /** Sent at any time, without being asked for. */
  | { progress: number }
  /** Some more elements of a list. */
  | { list: string; values: unknown[] }
  /** Everything but the lists; `count` is that of the issues, of which the list has the first ones. */
  | { head: Record<string, unknown>; issues: DataIssue[]; count: number }
  /** A sentence that says why the document cannot be read. */
  | { refusal: string };

/** The thread answers each request once: the beginning of another document, or the next part of the same. */
export type ThreadRequest = ReadingTask | 'next';

export interface ReadingOptions {
  signal?: AbortSignal | undefined;
  onProgress?: OnProgress | undefined;
}

/** One for each kind of document, so that a request does not wait for the import of an archive. */
const lanes = new Map<ReadingTask['kind'], Promise<unknown>>();
const resting = new Map<ReadingTask['kind'], { thread: ReadingThread; end: NodeJS.Timeout }>();

/** Reads a small document here, and others in the thread. Rejects as that does. */
export async function readSent<Task extends ReadingTask>(
  task: Task,
  issues: IssueList,
  options: ReadingOptions = {},
): Promise<ReadingOf<Task>> {
  if (await mayBeLong(task)) return readInThread(task, issues, options);
  return READINGS[task.kind].read(task as never, issues, () => undefined) as Promise<ReadingOf<Task>>;
}

/** A small file may unpack to much, and a strict reading compiles the schema of the document first. */
async function mayBeLong(task: ReadingTask): Promise<boolean> {
  if ('isStrict' in task && task.isStrict) return true;
  if ('bytes' in task) return task.bytes.byteLength > LARGEST_HERE_BYTES;
  const found = await stat(task.file);
  return !found.isFile() || found.size > LARGEST_HERE_BYTES || (await isPackedFile(task.file, nameOf(task)));
}

const nameOf = (task: { file: string; name?: string }): string => task.name ?? basename(task.file);

/** Rejects with DataRefused if the document cannot be read, and with the reason of the signal when it is aborted. */
export function readInThread<Task extends ReadingTask>(
  task: Task,
  issues: IssueList,
  options: ReadingOptions = {},
): Promise<ReadingOf<Task>> {
  const last = lanes.get(task.kind) ?? Promise.resolve();
  const reading = last.then(() => readNow(task, issues, options)) as Promise<ReadingOf<Task>>;
  lanes.set(
    task.kind,
    reading.catch(() => undefined),
  );
  return reading;
}

async function readNow(task: ReadingTask, issues: IssueList, { signal, onProgress }: ReadingOptions) {
  signal?.throwIfAborted();
  const { thread, request } = threadFor(task);
  const stop = () => thread.fail(signal?.reason);
  signal?.addEventListener('abort', stop, { once: true });
  let isReadToEnd = false;
  try {
    const answer = await collected(thread, request, issues, onProgress);
    isReadToEnd = true;
    if (answer instanceof DataRefused) throw answer;
    return answer;
  } finally {
    signal?.removeEventListener('abort', stop);
    if (isReadToEnd) rest(task.kind, thread);
    else await thread.end();
  }
}

/** A thread that has read a document of this kind before is told the next one; a new one begins with it. */
function threadFor(task: ReadingTask): { thread: ReadingThread; request: ThreadRequest } {
  const free = resting.get(task.kind);
  if (!free) return { thread: new ReadingThread(task), request: 'next' };
  clearTimeout(free.end);
  resting.delete(task.kind);
  return { thread: free.thread, request: task };
}

function rest(kind: ReadingTask['kind'], thread: ReadingThread): void {
  const leave = () => {
    if (resting.get(kind)?.thread === thread) resting.delete(kind);
    void thread.end();
  };
  resting.set(kind, { thread, end: setTimeout(leave, IDLE_MS).unref() });
  thread.rest(leave);
}

/** The listeners of a worker stay the same: whoever takes all of them off stops its port for ever. */
class ReadingThread {
  readonly #worker: Worker;
  #answered: ((answer: ThreadAnswer) => void) | undefined;
  #fail: (reason: unknown) => void = () => undefined;
  onProgress: OnProgress | undefined;

  constructor(task: ReadingTask) {
    this.#worker = new Worker(new URL('./reading.thread.ts', import.meta.url), {
      workerData: task,
      transferList: 'bytes' in task ? [task.bytes] : [],
      resourceLimits: { maxOldGenerationSizeMb: MOST_HEAP_MB },
    });
    this.#worker.on('message', (answer: ThreadAnswer) =>
      'progress' in answer ? this.onProgress?.(answer.progress) : this.#answered?.(answer),
    );
    this.#worker.on('error', (error: NodeJS.ErrnoException) =>
      this.fail(
        error.code === 'ERR_WORKER_OUT_OF_MEMORY'
          ? new DataRefused('The document is too large to be read: it has too many values.')
          : error,
      ),
    );
    this.#worker.on('exit', () => this.fail(new Error('The thread that read a document ended by itself.')));
  }

  ask(request: ThreadRequest): Promise<ThreadAnswer> {
    return new Promise((resolve, reject) => {
      this.#worker.ref();
      this.#answered = resolve;
      this.#fail = reject;
      this.#worker.postMessage(request, request !== 'next' && 'bytes' in request ? [request.bytes] : []);
    });
  }

  /** Rejects the question under way. */
  fail(reason: unknown): void {
    this.#fail(reason);
  }

  /** Does not keep the process alive; `onEnd` is told if it dies of what the last document left. */
  rest(onEnd: () => void): void {
    this.#worker.unref();
    this.#fail = onEnd;
  }

  async end(): Promise<void> {
    this.#fail = () => undefined;
    await this.#worker.terminate();
  }
}

/** The document, or why it is none. Rejects if the thread ends or is to end. */
async function collected(
  thread: ReadingThread,
  first: ThreadRequest,
  issues: IssueList,
  onProgress: OnProgress | undefined,
): Promise<Record<string, unknown> | DataRefused> {
  const lists: Record<string, unknown[]> = {};
  thread.onProgress = onProgress;
  for (let request = first; ; request = 'next') {
    const answer = await thread.ask(request);
    if ('refusal' in answer) return new DataRefused(answer.refusal);
    if ('list' in answer) {
      const list = lists[answer.list] ?? [];
      for (const value of answer.values) list.push(value);
      lists[answer.list] = list;
    } else if ('head' in answer) {
      for (const issue of answer.issues) issues.push(issue);
      // The issues beyond the first ones are only counted.
      issues.count += answer.count - answer.issues.length;
      return { ...answer.head, ...lists };
    }
  }
}
