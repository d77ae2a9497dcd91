// The thread's side of the pool: takes a batch, analyses file by file and tells its progress in shared memory, so that the other side
// knows which file a dead thread was at. This is one of the four places that may catch everything.
import { failedResult } from './failed-result.ts';
import { type BatchAnswer, type BatchMessage, FINISHED, type PoolItem, type PoolResult } from './messages.ts';

/** How a thread analyses one item. */
export type AnalyzeItem = (item: PoolItem) => PoolResult;

/** Works through a batch and answers its results as a BatchAnswer. A file whose analysis throws costs an issue. */
export function analyzeBatch(batch: BatchMessage, analyzeItem: AnalyzeItem): BatchAnswer {
  const progress = new Int32Array(batch.progress);
  const results = batch.items.map(({ offset, length, ...rest }, index) => {
    Atomics.store(progress, 0, index + 1);
    const item = { ...rest, bytes: new Uint8Array(batch.memory, offset, length) };
    try {
      return analyzeItem(item);
    } catch (error) {
      return failedResult(
        item,
        'internal',
        `The analysis failed with an internal error: ${error instanceof Error ? error.message : String(error)}`,
      );
    }
  });
  const answer = JSON.stringify(results);
  Atomics.store(progress, 0, FINISHED);
  return answer;
}
