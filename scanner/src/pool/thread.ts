// The thread's side of the pool: takes a batch, reads and analyses file by file and tells its progress in shared memory, so that the other side
// knows which file a dead thread was at. This is one of the four places that may catch everything.
import { threadId } from 'node:worker_threads';
import { failedResult } from './failed-result.ts';
import { type Analysis, analysisOf, analyzePlace, reusedMemory } from './files.ts';
import {
  type BatchAnswer,
  type BatchMessage,
  type BytesMessage,
  FINISHED,
  type FileResult,
  type FilesMessage,
  type PoolItem,
  type PoolResult,
  PROGRESS,
} from './messages.ts';

/** How a thread analyses one item. */
export type AnalyzeItem = (item: PoolItem) => PoolResult | Promise<PoolResult>;

/**
 * An answer has no further file when it is as long as this; the rest of the batch is left for another message. That one comes behind others, which
 * holds up the order of results, so it should be rare: 256 files mostly have a twentieth of this to say.
 */
const MOST_ANSWER_LENGTH = 4 * 1024 * 1024;

/** Works through batches, one after the other however soon they come, each answered as a BatchAnswer. A file whose analysis throws costs an issue. */
export function createBatchRunner(
  analyzeItem: AnalyzeItem,
  readsDocuments = false,
): (batch: BatchMessage) => Promise<BatchAnswer> {
  const guarded = guard(analyzeItem);
  const analysis = analysisOf(guarded, readsDocuments);
  const allocate = reusedMemory();
  const answered = async (batch: BatchMessage): Promise<BatchAnswer> => {
    const progress = new Int32Array(batch.progress);
    const step = (): void => {
      Atomics.add(progress, PROGRESS.step, 1);
    };
    const begin = (index: number): void => {
      Atomics.store(progress, PROGRESS.file, index + 1);
      step();
    };
    Atomics.store(progress, PROGRESS.thread, threadId);
    const results =
      'places' in batch
        ? await analyzeFiles(batch, begin, (place) => analyzePlace(place, stepping(analysis, step), allocate))
        : await analyzeItems(batch, begin, guarded);
    const answer = `[${results.join(',')}]`;
    Atomics.store(progress, PROGRESS.file, FINISHED);
    return answer;
  };
  let last: Promise<unknown> = Promise.resolve();
  return (batch) => {
    const answer = last.then(() => answered(batch));
    // Its own caller hears of a fault; the next batch is not concerned.
    last = answer.catch(() => {});
    return answer;
  };
}

/** The results of a batch, each as JSON. */
async function analyzeItems(
  { memory, items }: BytesMessage,
  begin: (index: number) => void,
  analyzeItem: AnalyzeItem,
): Promise<string[]> {
  const results: string[] = [];
  for (const [index, { offset, length, ...rest }] of items.entries()) {
    begin(index);
    results.push(JSON.stringify(await analyzeItem({ ...rest, bytes: new Uint8Array(memory, offset, length) })));
  }
  return results;
}

/** The same of files, perhaps only of the first. */
async function analyzeFiles(
  { places }: FilesMessage,
  begin: (index: number) => void,
  analyzeFile: (place: FilesMessage['places'][number]) => Promise<FileResult>,
): Promise<string[]> {
  const results: string[] = [];
  let length = 0;
  for (const [index, place] of places.entries()) {
    begin(index);
    const result = JSON.stringify(await analyzeFile(place));
    results.push(result);
    length += result.length;
    if (length >= MOST_ANSWER_LENGTH) break;
  }
  return results;
}

/** Each chunk of a large file is a step of its own: it is the time between them that is limited. */
function stepping(analysis: Analysis, step: () => void): Analysis {
  async function* watched(chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): AsyncGenerator<Uint8Array, void> {
    for await (const chunk of chunks) {
      step();
      yield chunk;
    }
    step();
  }
  return { ...analysis, runStream: (chunks, hint) => analysis.runStream(watched(chunks), hint) };
}

function guard(analyzeItem: AnalyzeItem): AnalyzeItem {
  return async (item) => {
    try {
      return await analyzeItem(item);
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      return failedResult(item, 'internal', `The analysis failed with an internal error: ${why}`);
    }
  };
}
