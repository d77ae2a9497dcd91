// Documents that people send are read in a thread, one document at a time, so that the server answers others meanwhile. Also what the thread has read
// must not stop it: a large value takes long to cross. So lists cross in small parts, each when this thread asks for it.
import { stat } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import { DataRefused, type IssueList } from '../document.ts';
import type { DataIssue } from '../member-reader.ts';
import { READINGS, type ReadingOf, type ReadingTask } from './readings.ts';

/** Reading this much takes a few milliseconds; a thread takes longer to start. */
const LARGEST_HERE_BYTES = 128 * 1024;
/** For the JavaScript heap of the thread. */
const MOST_HEAP_MB = 3072;

export type ThreadAnswer =
  /** Some more elements of a list. */
  | { list: string; values: unknown[] }
  /** Everything but the lists; `count` is that of the issues, of which the list has the first ones. */
  | { head: Record<string, unknown>; issues: DataIssue[]; count: number }
  /** A sentence that says why the document cannot be read. */
  | { refusal: string };

/** The thread answers each of these messages once. */
export const NEXT = 'next';

let last: Promise<unknown> = Promise.resolve();

/** Reads a small document here, and others in the thread. Rejects as that does. */
export async function readSent<Task extends ReadingTask>(
  task: Task,
  issues: IssueList,
  signal?: AbortSignal,
): Promise<ReadingOf<Task>> {
  const size = 'bytes' in task ? task.bytes.byteLength : (await stat(task.file)).size;
  if (size > LARGEST_HERE_BYTES) return readInThread(task, issues, signal);
  return READINGS[task.kind].read(task as never, issues) as Promise<ReadingOf<Task>>;
}

/** Rejects with DataRefused if the document cannot be read, and with the reason of the signal when it is aborted. */
export function readInThread<Task extends ReadingTask>(
  task: Task,
  issues: IssueList,
  signal?: AbortSignal,
): Promise<ReadingOf<Task>> {
  const reading = last.then(() => readNow(task, issues, signal)) as Promise<ReadingOf<Task>>;
  last = reading.catch(() => undefined);
  return reading;
}

async function readNow(task: ReadingTask, issues: IssueList, signal: AbortSignal | undefined) {
  signal?.throwIfAborted();
  const thread = new Worker(new URL('./reading.thread.ts', import.meta.url), {
    workerData: task,
    transferList: 'bytes' in task ? [task.bytes] : [],
    resourceLimits: { maxOldGenerationSizeMb: MOST_HEAP_MB },
  });
  const ended = new Promise<never>((_resolve, reject) => {
    thread.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        error.code === 'ERR_WORKER_OUT_OF_MEMORY'
          ? new DataRefused('The document is too large to be read: it has too many values.')
          : error,
      ),
    );
    thread.once('exit', () => reject(new Error('The thread that read a document ended by itself.')));
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  ended.catch(() => undefined);
  try {
    return await collected(thread, ended, issues);
  } finally {
    await thread.terminate();
  }
}

async function collected(thread: Worker, ended: Promise<never>, issues: IssueList): Promise<Record<string, unknown>> {
  const lists: Record<string, unknown[]> = {};
  for (;;) {
    const arrived = new Promise<ThreadAnswer>((resolve) => thread.once('message', resolve));
    thread.postMessage(NEXT);
    const answer = await Promise.race([arrived, ended]);
    if ('refusal' in answer) throw new DataRefused(answer.refusal);
    if ('list' in answer) {
      const list = lists[answer.list] ?? [];
      for (const value of answer.values) list.push(value);
      lists[answer.list] = list;
      continue;
    }
    for (const issue of answer.issues) issues.push(issue);
    // The issues beyond the first ones are only counted.
    issues.count += answer.count - answer.issues.length;
    return { ...answer.head, ...lists };
  }
}
