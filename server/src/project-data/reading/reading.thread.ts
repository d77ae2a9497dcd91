// The thread that reads documents, one after the other: it hands out the lists of each in parts, then everything else, each when it is asked for.
import { parentPort, workerData } from 'node:worker_threads';
import { giveWay } from '@assay/scanner/thread-priority';
import { DataRefused, IssueList } from '../document.ts';
import type { ThreadAnswer, ThreadRequest } from './index.ts';
import { type OnProgress, READINGS, type ReadingTask } from './readings.ts';

/** So many elements arrive in a few milliseconds. */
const ELEMENTS_IN_PART = 200;

giveWay();

type Reader = (task: ReadingTask, issues: IssueList, onProgress: OnProgress) => Promise<object>;

async function* answers(task: ReadingTask): AsyncGenerator<ThreadAnswer> {
  const issues = new IssueList();
  const { lists, read } = READINGS[task.kind];
  let document: Record<string, unknown>;
  try {
    const tell = (progress: number) => parentPort?.postMessage({ progress } satisfies ThreadAnswer);
    document = { ...(await (read as unknown as Reader)(task, issues, tell)) };
  } catch (error) {
    // Errors lose their class between threads.
    if (!(error instanceof DataRefused)) throw error;
    return yield { refusal: error.message };
  }
  for (const list of lists) {
    const values = document[list] as unknown[];
    delete document[list];
    yield { list, values: [] };
    for (let at = 0; at < values.length; at += ELEMENTS_IN_PART)
      yield { list, values: values.slice(at, at + ELEMENTS_IN_PART) };
  }
  yield { head: document, issues: issues.kept, count: issues.count };
}

let all = answers(workerData);
parentPort?.on('message', (request: ThreadRequest) => {
  if (request !== 'next') all = answers(request);
  void all.next().then(({ value }) => parentPort?.postMessage(value));
});
