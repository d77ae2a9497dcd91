// The thread's side of the pool: takes a batch, reads and analyses file by file, and records its progress in shared memory, so that the other side
// knows the current file of a dead thread. This is one of the four places that may catch everything.
import { threadId } from 'node:worker_threads';
import { Piscina } from 'piscina';
import type { AnalysisItem, AnalysisResult } from '../analyze/item.ts';
import { processorTime } from '../processor-time.ts';
import { failedResult } from './failed-result.ts';
import { type Analysis, analysisOf, analyzePlace, reusedMemory } from './files.ts';
import {
  type BatchMessage,
  type BytesMessage,
  FINISHED,
  type FileResult,
  type FilesMessage,
  PROGRESS,
  type TextAnswer,
} from './messages.ts';
import { createAnswerWriter } from './written.ts';

/** What a thread returns to Piscina: a BatchAnswer, or an object that carries one with transferred memory. */
export type ThreadAnswer = TextAnswer | ReturnType<typeof Piscina.move>;

/** How a thread analyses one item. */
export type AnalyzeItem = (item: AnalysisItem) => AnalysisResult | Promise<AnalysisResult>;

/**
 * An answer that reaches this length takes no further file; the rest of the batch is sent as another message. That message queues behind
 * others and delays the ordered results, so it should be rare: the results of 256 files are usually a twentieth of this.
 */
const MOST_ANSWER_LENGTH = 4 * 1024 * 1024;

/** Works through batches one after the other, even if several arrive at once. A file whose analysis throws gives an issue. */
export function createBatchRunner(
  analyzeItem: AnalyzeItem,
  readsDocuments = false,
): (batch: BatchMessage) => Promise<ThreadAnswer> {
  const guarded = guard(analyzeItem);
  const analysis = analysisOf(guarded, readsDocuments);
  const allocate = reusedMemory();
  const answered = async (batch: BatchMessage): Promise<ThreadAnswer> => {
    const progress = new Int32Array(batch.progress);
    const step = (): void => {
      Atomics.store(progress, PROGRESS.processorMs, Math.round(processorTime()));
      Atomics.add(progress, PROGRESS.step, 1);
    };
    const begin = (index: number): void => {
      Atomics.store(progress, PROGRESS.file, index + 1);
      step();
    };
    Atomics.store(progress, PROGRESS.thread, threadId);
    const answer =
      'places' in batch
        ? await analyzeFiles(batch, begin, (place) => analyzePlace(place, stepping(analysis, step), allocate))
        : await analyzeItems(batch, begin, guarded);
    Atomics.store(progress, PROGRESS.file, FINISHED);
    return answer;
  };
  let last: Promise<unknown> = Promise.resolve();
  return (batch) => {
    const answer = last.then(() => answered(batch));
    // The caller of that batch gets its error; the next batch is not affected.
    last = answer.catch(() => {});
    return answer;
  };
}

async function analyzeItems(
  { memory, items, isWritten = false }: BytesMessage,
  begin: (index: number) => void,
  analyzeItem: AnalyzeItem,
): Promise<ThreadAnswer> {
  const texts: string[] = [];
  const written = createAnswerWriter();
  for (const [index, { offset, length, ...rest }] of items.entries()) {
    begin(index);
    const result = await analyzeItem({ ...rest, bytes: new Uint8Array(memory, offset, length) });
    if (isWritten) written.add(result);
    else texts.push(JSON.stringify(result));
  }
  return isWritten ? Piscina.move(written.answer()) : textOf(texts);
}

/** The same for files; the answer may hold only the first of them. */
async function analyzeFiles(
  { places }: FilesMessage,
  begin: (index: number) => void,
  analyzeFile: (place: FilesMessage['places'][number]) => Promise<FileResult>,
): Promise<TextAnswer> {
  const results: string[] = [];
  let length = 0;
  for (const [index, place] of places.entries()) {
    begin(index);
    const result = JSON.stringify(await analyzeFile(place));
    results.push(result);
    length += result.length;
    if (length >= MOST_ANSWER_LENGTH) break;
  }
  return textOf(results);
}

const textOf = (results: string[]): TextAnswer => `[${results.join(',')}]`;

/** Makes each chunk of a large file a step, because the time between steps is limited. */
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
