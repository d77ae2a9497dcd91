// The thread's side of the pool: takes a batch, analyses file by file and tells its progress in shared memory, so that the other side
// knows which file a dead thread was at. This is one of the four places that may catch everything.
import { failedResult } from './failed-result.ts';
import { type BatchAnswer, type BatchMessage, FINISHED, type PoolItem, type PoolResult } from './messages.ts';

/** How a thread analyses one item. */
export type AnalyzeItem = (item: PoolItem) => PoolResult;

/** The same where analysing an item may have to wait. */
export async function analyzeBatchInTurns(
  batch: BatchMessage,
  analyzeItem: (item: PoolItem) => Promise<PoolResult>,
): Promise<BatchAnswer> {
  const progress = new Int32Array(batch.progress);
  const results: PoolResult[] = [];
  for (const [index, { offset, length, ...rest }] of batch.items.entries()) {
    Atomics.store(progress, 0, index + 1);
    const item = { ...rest, bytes: new Uint8Array(batch.memory, offset, length) };
    results.push(await analyzeItem(item).catch((error: unknown) => failedBy(item, error)));
  }
  const answer = JSON.stringify(results);
  Atomics.store(progress, 0, FINISHED);
  return answer;
}

function failedBy(item: PoolItem, error: unknown): PoolResult {
  const why = error instanceof Error ? error.message : String(error);
  return failedResult(item, 'internal', `The analysis failed with an internal error: ${why}`);
}

/** Works through a batch and answers its results as a BatchAnswer. A file whose analysis throws costs an issue. */
export function analyzeBatch(batch: BatchMessage, analyzeItem: AnalyzeItem): BatchAnswer {
  const progress = new Int32Array(batch.progress);
  const results = batch.items.map(({ offset, length, ...rest }, index) => {
    Atomics.store(progress, 0, index + 1);
    const item = { ...rest, bytes: new Uint8Array(batch.memory, offset, length) };
    try {
      return analyzeItem(item);
    } catch (error) {
      return failedBy(item, error);
    }
  });
  const answer = JSON.stringify(results);
  Atomics.store(progress, 0, FINISHED);
  return answer;
}
