// The analysis in a fixed number of warm threads that take batches. A file that runs out of time or memory, or kills its thread, costs one
// issue and a new thread; the other files of its batch are analysed as usual. No findings are judged here.

import { Piscina } from 'piscina';
import { analysisHint } from '../analyze/hint.ts';
import type { AnalysisItem, AnalysisResult } from '../analyze/item.ts';
import { firstOf, itemAt } from '../items.ts';
import type { LibraryRule } from '../libraries/index.ts';
import { type FileLocation, readPlace } from '../walk/index.ts';
import { createBalancer, markedLong } from './balance.ts';
import { failedResult } from './failed-result.ts';
import { type Analysis, analysisOf, analyzeLarge } from './files.ts';
import { createMemories } from './memory.ts';
import {
  type BatchAnswer,
  type BatchMessage,
  type BytesMessage,
  FINISHED,
  type FileResult,
  newProgress,
  PROGRESS,
  type TextAnswer,
  type ThreadData,
  type WrittenAnswer,
} from './messages.ts';
import { type Attempt, isStuck, WAITING_FACTOR, watchAttempts } from './watchdog.ts';
import { readAnswer, type WrittenResult, writtenResult } from './written.ts';

export type { AnalysisItem, AnalysisResult } from '../analyze/item.ts';
export type { FileResult } from './messages.ts';
export { type FactsSummary, factsBesidePackages, packagesOf, type WrittenResult, writtenResult } from './written.ts';

export interface AnalyzerPoolOptions {
  /** Number of threads, at least 1. */
  threads: number;
  /** `loadLicenseIndex().buffer`, shared by all threads; without it each loads the shipped index. */
  licenseIndexBuffer?: SharedArrayBuffer;
  searchTerms?: readonly string[];
  /** Recognisers of copied libraries; undefined = the built-in ones. */
  libraries?: readonly LibraryRule[];
  /** Whether the texts of PDF and office files are searched too. Default false. */
  readsDocuments?: boolean;
  /** Whether texts get digests of what they say. Default false. */
  digestsEvidence?: boolean;
  /** Milliseconds of the processor that one file, or a piece of a large one, may take before its thread is ended. */
  deadlineMs: number;
  /** Megabytes of JavaScript heap of one thread. Shared memory (the batch, the license index) is not counted. */
  memoryLimitMb: number;
  /** Milliseconds of the processor after which a matcher stops by itself and keeps its findings. Default: a quarter of the deadline. */
  timeLimitMs?: number;
  /** True when the creating thread must answer others: it then gets processors first. */
  givesWay?: boolean;
  /** Another module to run in the threads: for tests with misbehaving threads. */
  workerFile?: URL;
}

export interface AnalyzerPool extends Analysis {
  /**
   * Analyses a batch in one thread and answers in its order. Issues have the path ''. Rejects only if the pool is closed or broken.
   * Batches of some dozens of files or 1 MB are best: a message costs as much as a small file.
   */
  run(batch: readonly AnalysisItem[]): Promise<AnalysisResult[]>;
  /**
   * The same for files of a folder, which the thread reads itself. Those above IN_MEMORY_BYTES are analysed in flat memory, too.
   * @param isLong true for files that take much longer than a batch should: no other batch then waits behind them for their thread
   */
  runFiles(places: readonly FileLocation[], isLong?: boolean): Promise<FileResult[]>;
  readonly threads: number;
  /** Whether the texts of PDF and office files are searched; pass large ones to run() as a whole. */
  readonly readsDocuments: boolean;
  /** Ends all threads and rejects batches under way. Resolves when every thread is gone. */
  close(): Promise<void>;
}

/** A pool whose threads also serialise facts for a database, so that the code that stores them need not parse them. */
export interface WritingPool extends AnalyzerPool {
  /** run() with serialised facts. */
  runWritten(batch: readonly AnalysisItem[]): Promise<WrittenResult[]>;
}

/** How batches of a kind cross to a thread, and the result of an item that has ended its thread. */
interface Way<Item, Result, Message extends BatchMessage> {
  message(items: readonly Item[]): Message;
  /** Called when the thread has answered and no longer reads the message. */
  giveBack(message: Message): void;
  read(answer: BatchAnswer): Result[];
  afterDeath(item: Item, error: unknown): Result | Promise<Result>;
}

/** A thread holds a second batch: requesting one after the first would leave it idle until the main thread reacts. */
const BATCHES_AT_HAND = 2;

/** The number of batches per thread that may come back in a row because their thread died before it began them. */
const MAX_UNTOUCHED_DEATHS = 4 * BATCHES_AT_HAND;

export function createAnalyzerPool(options: AnalyzerPoolOptions): WritingPool {
  const { threads } = options;
  const state: PoolState = {
    ...{ piscina: startThreads(options), threads, attempts: new Set(), exits: new Map(), ended: new Set() },
    ...{ closed: undefined, fault: undefined, untouchedDeaths: 0 },
  };
  const watch = watchThreads(state, options.deadlineMs);
  const memories = createMemories(threads * BATCHES_AT_HAND + 1);
  const bytesWay: Way<AnalysisItem, AnalysisResult, BytesMessage> = {
    ...memories,
    read: readText,
    afterDeath: (item, error) => resultOfDeath(item, error, options),
  };
  const writtenWay: Way<AnalysisItem, WrittenResult, BytesMessage> = {
    ...memories,
    message: (items) => ({ ...memories.message(items), isWritten: true }),
    read: (answer) => readAnswer(answer as WrittenAnswer),
    afterDeath: (item, error) => writtenResult(resultOfDeath(item, error, options)),
  };
  const analysis: Analysis = {
    ...analysisOf(async (item) => firstOf(await runBatch(state, [item], bytesWay)), options.readsDocuments ?? false),
    run: (batch) => runBatch(state, batch, bytesWay),
  };
  const filesWay = wayOfFiles(options, analysis);
  const longWay = { ...filesWay, message: (places: readonly FileLocation[]) => markedLong(filesWay.message(places)) };
  return {
    ...analysis,
    threads,
    runWritten: (batch) => runBatch(state, batch, writtenWay),
    runFiles: (places, isLong) => runBatch(state, places, isLong ? longWay : filesWay),
    close() {
      state.closed ??= closeThreads(state, watch);
      return state.closed;
    },
  };
}

interface PoolState {
  readonly piscina: Piscina;
  readonly threads: number;
  /** Batches under way. */
  readonly attempts: Set<Attempt>;
  readonly exits: Exits;
  /** Ids of the threads that were ended because a file took too long. */
  readonly ended: Set<number>;
  closed: Promise<void> | undefined;
  /** Why the threads cannot start. */
  fault: Error | undefined;
  untouchedDeaths: number;
}

/** Ends threads whose file takes too long, and notes when none can start. Returns the timer. */
function watchThreads(state: PoolState, deadlineMs: number): NodeJS.Timeout {
  const { piscina, attempts, ended, threads } = state;
  // A thread that dies without a batch is replaced, unless it cannot start at all: then waiting batches would never be answered.
  piscina.on('error', (error: Error) => {
    if (piscina.threads.length >= threads) return;
    state.fault = error;
    for (const attempt of attempts) attempt.giveUp(error);
  });
  const end = (thread: Thread): void => {
    ended.add(thread.threadId);
    void thread.terminate();
  };
  return watchAttempts(attempts, deadlineMs, () => piscina.threads, end);
}

/** One attempt at a batch in one thread: its results, or where and why it ended. */
async function attemptBatch<Item, Result, Message extends BatchMessage>(
  state: PoolState,
  items: readonly Item[],
  way: Way<Item, Result, Message>,
): Promise<Result[] | { diedAt: number; error: unknown }> {
  const { piscina, attempts, exits, ended } = state;
  const message = way.message(items);
  const { promise: givenUp, reject: giveUp } = Promise.withResolvers<never>();
  const progress = new Int32Array(message.progress);
  const attempt: Attempt = { progress, lastStep: 0, changedAt: 0, isOverdue: false, giveUp };
  attempts.add(attempt);
  const before = piscina.threads;
  try {
    const answer: BatchAnswer = await Promise.race([piscina.run(message), givenUp]);
    way.giveBack(message);
    state.untouchedDeaths = 0;
    return way.read(answer);
  } catch (error) {
    // The thread may still be reading this memory, so it is not reused.
    trackExits(before, piscina.threads, exits);
    const place = Atomics.load(progress, PROGRESS.file);
    state.untouchedDeaths = place === 0 ? state.untouchedDeaths + 1 : 0;
    // A thread that died after its last file blames none; nor does one that was ended because of another batch.
    const isToBlame = place !== FINISHED && (isStuck(attempt) || !ended.has(Atomics.load(progress, PROGRESS.thread)));
    return { diedAt: isToBlame ? place : 0, error: attempt.isOverdue ? 'deadline' : error };
  } finally {
    attempts.delete(attempt);
  }
}

async function runBatch<Item, Result, Message extends BatchMessage>(
  state: PoolState,
  batch: readonly Item[],
  way: Way<Item, Result, Message>,
): Promise<Result[]> {
  if (state.closed) throw new Error('The analyser pool is closed.');
  if (state.fault)
    throw new Error(`The analyser's threads cannot start: ${state.fault.message}`, { cause: state.fault });
  if (batch.length === 0) return [];
  const outcome = await attemptBatch(state, batch, way);
  if (Array.isArray(outcome)) {
    if (outcome.length === batch.length) return outcome;
    // A thread may leave the rest of its batch for another message.
    return [...outcome, ...(await runBatch(state, batch.slice(outcome.length), way))];
  }
  const { diedAt, error } = outcome;
  if (state.closed) throw new Error('The analyser pool was closed while files were being analysed.');
  if (diedAt === 0) {
    if (state.untouchedDeaths >= MAX_UNTOUCHED_DEATHS * state.threads)
      throw new Error('The analyser threads die before they begin.', { cause: error });
    return runBatch(state, batch, way);
  }
  const culprit = itemAt(batch, diedAt - 1);
  // The results of the files before the culprit died with the thread.
  const [before, after] = await Promise.all([
    runBatch(state, batch.slice(0, diedAt - 1), way),
    runBatch(state, batch.slice(diedAt), way),
  ]);
  return [...before, await way.afterDeath(culprit, error), ...after];
}

/** For files of a folder, which the threads read themselves. */
function wayOfFiles(options: AnalyzerPoolOptions, analysis: Analysis): Way<FileLocation, FileResult, BatchMessage> {
  return {
    message: (places) => ({ progress: newProgress(), places }),
    giveBack: () => {},
    read: readText,
    async afterDeath(place, error) {
      const item = readPlace(place);
      if (item.type === 'issue') return { unread: item.issue };
      const hint = analysisHint(place.path, place.namedAs);
      if (item.type === 'file') return resultOfDeath({ bytes: item.bytes, hint }, error, options);
      // Sent window by window, so that only a window that ends its thread is lost.
      return analyzeLarge({ ...item, hint }, item.stream, analysis);
    },
  };
}

async function closeThreads({ piscina, exits }: PoolState, watch: NodeJS.Timeout): Promise<void> {
  clearInterval(watch);
  // Piscina replaces every thread that it did not end itself, so killed threads must be gone before it closes. Batches under way are
  // rejected when Piscina ends their threads.
  await Promise.all(exits.values());
  do await piscina.destroy();
  while (piscina.threads.length > 0);
  piscina.removeAllListeners('error');
}

const readText = <Result>(answer: BatchAnswer): Result[] => JSON.parse(answer as TextAnswer);

function startThreads({
  threads,
  licenseIndexBuffer,
  searchTerms = [],
  libraries,
  readsDocuments = false,
  digestsEvidence = false,
  deadlineMs,
  memoryLimitMb,
  timeLimitMs,
  givesWay = false,
  workerFile,
}: AnalyzerPoolOptions): Piscina {
  if (!Number.isInteger(threads) || threads < 1)
    throw new RangeError(`threads must be a whole number of at least 1, not ${threads}`);
  const data: ThreadData = {
    workerFile: (workerFile ?? new URL('./worker.ts', import.meta.url)).href,
    licenseIndexBuffer,
    searchTerms,
    libraries,
    readsDocuments,
    digestsEvidence,
    timeLimitMs: timeLimitMs ?? Math.max(1, Math.floor(deadlineMs / 4)),
    givesWay,
  };
  return new Piscina({
    filename: new URL('./entry.cjs', import.meta.url).href,
    minThreads: threads,
    maxThreads: threads,
    concurrentTasksPerWorker: BATCHES_AT_HAND,
    loadBalancer: createBalancer(BATCHES_AT_HAND),
    workerData: data,
    resourceLimits: { maxOldGenerationSizeMb: memoryLimitMb, maxYoungGenerationSizeMb: 12 },
    recordTiming: false,
  });
}

type Thread = Piscina['threads'][number];

/** The pending exits of threads that are no longer used. */
type Exits = Map<Thread, Promise<unknown>>;

/** Records the pending exit of every thread of `before` that is missing in `after`. */
function trackExits(before: readonly Thread[], after: readonly Thread[], exits: Exits): void {
  for (const thread of before) {
    // A thread that has ended has the id -1 and sends no further event.
    if (after.includes(thread) || thread.threadId === -1 || exits.has(thread)) continue;
    const exit = new Promise((resolve) => thread.once('exit', resolve)).then(() => exits.delete(thread));
    exits.set(thread, exit);
  }
}

function resultOfDeath(
  item: AnalysisItem,
  error: unknown,
  { deadlineMs, memoryLimitMb }: AnalyzerPoolOptions,
): AnalysisResult {
  if (error === 'deadline') {
    return failedResult(
      item,
      'deadline',
      `The analysis took longer than ${deadlineMs} ms of the processor, or ${WAITING_FACTOR} times as long by the clock, and was ended; only size, digests and kind are known.`,
    );
  }
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ERR_WORKER_OUT_OF_MEMORY') {
    return failedResult(
      item,
      'out-of-memory',
      `The analysis needed more than ${memoryLimitMb} MB of memory and was ended; only size, digests and kind are known.`,
    );
  }
  const message = error instanceof Error ? error.message : String(error);
  return failedResult(
    item,
    'internal',
    `The analysis ended its thread (${message}); only size, digests and kind are known.`,
  );
}
